public import struct FoundationEssentials.UUID

/// The fields of a check-in that is to be created.
///
/// ```swift
/// let time = LocalTimeZone.utc.time(atInstant: 1_763_700_000_000)
/// try journal.create(CheckInDraft(type: .run, title: "Morning 5k", time: time, calories: 320))
/// ```
@dynamicMemberLookup
public struct CheckInDraft: Hashable, Sendable {
  /// The identity; `nil` draws a random one.
  public var id: UUID?
  /// The kind of exercise; `nil` until one is chosen. A draft without a type is rejected.
  public var type: ExerciseType? {
    didSet { fields.type = type ?? .unknown }
  }
  /// The fields, which need not be valid. Their type follows ``type``.
  package private(set) var fields: CheckInFields

  /// Creates a draft of these fields, apart from their type.
  package init(id: UUID? = nil, type: ExerciseType?, fields: CheckInFields) {
    self.id = id
    self.type = type
    self.fields = fields
    self.fields.type = type ?? .unknown
  }

  /// A field, as a property: `title`.
  public subscript<Value>(dynamicMember member: WritableKeyPath<CheckInFields, Value>) -> Value {
    get { fields[keyPath: member] }
    set { fields[keyPath: member] = newValue }
  }

  /// The value of a quantity; `nil` if it isn't known.
  package subscript(quantity: CheckInQuantity) -> Int? {
    get { fields[quantity] }
    set { fields[quantity] = newValue }
  }
}
