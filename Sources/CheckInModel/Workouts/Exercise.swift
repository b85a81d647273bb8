public import struct FoundationEssentials.UUID

/// Something that is trained in sets: Bench Press, Pull-up, Plank.
///
/// ```swift
/// let bench = try journal.exercise(named: "bench")  // Bench Press
/// ```
public struct Exercise: Hashable, Sendable, Identifiable {
  /// The tracking type of an exercise. Raw values are those of `event_log.proto`.
  public enum Measure: UInt8, CaseIterable, Sendable {
    /// Repetitions with a weight.
    case weightAndReps = 0
    /// Repetitions alone.
    case reps = 1
    /// The duration, as of a plank.
    case duration = 2
    /// The distance.
    case distance = 3
    /// The distance, and the time that it took.
    case distanceAndDuration = 4

    /// The word that commands take: `weight`, `reps`, `duration`, `distance` or `distance-duration`.
    public var name: String {
      switch self {
      case .weightAndReps: "weight"
      case .reps: "reps"
      case .duration: "duration"
      case .distance: "distance"
      case .distanceAndDuration: "distance-duration"
      }
    }
  }

  /// The meaning of a set's weight. Raw values are those of `event_log.proto`.
  public enum Load: UInt8, CaseIterable, Sendable {
    /// It is what is lifted.
    case external = 0
    /// It is hung on the body, which is lifted as well.
    case bodyweight = 1
    /// It helps, so less is better.
    case assisted = 2

    /// The word that commands take: `external`.
    public var name: String {
      switch self {
      case .external: "external"
      case .bodyweight: "bodyweight"
      case .assisted: "assisted"
      }
    }
  }

  /// 1 for the first exercise of the journal. Never reused.
  public var number: Int
  /// Its identity outside the journal.
  public var id: UUID
  /// Its name: 1 to 100 characters.
  public var name: String
  /// Other names that it is found by.
  public var aliases: [String]
  /// The tracking type of the exercise's sets.
  public var measure: Measure
  /// The meaning of the weight of the exercise's sets.
  public var load: Load
  /// A Boolean value that indicates whether the exercise is no longer offered.
  ///
  /// The sets of a retired exercise stay and count.
  public var isRetired: Bool
  /// The sequence number of its latest event.
  public var sequence: UInt64
  /// The exercise's qualified ID if another device of the group defined it: `phone/4`; otherwise `nil`.
  public var numberInGroup: String?

  /// An exercise of these values, for tests and previews: a journal makes its own.
  public init(
    number: Int, id: UUID, name: String, aliases: [String] = [], measure: Measure = .weightAndReps,
    load: Load = .external, isRetired: Bool = false, sequence: UInt64, numberInGroup: String? = nil
  ) {
    self.number = number
    self.id = id
    self.name = name
    self.aliases = aliases
    self.measure = measure
    self.load = load
    self.isRetired = isRetired
    self.sequence = sequence
    self.numberInGroup = numberInGroup
  }

  /// Its number as people read it: `4`, or `phone/4`.
  package var shownNumber: String { numberInGroup ?? String(number) }
}

/// The fields of an exercise that is to be defined.
///
/// ```swift
/// try journal.defineExercise(ExerciseDraft(name: "Sled Push", measure: .distance))
/// ```
public struct ExerciseDraft: Hashable, Sendable {
  /// `nil` draws a random one.
  public var id: UUID?
  /// Its name: 1 to 100 characters.
  public var name: String
  /// Other names that it is found by, at most 20.
  public var aliases: [String]
  /// The tracking type of the exercise's sets.
  public var measure: Exercise.Measure
  /// The meaning of the weight of the exercise's sets.
  public var load: Exercise.Load

  /// A draft of these values, which need not be valid: the journal judges them.
  public init(
    id: UUID? = nil, name: String, aliases: [String] = [], measure: Exercise.Measure = .weightAndReps,
    load: Exercise.Load = .external
  ) {
    self.id = id
    self.name = name
    self.aliases = aliases
    self.measure = measure
    self.load = load
  }
}

/// The changes that an edit makes to an exercise; `nil` leaves a field unchanged.
///
/// ```swift
/// try journal.editExercise(1, with: ExerciseChanges(name: "Flat Bench"))
/// ```
public struct ExerciseChanges: Hashable, Sendable {
  /// The new name.
  public var name: String?
  /// All other names that it is to have.
  public var aliases: [String]?
  /// The new tracking type of the exercise's sets.
  public var measure: Exercise.Measure?
  /// The new meaning of the weight of the exercise's sets.
  public var load: Exercise.Load?

  /// Creates the changes of an edit; `nil` leaves a field unchanged.
  public init(
    name: String? = nil, aliases: [String]? = nil, measure: Exercise.Measure? = nil, load: Exercise.Load? = nil
  ) {
    self.name = name
    self.aliases = aliases
    self.measure = measure
    self.load = load
  }

  /// A Boolean value that indicates whether the edit changes no field.
  public var isEmpty: Bool { self == ExerciseChanges(name: nil) }

  /// Only what makes a difference.
  package func difference(from exercise: Exercise) -> ExerciseChanges {
    ExerciseChanges(
      name: name == exercise.name ? nil : name, aliases: aliases == exercise.aliases ? nil : aliases,
      measure: measure == exercise.measure ? nil : measure, load: load == exercise.load ? nil : load)
  }
}

extension Sequence<Exercise> {
  /// Returns the exercise, other than one with this number, that has a name or has it as an alias.
  package func first(called name: String, except number: Int?) -> Exercise? {
    let folded = ExerciseName.folded(name)
    return first { exercise in
      exercise.number != number && ([exercise.name] + exercise.aliases).contains { ExerciseName.folded($0) == folded }
    }
  }
}
