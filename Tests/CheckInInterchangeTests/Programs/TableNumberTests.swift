import Testing

@testable import CheckInInterchange

/// Numbers of tables: what can be two numbers is not guessed, and no mark is passed over.
@Suite("Numbers of tables")
struct TableNumberTests {
  @Test(
    "Thousands are groups of three digits, and fractions stand behind the mark that was said",
    arguments: [
      ("5,2", .comma, 5.2), ("5.2", .point, 5.2), ("5.2", .comma, nil), ("10,12", .point, nil),
      ("1.320", .comma, 1320), ("1,320", .point, 1320), ("1.320,5", .comma, 1320.5), ("1,320.5", .point, 1320.5),
      ("12.34.567", .comma, nil), ("1 320", .comma, 1320), ("1 32", .comma, nil), ("1'320'000", .point, 1_320_000),
      ("1'320,000", .point, nil), ("-7,5", .comma, -7.5), (",5", .comma, 0.5), ("", .comma, nil), (",", .comma, nil),
      ("1,5,2", .comma, nil), ("1e5", .point, nil), ("5 km", .point, nil),
    ] as [(String, ImportMap.Decimal, Double?)])
  func decimal(_ text: String, _ decimal: ImportMap.Decimal, _ number: Double?) {
    #expect(TableNumbers(decimal: decimal).read(text) == (number.map { .number($0) } ?? .unreadable), "\(text)")
  }

  @Test("Three digits behind the only mark are what the column has, or nobody's guess")
  func threeDigits() {
    let numbers = TableNumbers()
    #expect(numbers.read("5.123") == .number(5.123))
    #expect(numbers.read("5,123") == .ambiguous)
    #expect(numbers.read("1.320", threeDigits: .probablyThousands) == .ambiguous)
    #expect(numbers.read("1,320", threeDigits: .probablyThousands) == .number(1320))
    #expect(numbers.read("344.0", threeDigits: .probablyThousands) == .number(344))
    #expect(numbers.read("1,500", threeDigits: .thousands) == .number(1500))
    #expect(numbers.read("1.500", threeDigits: .thousands) == .number(1.5))
    #expect(numbers.read("0.344") == .number(0.344) && numbers.read("0,344") == .number(0.344))
  }
}
