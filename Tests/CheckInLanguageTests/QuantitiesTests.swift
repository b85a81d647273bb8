import CheckInJournal
import CheckInLanguage
import Testing

@Suite("Numbers and days, as people write them")
struct QuantitiesTests {
  let english = Localization(.english)
  let today = CivilDay("2026-11-20")

  @Test("A number has the separator of the language; what is no number stays as it is")
  func decimals() {
    #expect(english.decimal("82.5") == "82.5" && english.decimal("6240") == "6,240")
    #expect(english.decimal("0.125") == "0.125" && english.decimal("–") == "–")
    #expect(Localization(.german).decimal("82.5") == "82,5")
    #expect(Localization(.portuguese).decimal("100.0") == "100,0")
  }

  @Test("A day of the last week is called by its name")
  func recent() throws {
    let today = try #require(today)
    let names = (0...7).map { english.recent(today.adding(days: -$0), today: today) }
    #expect(
      names == [
        "today", "yesterday", "Wednesday", "Tuesday", "Monday", "Sunday", "Saturday", "Friday 13 November",
      ])
    #expect(english.recent(today.adding(days: 1), today: today) == "Saturday 21 November")
  }

  @Test(
    "How long ago a day was is said in days, weeks, months and years",
    arguments: [
      (-1, "today"), (0, "today"), (1, "yesterday"), (2, "2 days ago"), (13, "13 days ago"), (14, "2 weeks ago"),
      (69, "9 weeks ago"), (70, "2 months ago"), (729, "24 months ago"), (730, "2 years ago"),
    ])
  func ago(days: Int, words: String) throws {
    let today = try #require(today)
    #expect(english.ago(today.adding(days: -days), today: today) == words)
  }
}
