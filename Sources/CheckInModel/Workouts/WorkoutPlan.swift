public import struct FoundationEssentials.UUID

/// A workout plan: a list of exercises, with the sets prescribed for each.
///
/// At most one plan of a journal is active.
///
/// ```swift
/// if let plan = try journal.activePlan() { print(plan.name, plan.items.count) }
/// ```
public struct WorkoutPlan: Hashable, Sendable, Identifiable {
  /// 1 for the first plan of the journal. Never reused.
  public var number: Int
  /// Its identity outside the journal.
  public var id: UUID
  /// Its name: 1 to 100 characters.
  public var name: String
  /// Its exercises, in their order.
  public var items: [PlanItem]
  /// A Boolean value that indicates whether the plan is the active one. At most one plan is active.
  public var isActive: Bool
  /// A Boolean value that indicates whether the plan was discarded. It can be restored.
  public var isDiscarded: Bool
  /// The sequence number of the event that gave it its name and items: what sessions remember it by.
  public var version: UInt64
  /// The sequence number of its latest event.
  public var sequence: UInt64
  /// The plan's qualified ID if another device of the group created it: `phone/3`; otherwise `nil`.
  public var numberInGroup: String?

  /// A plan of these values, for tests and previews: a journal makes its own.
  public init(
    number: Int, id: UUID, name: String, items: [PlanItem], isActive: Bool = false, isDiscarded: Bool = false,
    version: UInt64, sequence: UInt64, numberInGroup: String? = nil
  ) {
    self.number = number
    self.id = id
    self.name = name
    self.items = items
    self.isActive = isActive
    self.isDiscarded = isDiscarded
    self.version = version
    self.sequence = sequence
    self.numberInGroup = numberInGroup
  }

  /// The plan's number or qualified ID, as shown to the user: `3`, or `phone/3`.
  package var shownNumber: String { numberInGroup ?? String(number) }
}

/// One item of a plan: an exercise, by its number, and how much of it.
///
/// ```swift
/// let item = PlanItem(exercise: 1, Prescription(sets: 3, target: .reps(8...10)))
/// ```
public struct PlanItem: Hashable, Sendable {
  /// The number of the exercise.
  public var exercise: Int
  /// The sets that the plan prescribes for the exercise.
  public var prescription: Prescription

  /// An exercise, and what is to be done of it.
  public init(exercise: Int, _ prescription: Prescription) {
    self.exercise = exercise
    self.prescription = prescription
  }
}

/// The sets of an exercise that a plan prescribes: `3x8-10 80kg @8`.
///
/// ```swift
/// let threeMinutes = Prescription(sets: 3, target: .seconds(60), restSeconds: 30)
/// ```
public struct Prescription: Hashable, Sendable {
  /// The target of each set.
  public enum Target: Hashable, Sendable {
    /// A number of repetitions, or a range; at least 1.
    case reps(ClosedRange<Int>)
    /// At least 1.
    case seconds(Int)
    /// At least 1.
    case millimetres(Int)
  }

  /// The number of sets: 1 to 100.
  public var sets: Int
  /// The target of each set.
  public var target: Target
  /// `nil` where it is left open.
  public var weight: Weight?
  /// The rate of perceived exertion to aim for; `nil` if the plan leaves it open.
  public var rpe: RPE?
  /// Between the sets.
  public var restSeconds: Int?
  /// Items with the same number are done in turn: 1 is shown as A, 26 as Z.
  public var superset: Int?
  /// A Boolean value that indicates whether the sets are warm-ups.
  public var isWarmUp: Bool

  /// Creates a prescription for an exercise.
  public init(
    sets: Int, target: Target, weight: Weight? = nil, rpe: RPE? = nil, restSeconds: Int? = nil, superset: Int? = nil,
    isWarmUp: Bool = false
  ) {
    self.sets = sets
    self.target = target
    self.weight = weight
    self.rpe = rpe
    self.restSeconds = restSeconds
    self.superset = superset
    self.isWarmUp = isWarmUp
  }
}
