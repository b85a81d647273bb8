/// One event, told as what it changed.
///
/// ```swift
/// for entry in try journal.history(of: 17) {
///   print(entry.event.sequence, entry.changes.map(\.field))
/// }
/// ```
public struct AuditEntry: Hashable, Sendable {
  /// A field of a check-in.
  public typealias Field = CheckInField

  /// What a field was, or is.
  public enum Value: Hashable, Sendable {
    /// It has none, or there was no check-in.
    case none
    /// Of a field with text, and of the type and the time as people read them.
    case text(String)
    /// Kilocalories, seconds or metres.
    case number(Int)
    /// The photo.
    case photo(Photo)
  }

  /// What became of a field.
  public struct Change: Hashable, Sendable {
    /// Which field it is.
    public var field: CheckInField
    /// Before the event.
    public var from: Value
    /// After it; another than before.
    public var to: Value

    /// A field that had one value and has another.
    public init(field: CheckInField, from: Value, to: Value) {
      self.field = field
      self.from = from
      self.to = to
    }
  }

  /// The event itself.
  public var event: Event
  /// What the group calls the device in whose log the event is, if the journal belongs to a group with others; else
  /// `nil`.
  public var replica: String?
  /// What the command calls the check-in if another device created it: `phone/17`; else `nil`.
  public var checkInName: String?
  /// What the command calls the exercise, plan, session or set that the event concerns, by their numbers here, if
  /// another device created them: `phone/3`.
  public var workoutNames: [Int: String] = [:]
  /// What differs between before and after, in the order of the form; everything, for a creation.
  public var changes: [Change]
  /// The check-in afterwards; `nil` for an event that is not understood.
  public var after: CheckIn?

  /// An event with what it changed, for tests: a journal makes its own.
  public init(event: Event, changes: [Change], after: CheckIn?) {
    self.event = event
    self.changes = changes
    self.after = after
  }

  init(_ event: Event, before: CheckIn?, after: CheckIn?) {
    self.init(event: event, changes: Self.changes(from: before, to: after), after: after)
  }

  /// What differs between two states of a check-in, in the order of the form.
  static func changes(from before: CheckIn?, to after: CheckIn?) -> [Change] {
    CheckInField.audited.compactMap { field in
      let from = before.map { Value(field, of: $0) } ?? .none
      let to = after.map { Value(field, of: $0) } ?? .none
      return from == to ? nil : Change(field: field, from: from, to: to)
    }
  }

  /// The device of the group in whose log the event is, if it is another than this one.
  package var otherDevice: String? { ReplicaSequence(event.sequence) == nil ? nil : replica }

  /// What the command calls the event: `413`, or `phone/413` if it is another device's.
  package var eventName: String {
    guard let replica, let other = ReplicaSequence(event.sequence) else { return String(event.sequence) }
    return "\(replica)/\(other.sequence)"
  }
}

extension AuditEntry {
  /// The changes that the event is about: discarding and restoring change no field.
  package var shownChanges: [Change] { event.action.kind.changesFields ? changes : [] }
}

extension AuditEntry.Value {
  init(_ field: CheckInField, of checkIn: CheckIn) {
    self =
      switch field {
      case .type: .text(checkIn.type.name)
      case .title: .text(checkIn.title)
      case .at: .text(checkIn.time.written)
      case .timeZone: checkIn.time.timeZone.map { .text($0) } ?? .none
      case .quantity(let quantity): checkIn.fields[quantity].map { .number($0) } ?? .none
      case .location: checkIn.location.map { .text($0) } ?? .none
      case .notes: .text(checkIn.notes)
      case .photo: checkIn.photo.map { .photo($0) } ?? .none
      case .discarded: .none
      }
  }
}
