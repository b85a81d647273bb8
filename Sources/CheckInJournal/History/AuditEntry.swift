/// An event and the fields that it changed.
///
/// ```swift
/// for entry in try journal.history(of: 17) {
///   print(entry.event.sequence, entry.changes.map(\.field))
/// }
/// ```
public struct AuditEntry: Hashable, Sendable {
  /// A field of a check-in.
  public typealias Field = CheckInField

  /// The value of a field before or after an event.
  public enum Value: Hashable, Sendable {
    /// The field has no value, or the check-in doesn't exist.
    case none
    /// The value of a text field, or the type or the time as readable text.
    case text(String)
    /// A number of kilocalories, seconds or metres.
    case number(Int)
    /// The photo.
    case photo(Photo)
  }

  /// A change to one field.
  public struct Change: Hashable, Sendable {
    /// The field that changed.
    public var field: CheckInField
    /// The value before the event.
    public var from: Value
    /// The value after the event; never equal to ``from``.
    public var to: Value

    /// Creates a change from one value of a field to another.
    public init(field: CheckInField, from: Value, to: Value) {
      self.field = field
      self.from = from
      self.to = to
    }
  }

  /// The event itself.
  public var event: Event
  /// The name of the device that recorded the event.
  ///
  /// `nil` if the journal doesn't share a group with other devices.
  public var replica: String?
  /// The check-in's qualified ID, such as `phone/17`, if another device created it; otherwise `nil`.
  public var checkInName: String?
  /// The qualified IDs of the workout objects that the event affects, by local number.
  ///
  /// These are exercises, plans, sessions and sets that another device created, such as `phone/3`.
  public var workoutNames: [Int: String] = [:]
  /// The fields that differ before and after the event, in the order of the form. If the event creates the check-in,
  /// every field that has a value.
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

  /// Returns the fields that differ between two states of a check-in, in the order of the form.
  package static func changes(from before: CheckIn?, to after: CheckIn?) -> [Change] {
    CheckInField.audited.compactMap { field in
      let from = before.map { Value(field, of: $0) } ?? .none
      let to = after.map { Value(field, of: $0) } ?? .none
      return from == to ? nil : Change(field: field, from: from, to: to)
    }
  }

  /// The device of the group in whose log the event is, if it is another than this one.
  package var otherDevice: String? { ReplicaSequence(event.sequence) == nil ? nil : replica }

  /// The event's number as the command shows it.
  ///
  /// An example is `413`, or the qualified ID `phone/413` if another device recorded it.
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
