import CheckInJournal
import CheckInLanguage

/// The changes of a check-in's fields as readable text: `distance 13 → 13.1 km, title "Lake" → "Lake loop"`.
struct ChangeText {
  let style: Style
  let today: CivilDay

  /// The text of changes.
  func text(_ changes: [AuditEntry.Change]) -> String { changes.map(text).joined(separator: ", ") }

  private func text(_ change: AuditEntry.Change) -> String {
    let terms = AuditTerms(style.localization)
    let name = change.field == .at ? style.words("time", in: "field") : terms[change.field.rawValue]
    var (from, to) = (value(change.from, of: change.field, terms), value(change.to, of: change.field, terms))
    if change.field == .at { (from, to) = Self.withoutCommonStart(from, to) }
    if case .quantity = change.field { (from, to) = AuditForm.withoutCommonUnit(from: from, to: to) }
    return "\(name) \(from) \(style.arrow) \(to)"
  }

  private func value(_ value: AuditEntry.Value, of field: CheckInField, _ terms: AuditTerms) -> String {
    switch (value, field) {
    case (.none, _): return style.dash
    case (.number(let number), .quantity(let quantity)): return style.text(number, of: quantity)
    case (.number(let number), _): return String(number)
    case (.photo(let photo), _): return photo.title(style)
    case (.text(let text), .type): return terms[text]
    case (.text(let text), .at): return time(text)
    case (.text(let text), .timeZone): return Escaping.escaped(text)
    case (.text(let text), _):
      let shown = text.count > Self.maximumCharacters ? text.prefix(Self.maximumCharacters) + style.ellipsis : text
      return "\"\(Escaping.escaped(shown))\""
    }
  }

  /// The longest text that is shown as a whole.
  private static let maximumCharacters = 60

  /// `Sat 21 Nov 07:10`, of a time as audits have it.
  private func time(_ text: String) -> String {
    if let written = WrittenTime(text) {
      let time = CheckInTime(instantMilliseconds: written.localMilliseconds, offsetMinutes: 0)
      return "\(style.localization.shortTitle(of: time.day, today: today)) \(style.localization.clock(of: time))"
    }
    return CivilDay(text).map { style.localization.shortTitle(of: $0, today: today) } ?? text
  }

  /// The texts without the day that both have: `Sat 21 Nov 07:10` and `07:20`.
  private static func withoutCommonStart(_ from: String, _ to: String) -> (String, String) {
    let (old, new) = (from.split(separator: " "), to.split(separator: " "))
    guard old.count == new.count, old.count > 1, old.dropLast() == new.dropLast() else { return (from, to) }
    return (from, String(new[new.count - 1]))
  }
}
