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
    (["add", "yoga", "Flow", "last", "monday"], "Yoga", "Flow", "2026-11-16T00:00:00+01:00"),
    (["add", "yoga", "Flow", "mon", "18:30"], "Yoga", "Flow", "2026-11-16T18:30:00+01:00"),
    (["run", "Early", "6am"], "Run", "Early", "2026-11-21T06:00:00+01:00"),
    (["swim", "Lap", "--at", "20", "nov", "noon", "--calories", "9"], "Swim", "Lap", "2026-11-20T12:00:00+01:00"),
    (["run", "A", "at", "6am"], "Run", "A", "2026-11-21T06:00:00+01:00"),
    (["run", "A", "@", "6am"], "Run", "A", "2026-11-21T06:00:00+01:00"),
    (["swim", "freestyle", "at", "06:00"], "Swim", "freestyle", "2026-11-21T06:00:00+01:00"),
    (["swim", "freestyle", "at", "yesterday", "18:00"], "Swim", "freestyle", "2026-11-20T18:00:00+01:00"),
    (["run", "A", "on", "monday", "at", "7am"], "Run", "A", "2026-11-16T07:00:00+01:00"),
    (["run", "A", "--at", "yesterday", "at", "7am"], "Run", "A", "2026-11-20T07:00:00+01:00"),
    (["run", "A", "14", "nov"], "Run", "A", "2026-11-14T00:00:00+01:00"),
    (["run", "A", "20", "Nov", "2025"], "Run", "A", "2025-11-20T00:00:00+01:00"),
    (["run", "A", "on", "2026-11-1"], "Run", "A", "2026-11-01T00:00:00+01:00"),
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
    (["run", "yesterday", "7am"], "Run", "yesterday 7am", "2026-11-21T07:30:00+01:00"),
    (["run", "10k", "at", "5:00"], "Run", "10k at 5:00", "2026-11-21T07:30:00+01:00"),
    (["run", "Easy", "yesterday", "at", "7"], "Run", "Easy yesterday at 7", "2026-11-21T07:30:00+01:00"),
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
    "What might be a time and was left in the title is said, with the command that makes it the time",
    arguments: [
      (["Leg", "monday"], ["--title Leg --at monday"]),
      (["Evening", "18:30"], ["--title Evening --duration 18:30", "--at yesterday 18:30"]),
      (["A", "24", "dec"], ["--title A --at 24 dec"]), (["10k", "at", "5:00"], ["--title 10k --at 5:00"]),
      (["Lake", "5k"], ["--title Lake --distance 5km"]),
      (["Mum's", "run", "06:00"], [#"--title 'Mum'\''s run' --at 06:00"#]),
      (["Easy", "yesterday", "at", "7"], ["--title Easy --at yesterday 7am", "--at yesterday 7pm"]),
      (["Easy", "monday", "at", "18"], ["--title Easy --at monday 18:00"]),
      (["Crossfit", "at", "6"], ["--title Crossfit --at 6am", "--at yesterday 6pm"]),
      (["yesterday", "7am"], ["--at yesterday 7am"]), (["yesterday", "at", "7"], ["--at yesterday 7am"]),
      (["yesterday"], ["--at yesterday"]),
      (["Under", "3:45"], []), (["Morning", "today"], []), (["Leg monday"], []), (["Level", "7"], []),
      (["Focus", "on", "7"], []), (["yesterday 7am"], []),
    ] as [([String], [String])])
  func keepsInTitle(_ title: [String], _ options: [String]) throws {
    let checkin = try CheckInProcess()
    let outcome = try checkin.run(["add", "run"] + title)
    #expect(outcome.status == 0 && outcome.output.contains(title.joined(separator: " ")))
    #expect(outcome.errors.contains("is part of the title") == !options.isEmpty, "\(outcome.errors)")
    for option in options { #expect(outcome.errors.contains(option), "\(outcome.errors)") }
    guard !options.isEmpty else { return }
    // The command does what it promises.
    let command = try #require(outcome.errors.firstMatch(of: /checkin (edit 1 .*?)(, or|\n)/)).1
    let edited = try checkin.shell("$checkin \(command)")
    #expect(edited.status == 0 && edited.output.hasPrefix("Changed 1"), "\(edited.errors)")
  }

  @Test(
    "An option of another name is answered with the one that has its meaning in this command",
    arguments: [
      ("add run x --cal 300", "--calories"), ("add run x --kcal 300", "--calories"),
      ("add run x --kcal=300", "--calories"),
      ("run x --kcal 300", "--calories"), ("edit 1 --kcal 300", "--calories"), ("list --kcal 200-", "--calories"),
      ("add run x --date 2026-11-20", "--at"), ("edit 1 --date 2026-11-20", "--at"), ("list --date oct", "--from"),
      ("log bench 80x10 --date yesterday", "--at"), ("export x.csv --start oct", "--from"),
      ("add run x --time 7am", "--at"), ("add run x --when 7am", "--at"), ("add run x --dist 5km", "--distance"),
      ("add run x --dur 5m", "--duration"), ("add run x --note y", "--notes"), ("add run x --titel y", nil),
      ("add run x --place y", "--location"), ("list --limits 3", "--limit"), ("search x --limits 3", "--limit"),
      ("edit 1 --titel y", "--title"), ("import x.csv --dry", "--dry-run"), ("list --jsn", "--json"),
      ("add run x --qwerty y", nil), ("list -x", nil), ("config --unst", "--unset"),
    ] as [(String, String?)])
  func optionsOfAnotherName(_ line: String, _ meant: String?) throws {
    let outcome = try CheckInProcess.withSamples().run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && outcome.errors.contains("Unknown option '-"), "\(outcome.errors)")
    let guess = outcome.errors.firstMatch(of: /Did you mean '(.*)'\?/).map { String($0.1) }
    #expect(guess == meant, "\(outcome.errors)")
  }

  @Test("A plan's line needs no slash before its sets, and the hint for one without sets has some")
  func planLines() throws {
    let checkin = try CheckInProcess()
    for (number, (line, text)) in [
      ("Bench Press 3x8 80kg", "Bench Press / 3x8 80"), ("Bench Press: 3x8-10", "Bench Press / 3x8-10"),
      ("Bench/3x8", "Bench Press / 3x8"), ("Bench, w 2x8 40kg", "Bench Press / w 2x8 40"),
      ("Plank 3x1:00", "Plank / 3x1:00"), ("Plank 3x1:00 / rest 2:00", "Plank / 3x1:00 / rest 2:00"),
    ].enumerated() {
      #expect(try checkin.run(["plan", "new", "Plan \(number)", "-"], input: line + "\n").status == 0)
      #expect(try checkin.run("plan", "show", String(number + 1)).lines.last == text)
    }
    for (line, hint) in [("Bench 4x", "Bench 4x 3x8 80kg"), ("Bench", "Bench 3x8 80kg")] {
      let refused = try checkin.run(["plan", "new", "A", "-"], input: line + "\n")
      #expect(refused.status == 64 && refused.errors.contains("write them as '\(hint)'."), "\(refused.errors)")
    }
    let inPounds = try checkin.run(["plan", "new", "B", "-"], input: "Squat\n", environment: ["CHECKIN_UNIT": "lb"])
    #expect(inPounds.errors.contains("'Squat 3x8 80lb'"), "\(inPounds.errors)")
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
    #expect(outcome.errors.hasSuffix("To see the commands: checkin --help\n"))
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
