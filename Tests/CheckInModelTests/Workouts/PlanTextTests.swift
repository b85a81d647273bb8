import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInModel

@Suite("Plans as text")
struct PlanTextTests {
  @Test("Lines, warm-ups, ranges, rests and supersets")
  func forms() throws {
    let text = """
      # Push
      Bench Press / w 2x8 40kg / 3x8-10 80kg @8 / rest 2:00

      Pull-up 4x8 / superset A
      Plank / 3x1:00
      Run / 1x5km
      """
    func kilograms(_ number: String) -> Weight? { Weight(number, unit: .kilograms) }
    #expect(
      try PlanText.parse(text, unit: .kilograms) == [
        PlanText.Entry(
          exercise: "Bench Press",
          Prescription(sets: 2, target: .reps(8...8), weight: kilograms("40"), restSeconds: 120, isWarmUp: true)),
        PlanText.Entry(
          exercise: "Bench Press",
          Prescription(sets: 3, target: .reps(8...10), weight: kilograms("80"), rpe: RPE("8"), restSeconds: 120)),
        PlanText.Entry(exercise: "Pull-up", Prescription(sets: 4, target: .reps(8...8), superset: 1)),
        PlanText.Entry(exercise: "Plank", Prescription(sets: 3, target: .seconds(60))),
        PlanText.Entry(exercise: "Run", Prescription(sets: 1, target: .millimetres(5_000_000))),
      ])
  }

  @Test("Sets are written as in a log; a first number of up to 10 is the number of sets")
  func logged() throws {
    func prescription(_ sets: Int, _ reps: ClosedRange<Int>, _ weight: String?) -> Prescription {
      Prescription(
        sets: sets, target: .reps(reps), weight: weight.flatMap { Weight($0, unit: .kilograms) })
    }
    let expected: [(String, [Prescription])] = [
      ("80x10", [prescription(1, 10...10, "80")]), ("80x10x3", [prescription(3, 10...10, "80")]),
      ("3x8@80kg", [prescription(3, 8...8, "80")]), ("3x8 80kg", [prescription(3, 8...8, "80")]),
      ("80kg 10", [prescription(1, 10...10, "80")]), ("100 x 5", [prescription(1, 5...5, "100")]),
      ("80,5x10", [prescription(1, 10...10, "80.5")]), ("3x8-10 80 kg", [prescription(3, 8...10, "80")]),
      ("3x8", [prescription(3, 8...8, nil)]), ("10x10", [prescription(10, 10...10, nil)]),
      ("3kgx8", [prescription(1, 8...8, "3")]), ("x8x12", [prescription(12, 8...8, nil)]),
      ("12x8 40", [prescription(12, 8...8, "40")]), ("3x8 5 @8", [prescription(3, 8...8, "5")]),
      ("80x10 90x8", [prescription(1, 10...10, "80"), prescription(1, 8...8, "90")]),
    ]
    for (text, prescriptions) in expected {
      let entries = try PlanText.parse("Squat / \(text)", unit: .kilograms)
      var found = entries.map(\.prescription)
      for index in found.indices { found[index].rpe = nil }
      #expect(found == prescriptions, "\(text)")
    }
  }

  @Test(
    "A wrong line is named, and its word",
    arguments: [
      ("Squat", "Squat"), ("Squat / 3y8", "3y8"), ("Squat / 3x", "3x"), ("Squat / 3x8 80st", "80st"),
      ("Squat / 3x8 80 90", "90"), ("Squat / 3x10-8", "3x10-8"), ("Squat / 0x8", "0x8"),
      ("Squat / 3x8 / rest x", "rest x"),
      ("Squat / 3x8 / rest 1:00 / rest 2:00", "rest 2:00"), ("Squat / 3x8 / superset AB", "superset AB"),
      ("Squat / 3x8 / superset 1", "superset 1"), ("Squat / rest 2:00", "Squat"), ("Squat / x8x101", "x8x101"),
      ("Squat / 3x8 @12", "@12"), ("Squat / ", "Squat"),
      ("Squat / 3x8x80", "3x8x80"), ("Squat / d60x12", "d60x12"), ("Squat / 80x8x1:00", "80x8x1:00"),
    ])
  func wrong(_ line: String, _ word: String) throws {
    let error = try #require(throws: JournalError.self) {
      try PlanText.parse("Deadlift / 1x5\n\(line)\n", unit: .kilograms)
    }
    #expect(error.code == .invalidValue)
    #expect(error.message.hasPrefix("Line 2: "), "\(error.message)")
    #expect(error.message.contains("'\(word)"), "\(error.message)")
  }

  @Test("A plan of nothing is refused", arguments: ["", "\n\n", "# only a comment"])
  func empty(_ text: String) {
    #expect(throws: JournalError.self) { try PlanText.parse(text, unit: .kilograms) }
  }

  @Test("What is written is read back")
  func roundTrip() throws {
    var random = RandomWorkouts(seed: TestSettings.seed)
    for _ in 0..<1000 {
      let unit = random.generator.element(of: Weight.Unit.allCases)
      let entries = (0..<random.generator.number(1...6)).map { _ in
        PlanText.Entry(
          exercise: random.generator.element(of: ["Bench Press", "Früh/Spät", "3x8", "rest 2:00", "日本"]),
          random.prescription())
      }
      let text = PlanText.text(entries, unit: unit)
      #expect(try PlanText.parse(text, unit: unit) == entries, "\(text)")
    }
  }
}
