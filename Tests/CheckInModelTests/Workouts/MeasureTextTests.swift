import CheckInModel
import TestSupport
import Testing

@Suite("Durations and distances in words")
struct MeasureTextTests {
  @Test(
    "A duration is read as it is written",
    arguments: [
      ("45m", 2700), ("45min", 2700),
      ("45 minutes", 2700), ("90s", 90), ("1h", 3600), ("1.5h", 5400), ("1h30m", 5400),
      ("1h 30min 5s", 5405), ("1h30", 5400), ("2H", 7200), ("45:30", 2730), ("1:30:00", 5400), (" 0:01 ", 1),
      ("1h5s", 3605),
    ])
  func durations(text: String, seconds: Int) { #expect(MeasureText.seconds(text) == seconds) }

  @Test(
    "Nothing is guessed: what is no duration is none",
    arguments: [
      "", "45", "m", "-5m", "5km", "30m1h", "1h1h", "1:2:3", "1:60", "1:90:00", "45m x", "x45m", "1.0001s", "0.5s",
      "1e3s",
      "٣m", "99999999999999999999h", "999999999999h", ":", "5:", "5.m",
    ])
  func noDurations(text: String) { #expect(MeasureText.seconds(text) == nil) }

  @Test(
    "A distance is read as it is written, to the metre",
    arguments: [
      ("5km", 5000), ("5 km", 5000), ("5.02km", 5020), ("5,02 km", 5020), ("800m", 800), ("0.6m", 1), ("3.1mi", 4989),
      ("26.2MI", 42165), ("5 miles", 8047), ("42,195 km", 42195), ("21,0975 km", 21098), ("42.195km", 42195), ("0m", 0),
    ])
  func distances(text: String, metres: Int) { #expect(MeasureText.metres(text) == metres) }

  @Test(
    "What may be thousands or a fraction is not read, nor is a number alone",
    arguments: [
      "", "5", "1,234m", "1,234 km", "1,2,3km", "km", "-5km", "5k", "5cm", "99999999999999999999km",
    ])
  func noDistances(text: String) { #expect(MeasureText.metres(text) == nil) }

  @Test("What is shown is read back as the same")
  func roundTrip() {
    var generator = RandomSource(seed: TestSettings.seed)
    let seconds = [1, 59, 60, 3599, 3600, 86_400, 1_000_000] + (0..<2000).map { _ in generator.number(1...1_000_000) }
    for value in seconds { #expect(MeasureText.seconds(MeasureText.duration(value)) == value) }
    let metres = [1, 999, 1000, 1001, 1100, 10_000_000] + (0..<2000).map { _ in generator.number(1...10_000_000) }
    for value in metres { #expect(MeasureText.metres(MeasureText.distance(value)) == value) }
  }

  @Test(
    "Who weighs in pounds runs miles",
    arguments: [(5000, "3.11"), (1609, "1"), (4989, "3.1"), (42_195, "26.22"), (800, "0.5"), (1, "0")])
  func miles(metres: Int, number: String) {
    let shown = MeasureText.shownDistance(metres, in: .miles)
    #expect(shown.number == number && shown.symbol == "mi")
    #expect(MeasureText.shownDistance(metres, in: .kilometres).symbol == (metres < 1000 ? "m" : "km"))
  }
}
