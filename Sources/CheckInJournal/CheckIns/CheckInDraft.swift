public import struct FoundationEssentials.UUID

/// The fields of a check-in that is to be created.
///
/// ```swift
/// let time = LocalTimeZone.utc.time(atInstant: 1_763_700_000_000)
/// try journal.create(CheckInDraft(type: .run, title: "Morning 5k", time: time, calories: 320))
/// ```
public struct CheckInDraft: Hashable, Sendable {
  /// `nil` draws a random one.
  public var id: UUID?
  public var type: ExerciseType?
  public var title: String
  public var time: CheckInTime
  public var calories: Int?
  /// How long it took, in seconds: 1 to 1,000,000.
  public var durationSeconds: Int?
  /// How far it went, in metres: 1 to 10,000,000.
  public var distanceMetres: Int?
  public var location: String?
  public var notes: String

  public init(
    id: UUID? = nil, type: ExerciseType?, title: String, time: CheckInTime, calories: Int? = nil,
    durationSeconds: Int? = nil, distanceMetres: Int? = nil, location: String? = nil, notes: String = ""
  ) {
    self.id = id
    self.type = type
    self.title = title
    self.time = time
    self.calories = calories
    self.durationSeconds = durationSeconds
    self.distanceMetres = distanceMetres
    self.location = location
    self.notes = notes
  }
}

/// What an edit changes; `nil` leaves a field as it is.
///
/// ```swift
/// try journal.edit(17, CheckInChanges(title: "Evening 5k", calories: .clear))
/// ```
public struct CheckInChanges: Hashable, Sendable {
  /// What becomes of an optional field.
  public enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
    case set(Value)
    case clear
  }

  public var type: ExerciseType?
  public var title: String?
  public var time: CheckInTime?
  public var calories: Change<Int>?
  /// In seconds.
  public var durationSeconds: Change<Int>?
  /// In metres.
  public var distanceMetres: Change<Int>?
  public var location: Change<String>?
  /// Setting the empty text clears the notes.
  public var notes: String?

  public init(
    type: ExerciseType? = nil, title: String? = nil, time: CheckInTime? = nil, calories: Change<Int>? = nil,
    durationSeconds: Change<Int>? = nil, distanceMetres: Change<Int>? = nil, location: Change<String>? = nil,
    notes: String? = nil
  ) {
    self.type = type
    self.title = title
    self.time = time
    self.calories = calories
    self.durationSeconds = durationSeconds
    self.distanceMetres = distanceMetres
    self.location = location
    self.notes = notes
  }

  /// Whether nothing is changed.
  public var isEmpty: Bool { self == CheckInChanges() }
}

extension CheckInChanges.Change {
  /// The new value; `nil` where the field is cleared.
  public var value: Value? {
    switch self {
    case .set(let value): value
    case .clear: nil
    }
  }
}
