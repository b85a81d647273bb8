import CheckInJournal
import TestSupport
import Testing

@testable import checkin

/// What somebody types who guesses how the command might work. The clock stands at Saturday, 21 November 2026, 07:30.
struct GuessTests {
  @Test(arguments: [
    (["run", "Morning", "5k"], "Run", "Morning 5k", "2026-11-21T07:30:00+01:00"),
    (["strength", "training", "Legs"], "Strength Training", "Legs", "2026-11-21T07:30:00+01:00"),
    (["run", "5k", "yesterday", "7am"], "Run", "5k", "2026-11-20T07:00:00+01:00"),
    (["gym", "Legs", "2h", "ago"], "Gym", "Legs", "2026-11-21T05:30:00+01:00"),
    (["add", "yoga", "Flow", "last", "monday"], "Yoga", "Flow", "2026-11-16T12:00:00+01:00"),
    (["add", "yoga", "Flow", "mon", "18:30"], "Yoga", "Flow", "2026-11-16T18:30:00+01:00"),
    (["run", "Early", "6am"], "Run", "Early", "2026-11-21T06:00:00+01:00"),
    (["swim", "Lap", "--at", "20", "nov", "noon", "--calories", "9"], "Swim", "Lap", "2026-11-20T12:00:00+01:00"),
    (["run", "A", "at", "6am"], "Run", "A", "2026-11-21T06:00:00+01:00"),
    (["run", "A", "@", "6am"], "Run", "A", "2026-11-21T06:00:00+01:00"),
    (["run", "A", "on", "monday", "at", "7am"], "Run", "A", "2026-11-16T07:00:00+01:00"),
    (["run", "A", "--at", "yesterday", "at", "7am"], "Run", "A", "2026-11-20T07:00:00+01:00"),
    (["run", "A", "14", "nov"], "Run", "A", "2026-11-14T12:00:00+01:00"),
    (["run", "A", "20", "Nov", "2025"], "Run", "A", "2025-11-20T12:00:00+01:00"),
    (["run", "A", "on", "2026-11-1"], "Run", "A", "2026-11-01T12:00:00+01:00"),
    (["run", "A", "2026-11-1", "7:00"], "Run", "A", "2026-11-01T07:00:00+01:00"),
    (["run", "A", "2026-11-20T07:00"], "Run", "A", "2026-11-20T07:00:00+01:00"),
    // Words that can belong to a title stay in it.
    (["run", "A", "24", "dec"], "Run", "A 24 dec", "2026-11-21T07:30:00+01:00"),
    (["run", "A", "2026-12-24"], "Run", "A 2026-12-24", "2026-11-21T07:30:00+01:00"),
    (["run", "Five", "5/5"], "Run", "Five 5/5", "2026-11-21T07:30:00+01:00"),
    (["run", "Plan", "for", "2026-11-20"], "Run", "Plan for 2026-11-20", "2026-11-21T07:30:00+01:00"),
    (["run", "Working", "on"], "Run", "Working on", "2026-11-21T07:30:00+01:00"),
    (["run", "Slow", "Sunday"], "Run", "Slow Sunday", "2026-11-21T07:30:00+01:00"),
    (["run", "Under", "3:45"], "Run", "Under 3:45", "2026-11-21T07:30:00+01:00"),
    (["run", "Sore", "from", "yesterday"], "Run", "Sore from yesterday", "2026-11-21T07:30:00+01:00"),
    (["run", "Race", "of", "21", "Nov"], "Run", "Race of 21 Nov", "2026-11-21T07:30:00+01:00"),
    (["run", "5k yesterday 7am"], "Run", "5k yesterday 7am", "2026-11-21T07:30:00+01:00"),
    (["run", "yesterday", "--at", "07:00"], "Run", "yesterday", "2026-11-21T07:00:00+01:00"),
    (["run", "yesterday"], "Run", "yesterday", "2026-11-21T07:30:00+01:00"),
  ])
  func adds(_ words: [String], _ type: String, _ title: String, _ at: String) throws {
    let outcome = try CheckInProcess().run(words + ["--json"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let added = try outcome.object()
    #expect(added["type"] as? String == type)
    #expect(added["title"] as? String == title)
    #expect(added["at"] as? String == at)
    let isOfTitle = !words.contains("--at") && !at.hasSuffix("07:30:00+01:00")
    #expect(outcome.errors.contains("quote the title to keep it") == isOfTitle, "\(outcome.errors)")
  }

  @Test(
    "What might be a time and was left in the title is said",
    arguments: [
      (["Leg", "monday"], "monday"), (["Evening", "18:30"], "18:30"), (["A", "24", "dec"], "24 dec"),
      (["Under", "3:45"], ""),
      (["Morning", "today"], ""), (["Leg monday"], ""),
    ])
  func keepsInTitle(_ title: [String], _ words: String) throws {
    let outcome = try CheckInProcess().run(["add", "run"] + title)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("--at \(words)") == !words.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.contains(title.joined(separator: " ")))
  }

  @Test(arguments: [
    (["ls"], ["list"]), (["ls", "-2"], ["list", "-n", "2"]), (["cal"], ["month"]), (["streak"], ["stats"]),
    (["today"], []), (["status", "--json"], ["--json"]), (["version"], ["--version"]), (["changes"], ["audit"]),
    (["month", "last"], ["month", "2026-10"]), (["month", "oct"], ["month", "2026-10"]),
    (["month", "dec"], ["month", "2025-12"]), (["month", "oct", "2025"], ["month", "2025-10"]),
    (["list", "--since", "last", "week"], ["list", "--from", "2026-11-09"]),
    (["list", "--until", "last", "week"], ["list", "--to", "2026-11-15"]),
    (["list", "--since", "2026-W46", "--until", "yesterday"], ["list", "--from", "2026-11-09", "--to", "2026-11-20"]),
    (["list", "--to", "2025"], ["list", "--to", "2025-12-31"]), (["list", "week"], ["list", "this", "week"]),
    (["list", "month"], ["list", "this", "month"]), (["stats", "year"], ["stats", "this", "year"]),
    (["diff", "1..2"], ["diff", "1", "2"]), (["list", "--tag", "a,b"], ["list", "--tag", "a", "--tag", "b"]),
    (["audit", "--action", "edited,created"], ["audit", "--action", "created", "--action", "edited"]),
    (["audit", "--origin", "cli,web"], ["audit", "--origin", "cli", "--origin", "web"]),
  ])
  func means(_ guessed: [String], _ meant: [String]) throws {
    let checkin = try CheckInProcess.withSamples()
    let (answer, expected) = (try checkin.run(guessed), try checkin.run(meant))
    #expect(answer.status == 0 && expected.status == 0)
    #expect(answer.output == expected.output)
  }

  @Test("A week that begins in one month and ends in another names both, and one of another year names that")
  func weeks() throws {
    let checkin = try CheckInProcess.withSamples()
    #expect(try checkin.run("week", "2026-W44").lines.first?.hasPrefix("26 October – 1 November  ") == true)
    #expect(try checkin.run("week", "2025-W45").lines.first?.hasPrefix("3–9 November (2025)  ") == true)
  }

  @Test(arguments: [("lst", "list"), ("stast", "stats"), ("hlep", "help"), ("RUNN", "run"), ("discrad", "discard")])
  func aSlipIsMended(_ word: String, _ meant: String) throws {
    let outcome = try CheckInProcess().run(word, "x")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("Did you mean \(meant)"), "\(outcome.errors)")
    #expect(outcome.errors.contains("Commands: add, "))
  }

  @Test func nothingIsGuessedFarAway() throws {
    let outcome = try CheckInProcess().run("xylophone")
    #expect(outcome.status == 64)
    #expect(!outcome.errors.contains("Did you mean"))
    #expect(CommandGuess.names(like: String(repeating: "x", count: 5000), among: ["list"]).isEmpty)
  }

  @Test func everyISOWeekOfACenturyIsWhereItBelongs() throws {
    let today = try #require(CivilDay("2026-11-21"))
    var day = try #require(CivilDay("1990-01-01"))  // a Monday
    var (year, week) = (1990, 1)
    while day.month.year < 2090 {
      let range = DayRange("\(year)-W\(week < 10 ? "0" : "")\(week)", today: today, firstWeekday: .sunday)
      #expect(range?.first == day)
      #expect(range?.last == day.adding(days: 6))
      day = day.adding(days: 7)
      // The Thursday of a week says which year it belongs to.
      let nextYear = day.adding(days: 3).month.year
      if nextYear == year {
        week += 1
      } else {
        #expect(DayRange("\(year)-W\(week + 1)", today: today, firstWeekday: .sunday) == nil)
        (year, week) = (nextYear, 1)
      }
    }
  }
}
