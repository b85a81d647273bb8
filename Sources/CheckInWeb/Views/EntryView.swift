import CheckInJournal

/// An event of the log, shown as what it changed.
struct EntryView {
  struct Change {
    var field: String
    /// `nil` if there was nothing before.
    var from: String?
    var to: String
  }

  var sequence: UInt64
  var action: String
  var checkIn: Int
  var href: String?
  var recorded: String
  var origin: String
  var reverses: UInt64?
  var changes: [Change]
  var hasChanges: Bool

  /// - Parameter isLinked: whether it links to the page of its check-in.
  init(_ entry: AuditEntry, isLinked: Bool) {
    sequence = entry.event.sequence
    action = Self.words[entry.event.action.name] ?? entry.event.action.name
    checkIn = entry.event.checkIn
    // An event about workouts may concern no check-in.
    href = isLinked && checkIn > 0 ? "/check-ins/\(checkIn)" : nil
    recorded = entry.event.recordedAt.prefix(19).replacing("T", with: " ") + " UTC"
    origin = entry.event.origin.name
    reverses = entry.event.undoes
    changes = entry.shownChanges.filter { $0.from != .none || $0.to != .text("") }.map { change in
      Change(
        field: change.field.rawValue == "timeZone" ? "time zone" : change.field.rawValue,
        from: change.from == .none ? nil : Self.text(change.from), to: Self.text(change.to))
    }
    hasChanges = !changes.isEmpty
  }

  private static let words = ["photoAttached": "photo attached", "photoCleared": "photo cleared"]

  private static func text(_ value: AuditEntry.Value) -> String {
    switch value {
    case .none: "–"
    case .text(let text): text.isEmpty ? "–" : shown(text)
    case .number(let number): String(number)
    case .photo(let photo): "\((photo.byteCount + 500) / 1000) KB, \(photo.width) × \(photo.height)"
    }
  }
}
