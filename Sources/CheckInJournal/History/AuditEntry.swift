/// One event, told as what it changed.
///
/// ```swift
/// for entry in try journal.history(of: 17) {
///   print(entry.event.sequence, entry.changes.map(\.field))
/// }
/// ```
public struct AuditEntry: Hashable, Sendable {
  public enum Field: String, CaseIterable, Sendable {
    case type, title, at, timeZone, calories, location, notes, photo
  }

  public enum Value: Hashable, Sendable {
    case none
    case text(String)
    case number(Int)
    case photo(Photo)
  }

  public struct Change: Hashable, Sendable {
    public var field: Field
    public var from: Value
    public var to: Value
  }

  public var event: Event
  /// What differs between before and after, in the order of the form; everything, for a creation.
  public var changes: [Change]
  /// The check-in before; `nil` where there was none.
  public var before: CheckIn?
  /// The check-in afterwards; `nil` for an event that is not understood.
  public var after: CheckIn?

  init(_ event: Event, before: CheckIn?, after: CheckIn?) {
    self.event = event
    self.before = before
    self.after = after
    changes = Change.all(from: before, to: after)
  }
}

extension AuditEntry.Change {
  /// What differs between a check-in before and after, in the order of the form.
  static func all(from before: CheckIn?, to after: CheckIn?) -> [AuditEntry.Change] {
    AuditEntry.Field.allCases.compactMap { field in
      let from = before.map { AuditEntry.Value(field, of: $0) } ?? .none
      let to = after.map { AuditEntry.Value(field, of: $0) } ?? .none
      return from == to ? nil : AuditEntry.Change(field: field, from: from, to: to)
    }
  }
}

extension AuditEntry {
  /// The changes that the event is about: discarding and restoring change no field.
  package var shownChanges: [Change] { event.action.kind.changesFields ? changes : [] }
}

extension AuditEntry.Value {
  init(_ field: AuditEntry.Field, of checkIn: CheckIn) {
    self =
      switch field {
      case .type: .text(checkIn.type.name)
      case .title: .text(checkIn.title)
      case .at: .text(checkIn.time.description)
      case .timeZone: checkIn.time.timeZone.map { .text($0) } ?? .none
      case .calories: checkIn.calories.map { .number($0) } ?? .none
      case .location: checkIn.location.map { .text($0) } ?? .none
      case .notes: .text(checkIn.notes)
      case .photo: checkIn.photo.map { .photo($0) } ?? .none
      }
  }
}
