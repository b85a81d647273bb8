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
      ("5 km 25:00", SetEntry(seconds: 1500, millimetres: 5_000_000)),
      ("40x1:00", SetEntry(weight: kilograms("40"), seconds: 60)),
      ("32kgx40m", SetEntry(weight: kilograms("32"), millimetres: 40_000)),
      ("80x10@8.5", SetEntry(weight: kilograms("80"), reps: 10, rpe: RPE("8.5"))),
      ("80x10 @8.5", SetEntry(weight: kilograms("80"), reps: 10, rpe: RPE("8.5"))),
    ]
    for (text, entry) in expected { #expect(try SetNotation.parse(text, unit: .kilograms) == [entry], "\(text)") }
    #expect(try SetNotation.parse("  80x10\n90x8 100x6 ", unit: .kilograms).map(\.reps) == [10, 8, 6])
    #expect(try SetNotation.parse("185x5", unit: .pounds)[0].weight == Weight("185", unit: .pounds))
  }

  @Test("Every notation of a weight, repetitions and the number of sets")
  func countedSets() throws {
    func kilograms(_ number: String, _ reps: Int) -> SetEntry {
      SetEntry(weight: Weight(number, unit: .kilograms), reps: reps)
    }
    let expected: [(text: String, entry: SetEntry, count: Int)] = [
      ("80x10", kilograms("80", 10), 1), ("80x10x3", kilograms("80", 10), 3), ("3x8@80kg", kilograms("80", 8), 3),
      ("3x8 80kg", kilograms("80", 8), 3), ("3x8 @80kg", kilograms("80", 8), 3),
      ("3 x 8 @ 80 kg", kilograms("80", 8), 3),
      ("80kg 10", kilograms("80", 10), 1), ("80 kg 10", kilograms("80", 10), 1), ("80kgx10", kilograms("80", 10), 1),
      ("80 kg × 10", kilograms("80", 10), 1), ("80\u{A0}kg\u{A0}×\u{A0}10", kilograms("80", 10), 1),
      ("100 x 5", kilograms("100", 5), 1), ("100 x5", kilograms("100", 5), 1), ("100x 5", kilograms("100", 5), 1),
      ("100 X 5 x 3", kilograms("100", 5), 3), ("80,5x10", kilograms("80.5", 10), 1),
      ("80,25 kg x 10", kilograms("80.25", 10), 1), ("80.5x10", kilograms("80.5", 10), 1),
      ("3x8@80,5kg", kilograms("80.5", 8), 3), ("80kgsx10", kilograms("80", 10), 1),
      ("185lb 5", SetEntry(weight: Weight("185", unit: .pounds), reps: 5), 1),
      ("3x5 185 lbs", SetEntry(weight: Weight("185", unit: .pounds), reps: 5), 3),
      ("x12x3", SetEntry(reps: 12), 3), ("x8@20kg", kilograms("20", 8), 1), ("x 12", SetEntry(reps: 12), 1),
      ("w 40x10", SetEntry(kind: .warmUp, weight: Weight("40", unit: .kilograms), reps: 10), 1),
      ("w2x8@40kg", SetEntry(kind: .warmUp, weight: Weight("40", unit: .kilograms), reps: 8), 2),
      ("1:30x3", SetEntry(seconds: 90), 3), ("400mx5", SetEntry(millimetres: 400_000), 5),
      ("5 km x 25:00", SetEntry(seconds: 1500, millimetres: 5_000_000), 1),
      ("5,2km", SetEntry(millimetres: 5_200_000), 1),
      ("400mx5x1", SetEntry(reps: 5, millimetres: 400_000), 1),
      ("40x1:00x2", SetEntry(weight: Weight("40", unit: .kilograms), seconds: 60), 2),
    ]
    for (text, entry, count) in expected {
      #expect(try SetNotation.parse(text, unit: .kilograms) == Array(repeating: entry, count: count), "\(text)")
    }
    var hard = kilograms("80", 8)
    hard.rpe = RPE("8.5")
    for text in ["3x8@80kg@8.5", "3x8 80kg @8.5", "3x8@8,5 80kg", "80x8x3 @8.5"] {
      #expect(try SetNotation.parse(text, unit: .kilograms) == [hard, hard, hard], "\(text)")
    }
    let several = try SetNotation.parse("80kg 10 90kg 8 x12 100 x 6 @9", unit: .kilograms)
    #expect(several.map { SetNotation.text($0, unit: .kilograms) } == ["80x10", "90x8", "x12", "100x6@9"])
  }

  @Test(
    "A wrong set names its words",
    arguments: [
      "80y10", "80", "80x", "x0", "80x10001", "80x1.5", "12", "80x10x51", "1:60", "1:2", "0:00", "w", "80x@8",
      "80x10@11", "80x10@8.3", "1.2345x5", "1000000x1", "5kmx3km", "-80x10", "80x10,90x8", "0m", "1,000x5",
      "x10x5km", "١٢x٣", "80x99999999999999999999", "80x10@", "w w40x10", "1:30x80", "80x8-10", "80x10x0", "3x8@80",
      "80kgx8@80kg", "3x8x2@80kg", "3x8 @80kg @90kg", "x12x3x1:00",
    ])
  func wrong(_ text: String) throws {
    let error = try #require(throws: JournalError.self) {
      try SetNotation.parse("80x10@8 \(text)", unit: .kilograms)
    }
    #expect(error.code == .invalidValue)
    let quoted = try #require(error.message.firstMatch(of: /'([^']+)'/)).1
    #expect(text.contains(quoted), "\(text): \(error.message)")
  }

  @Test("An effort and a weight that belong to no set, or to one that has them, are rejected")
  func wrongAdditions() {
    for text in ["@8", "80kg", "80kg 3x8", "80x10@8 @8", "80x10 80kg", "km", "x", "", " "] {
      #expect(throws: JournalError.self, "\(text)") { try SetNotation.parse(text, unit: .kilograms) }
    }
  }

  @Test("A number that cannot be a weight is rejected with both readings")
  func doubtfulWeights() throws {
    func error(_ text: String, lightest: String?, unit: Weight.Unit = .kilograms) -> String? {
      let subject = SetNotation.Subject(lightest: lightest.flatMap { Weight($0, unit: .kilograms) }) {
        .writeSets($0, exercise: "bench")
      }
      do throws(JournalError) {
        _ = try SetNotation.parse(text, unit: unit, for: subject)
        return nil
      } catch {
        return error.message
      }
    }
    // The bar of 20 kg counts if no weight was used.
    for text in ["3x8", "w3x8", "3x1:00", "6x10", "3x8x80"] { #expect(error(text, lightest: nil) != nil, "\(text)") }
    for text in ["7x8", "3kgx8", "3x8@80kg", "x8x3", "2.5x10", "3kg 8", "80x10x3"] {
      #expect(error(text, lightest: nil) == nil, "\(text)")
    }
    #expect(error("26x8", lightest: "80") != nil && error("27x8", lightest: "80") == nil)
    #expect(error("3x8", lightest: "5") == nil && error("1x8", lightest: "5") != nil)
    #expect(error("14x8", lightest: nil, unit: .pounds) != nil && error("15x8", lightest: nil, unit: .pounds) == nil)

    let readings = [
      ("3x8", "3kgx8", "x8x3"), ("w3x8@8", "w3kgx8@8", "wx8x3@8"), ("3x1:00", "3kgx1:00", "1:00x3"),
      ("3x8x40", "3kgx8x40", "3x8@40kg"), ("80x10 3x8", "80x10 3kgx8", "80x10 x8x3"),
    ]
    for (text, asWeight, asCount) in readings {
      let message = try #require(error(text, lightest: nil))
      #expect(message.contains(" \(asWeight). ") && message.hasSuffix(" \(asCount)."), "\(message)")
      for reading in [asWeight, asCount] { #expect(error(reading, lightest: nil) == nil, "\(reading)") }
    }
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
      "80", "x", "@", "8", ".", ",", ":", "km", "m", "lb", "kg", "w", "d", "f", "-", "×", "é", "99999", " ", "s", "3",
    ]
    for _ in 0..<5000 {
      let text = source.text(of: pieces, upTo: 8)
      guard let entries = try? SetNotation.parse(text, unit: .kilograms) else { continue }
      for entry in entries { #expect(WorkoutValidation.messages(for: entry).isEmpty, "\(text)") }
    }
  }
}
