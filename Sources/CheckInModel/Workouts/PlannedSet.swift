/// One of the sets that an item of a plan asks for.
///
/// ```swift
/// if let plan = try journal.activePlan(), let next = plan.nextSet(after: []) { print(next.number, next.count) }
/// ```
public struct PlannedSet: Hashable, Sendable {
  /// The item of the plan, with the number of the exercise.
  public var item: PlanItem
  /// The set's number among those of the item: 1 for the first.
  public var number: Int

  /// The number of the item's sets.
  public var count: Int { item.prescription.sets }
}

extension WorkoutPlan {
  /// Returns the next set of the plan; `nil` if all of its sets are done.
  ///
  /// The exercise that was logged last is continued. The exercises of a superset take turns, after their warm-ups. A
  /// warm-up that was skipped isn't asked for after the first set that counts.
  ///
  /// - Parameter sets: The sets of the session, in their order.
  /// - Complexity: O(*n* · *m*), where *n* is the number of the plan's sets and *m* that of the session's.
  public func nextSet(after sets: [ExerciseSet]) -> PlannedSet? {
    var slots = self.slots
    var block: Int?
    for set in sets where !set.isRemoved {
      let isWarmUp = !set.entry.counts
      let index = slots.firstIndex { slot in
        !slot.isDone && slot.planned.item.exercise == set.exercise && slot.isWarmUp == isWarmUp
      }
      guard let index else { continue }
      slots[index].isDone = true
      block = slots[index].block
      guard !isWarmUp else { continue }
      for earlier in 0..<index where slots[earlier].isWarmUp && slots[earlier].planned.item.exercise == set.exercise {
        slots[earlier].isDone = true
      }
    }
    let open = slots.filter { !$0.isDone }
    return (open.first { $0.block == block } ?? open.first)?.planned
  }

  /// A set that the plan asks for, in the order of a session that follows it.
  private struct Slot {
    var planned: PlannedSet
    /// The place of its exercise, or of its superset.
    var block: Int
    var isDone = false

    var isWarmUp: Bool { planned.item.prescription.isWarmUp }
  }

  private var slots: [Slot] {
    var slots: [Slot] = []
    var start = 0
    while start < items.count {
      let first = items[start]
      let superset = first.prescription.superset
      let end = items[start...].firstIndex { item in
        item.prescription.superset != superset || superset == nil && item.exercise != first.exercise
      }
      slots += Self.slots(of: items[start..<(end ?? items.count)], block: start)
      start = end ?? items.count
    }
    return slots
  }

  /// The warm-ups, then one set of each exercise in turn.
  private static func slots(of items: ArraySlice<PlanItem>, block: Int) -> [Slot] {
    let slots = items.flatMap { item in
      // A log can say anything.
      (0..<min(max(0, item.prescription.sets), WorkoutValidation.planSetsRange.upperBound)).map {
        Slot(planned: PlannedSet(item: item, number: $0 + 1), block: block)
      }
    }
    var exercises: [Int] = []
    for item in items where !exercises.contains(item.exercise) { exercises.append(item.exercise) }
    let counted = exercises.map { exercise in slots.filter { !$0.isWarmUp && $0.planned.item.exercise == exercise } }
    let rounds = 0..<(counted.map(\.count).max() ?? 0)
    return slots.filter(\.isWarmUp) + rounds.flatMap { round in counted.compactMap { $0.dropFirst(round).first } }
  }
}

extension SetEntry {
  /// Creates the set that does what a plan asks for: of a range of repetitions the fewest. The effort is left out.
  package init(_ prescription: Prescription) {
    self.init(kind: prescription.isWarmUp ? .warmUp : .normal, weight: prescription.weight)
    switch prescription.target {
    case .reps(let range): reps = range.lowerBound
    case .seconds(let seconds): self.seconds = seconds
    case .millimetres(let distance): millimetres = distance
    }
  }
}
