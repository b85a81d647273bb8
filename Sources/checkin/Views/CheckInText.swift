import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import FoundationEssentials

extension CheckIn {
  /// `161  Run  Morning 5k  Sat 21 Nov 2026 07:10 +01:00 Europe/Berlin`.
  func line(_ style: Style) -> String {
    let name = style.painted(style.localization.name(of: fields.type), in: Color(of: fields.type))
    let title = style.bold(Escaping.escaped(fields.title))
    return "\(shownNumber)  \(name)  \(title)  \(style.localization.title(of: fields.time))"
  }

  /// The stored values: `17  Run  River loop  Sat 21 Nov 07:10, 13.1 km, 1:05:00, 640 kcal`.
  ///
  /// - Parameter zone: The local time zone, which isn't shown; `nil` if no zone is shown.
  func confirmation(_ style: Style, today: CivilDay, zone: LocalTimeZone? = nil) -> String {
    let name = style.painted(style.localization.name(of: fields.type), in: Color(of: fields.type))
    var when = style.localization.shortTitle(of: time.day, today: today)
    if time.isTimeOfDayKnown { when += " " + style.localization.clock(of: time) }
    if let zone, !zone.isThat(of: time) {
      when += " " + time.offset + (time.timeZone.map { " " + Escaping.escaped($0) } ?? "")
    }
    let measures = CheckInQuantity.allCases.reversed().compactMap { quantity in
      fields[quantity].map { style.text($0, of: quantity) }
    }
    let values = ([when] + measures).joined(separator: ", ")
    return "\(shownNumber)  \(name)  \(style.bold(Escaping.escaped(fields.title)))  \(values)"
  }

  /// Everything about the check-in, one labelled line each.
  ///
  /// - Parameters:
  ///   - session: the session that it names.
  ///   - photoCondition: what the store has of its photo.
  ///   - event: what its latest event is called.
  func card(_ style: Style, session: ShownNumber?, photoCondition: PhotoCondition?, event: String) -> String {
    let (words, name) = (style.words, style.localization.name(of: fields.type))
    let heading = "\(shownNumber)  \(name)  \(Escaping.escaped(fields.title))"
    var rows = [(words("When"), style.localization.title(of: fields.time))]
    for quantity in CheckInQuantity.allCases where !fields.isLeftOut(.quantity(quantity)) {
      let value = fields[quantity].map { style.text($0, of: quantity) }
      rows.append((words(quantity.label), value ?? style.dash))
    }
    rows.append((words("Location"), fields.location.map { Escaping.escaped($0) } ?? style.dash))
    let noteLines = Escaping.escaped(fields.notes, keepingNewlines: true)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    rows.append((words("Notes"), fields.notes.isEmpty ? style.dash : noteLines[0]))
    for line in noteLines.dropFirst() { rows.append(("", line)) }
    let photoNote = photoCondition.flatMap { $0 == .present ? nil : " (\($0.name(words)))" } ?? ""
    rows.append((words("Photo"), photo.map { $0.title(style) + photoNote } ?? style.dash))
    if let session {
      let command = "checkin show session \(session)"
      rows.append((words("Session"), "\(session); " + words("\"{command}\" shows it", ["command": command])))
    }
    rows.append(("UUID", id.uuidString))
    rows.append((words("Event"), words("{event} is its latest", ["event": event])))
    if isDiscarded {
      let command = "checkin restore \(shownNumber)"
      rows.append((words("Discarded"), words("yes; \"{command}\" brings it back", ["command": command])))
    }

    let type = style.painted(name, in: Color(of: fields.type))
    let painted = "\(shownNumber)  \(type)  \(style.bold(Escaping.escaped(fields.title)))"
    var text =
      painted + "\n" + String(repeating: style.rule, count: min(style.width ?? .max, max(24, DisplayWidth.of(heading))))
      + "\n"
    for (label, value) in rows {
      let line = DisplayWidth.padded(label, to: 11) + value
      text += (value.isEmpty ? DisplayWidth.padded(label, to: 0) : line) + "\n"
    }
    return text
  }
}

extension LocalTimeZone {
  /// Returns `true` if a time was recorded in this zone, or in none but with the offset that this zone then has.
  fileprivate func isThat(of time: CheckInTime) -> Bool {
    if let name = time.timeZone { return name == identifier }
    return self.time(atInstant: time.instantMilliseconds).offsetMinutes == time.offsetMinutes
  }
}

extension Photo {
  /// `962 KB, 4032 × 3024`.
  func title(_ style: Style) -> String {
    "\(kilobytes(byteCount)), \(width) \(style.isASCII ? "x" : "×") \(height)"
  }
}

extension PhotoCondition {
  /// `missing`.
  func name(_ words: Words) -> String {
    switch self {
    case .present: words("present", in: "photo")
    case .missing: words("missing", in: "photo")
    case .damaged: words("damaged", in: "photo")
    case .purged: words("purged", in: "photo")
    }
  }
}

/// Thousands of bytes, at least one: `962 KB`.
func kilobytes(_ byteCount: Int) -> String { "\(max(1, (byteCount + 500) / 1000)) KB" }

extension Statistics {
  /// `161 check-ins, streak 6 days`.
  func line(_ style: Style) -> String {
    let words = style.words
    let streak = currentStreak.map { words.count($0.days, "streak {n} day", "streak {n} days") } ?? words("no streak")
    let restDays = currentStreak.flatMap { style.localization.restDays(in: $0) }
    return [style.checkIns(total), streak, restDays].compactMap { $0 }.joined(separator: ", ")
  }
}

extension Session {
  /// Writes what became of a check-in: as JSON, or as a line with the journal's figures below it.
  ///
  /// - Parameter detail: a line between the two.
  func answer(_ checkIn: CheckIn, verb: String, detail: String? = nil, statistics: Statistics) throws {
    if global.json { return try output.document { checkIn.write(to: &$0) } }
    try output.line("\(verb) \(checkIn.confirmation(style, today: today, zone: zone))")
    if let detail { try output.line(detail) }
    try output.line(statistics.line(style))
  }

  /// Writes what became of several check-ins: as a JSON array, or as a line for each with the journal's figures below.
  func answer(_ checkIns: [CheckIn], verb: String, statistics: Statistics) throws {
    if global.json { return try output.array(of: checkIns) { $0.write(to: &$1) } }
    for checkIn in checkIns {
      try output.line("\(verb) \(checkIn.confirmation(style, today: today, zone: zone))")
    }
    try output.line(statistics.line(style))
  }
}
