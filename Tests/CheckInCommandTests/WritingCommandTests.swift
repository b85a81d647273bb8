import TestSupport
import Testing

/// What adding, editing, discarding and restoring do.
struct WritingCommandTests {
  @Test func addAnswersWithTheResolvedTime() throws {
    let checkin = try CheckInProcess()
    let outcome = try checkin.run("add", "run", "Morning", "5k", "--at", "07:10", "--calories", "320")
    #expect(
      outcome.lines == [
        "Added 1  Run  Morning 5k  Sat 21 Nov 07:10, 320 kcal", "1 check-in, streak 1 day",
      ])
    #expect(outcome.errors.contains("Created a journal in ~/journal\n"))
    #expect(
      outcome.errors.contains(
        "\"5k\" is part of the title. To record it instead: checkin edit 1 --title Morning --distance 5km\n"))
  }

  @Test(arguments: ["strength", "STRENGTH TRAINING", "Strength Training"])
  func typesInAnyCase(_ word: String) throws {
    let added = try CheckInProcess().run("add", word, "x", "--json").object()
    #expect(added["type"] as? String == "Strength Training")
  }

  @Test(arguments: [
    (["Strength", "Training", "legs"], "Strength Training", "legs"),
    (["strength", "TRAINING", "Training", "day"], "Strength Training", "Training day"),
    (["strength", "legs"], "Strength Training", "legs"),
    (["strength", "Training legs"], "Strength Training", "Training legs"),
    (["Strength  Training", "x"], "Strength Training", "x"), (["run", "gym"], "Run", "gym"),
  ])
  func theLongestNameOfATypeCounts(_ words: [String], _ type: String, _ title: String) throws {
    let added = try CheckInProcess().run(["add", "--json"] + words).object()
    #expect(added["type"] as? String == type)
    #expect(added["title"] as? String == title)
  }

  @Test(
    "Types have synonyms, and names in the locale's language",
    arguments: [
      ("C", "jog", "Run"), ("C", "Jogging", "Run"), ("C", "running", "Run"), ("C", "hike", "Walk"),
      ("C", "walking", "Walk"), ("C", "swimming", "Swim"), ("C", "ride", "Bike"), ("C", "biking", "Bike"),
      ("C", "spinning", "Cycling"), ("C", "lifting", "Strength Training"), ("C", "weights", "Strength Training"),
      ("de_DE", "Laufen", "Run"), ("de_DE", "joggen", "Run"), ("de_DE", "schwimmen", "Swim"), ("de_DE", "run", "Run"),
      ("de_DE", "krafttraining", "Strength Training"), ("es_ES", "natación", "Swim"), ("es_ES", "correr", "Run"),
      ("es_ES", "andar", "Walk"), ("pt_BR", "corrida", "Run"), ("pt_BR", "musculação", "Strength Training"),
      ("pt_BR", "Caminhada", "Walk"), ("pt_BR", "hike", "Walk"),
    ])
  func wordsForTypes(_ locale: String, _ word: String, _ type: String) throws {
    let checkin = try CheckInProcess(environment: ["LC_ALL": locale + (locale == "C" ? "" : ".UTF-8")])
    let added = try checkin.run(word, "x", "--json").object()
    #expect(added["type"] as? String == type && added["title"] as? String == "x")
    #expect(try checkin.run("list", "--type", word, "--json").array().count == 1)
    #expect(try checkin.run("edit", "1", "--type", "gym").status == 0)
    #expect(try checkin.run("edit", "1", "--type", word, "--json").object()["type"] as? String == type)
  }

  @Test("An unknown word for a type is quoted, with similar words, and the types in the locale's language")
  func unknownTypes() throws {
    let checkin = try CheckInProcess()
    for (word, similar) in [("hiek", "hike"), ("jogg", "jog"), ("swiming", "swimming")] {
      let refused = try checkin.run("add", word, "x")
      #expect(refused.status == 64 && refused.errors.contains("\"\(word)\" is not a type of exercise"))
      #expect(refused.errors.contains("Did you mean \(similar)?"), "\(refused.errors)")
    }
    let german = try checkin.run("add", "stretching", "x", environment: ["LC_ALL": "de_DE.UTF-8"])
    #expect(german.errors.contains("Laufen, Fitnessstudio, Schwimmen"), "\(german.errors)")
  }

  @Test("again repeats the last check-in, or another one, with the values that are given")
  func again() throws {
    let checkin = try CheckInProcess()
    #expect(try checkin.run("again").status == 66)
    try checkin.run(
      "add", "run", "River loop", "--at", "yesterday 07:00", "--distance", "13.1", "--duration", "1:05:00",
      "--calories", "640", "--location", "River", "--notes", "Knee")
    try checkin.run("add", "gym", "Legs", "--at", "monday 18:00", "--duration", "60")
    func again(_ words: String...) throws -> [String: Any] {
      let outcome = try checkin.run(["again", "--json"] + words)
      return try #require(outcome.status == 0 ? outcome.object() : nil, "\(outcome.errors)")
    }
    let last = try again()
    #expect(last["title"] as? String == "Legs" && last["duration"] as? Int == 3600)
    #expect(last["at"] as? String == "2026-11-21T07:30:00+01:00")
    let first = try again("1")
    #expect(first["title"] as? String == "River loop" && first["distance"] as? Int == 13_100)
    #expect(first["calories"] as? Int == 640 && first["location"] as? String == "River")
    #expect(first["notes"] as? String == "", "they are of one time alone")
    let run = try again("run", "5.2", "km", "27:10", "--at", "yesterday", "18:00", "--calories", "300")
    #expect(run["title"] as? String == "River loop" && run["distance"] as? Int == 5200)
    #expect(run["duration"] as? Int == 1630 && run["calories"] as? Int == 300)
    #expect(run["at"] as? String == "2026-11-20T18:00:00+01:00")
    #expect(try again("5", "km")["distance"] as? Int == 5000, "a number with a unit is a measure, and no check-in")
    #expect(try again("jog", "--title", "Lake")["title"] as? String == "Lake")
    #expect(try checkin.run("again", "yoga").status == 66)
    #expect(try checkin.run("again", "99").status == 66)
    #expect(try checkin.run("again", "run", "fast").errors.contains("\"fast\" is neither a measure nor a time"))
  }

  @Test("Confirmations show the stored values, and the zone only if it is another one")
  func confirmations() throws {
    let checkin = try CheckInProcess()
    func line(_ words: String...) throws -> String? { try checkin.run(words).lines.first }
    #expect(
      try line("add", "run", "River loop", "--at", "07:00", "--distance", "13", "--duration", "65", "--calories", "640")
        == "Added 1  Run  River loop  Sat 21 Nov 07:00, 13 km, 1:05:00, 640 kcal")
    #expect(
      try line("add", "run", "Away", "--at", "2025-11-18T06:00", "--zone", "Asia/Tokyo")
        == "Added 2  Run  Away  Tue 18 Nov 2025 06:00 +09:00 Asia/Tokyo")
    #expect(try line("add", "run", "Day", "--at", "yesterday") == "Added 3  Run  Day  Fri 20 Nov")
    #expect(try line("edit", "1", "--distance", "13.1") == "Changed 1  River loop: distance 13 → 13.1 km")
    #expect(try line("undo") == "Undid: edited 1 River loop: distance 13.1 → 13 km")
    #expect(try line("redo") == "Redid: edited 1 River loop: distance 13 → 13.1 km")
    #expect(
      try line("edit", "1", "--at", "07:20", "--clear", "calories", "--type", "walk")
        == "Changed 1  River loop: type Run → Walk, time Sat 21 Nov 07:00 → 07:20, calories 640 kcal → –")
    #expect(try line("discard", "1") == "Discarded 1  Walk  River loop  Sat 21 Nov 07:20, 13.1 km, 1:05:00")
    try checkin.run("goal", "set", "run", "3/week")
    #expect(try line("undo") == "Undid: goal set (Run 3/week)")
  }

  @Test("The check-in that was recorded last is on the dashboard, next to the newest of the day")
  func recordedLast() throws {
    let checkin = try CheckInProcess()
    func advice() throws -> String { try checkin.run().lines.last ?? "" }
    try checkin.run("add", "run", "Early", "--at", "06:00")
    #expect(try advice() == "Today: 1 check-in, newest Run, Early")
    try checkin.run("add", "gym", "Legs", "--at", "yesterday", "18:00")
    #expect(try advice() == "Today: 1 check-in, newest Run, Early; recorded last: 2  Gym  Legs  Fri 20 Nov 18:00")
    #expect(try checkin.run("show", "last", "--json").object()["number"] as? Int == 2)
  }

  @Test func theSameIdentityTwiceAddsOne() throws {
    let checkin = try CheckInProcess()
    let id = "8C1F0000-0000-4000-8000-00000000000A"
    #expect(try checkin.run("add", "run", "x", "--id", id, "--json").object()["number"] as? Int == 1)
    let before = checkin.logFiles()
    let again = try checkin.run("add", "gym", "y", "--id", id.lowercased(), "--json")
    #expect(again.status == 0)
    #expect(try again.object()["number"] as? Int == 1)
    #expect(try again.object()["title"] as? String == "x")
    #expect(checkin.logFiles() == before)
  }

  @Test func anEditThatChangesNothingAppendsNothing() throws {
    let checkin = try CheckInProcess.withSamples()
    let before = checkin.logFiles()
    let outcome = try checkin.run("edit", "1", "--title", "Morning 5k", "--calories", "320")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("Nothing to change"))
    #expect(checkin.logFiles() == before)
  }

  @Test func editsFields() throws {
    let checkin = try CheckInProcess.withSamples()
    let outcome = try checkin.run(
      "edit", "last", "--json", environment: [:])
    #expect(outcome.status == 64)
    let edited = try checkin.run(
      ["edit", "2", "--type", "swim", "--at", "2026-11-19T08:00", "--clear", "location", "--clear", "notes", "--json"]
    ).object()
    #expect(edited["type"] as? String == "Swim")
    #expect(edited["day"] as? String == "2026-11-19")
    #expect("\(edited["location"] ?? "")" == "<null>")
    #expect(edited["notes"] as? String == "")
    #expect(edited["title"] as? String == "Legs")
  }

  @Test func anEqualsSignWithoutAValueIsTheEmptyValue() throws {
    let checkin = try CheckInProcess.withSamples()
    let edited = try checkin.run("edit", "2", "--location=", "--notes=", "--json").object()
    #expect("\(edited["location"] ?? "")" == "<null>")
    #expect(edited["notes"] as? String == "")
    let added = try checkin.run("add", "run", "--notes=", "--json", "--at=yesterday", "18:00", "--", "--notes=")
      .object()
    #expect(added["title"] as? String == "--notes=")
    #expect(added["notes"] as? String == "")
    #expect(added["at"] as? String == "2026-11-20T18:00:00+01:00")
    let dashes = try checkin.run("edit", "2", "--title", "--location=", "--json").object()
    #expect(dashes["title"] as? String == "--location=", "a value may look like an option")
  }

  @Test func anExpectationThatDoesNotHold() throws {
    let checkin = try CheckInProcess.withSamples()
    #expect(try checkin.run("edit", "1", "--title", "A", "--expect", "5").status == 0)
    let before = checkin.logFiles()
    let conflict = try checkin.run("edit", "1", "--title", "B", "--expect", "5", "--json")
    #expect(conflict.status == 75)
    #expect(try conflict.errorObject()["code"] as? Int == 75)
    #expect(checkin.logFiles() == before)
    #expect(try checkin.run("edit", "2", "--title", "C", "--expect", "5").status == 0, "another one has not changed")
  }

  @Test func discardAndRestore() throws {
    let checkin = try CheckInProcess.withSamples()
    let discarded = try checkin.run("discard", "3", "1", "3", "--json").array()
    #expect(discarded.compactMap { $0["number"] as? Int } == [3, 1])
    #expect(discarded.allSatisfy { $0["discarded"] as? Bool == true })
    #expect(try checkin.run("stats", "--json").object()["total"] as? Int == 1)
    let restored = try checkin.run("restore", "1", "--json").object()
    #expect(restored["discarded"] as? Bool == false)
    #expect(try checkin.run("list", "--json").array().compactMap { $0["number"] as? Int } == [1, 2])
  }

  @Test func notesFromStandardInput() throws {
    let checkin = try CheckInProcess()
    let added = try checkin.run(
      "add", "run", "x", "--notes", "-", "--json", input: "first\nsecond\n"
    ).object()
    #expect(added["notes"] as? String == "first\nsecond")
  }

  @Test func titlesBeginningWithADash() throws {
    let added = try CheckInProcess().run("add", "--json", "--", "run", "-5", "degrees").object()
    #expect(added["title"] as? String == "-5 degrees")
  }

  @Test func twoDashesEndTheOptions() throws {
    let checkin = try CheckInProcess.withSamples()
    for arguments in [
      ["show", "--", "1"], ["history", "--", "1"], ["edit", "--title", "x", "--", "1"], ["discard", "--", "1", "2"],
      ["restore", "--", "last"], ["restore", "--", "2"], ["list", "--"], ["stats", "--"],
    ] {
      let outcome = try checkin.run(arguments)
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    }
  }

  @Test func importsAllOrNothing() throws {
    let checkin = try CheckInProcess()
    let header = "at,type,title,calories\n"
    let bad = header + "2026-11-20T07:00:00+01:00,Run,A,1\n2026-11-20T08:00:00+01:00,Jog,,-1\n"
    let refused = try checkin.run("import", "-", "--format", "csv", "--json", input: bad)
    #expect(refused.status == 65)
    #expect(try refused.errorObject()["code"] as? Int == 65)
    let rejected = try #require(try refused.object()["rejected"] as? [[String: Any]])
    #expect(rejected.first?["row"] as? Int == 3)
    let messages = rejected.first?["messages"] as? [String] ?? []
    #expect(messages.contains("Calories cannot be negative"))
    #expect(messages.first == "\"Jog\" is not a type of exercise. Did you mean Run?")
    #expect(try checkin.run("list", "--json").status == 66, "no journal was created")

    let trial = try checkin.run("import", "-", "--skip-invalid", "--dry-run", "--json", input: bad)
    #expect(try trial.object()["added"] as? Int == 1)
    #expect(try checkin.run("list", "--json").status == 66, "no journal was created")
    let skipped = try checkin.run("import", "-", "--skip-invalid", input: bad)
    #expect(skipped.status == 0)
    #expect(skipped.output.hasPrefix("Read 2 rows: added 1, 0 already there"))
    #expect(skipped.output.contains("Row 3: "))
    let again = try checkin.run("import", "-", "--skip-invalid", "--json", input: bad)
    #expect(try again.object()["duplicates"] as? Int == 1)
  }

  @Test func exportsComeBack() throws {
    let checkin = try CheckInProcess.withSamples()
    try checkin.run("add", "run", "Away", "--at", "2026-11-18T06:00+09:00", "--zone", "Asia/Tokyo")
    try checkin.run("add", "run", "Somewhere", "--at", "2026-11-18T06:00+08:00")
    for name in ["all.csv", "all.jsonl"] {
      let file = checkin.directory + "/" + name
      #expect(try checkin.run("export", file).status == 0)
      let other = ["--journal", checkin.directory + "/" + name + ".journal"]
      #expect(try checkin.run(["import", file] + other).status == 0)
      #expect(
        try checkin.run(["list"] + other).output.replacing(/^ *\d+/.anchorsMatchLineEndings(), with: "")
          == checkin.run("list").output.replacing(/^ *\d+/.anchorsMatchLineEndings(), with: ""))
      func zones(_ arguments: [String] = []) throws -> [String] {
        try checkin.run(["list", "--json"] + arguments).array().map { "\($0["at"] ?? "") \($0["timeZone"] ?? "")" }
      }
      #expect(try zones(other) == zones())
      #expect(try zones().contains("2026-11-18T06:00:00+09:00 Asia/Tokyo"))
    }
  }

  @Test func columnsAndMembersOfAnImport() throws {
    let checkin = try CheckInProcess()
    let csv = """
      at,TYPE,title,timezone
      2026-11-20T07:00:00+09:00,strength  TRAINING,A,Asia/Tokyo
      2026-11-20T08:00:00+01:00,RUN,B,
      2026-11-20T09:00:00,run,C,Asia/Tokyo
      2026-11-20T09:00:00+01:00,run,D,=1+1

      """
    let report = try checkin.run("import", "-", "--skip-invalid", "--json", input: csv).object()
    let rejected = try #require(report["rejected"] as? [[String: Any]])
    #expect(rejected.compactMap { $0["row"] as? Int } == [4, 5])
    #expect((rejected.first?["messages"] as? [String])?.first?.contains("needs its offset") == true)
    let list = try checkin.run("list", "--json").array()
    #expect(
      list.map { "\($0["type"] ?? "") \($0["timeZone"] ?? "")" } == ["Run <null>", "Strength Training Asia/Tokyo"])

    let line = #"{"at":"2026-11-20T07:00:00Z","type":"strength training","title":"x","Calories":300,"mood":1}"#
    let refused = try checkin.run("import", "-", "--format", "jsonl", "--json", input: line + "\n")
    #expect(refused.status == 65)
    let messages = try #require((try refused.object()["rejected"] as? [[String: Any]])?.first?["messages"] as? [String])
    #expect(
      messages == [
        "The member 'Calories' is not known; write it as 'calories'",
        "The member 'mood' is not known; you can remove it",
      ])
    #expect(try checkin.run("list", "--json").array().count == 2)
  }
}
