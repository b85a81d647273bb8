public import struct FoundationEssentials.UUID

/// One set of an exercise.
///
/// ```swift
/// for set in try journal.existingSession(5).sets { print(set.number, set.entry.reps ?? 0) }
/// ```
public struct ExerciseSet: Hashable, Sendable, Identifiable {
  /// 1 for the first that was logged in its session. Never reused there.
  public var number: Int
  /// Its identity outside the journal.
  public var id: UUID
  /// The exercise's number.
  public var exercise: Int
  /// The weight, repetitions and other values of the set.
  public var entry: SetEntry
  /// The time of the set in milliseconds since 1970-01-01 UTC; `nil` if it is unknown.
  public var atMilliseconds: Int64?
  /// A Boolean value that indicates whether the set was removed. It can be restored.
  public var isRemoved: Bool
  /// The sequence number of its latest event.
  public var sequence: UInt64
  /// The set's qualified ID if another device of the group logged it: `phone/2`; otherwise `nil`.
  public var numberInGroup: String?

  /// A set of these values, for tests and previews: a journal makes its own.
  public init(
    number: Int, id: UUID, exercise: Int, entry: SetEntry, atMilliseconds: Int64? = nil, isRemoved: Bool = false,
    sequence: UInt64, numberInGroup: String? = nil
  ) {
    self.number = number
    self.id = id
    self.exercise = exercise
    self.entry = entry
    self.atMilliseconds = atMilliseconds
    self.isRemoved = isRemoved
    self.sequence = sequence
    self.numberInGroup = numberInGroup
  }

  /// The set's number or qualified ID, as shown to the user: `2`, or `phone/2`.
  package var shownNumber: String { numberInGroup ?? String(number) }
}

/// The weight, repetitions and other values of a set, which ``SetNotation`` writes as `80x10 @8.5`.
///
/// ```swift
/// try journal.log([SetEntry(weight: Weight("80", unit: .kilograms), reps: 10)], exercise: "bench", at: now)
/// ```
public struct SetEntry: Hashable, Sendable {
  /// Raw values are those of `event_log.proto`.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// One that counts.
    case normal = 0
    /// It prepares for the others and counts nowhere.
    case warmUp = 1
    /// With less weight, right after the one before it.
    case drop = 2
    /// Until no further repetition was possible.
    case failure = 3

    /// The word in JSON: `warmUp`.
    public var name: String {
      switch self {
      case .normal: "normal"
      case .warmUp: "warmUp"
      case .drop: "drop"
      case .failure: "failure"
      }
    }
  }

  /// The kind of the set, which determines whether it counts as work.
  public var kind: Kind
  /// `nil` where none was lifted, or nobody said.
  public var weight: Weight?
  /// At least 1.
  public var reps: Int?
  /// At least 1.
  public var seconds: Int?
  /// At least 1.
  public var millimetres: Int?
  /// The rate of perceived exertion; `nil` if it was not recorded.
  public var rpe: RPE?
  /// Empty where there is none.
  public var note: String

  /// Creates the values of a set; `nil` for those that don't apply.
  public init(
    kind: Kind = .normal, weight: Weight? = nil, reps: Int? = nil, seconds: Int? = nil, millimetres: Int? = nil,
    rpe: RPE? = nil, note: String = ""
  ) {
    self.kind = kind
    self.weight = weight
    self.reps = reps
    self.seconds = seconds
    self.millimetres = millimetres
    self.rpe = rpe
    self.note = note
  }

  /// The distance in metres.
  public var metres: Double? { millimetres.map { Double($0) / 1000 } }

  /// Warm-ups count nowhere.
  public var counts: Bool { kind != .warmUp }
}

/// The changes that an edit makes to a set; `nil` leaves a field unchanged.
///
/// ```swift
/// var changes = SetChanges()
/// changes.reps = .set(8)
/// ```
public struct SetChanges: Hashable, Sendable {
  /// The number of another exercise.
  public var exercise: Int?
  /// The new kind, which determines whether the set counts as work.
  public var kind: SetEntry.Kind?
  /// The weight.
  public var weight: CheckInChanges.Change<Weight>?
  /// The number of repetitions.
  public var reps: CheckInChanges.Change<Int>?
  /// The duration in seconds.
  public var seconds: CheckInChanges.Change<Int>?
  /// The distance in millimetres.
  public var millimetres: CheckInChanges.Change<Int>?
  /// The rate of perceived exertion.
  public var rpe: CheckInChanges.Change<RPE>?
  /// Setting the empty text clears the note.
  public var note: String?
  /// The time of the set in milliseconds since 1970-01-01 UTC.
  public var atMilliseconds: CheckInChanges.Change<Int64>?

  /// Creates the changes that give a set these values, whatever they were; its exercise and its time stay.
  public init(writing entry: SetEntry) {
    func change<Value>(_ value: Value?) -> CheckInChanges.Change<Value> { value.map { .set($0) } ?? .clear }
    kind = entry.kind
    weight = change(entry.weight)
    reps = change(entry.reps)
    seconds = change(entry.seconds)
    millimetres = change(entry.millimetres)
    rpe = change(entry.rpe)
    note = entry.note
  }

  /// Nothing changes, until a field is set.
  public init() {}

  /// A Boolean value that indicates whether the edit changes no field.
  public var isEmpty: Bool { self == SetChanges() }

  /// Creates the changes that turn one set into another.
  package init(from old: ExerciseSet, to new: ExerciseSet) {
    func change<Value>(_ path: KeyPath<ExerciseSet, Value?>) -> CheckInChanges.Change<Value>? {
      guard old[keyPath: path] != new[keyPath: path] else { return nil }
      return new[keyPath: path].map { .set($0) } ?? .clear
    }
    if old.exercise != new.exercise { exercise = new.exercise }
    if old.entry.kind != new.entry.kind { kind = new.entry.kind }
    weight = change(\.entry.weight)
    reps = change(\.entry.reps)
    seconds = change(\.entry.seconds)
    millimetres = change(\.entry.millimetres)
    rpe = change(\.entry.rpe)
    if old.entry.note != new.entry.note { note = new.entry.note }
    atMilliseconds = change(\.atMilliseconds)
  }

  /// Makes the changes.
  package func apply(to set: inout ExerciseSet) {
    set.exercise = exercise ?? set.exercise
    set.entry.kind = kind ?? set.entry.kind
    if let weight { set.entry.weight = weight.value }
    if let reps { set.entry.reps = reps.value }
    if let seconds { set.entry.seconds = seconds.value }
    if let millimetres { set.entry.millimetres = millimetres.value }
    if let rpe { set.entry.rpe = rpe.value }
    set.entry.note = note ?? set.entry.note
    if let atMilliseconds { set.atMilliseconds = atMilliseconds.value }
  }
}
