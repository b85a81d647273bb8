import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInModel

@Suite("Weights")
struct WeightTests {
  @Test("Pounds and kilograms compare exactly")
  func exactComparison() throws {
    let kilograms = try #require(Weight("100", unit: .kilograms))
    #expect(try #require(Weight("220.5", unit: .pounds)).isHeavier(than: kilograms))
    #expect(kilograms.isHeavier(than: try #require(Weight("220.4", unit: .pounds))))
    // The definition of the pound, both ways, where both are whole thousandths.
    let pounds = try #require(Weight("100000", unit: .pounds))
    #expect(pounds.isAsHeavy(as: try #require(Weight("45359.237", unit: .kilograms))))
    #expect(!pounds.isHeavier(than: try #require(Weight("45359.237", unit: .kilograms))))
    #expect(pounds.isHeavier(than: try #require(Weight("45359.236", unit: .kilograms))))
  }

  @Test("What is typed is kept, and comes back as it was")
  func text() {
    for (typed, shown) in [
      ("80", "80kg"), ("82.5", "82.5kg"), ("82.50", "82.5kg"), ("0", "0kg"), ("0.125", "0.125kg"),
      ("999999.999", "999999.999kg"),
    ] {
      #expect(Weight(typed, unit: .kilograms)?.description == shown)
    }
    for wrong in ["", "-1", "1.", ".5", "1.2345", "1e3", "1,5", "1000000", "80kg", " 80", "٣", "99999999999999999999"] {
      #expect(Weight(wrong, unit: .kilograms) == nil, "\(wrong)")
    }
    var random = RandomWorkouts(seed: TestSettings.seed)
    for _ in 0..<1000 {
      guard let weight = random.weight() else { continue }
      #expect(Weight(weight.number, unit: weight.unit) == weight)
    }
  }

  @Test("Rates of exertion have half steps")
  func exertion() {
    #expect(RPE("8.5")?.halves == 17)
    #expect(RPE("8.5")?.description == "8.5")
    #expect(RPE("10")?.description == "10")
    for wrong in ["0.5", "10.5", "8.4", "8.", "x", ""] { #expect(RPE(wrong) == nil, "\(wrong)") }
  }
}
