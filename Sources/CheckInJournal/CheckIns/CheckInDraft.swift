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
  /// The kind of exercise; `nil` where nobody has chosen one yet, which is refused.
  public var type: ExerciseType?
  /// What it was: 1 to 100 characters, without the white space around them.
  public var title: String
  /// When it took place; not in the future.
  public var time: CheckInTime
  /// Kilocalories, from 0 on.
  public var calories: Int?
  /// How long it took, in seconds: 1 to 1,000,000.
  public var durationSeconds: Int?
  /// How far it went, in metres: 1 to 10,000,000.
  public var distanceMetres: Int?
  /// Where it took place: at most 200 characters.
  public var location: String?
  /// Whatever else there is to say: at most 1 MB.
  public var notes: String

  /// A draft of these values, which need not be valid: the journal judges them when they are to be created.
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
    /// It gets this value.
    case set(Value)
    /// It gets none.
    case clear
  }

  /// The new kind of exercise.
  public var type: ExerciseType?
  /// The new title.
  public var title: String?
  /// When it took place after all.
  public var time: CheckInTime?
  /// In kilocalories.
  public var calories: Change<Int>?
  /// In seconds.
  public var durationSeconds: Change<Int>?
  /// In metres.
  public var distanceMetres: Change<Int>?
  /// The new place.
  public var location: Change<String>?
  /// Setting the empty text clears the notes.
  public var notes: String?

  /// What an edit is to change; nothing where everything is left out.
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
