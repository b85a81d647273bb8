import CheckInJournal
import Testing

@testable import CheckInLanguage

@Suite("Sets and weights as text")
struct SetTextTests {
  private func text(_ set: String, in unit: Weight.Unit?, _ language: Language = .english) throws -> String {
    let entry = try #require(try SetNotation.parse(set, unit: .kilograms).first)
    return Localization(language).description(entry, in: unit).replacing("\u{A0}", with: " ")
  }

  @Test("A set is its weight and repetitions, with the kind and the effort")
  func sets() throws {
    let expected = [
      ("80x10", "80 kg × 10"), ("80.5x10", "80.5 kg × 10"), ("w40x10", "warm-up 40 kg × 10"),
      ("d60x12", "drop set 60 kg × 12"), ("f90x4", "to failure 90 kg × 4"), ("80x8@8.5", "80 kg × 8, RPE 8.5"),
      ("x12", "12 reps"), ("x1", "1 rep"), ("1:30", "1:30"), ("5km", "5 km"), ("5kmx25:00", "5 km in 25:00"),
      ("40x1:00", "40 kg × 1:00"), ("32kgx40m", "32 kg × 40 m"),
    ]
    for (set, shown) in expected { #expect(try text(set, in: .kilograms) == shown) }
    #expect(try text("w82.5x10", in: .kilograms, .german).hasSuffix("82,5 kg × 10"))
  }

  @Test(
    "A weight of another unit is converted to tenths, and shown as it is as recorded",
    arguments: [
      ("185lbx5", "83.9 kg × 5", "185 lb × 5", "185 lb × 5"), ("100x5", "100 kg × 5", "220.5 lb × 5", "100 kg × 5"),
      ("45lbx1", "20.4 kg × 1", "45 lb × 1", "45 lb × 1"),
      ("82.125x1", "82.125 kg × 1", "181.1 lb × 1", "82.125 kg × 1"),
      ("0.01lbx1", "0 kg × 1", "0.01 lb × 1", "0.01 lb × 1"),
    ] as [(String, String, String?, String)])
  func units(_ set: String, _ kilograms: String, _ pounds: String?, _ recorded: String) throws {
    #expect(try text(set, in: .kilograms) == kilograms)
    if let pounds { #expect(try text(set, in: .pounds) == pounds) }
    #expect(try text(set, in: nil) == recorded)
  }

  @Test("The text of a set in its own unit is read back")
  func roundTrip() throws {
    for set in ["80x10", "82.5x3", "185lbx5", "1:30", "5km", "400m"] {
      let entries = try SetNotation.parse(set, unit: .kilograms)
      let shown = Localization(.english).text(entries[0], in: nil)
      #expect(try SetNotation.parse(shown, unit: .kilograms) == entries, "\(shown)")
    }
  }

  @Test("A prescription names its sets, its weight and its effort")
  func prescriptions() throws {
    let localization = Localization(.english)
    let items = try PlanText.parse("Bench / w 2x8 40 / 3x8-10 185lb @8 / 3x1:00", unit: .kilograms)
    func shown(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }
    #expect(
      items.map { shown(localization.text($0.prescription, in: .kilograms)) } == [
        "Warm-up 2 × 8 · 40 kg", "3 × 8–10 · 83.9 kg · RPE 8", "3 × 1:00",
      ])
    #expect(
      items.map { shown(localization.text(oneOf: $0.prescription, weight: $0.prescription.weight, in: nil)) } == [
        "warm-up 40 kg × 8", "185 lb × 8–10, RPE 8", "1:00",
      ])
  }
}
