import CheckInLanguage
import Testing

@Suite("The forms of numbers")
struct PluralRuleTests {
  @Test(
    "Rules of the gettext manual",
    arguments: [
      ("nplurals=1; plural=0;", [0, 0, 0, 0, 0, 0]),
      ("nplurals=2; plural=n != 1;", [1, 0, 1, 1, 1, 1]),
      ("nplurals=2; plural=n>1;", [0, 0, 1, 1, 1, 1]),
      ("nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2;", [2, 0, 1, 1, 0, 1]),
      (
        "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)", [2, 0, 1, 2, 2, 1]
      ),
      ("nplurals=4; plural=n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3;", [3, 0, 1, 3, 3, 3]),
      ("nplurals = 2; plural = !(n - 1) + 0*7/2 ;", [0, 1, 0, 0, 0, 0]),
    ])
  func rules(_ field: String, _ forms: [Int]) throws {
    let rule = try PluralRule(field)
    #expect([0, 1, 2, 12, 21, 22].map { rule.form(for: $0) } == forms)
    #expect(rule.form(for: -1) == rule.form(for: 1))
  }

  @Test(
    "What is no rule is refused",
    arguments: [
      "", "nplurals=2", "nplurals=2; plural=", "nplurals=0; plural=0;", "nplurals=7; plural=0;", "nplurals=x; plural=0",
      "nplurals=2; plural=n ? 1", "nplurals=2; plural=(n", "nplurals=2; plural=n)", "nplurals=2; plural=m",
      "nplurals=2; plural=n = 1", "nplurals=2; plural=1 2", "nplurals=2; plural=n; x=1", "plural=0; nplurals=1",
      "nplurals=2; plural=99999999999999999999", "nplurals=2; plural=ñ",
      "nplurals=2; plural=" + String(repeating: "(", count: 10_000),
      "nplurals=2; plural=" + String(repeating: "!", count: 10_000) + "n",
    ])
  func noRules(_ field: String) {
    #expect(throws: CatalogueError.self) { try PluralRule(field) }
  }

  @Test(
    "No number and no rule traps, and a form always exists",
    arguments: [
      "n/0", "n%0", "n*n*n*n", "0-n", "n+9223372036854775807", "5", "n?7:n", "(0-9223372036854775807-1)/(0-1)",
      "(0-9223372036854775807-1)%(0-1)",
    ])
  func extremes(_ expression: String) throws {
    let rule = try PluralRule("nplurals=2; plural=\(expression);")
    for number in [Int.min, -1, 0, 1, Int.max] { #expect((0..<2).contains(rule.form(for: number))) }
  }
}
