import CheckInJournal

extension AuditEntry {
  /// `413  2026-11-21T06:53:01.123Z  cli  17 edited  calories 320 → 340`.
  func line(_ style: Style) -> String {
    let action = "\(event.checkIn) \(style.bold(event.action.name))"
    var parts = [String(event.sequence), event.recordedAt, event.origin.name, action]
    let told = shownChanges.filter { $0.from != .none || $0.to != .text("") }
    let shown = told.map { change in
      let name = change.field.rawValue
      let to = Self.text(change.to, style)
      return change.from == .none ? "\(name) \(to)" : "\(name) \(Self.text(change.from, style)) \(style.arrow) \(to)"
    }
    if !shown.isEmpty { parts.append(shown.joined(separator: ", ")) }
    if let command = event.undoes { parts.append("reverses \(command)") }
    return parts.joined(separator: "  ")
  }

  private static func text(_ value: Value, _ style: Style) -> String {
    switch value {
    case .none: style.dash
    case .text(let text): "\"\(Escaping.escaped(text))\""
    case .number(let number): String(number)
    case .photo(let photo): photo.title(style)
    }
  }
}
