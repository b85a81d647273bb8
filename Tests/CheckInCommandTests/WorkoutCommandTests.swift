import Foundation
import TestSupport
import Testing

/// What the commands for workouts answer.
struct WorkoutCommandTests {
  private static let plan = """
    Bench Press / w 2x8 40 / 3x8-10 80 @8 / rest 2:00
    Pull-up / 4x8 / superset A

    """

  @Test func aWholeWorkoutInFewWords() throws {
    let checkin = try CheckInProcess()
    #expect(
      try checkin.run("plan", "new", "Push A", "-", input: Self.plan).lines == ["Added plan 1  Push A  2 exercises"])
    #expect(try checkin.run("plan", "use", "1").lines == ["Using plan 1  Push A  2 exercises  active"])
    #expect(
      try checkin.run("plan").lines == [
        "# 1  Push A  2 exercises  active", "Bench Press / w 2x8 40 / 3x8-10 80 @8 / rest 2:00",
        "Pull-up / 4x8 / superset A",
      ])
    let started = try checkin.run("session", "start", "--at", "06:00")
    #expect(started.lines.first == "Started session 1  Push A  Sat 21 Nov 2026 06:00")
    #expect(
      try checkin.run("log", "bench", "w40x10", "80x10", "90x8", "100x6").lines == [
        "Logged Bench Press  warm-up 40 kg × 10  80 kg × 10  90 kg × 8  100 kg × 6", "3 sets, 2120 kg",
      ])
    #expect(try checkin.run("log", "pull", "x12").status == 0)
    // What is open does not count yet.
    #expect(try checkin.run("records").lines == [])
    let open = try checkin.run("session").output
    #expect(open.contains("plan   Warm-up 2 × 8 · 40 kg  3 × 8–10 · 80 kg · RPE 8"))
    #expect(open.contains("done   #1 warm-up 40 kg × 10  #2 80 kg × 10  #3 90 kg × 8  #4 100 kg × 6"))
    let finished = try checkin.run("session", "finish")
    #expect(finished.lines[0] == "Finished session 1  Push A  Sat 21 Nov 2026 06:00")
    #expect(finished.lines[1] == "4 sets, 2120 kg, 90 min")
    #expect(finished.lines[2].hasPrefix("Added 1  Strength Training  Push A  Sat 21 Nov 06:00"))
    #expect(
      try checkin.run("records", "bench").lines == [
        "Bench Press  100 kg × 6  Sat 21 Nov 2026  3 sets"
      ])
    #expect(try checkin.run("log", "bench", "60x5").lines.first == "Started session 2  Push A  Sat 21 Nov 2026 07:30")
    #expect(try checkin.run("session").output.contains("last   warm-up 40 kg × 10  80 kg × 10  90 kg × 8  100 kg × 6"))
    #expect(try checkin.run("undo").lines.first?.hasPrefix("Undid: set logged (") == true)
    #expect(try checkin.run("undo").lines.first == "Undid: session completed, with check-in 1 Push A (session 1)")
    #expect(try checkin.run("redo").lines.first == "Redid: session completed, with check-in 1 Push A (session 1)")
  }

  @Test("An import without a terminal names the option that answers, and reports names, columns and rows once")
  func imports() throws {
    let checkin = try CheckInProcess()
    let header = "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Mood,RPE\n"
    let rows = (1...30).map { number in
      let exercise = number % 2 == 0 ? "Lying Leg Curl (Machine)" : "Seated Leg Curl (Machine)"
      return "2024-07-14 19:31:01,A,1h,\(exercise),\(number),50,5,0,0,good,\n"
    }
    let text = header + rows.joined()
    for options in [[], ["--dry-run"], ["--json"]] {
      let asked = try checkin.run(["import", "-"] + options, input: text)
      #expect(asked.status == 64 && asked.errors.contains("--unit kg"), "\(asked)")
      #expect(!asked.output.contains("kilograms or pounds"))
    }
    let preview = try checkin.run("import", "-", "--unit", "kg", "--dry-run", input: text)
    #expect(
      preview.lines == [
        "Read 30 rows: would add 1 session with 30 sets and 2 new exercises, 0 already there",
        "Lying Leg Curl (Machine) → Lying Leg Curl (Machine), new (15 sets)",
        "Seated Leg Curl (Machine) → Seated Leg Curl (Machine), new (15 sets)", "Columns not taken: Mood (30)",
      ], "\(preview)")
    let mapped = try checkin.run(
      "import", "-", "--unit", "kg", "--map", "Lying Leg Curl (Machine)=Leg Curl", "--json", input: text)
    let object = try mapped.object()
    #expect(object["exercises"] as? Int == 2 && object["columnsNotTaken"] as? [String] == ["Mood"])
    #expect(object["valuesNotTaken"] as? [Int] == [30])
    let names = try #require(object["exerciseNames"] as? [[String: Any]])
    #expect(names.first?["exercise"] as? String == "Leg Curl" && names.first?["sets"] as? Int == 15)
    let unknown = try checkin.run("import", "-", "--unit", "kg", "--map", "Zumba=none", input: text)
    #expect(unknown.errors.contains("no exercise here is called \"Zumba\""))
    let broken = header + (1...30).map { "2024-07-1\($0 % 2) 19:31:01,A,1h,Squat,\($0),50,five,0,0,,\n" }.joined()
    let refused = try checkin.run("import", "-", input: broken)
    #expect(refused.status == 65 && refused.lines.last == "Rows 2-31: Cannot read the repetitions 'five'", "\(refused)")
    let long = header + "2024-06-14 19:31:01,A,264h 1m,Squat,1,0,5,0,0,,\n"
    let unconfirmed = try checkin.run("import", "-", input: long)
    #expect(unconfirmed.status == 64 && unconfirmed.errors.contains("--long-durations drop"))
    #expect(try checkin.run("import", "-", "--long-durations", "keep", input: long).status == 0)
  }

  @Test("Lint tells a finding of many events once")
  func lintTellsOnce() throws {
    let checkin = try CheckInProcess()
    let rows = (10...29).map { "2024-06-\($0) 07:00,Juggling,T\($0)\n" }.joined()
    try checkin.run("import", "-", "--as", "table", input: "Date,Activity,Title\n" + rows)
    #expect(
      try checkin.run("lint").lines.suffix(2) == [
        "Events 1-20, check-ins 1-20: Please select an exercise type", "20 odd in all.",
      ])
    #expect((try checkin.run("lint", "--json").object()["findings"] as? [Any])?.count == 20)
  }

  @Test func objects() throws {
    let checkin = try CheckInProcess()
    try checkin.run("plan", "new", "Push A", "-", input: Self.plan)
    try checkin.run("session", "start", "1", "--at", "2026-11-20T18:00")
    let logged = try checkin.run("log", "bench", "80x10", "185lbx5@8.5", "--json").object()
    #expect(logged["number"] as? Int == 1)
    #expect(logged["start"] as? String == "2026-11-20T18:00:00+01:00")
    #expect(logged["timeZone"] as? String == "Europe/Berlin")
    #expect(logged["state"] as? String == "open")
    #expect((logged["plan"] as? [String: Any])?["name"] as? String == "Push A")
    let sets = try #require(logged["sets"] as? [[String: Any]])
    #expect(sets.map { $0["number"] as? Int } == [1, 2])
    #expect((sets[1]["weight"] as? [String: Any])?["value"] as? String == "185")
    #expect((sets[1]["weight"] as? [String: Any])?["unit"] as? String == "lb")
    #expect(sets[1]["rpe"] as? Double == 8.5)
    #expect(sets[0]["seconds"] is NSNull && sets[0]["metres"] is NSNull)
    let finished = try checkin.run(
      "session", "finish", "--at", "2026-11-20T19:02", "--check-in", "Push", "day", "--json"
    )
    .object()
    #expect(finished["end"] as? String == "2026-11-20T19:02:00+01:00")
    #expect(finished["checkIn"] as? Int == 1)
    #expect(finished["discarded"] as? Bool == false)
    #expect(try checkin.run("show", "1", "--json").object()["title"] as? String == "Push day")
    #expect(try checkin.run("show", "session", "1", "--json").object()["number"] as? Int == 1)
    #expect(try checkin.run("sessions", "--json").array().count == 1)
    let records = try checkin.run("records", "--json").array()
    #expect(records.count == 1)
    #expect((records[0]["record"] as? [String: Any])?["text"] as? String == "185.0lb × 5")
    #expect((records[0]["estimatedMaximum"] as? [String: Any])?["kg"] as? Double == 106.7)
    #expect(records[0]["lastDay"] as? String == "2026-11-20")
    let plan = try checkin.run("plan", "show", "1", "--json").object()
    let items = try #require(plan["items"] as? [[String: Any]])
    #expect(items.map { $0["warmUp"] as? Bool } == [true, false, false])
    #expect(items[1]["rest"] as? Int == 120)
    #expect((items[1]["reps"] as? [String: Any])?["to"] as? Int == 10)
    #expect(items[2]["superset"] as? String == "A")
    let progress = try checkin.run("progress", "--json").object()
    #expect((progress["workouts"] as? [Any])?.count == 1)
    #expect((progress["exercises"] as? [Any])?.count == 1)
    #expect((try checkin.run("--json").object()["lastWorkout"] as? [String: Any])?["number"] as? Int == 1)
  }

  @Test func discardingKeepsTheCheckInAndUndoBringsTheLinkBack() throws {
    let checkin = try CheckInProcess()
    try checkin.run("log", "squat", "100x5", "--at", "2026-11-20T18:00")
    try checkin.run("session", "finish", "--check-in")
    #expect(try checkin.run("session", "discard", "1", "--json").object()["checkIn"] is NSNull)
    #expect(try checkin.run("show", "1", "--json").object()["discarded"] as? Bool == false)
    #expect(try checkin.run("records").lines == [])
    #expect(try checkin.run("undo").status == 0)
    #expect(try checkin.run("show", "session", "1", "--json").object()["checkIn"] as? Int == 1)
    #expect(try checkin.run("records").lines.count == 1)
    #expect(try checkin.run("session", "unlink", "1", "--json").object()["checkIn"] is NSNull)
    #expect(try checkin.run("session", "link", "1", "last", "--json").object()["checkIn"] as? Int == 1)
  }

  @Test("A check-in of the day is linked to a finished workout in place of a new one")
  func finishingLinksTheCheckInOfTheDay() throws {
    let checkin = try CheckInProcess()
    try checkin.run("add", "run", "Lake", "--at", "06:00")
    try checkin.run("add", "gym", "Morning", "--at", "06:30")
    try checkin.run("log", "squat", "100x5", "--at", "06:35")
    let finished = try checkin.run("session", "finish")
    #expect(finished.lines[2] == "Linked check-in 2  Gym  Morning  Sat 21 Nov 06:30", "\(finished)")
    #expect(try checkin.run("list", "--json").array().count == 2)
    #expect(try checkin.run("undo").status == 0)
    #expect(try checkin.run("session", "--json").object()["checkIn"] is NSNull)
    let named = try checkin.run("session", "finish", "Legs", "--type", "run")
    #expect(named.status == 0 && named.errors.contains("Check-in 2 keeps its title and its type"), "\(named)")
    // A second workout on the same day has a check-in of its own.
    try checkin.run("log", "bench", "80x10", "--at", "07:00")
    let second = try checkin.run("session", "finish", "--json").object()
    #expect(second["checkIn"] as? Int == 3 && second["checkInLink"] as? String == "added")
  }

  @Test("A finished workout without a check-in gets one later")
  func checkingInLater() throws {
    let checkin = try CheckInProcess(environment: ["CHECKIN_SESSION_TYPE": "gym"])
    try checkin.run("log", "squat", "100x5", "--at", "06:35")
    #expect(try checkin.run("session", "check-in", "1").errors.contains("checkin session finish"))
    let finished = try checkin.run("session", "finish", "--no-check-in")
    #expect(finished.lines.last == "To check in later: checkin session check-in 1")
    #expect(try checkin.run("list", "--json").array().isEmpty)
    #expect(try checkin.run("session", "check-in", "1").lines == ["Added 1  Gym  Workout  Sat 21 Nov 06:35"])
    let before = checkin.logFiles()
    let again = try checkin.run("session", "check-in", "1")
    #expect(again.status == 0 && again.lines == ["Already linked to check-in 1  Gym  Workout  Sat 21 Nov 06:35"])
    let object = try checkin.run("session", "check-in", "1", "--json").object()
    #expect(object["checkIn"] as? Int == 1 && object["checkInLink"] as? String == "unchanged")
    #expect(checkin.logFiles() == before)
    for arguments in [["--check-in"], ["Legs"], ["--type", "run"]] {
      #expect(try checkin.run(["session", "finish", "--no-check-in"] + arguments).status == 64)
    }
    #expect(try checkin.run("session", "check-in", "7").status == 66)
    try checkin.run("session", "discard", "1")
    #expect(try checkin.run("session", "check-in", "1").status == 64)
  }

  @Test("The setting session_type is the type of the check-in")
  func sessionType() throws {
    let checkin = try CheckInProcess()
    #expect(try checkin.run("config", "session_type", "yoga").status == 0)
    try checkin.run("log", "plank", "1:00", "--at", "06:35")
    try checkin.run("session", "finish")
    #expect(try checkin.run("show", "1", "--json").object()["type"] as? String == "Yoga")
    #expect(try checkin.run("config", "session_type", "nap").status == 64)
    #expect(try checkin.run("list", environment: ["CHECKIN_SESSION_TYPE": "nap"]).status == 64)
  }

  @Test("Without a terminal, a session without sets is not finished, and the error says what to do")
  func finishingNothing() throws {
    let checkin = try CheckInProcess()
    try checkin.run("session", "start", "--at", "06:00")
    let before = checkin.logFiles()
    for arguments in [[], ["--json"], ["--no-check-in"]] {
      let refused = try checkin.run(["session", "finish"] + arguments)
      #expect(refused.status == 64 && refused.errors.contains("Session 1 has no sets"), "\(refused)")
      #expect(refused.errors.contains("checkin session finish --yes"))
      #expect(refused.errors.contains("checkin session discard 1"))
    }
    #expect(checkin.logFiles() == before)
    #expect(try checkin.run("session", "finish", "--yes").status == 0)
  }

  @Test("A set that is logged after midnight belongs to the open session")
  func afterMidnight() throws {
    let checkin = try CheckInProcess()
    let midnight: [String: String?] = ["CHECKIN_NOW": "2026-11-22T00:20:00+01:00"]
    try checkin.run(
      "session", "start", "--at", "23:30", environment: ["CHECKIN_NOW": "2026-11-21T23:31:00+01:00"])
    try checkin.run("log", "bench", "80x10", environment: midnight)
    try checkin.run("log", "bench", "80x8", "--at", "00:10", environment: midnight)
    let finished = try checkin.run("session", "finish", "--json", environment: midnight).object()
    #expect((finished["sets"] as? [Any])?.count == 2 && finished["day"] as? String == "2026-11-21")
    #expect(finished["end"] as? String == "2026-11-22T00:20:00+01:00")
    #expect(try checkin.run("show", "1", "--json", environment: midnight).object()["day"] as? String == "2026-11-21")
  }

  @Test func whatCannotBeLogged() throws {
    let checkin = try CheckInProcess()
    try checkin.run("log", "squat", "100x5")
    let before = checkin.logFiles()
    let wrong = try checkin.run("log", "squat", "80x10", "80y10")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("'80y10'"))
    let unknown = try checkin.run("log", "squatt", "80x10")
    #expect(unknown.status == 66)
    #expect(unknown.errors.contains("Squat") && unknown.errors.contains("checkin exercise new"))
    #expect(try checkin.run("log", "press", "80x10").status == 64)
    #expect(try checkin.run("log", "plank", "x12").errors.contains("1:30"))
    #expect(try checkin.run("log", "squat").status == 64)
    #expect(try checkin.run("log", "squat", "80x5", "--at", "yesterday 18:00").errors.contains("session edit 1"))
    #expect(try checkin.run("session", "start").status == 64)
    #expect(checkin.logFiles() == before)
  }

  @Test("Doubtful weights are recorded and reported, and found by lint; impossible ones are rejected")
  func doubtfulWeights() throws {
    let checkin = try CheckInProcess()
    #expect(try checkin.run("log", "bench", "60x10").errors.contains("record") == false)
    try checkin.run("session", "finish")
    #expect(try checkin.run("log", "bench", "119x1").errors.contains("record") == false)
    let doubtful = try checkin.run("log", "bench", "120x1", "120x1")
    #expect(doubtful.status == 0, "\(doubtful)")
    #expect(doubtful.errors.components(separatedBy: "120 kg is at least twice the record of 60 kg").count == 2)
    #expect(try checkin.run("session", "set", "2", "1", "125x1").errors.contains("125 kg is at least twice"))
    #expect(try !checkin.run("session", "set", "2", "1", "125x2").errors.contains("125 kg"), "it is known")
    #expect(try checkin.run("log", "squat", "501x1").errors.contains("501 kg is more than 500 kg"))
    let before = checkin.logFiles()
    for words in [["log", "squat", "2001x1"], ["log", "squat", "4410lbx1"], ["session", "set", "2", "1", "2001x1"]] {
      let impossible = try checkin.run(words)
      #expect(impossible.status == 64 && impossible.errors.contains("2,000 kg or less"), "\(impossible)")
    }
    #expect(checkin.logFiles() == before)
    let lint = try checkin.run("lint").output
    #expect(lint.contains("120 kg is at least twice the record of 60 kg") && lint.contains("501 kg is more than"))
    #expect(lint.contains("checkin session set 2 2 SET"), "\(lint)")
  }

  @Test("Weights are shown in the configured unit; session show and JSON have them as recorded")
  func weightUnits() throws {
    let checkin = try CheckInProcess()
    let logged = try checkin.run("log", "bench", "185lbx5", "80,5x10")
    #expect(logged.lines.contains("Logged Bench Press  83.9 kg × 5  80.5 kg × 10"), "\(logged)")
    #expect(try checkin.run("session").output.contains("#1 83.9 kg × 5  #2 80.5 kg × 10"))
    #expect(try checkin.run("show", "session", "1").output.contains("#1 185 lb × 5  #2 80.5 kg × 10"))
    #expect(try checkin.run("audit").output.contains("set 1: 83.9 kg × 5"))
    try checkin.run("session", "finish")
    #expect(try checkin.run("records").output.contains("83.9 kg × 5"))
    let pounds = ["CHECKIN_UNIT": "lb"]
    #expect(try checkin.run("records", environment: pounds).output.contains("185 lb × 5"))
    #expect(try checkin.run("records", "--ascii").output.contains("83.9 kg x 5"))
    let record = try #require(try checkin.run("records", "--json", environment: pounds).array().first)
    let weight = try #require((record["record"] as? [String: Any])?["weight"] as? [String: Any])
    #expect(weight["value"] as? String == "185" && weight["unit"] as? String == "lb")
  }

  @Test("log shows the plan's next set, and log next logs it as planned")
  func nextSet() throws {
    let checkin = try CheckInProcess()
    #expect(try checkin.run("log").status == 64 && checkin.journalFiles().isEmpty)
    try checkin.run("plan", "new", "Push", "-", input: "Bench Press / w 1x8 40 / 2x8-10 80 @8\nPull-up / 1x5\n")
    let unused = try checkin.run("log", "next")
    #expect(unused.status == 64 && unused.errors.contains("checkin log bench 80x10 90x8"), "\(unused)")
    try checkin.run("plan", "use", "1")
    let first = try checkin.run("log")
    #expect(first.lines[0] == "Next Bench Press  warm-up 40 kg × 8  set 1 of 1", "\(first)")
    #expect(first.lines[1].contains("checkin log next"))
    // Showing it starts no session.
    #expect(try checkin.run("session", "--json").output == "null\n")
    let logged = try checkin.run("log", "next", "--json").object()
    let warmUp = try #require((logged["sets"] as? [[String: Any]])?.first)
    #expect(warmUp["kind"] as? String == "warmUp" && warmUp["reps"] as? Int == 8 && warmUp["rpe"] is NSNull)
    let second = try checkin.run("log", "--json").object()
    #expect(second["exercise"] as? String == "Bench Press" && second["number"] as? Int == 1)
    #expect(second["sets"] as? Int == 2 && (second["weight"] as? [String: Any])?["value"] as? String == "80")
    for _ in 0..<3 { #expect(try checkin.run("log", "next").status == 0) }
    let done = try checkin.run("log")
    #expect(done.status == 0 && done.errors.contains("checkin session finish"), "\(done)")
    #expect(try checkin.run("log", "next").status == 64)
    #expect(try checkin.run("log", "--json").output == "null\n")
    let session = try checkin.run("session", "--json").object()
    #expect((session["sets"] as? [[String: Any]])?.map { $0["reps"] as? Int } == [8, 8, 8, 5])
  }

  @Test("A number that cannot be a weight is rejected with two commands that work, and nothing is created")
  func doubtfulNotation() throws {
    let checkin = try CheckInProcess()
    let rejected = try checkin.run("log", "bench", "3x8")
    #expect(rejected.status == 64, "\(rejected)")
    #expect(rejected.errors.contains("'checkin log bench 3kgx8'"), "\(rejected)")
    #expect(rejected.errors.contains("'checkin log bench x8x3'"), "\(rejected)")
    #expect(checkin.journalFiles().isEmpty)
    func loggedReps(_ words: String...) throws -> [Int?] {
      let object = try checkin.run(["log"] + words + ["--json"]).object()
      try checkin.run("undo")
      return try #require(object["sets"] as? [[String: Any]]).map { $0["reps"] as? Int }
    }
    #expect(try loggedReps("bench", "x8x3") == [8, 8, 8])
    #expect(try loggedReps("bench", "3kgx8") == [8])
    #expect(try loggedReps("bench", "3x8", "80kg") == [8, 8, 8])
    #expect(try loggedReps("bench", "press", "w", "40x5", "80", "kg", "10", "100", "x", "5") == [5, 10, 5])
  }

  @Test("An ambiguous name is rejected with the candidates where the command can't ask")
  func ambiguousNames() throws {
    let checkin = try CheckInProcess()
    try checkin.run("log", "barbell row", "60x10")
    try checkin.run("log", "rowing machine", "2km")
    let before = checkin.logFiles()
    for command in [
      ["log", "row", "60x10"], ["exercise", "row"], ["records", "row"], ["exercise", "rename", "row", "Rows"],
      ["exercise", "retire", "row"], ["session", "set", "1", "1", "--exercise", "row"],
    ] {
      let rejected = try checkin.run(command)
      #expect(rejected.status == 64 && rejected.errors.contains("Barbell Row, Rowing Machine"), "\(rejected)")
    }
    #expect(checkin.logFiles() == before)
    #expect(try checkin.run("log", "Barbell", "Row", "60x10").status == 0)
    #expect(try checkin.run("log", "rowing", "2km").status == 0)
  }

  @Test func aRenamedExerciseKeepsItsRecord() throws {
    let checkin = try CheckInProcess()
    try checkin.run("log", "bench", "100x6")
    try checkin.run("session", "finish")
    #expect(try checkin.run("exercise", "rename", "bench", "Flat", "Press").status == 0)
    #expect(try checkin.run("records", "flat").lines.first?.hasPrefix("Flat Press  100 kg × 6") ?? false)
    #expect(try checkin.run("exercise", "flat").output.contains("100 kg × 6"))
    let custom = try checkin.run("exercise", "new", "Sled", "Push", "--measures", "distance", "--json").object()
    #expect(custom["measures"] as? String == "distance")
    #expect(try checkin.run("log", "sled", "40m").status == 0)
    let edited = try checkin.run(
      "exercise", "edit", "sled", "--measures", "reps", "--alias", "Prowler", "--json"
    ).object()
    #expect(edited["measures"] as? String == "reps" && edited["aliases"] as? [String] == ["Prowler"])
    #expect(try checkin.run("log", "prowler", "x8").status == 0)
    #expect(try checkin.run("exercise", "edit", "sled").status == 64)
    #expect(try checkin.run("exercise", "edit", "sled", "--alias", "Flat Press").errors.contains("already"))
  }

  @Test func recordsAsOfThePast() throws {
    let checkin = try CheckInProcess()
    try checkin.run("log", "bench", "100x6")
    try checkin.run("session", "finish")
    let sequence = try #require(try checkin.run("show", "session", "1", "--json").object()["sequence"] as? Int)
    try checkin.run("log", "bench", "110x3")
    try checkin.run("session", "finish")
    #expect(try checkin.run("records", "bench").lines.first?.contains("110 kg × 3") ?? false)
    #expect(
      try checkin.run("records", "bench", "--as-of", String(sequence)).lines.first?.contains("100 kg × 6") ?? false)
  }

  @Test func emptyJournals() throws {
    let checkin = try CheckInProcess(environment: ["CHECKIN_JOURNAL": nil])
    #expect(try checkin.run("session").output.contains("checkin session start"))
    #expect(try checkin.run("plan").output.contains("checkin plan new"))
    #expect(try checkin.run("progress").output.contains("checkin log"))
    #expect(try checkin.run("sessions", "--json").output == "[]\n")
    #expect(try checkin.run("plan", "--json").output == "null\n")
    #expect(checkin.journalFiles().isEmpty)
  }

  @Test func aSetIsCorrectedRemovedAndBroughtBack() throws {
    let checkin = try CheckInProcess()
    try checkin.run("log", "bench", "80x10", "90x8", "--at", "06:00")
    let changed = try checkin.run("session", "set", "1", "2", "95x7@9", "--notes", "slow", "--json").object()
    let sets = try #require(changed["sets"] as? [[String: Any]])
    #expect((sets[1]["weight"] as? [String: Any])?["value"] as? String == "95")
    #expect(sets[1]["rpe"] as? Double == 9 && sets[1]["note"] as? String == "slow")
    #expect(
      try checkin.run("session", "remove", "1", "1").lines.first?.hasPrefix("Removed set 1 of session 1") ?? false)
    #expect(try checkin.run("show", "session", "1").output.contains("Bench Press  #2 95 kg × 7, RPE 9"))
    #expect(try checkin.run("session", "restore", "1", "1", "--json").object()["volume"] != nil)
    #expect(try checkin.run("show", "session", "1").output.contains("#1 80 kg × 10  #2 95 kg × 7, RPE 9"))
    #expect(try checkin.run("session", "set", "1", "2", "--exercise", "squat").status == 0)
    #expect(try checkin.run("show", "session", "1").output.contains("Squat  #2 95 kg × 7, RPE 9"))
    #expect(try checkin.run("undo").output.contains("Undid: set edited ("))
    #expect(try checkin.run("show", "session", "1").output.contains("#1 80 kg × 10  #2 95 kg × 7, RPE 9"))

    let before = checkin.logFiles()
    for (arguments, status) in [
      (["set", "1", "9", "80x8"], 66), (["set", "9", "1", "80x8"], 66), (["set", "1"], 64), (["set", "1", "2"], 64),
      (["set", "1", "2", "80y8"], 64), (["set", "1", "2", "80x8", "90x8"], 64), (["set", "x", "2", "80x8"], 64),
      (["remove", "1"], 64), (["remove", "1", "9"], 66), (["restore", "1", "1"], 64), (["restore", "1"], 64),
      (["remove", "1", "1", "--frob"], 64),
    ] as [([String], Int32)] {
      let refused = try checkin.run(["session"] + arguments)
      #expect(refused.status == status && !refused.errors.isEmpty, "\(arguments): \(refused.errors)")
    }
    #expect(checkin.logFiles() == before)
  }

  @Test func aSessionIsCorrected() throws {
    let checkin = try CheckInProcess()
    try checkin.run("log", "bench", "80x10", "--at", "2026-11-20T18:00")
    #expect(try checkin.run("session", "edit", "1", "--end", "19:00").errors.contains("finish"))
    try checkin.run("session", "finish", "--at", "2026-11-20T19:00")
    let edited = try checkin.run(
      "session", "edit", "1", "--at", "17:30", "--end", "18:45", "--title", "Push", "--notes", "good", "--json"
    ).object()
    #expect(edited["start"] as? String == "2026-11-20T17:30:00+01:00")
    #expect(edited["end"] as? String == "2026-11-20T18:45:00+01:00")
    #expect(edited["title"] as? String == "Push" && edited["note"] as? String == "good")
    let before = checkin.logFiles()
    #expect(try checkin.run("session", "edit", "1", "--at", "17:30").errors.contains("Nothing to change"))
    #expect(try checkin.run("session", "edit", "1", "--at", "19:30").status == 64)
    #expect(try checkin.run("session", "edit", "1").status == 64)
    #expect(checkin.logFiles() == before)
  }

  @Test func theReminderTellsWhetherItIsDue() throws {
    let checkin = try CheckInProcess()
    try checkin.run("log", "bench", "80x10", "--at", "yesterday 6:00")
    try checkin.run("session", "finish", "--no-check-in")
    #expect(try checkin.run("reminder").output.contains("checkin remind 18:30"))
    #expect(try checkin.run("reminder", "due").status == 1)
    #expect(try checkin.run("reminder", "7:30", "sat,sun", "--json").object()["due"] as? Bool == true)
    // Saturday 07:30 is now.
    let due = try checkin.run("reminder", "due")
    #expect(due.status == 0 && due.output.contains("Time to train"))
    #expect(try checkin.run("reminder").lines.first == "Reminder at 07:30 on Sat, Sun")
    for (now, status) in [("2026-11-21T07:29:59+01:00", 1), ("2026-11-23T08:00:00+01:00", 1)] as [(String, Int32)] {
      #expect(try checkin.run("reminder", "due", environment: ["CHECKIN_NOW": now]).status == status)
    }
    // Goals count neither an open session nor one without a check-in.
    try checkin.run("goal", "set", "days", "3/week")
    func counted() throws -> Int? { try checkin.run("goal", "--json").array().first?["done"] as? Int }
    try checkin.run("log", "bench", "80x10")
    #expect(try checkin.run("reminder", "due").status == 0 && counted() == 0)
    try checkin.run("session", "finish", "--no-check-in")
    #expect(try checkin.run("reminder", "due").status == 0 && counted() == 0)
    try checkin.run("session", "check-in", "2")
    let trained = try checkin.run("reminder", "due")
    #expect(trained.status == 1 && trained.output.isEmpty && trained.errors.isEmpty)
    #expect(try counted() == 1)
    #expect(
      try checkin.run("reminder", "--json").object()["next"] as? String == "2026-11-22T07:30:00+01:00")
    for words in [["soon"], ["mon"], ["7:30", "8:30"], ["7:30:15"]] {
      #expect(try checkin.run(["reminder"] + words).status == 64)
    }
    #expect(try checkin.run("reminder", "clear", "--json").output == "null\n")
    #expect(try checkin.run("reminder", "--json").output == "null\n")
    #expect(try checkin.run("undo").status == 0)
    #expect(try checkin.run("reminder").lines.first == "Reminder at 07:30 on Sat, Sun")
  }

  @Test func aPlanKeepsItsUnits() throws {
    let checkin = try CheckInProcess(environment: ["CHECKIN_UNIT": "lb"])
    try checkin.run("plan", "new", "Push", "-", "--unit", "kg", input: "Bench Press / 3x8 80 / 1x5 225lb\n")
    let shown = try checkin.run("plan", "show", "push")
    #expect(shown.lines.last == "Bench Press / 3x8 80kg / 1x5 225")
    #expect(try checkin.run("plan", "edit", "push", "-", input: shown.output).errors.contains("Nothing to change"))
    #expect(try checkin.run("plan", "edit", "push", "--no-input").status == 64)
    #expect(try checkin.run("plan", "new", "Pull").errors.contains("standard input"))
    try checkin.run("log", "bench", "225x1", "--at", "06:00")
    #expect(try checkin.run("session", "finish").lines[1] == "1 set, 225 lb, 90 min")
  }

  @Test func aCheckInShowsItsSession() throws {
    let checkin = try CheckInProcess()
    try checkin.run("log", "bench", "80x10", "--at", "06:00")
    try checkin.run("session", "finish", "--check-in")
    #expect(try checkin.run("show", "1", "--json").object()["session"] as? Int == 1)
    #expect(try checkin.run("show", "1").output.contains("Session    1;"))
    let linked = try #require(try checkin.run("show", "1", "--json").object()["sequence"] as? Int)
    try checkin.run("session", "unlink", "1")
    #expect(try !checkin.run("show", "1").output.contains("Session "))
    #expect(try checkin.run("show", "1", "--as-of", String(linked), "--json").object()["session"] as? Int == 1)
  }

  @Test func shellsAreOfferedNamesAndNumbers() throws {
    let checkin = try CheckInProcess()
    try checkin.run("plan", "new", "Push A", "-", input: Self.plan)
    try checkin.run("exercise", "new", "Sled Push")
    try checkin.run("log", "squat", "100x5")
    try checkin.run("session", "finish", "--no-check-in")
    try checkin.run("log", "sled", "x5")
    func offered(_ path: String..., argument: String = "positional@0", words: [String] = []) throws -> [String] {
      try checkin.run(["---completion"] + path + ["--", argument, "1", "0", "checkin"] + words).lines
    }
    #expect(try offered("log").prefix(3) == ["Bench Press", "Pull-up", "Sled Push"])
    #expect(try offered("log").last == "next")
    #expect(try offered("log").filter { $0 == "Squat" }.count == 1 && offered("log").contains("Deadlift"))
    #expect(try offered("exercise", "retire").contains("Sled Push"))
    #expect(try !offered("exercise", "retire").contains("Deadlift"))
    #expect(try offered("plan", "show") == ["1", "Push A"])
    #expect(try offered("session", "discard") == ["2", "1"])
    #expect(try offered("show", words: ["show", ""]) == ["last", "session"])
    #expect(try offered("show", words: ["show", "session", ""]) == ["2", "1"])
    #expect(try offered("session", "set", argument: "--exercise").contains("Squat"))
    #expect(try offered("plan", "show", words: ["--journal", "/nowhere", "plan", "show"]) == [""])
    for shell in ["bash", "zsh", "fish"] {
      let script = try checkin.run("--generate-completion-script", shell).output
      #expect(script.contains("---completion") && script.contains("remind"))
    }
  }

  @Test func oddWorkoutsAreTold() throws {
    let checkin = try CheckInProcess()
    try checkin.run("log", "bench", "80x10", "--at", "2026-11-18T18:00")
    let lint = try checkin.run("lint")
    #expect(lint.status == 0 && lint.output.contains("session discard 1"))
    let findings = try #require(try checkin.run("lint", "--json").object()["findings"] as? [[String: Any]])
    #expect(findings.count == 1 && findings[0]["checkIn"] is NSNull)
  }
}
