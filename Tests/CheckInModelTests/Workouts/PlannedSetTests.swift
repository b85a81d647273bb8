import Foundation
import Testing

@testable import CheckInModel

@Suite("The next set of a plan")
struct PlannedSetTests {
  /// Exercises by the letters that start the plan's lines.
  private static let exercises = ["A": 1, "B": 2, "C": 3]

  private func plan(_ text: String) throws -> WorkoutPlan {
    let items = try PlanText.parse(text, unit: .kilograms).map { entry in
      PlanItem(exercise: Self.exercises[entry.exercise] ?? 0, entry.prescription)
    }
    return WorkoutPlan(number: 1, id: UUID(), name: "Push", items: items, version: 1, sequence: 1)
  }

  /// Sets such as `A80x10`.
  private func sets(_ text: String) throws -> [ExerciseSet] {
    try text.split(separator: " ").enumerated().map { index, word in
      ExerciseSet(
        number: index + 1, id: UUID(), exercise: Self.exercises[String(word.prefix(1))] ?? 0,
        entry: try SetNotation.parse(String(word.dropFirst()), unit: .kilograms)[0], sequence: UInt64(index + 2))
    }
  }

  /// The exercise and the place of the next set, such as `A1/3`, with a `w` for warm-ups; `nil` if the plan is done.
  private func next(_ plan: WorkoutPlan, after text: String) throws -> String? {
    let letters = Dictionary(Self.exercises.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    return plan.nextSet(after: try sets(text)).map { next in
      let prefix = next.item.prescription.isWarmUp ? "w" : ""
      return "\(prefix)\(letters[next.item.exercise] ?? "")\(next.number)/\(next.count)"
    }
  }

  /// All sets of a plan if each is done as it is asked for.
  private func all(_ plan: WorkoutPlan) throws -> [String] {
    var done = ""
    var found: [String] = []
    while let next = try next(plan, after: done), found.count < 50 {
      found.append(next)
      let isWarmUp = next.hasPrefix("w")
      done += " \((isWarmUp ? next.dropFirst() : next[...]).prefix(1))\(isWarmUp ? "w" : "")x8"
    }
    return found
  }

  @Test("Sets are asked for in the order of the plan, warm-ups first")
  func order() throws {
    #expect(
      try all(try plan("A / w 1x8 40 / 2x8 80 / 1x6 90\nB / 2x8")) == ["wA1/1", "A1/2", "A2/2", "A1/1", "B1/2", "B2/2"])
    #expect(try all(try plan("A / 1x8\nB / 1x8\nA / 1x6")) == ["A1/1", "B1/1", "A1/1"])
  }

  @Test("The exercises of a superset take turns after their warm-ups")
  func supersets() throws {
    let plan = try plan("A / w 1x8 40 / 3x8 80 / superset A\nB / 2x8 / superset A\nC / 1x8")
    #expect(try all(plan) == ["wA1/1", "A1/3", "B1/2", "A2/3", "B2/2", "A3/3", "C1/1"])
    #expect(try next(plan, after: "Aw40x8 Bx8") == "A1/3")
  }

  @Test("What is logged in another order, without warm-ups or beyond the plan leaves the rest")
  func otherOrders() throws {
    let plan = try plan("A / w 2x8 40 / 2x8 80\nB / 2x8\nC / 1x8")
    #expect(try next(plan, after: "") == "wA1/2")
    #expect(try next(plan, after: "A80x8") == "A2/2")
    #expect(try next(plan, after: "Bx8") == "B2/2")
    #expect(try next(plan, after: "Bx8 Bx8") == "wA1/2")
    #expect(try next(plan, after: "A80x8 A80x8 A80x8") == "B1/2")
    #expect(try next(plan, after: "A80x8 Ad60x8 Bf20x8 Bx8 Cx8") == nil)
    var removed = try sets("A80x8 A80x8")
    removed[1].isRemoved = true
    #expect(plan.nextSet(after: removed)?.number == 2)
  }

  @Test("A planned set has the fewest repetitions, and no effort")
  func entries() throws {
    let items = try PlanText.parse("A / w 1x8-10 40 @8 / 1x1:00 / 1x5km", unit: .kilograms)
    #expect(
      items.map { SetEntry($0.prescription) } == [
        SetEntry(kind: .warmUp, weight: Weight("40", unit: .kilograms), reps: 8), SetEntry(seconds: 60),
        SetEntry(millimetres: 5_000_000),
      ])
  }
}
