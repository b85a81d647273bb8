import CheckInJournal
import CheckInLanguage

/// The terms of audits, histories and differences, in the user's language.
struct AuditTerms {
  /// The translations, keyed by the English terms; empty in English.
  let table: [String: String]

  /// Looks all of them up at once: an audit can have millions of lines.
  init(_ localization: Localization) {
    let words = localization.words
    var table: [String: String] = [:]
    if words.language != .english {
      for phrase in Self.phrases + CheckInQuantity.allCases.map(\.audited) { table[phrase.english] = words(phrase) }
      for name in WorkoutAction.typeNames { table[name] = words(Phrase(name, in: "action")) }
      for kind in DayMark.Kind.allCases { table[kind.name] = localization.name(of: kind) }
      for type in ExerciseType.allCases { table[type.name] = localization.name(of: type) }
    }
    self.table = table
  }

  subscript(english: String) -> String { table[english] ?? english }

  /// No two have the same English.
  private static let phrases: [Phrase] = [
    Phrase("created", in: "action"), Phrase("edited", in: "action"), Phrase("photoAttached", in: "action"),
    Phrase("photoCleared", in: "action"), Phrase("discarded", in: "action"), Phrase("restored", in: "action"),
    Phrase("lost", in: "action"), Phrase("seen", in: "action"), Phrase("unknown", in: "action"),

    Phrase("type", in: "field"), Phrase("title", in: "field"), Phrase("at", in: "field"),
    Phrase("timeZone", in: "field"), Phrase("location", in: "field"), Phrase("notes", in: "field"),
    Phrase("photo", in: "field"),

    Phrase("exercise", in: "audit"), Phrase("plan", in: "audit"), Phrase("session", in: "audit"),
    Phrase("set", in: "audit"), Phrase("none", in: "audit"), Phrase("days", in: "audit"),
    Phrase("reverses", in: "audit"), Phrase("event", in: "audit"),
  ]
}

extension Session {
  /// The form of an audit's lines. Recording times are shown in the local time zone.
  ///
  /// - Parameter hasCheckIns: `false` if all lines are of one check-in.
  func auditForm(hasCheckIns: Bool = true) throws -> AuditForm.Text {
    let (zone, today, localization) = (try zone, try today, style.localization)
    return AuditForm.Text(
      arrow: style.arrow, dash: style.dash, bold: style.bold, photo: { [style] in $0.title(style) },
      terms: AuditTerms(localization).table, zone: zone.isUTC ? nil : zone,
      day: { localization.shortTitle(of: $0, today: today) }, clock: { localization.clock(written: $0) },
      quantity: { [style] in $1 == .calories ? String($0) : style.text($0, of: $1) },
      set: { [style] in style.text($0) }, hasCheckIns: hasCheckIns)
  }
}
