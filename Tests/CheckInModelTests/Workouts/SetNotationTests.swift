import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInModel

@Suite("Set notation")
struct SetNotationTests {
  @Test("Every form of a set")
  func forms() throws {
    func kilograms(_ number: String) -> Weight? { Weight(number, unit: .kilograms) }
    let expected: [(String, SetEntry)] = [
      ("80x10", SetEntry(weight: kilograms("80"), reps: 10)),
      ("80×10", SetEntry(weight: kilograms("80"), reps: 10)),
      ("82.5kgX3", SetEntry(weight: kilograms("82.5"), reps: 3)),
      ("185lbx5", SetEntry(weight: Weight("185", unit: .pounds), reps: 5)),
      ("185lbsx5", SetEntry(weight: Weight("185", unit: .pounds), reps: 5)),
      ("w40x10", SetEntry(kind: .warmUp, weight: kilograms("40"), reps: 10)),
      ("d60x12", SetEntry(kind: .drop, weight: kilograms("60"), reps: 12)),
      ("f90x4", SetEntry(kind: .failure, weight: kilograms("90"), reps: 4)),
      ("x12", SetEntry(reps: 12)), ("wx12", SetEntry(kind: .warmUp, reps: 12)),
      ("1:30", SetEntry(seconds: 90)), ("1:02:03", SetEntry(seconds: 3723)), ("90s", SetEntry(seconds: 90)),
      ("2min", SetEntry(seconds: 120)), ("5km", SetEntry(millimetres: 5_000_000)),
      ("400m", SetEntry(millimetres: 400_000)), ("3.1mi", SetEntry(millimetres: 4_988_966)),
      ("5kmx25:00", SetEntry(seconds: 1500, millimetres: 5_000_000)),
      ("40x1:00", SetEntry(weight: kilograms("40"), seconds: 60)),
      ("32kgx40m", SetEntry(weight: kilograms("32"), millimetres: 40_000)),
      ("80x10@8.5", SetEntry(weight: kilograms("80"), reps: 10, rpe: RPE("8.5"))),
      ("80x10 @8.5", SetEntry(weight: kilograms("80"), reps: 10, rpe: RPE("8.5"))),
    ]
    for (text, entry) in expected { #expect(try SetNotation.parse(text, unit: .kilograms) == [entry], "\(text)") }
    #expect(try SetNotation.parse("  80x10\n90x8 100x6 ", unit: .kilograms).map(\.reps) == [10, 8, 6])
    #expect(try SetNotation.parse("185x5", unit: .pounds)[0].weight == Weight("185", unit: .pounds))
  }

  @Test(
    "A wrong set names its word",
    arguments: [
      "80y10", "80", "x", "80x", "x0", "80x10001", "80x1.5", "12", "80x10x12", "1:60", "1:2", "0:00", "w", "@8",
      "80x@8",
      "80x10@11", "80x10@8.3", "1.2345x5", "1000000x1", "5kmx3km", "-80x10", "80kg", "80x10,90x8", "km", "0m",
      "x10x5km", "١٢x٣", "80x99999999999999999999", "80x10@", "w w40x10", "1:30x80",
    ])
  func wrong(_ text: String) throws {
    let error = try #require(throws: JournalError.self) {
      try SetNotation.parse("80x10@8 \(text)", unit: .kilograms)
    }
    #expect(error.code == .invalidValue)
    let word = try #require(text.split(separator: " ").first)
    #expect(error.message.contains("'\(word)'"), "\(error.message)")
  }

  @Test("What is written is read back")
  func roundTrip() throws {
    var random = RandomWorkouts(seed: TestSettings.seed)
    for _ in 0..<3000 {
      let unit = random.generator.element(of: Weight.Unit.allCases)
      let entries = (0..<random.generator.number(1...4)).map { _ in random.entry() }
      let text = entries.map { SetNotation.text($0, unit: unit) }.joined(separator: " ")
      #expect(try SetNotation.parse(text, unit: unit) == entries, "\(text)")
    }
  }

  @Test("Any text is read or refused")
  func anyText() {
    var source = RandomSource(seed: TestSettings.seed)
    let pieces = [
      "80", "x", "@", "8", ".", ":", "km", "m", "lb", "kg", "w", "d", "f", "-", "×", "é", "99999", " ", "s",
    ]
    for _ in 0..<5000 {
      let text = source.text(of: pieces, upTo: 8)
      guard let entries = try? SetNotation.parse(text, unit: .kilograms) else { continue }
      for entry in entries { #expect(WorkoutValidation.messages(for: entry).isEmpty, "\(text)") }
    }
  }
}
