package import CheckInJournal
package import Foundation
package import TestSupport

/// Random values of everything about workouts, with the extremes more often than chance would have them.
package struct RandomWorkouts {
  package var generator: RandomSource

  package init(seed: UInt64) {
    generator = RandomSource(seed: seed)
  }

  package mutating func uuid() -> UUID {
    generator.identity()
  }

  /// A weight of up to 2,000 kg, the most that a set can have.
  package mutating func weight() -> Weight? {
    let thousandths =
      switch generator.number(0...3) {
      case 0: generator.element(of: [0, 1, 999, 1000, 2_000_000, 100_000, 220_462])
      case 1: generator.number(0...2_000_000)
      default: generator.number(0...80) * 2500
      }
    return Weight(thousandths: thousandths, unit: generator.element(of: Weight.Unit.allCases))
  }

  package mutating func rpe() -> RPE? { RPE(halves: generator.number(2...20)) }

  /// Any valid set.
  package mutating func entry() -> SetEntry {
    var entry = SetEntry(kind: generator.element(of: SetEntry.Kind.allCases))
    if generator.oneIn(2) { entry.weight = weight() }
    if generator.oneIn(2) { entry.reps = generator.oneIn(5) ? 10_000 : generator.number(1...20) }
    if generator.oneIn(3) { entry.seconds = generator.element(of: [1, 59, 60, 90, 3599, 3600, 1_000_000]) }
    if generator.oneIn(3) {
      entry.millimetres = generator.element(of: [1, 999, 400_000, 999_999, 1_000_000, 5_020_000, 10_000_000_000])
    }
    if entry.reps == nil, entry.seconds == nil, entry.millimetres == nil { entry.reps = generator.number(1...12) }
    if generator.oneIn(3) { entry.rpe = rpe() }
    return entry
  }

  /// Any valid prescription.
  package mutating func prescription() -> Prescription {
    let from = generator.number(1...20)
    let target: Prescription.Target =
      switch generator.number(0...3) {
      case 0: .seconds(generator.element(of: [1, 60, 3600]))
      case 1: .millimetres(generator.element(of: [400_000, 5_000_000, 1]))
      default: .reps(from...from + generator.number(0...4))
      }
    return Prescription(
      sets: generator.number(1...100), target: target, weight: generator.oneIn(2) ? weight() : nil,
      rpe: generator.oneIn(3) ? rpe() : nil,
      restSeconds: generator.oneIn(3) ? generator.element(of: [1, 120, 36_000]) : nil,
      superset: generator.oneIn(4) ? generator.number(1...26) : nil, isWarmUp: generator.oneIn(4))
  }

  /// A session that counts or not, with sets of a few exercises.
  package mutating func session(_ number: Int) -> WorkoutSession {
    let start = Int64(generator.number(0...40)) * 86_400_000 + 1_700_000_000_000
    var session = WorkoutSession(
      number: number, id: uuid(), start: CheckInTime(instantMilliseconds: start, offsetMinutes: 60), title: "Push",
      state: generator.oneIn(6) ? .open : .completed, isDiscarded: generator.oneIn(8), sequence: UInt64(number) * 100)
    for index in 0..<generator.number(0...6) {
      session.sets.append(
        ExerciseSet(
          number: index + 1, id: uuid(), exercise: generator.number(1...3), entry: entry(),
          isRemoved: generator.oneIn(8), sequence: session.sequence + UInt64(index)))
    }
    return session
  }
}
