import Foundation
import TestSupport
import Testing

/// Durations, distances and devices, on every way that the command has for them.
struct MeasureCommandTests {
  private func journal() throws -> CheckInProcess {
    let checkin = try CheckInProcess()
    try checkin.run(
      "add", "run", "Morning", "5k", "--at", "07:10", "--duration", "45m", "--distance", "5km",
      environment: ["CHECKIN_DEVICE": " Anna's\tlaptop "])
    try checkin.run("add", "gym", "Lift", "--at", "06:00")
    return checkin
  }

  @Test func theyAreSetShownChangedAndCleared() throws {
    let checkin = try journal()
    let shown = try checkin.run("show", "1", "--json").object()
    #expect(shown["duration"] as? Int == 2700 && shown["distance"] as? Int == 5000)
    #expect(shown["title"] as? String == "Morning 5k", "nothing is guessed from a title")
    let card = try checkin.run("show", "1").lines
    #expect(card.contains("Duration   45:00") && card.contains("Distance   5 km"))
    #expect(try checkin.run("show", "1", environment: ["CHECKIN_UNIT": "lb"]).lines.contains("Distance   3.11 mi"))
    #expect(try checkin.run("list").lines.first?.hasSuffix("Run  Morning 5k  45:00  5 km") == true)

    let edited = try checkin.run("edit", "1", "--distance", "3.1mi", "--clear", "duration", "--json").object()
    #expect(edited["distance"] as? Int == 4989 && edited["duration"] == nil)
    #expect(
      try checkin.run("history", "1").lines.last?.hasSuffix(
        "  duration 45:00 → –, distance 5 → 4.989 km  (event 3, cli)") == true)
    #expect(try checkin.run("undo").status == 0)
    #expect(try checkin.run("show", "1", "--json").object()["duration"] as? Int == 2700)
    #expect(try checkin.run("redo").status == 0)
    #expect(try checkin.run("show", "1", "--json", "--as-of", "1").object()["distance"] as? Int == 5000)
    #expect(try checkin.run("edit", "1", "--distance", "4989m").errors.contains("Nothing to change"))
    #expect(try checkin.run("verify").output.hasSuffix("No problems found.\n"))
    #expect(try checkin.run("rebuild", "--check").status == 0)
  }

  @Test func checkInsWithoutThemAreToldAsBefore() throws {
    let checkin = try journal()
    #expect(try checkin.run("list", "--type", "gym").lines == ["2  Sat 21 Nov 2026 06:00  Gym  Lift"])
    let shown = try checkin.run("show", "2", "--json").object()
    #expect(shown["duration"] == nil && shown["distance"] == nil)
    #expect(try !checkin.run("show", "2").output.contains("Distance"))
    let event = try checkin.run("audit", "--json", "--from", "2").object()
    #expect(event["device"] == nil)
  }

  @Test func allThatIsWrongWithThemIsSaid() throws {
    let checkin = try journal()
    let before = checkin.logFiles()
    for (duration, distance, message) in [
      ("soon", "5", "Duration must be a time such as 45m, 1h30m, 45:30 or 1:30:00"),
      ("0m", "1,234m", "Duration must be between 1 second and 1,000,000 seconds (11 days)"),
      ("-5m", "far", "Distance must be a length such as 5km, 800m or 3.1mi"),
      ("45m", "10000.001km", "Distance must be between 1 m and 10,000 km"),
      ("99999999h", "0m", "Duration must be between 1 second and 1,000,000 seconds (11 days)"),
    ] {
      for command in [["add", "run", "x"], ["edit", "1"]] {
        let outcome = try checkin.run(command + ["--duration", duration, "--distance", distance])
        #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
      }
    }
    #expect(try checkin.run("edit", "1", "--duration", "5m", "--clear", "duration").status == 64)
    #expect(checkin.logFiles() == before)
  }

  @Test(
    "Numbers without a unit are minutes, and kilometres or the configured unit",
    arguments: [
      ("5", "30", nil, 5000, 1800), ("5k", "1h30", nil, 5000, 5400), ("1.5 miles", "45 min", nil, 2414, 2700),
      ("5,2", "1,5h", nil, 5200, 5400), ("5", "30", "lb", 8047, 1800), ("5k", "1:05:00", "lb", 5000, 3900),
      ("13.1 km", "45:30", nil, 13_100, 2730), ("1.234,5 km", "90s", nil, 1_234_500, 90),
    ] as [(String, String, String?, Int, Int)])
  func optionValues(_ distance: String, _ duration: String, _ unit: String?, _ metres: Int, _ seconds: Int) throws {
    let checkin = try CheckInProcess(environment: ["CHECKIN_UNIT": unit])
    let outcome = try checkin.run(
      "add", "bike", "x", "--distance", distance, "--duration", duration, "--calories", "640 kcal", "--json")
    let added = try outcome.object()
    #expect(added["distance"] as? Int == metres && added["duration"] as? Int == seconds, "\(outcome)")
    #expect(added["calories"] as? Int == 640)
  }

  @Test("Distances have a unit of their own, for what is read and what is shown")
  func distanceUnit() throws {
    let checkin = try CheckInProcess(environment: ["CHECKIN_UNIT": "kg", "CHECKIN_DISTANCE_UNIT": "mi"])
    let added = try checkin.run("add", "run", "Lake", "--distance", "5", "--duration", "40", "--json").object()
    #expect(added["distance"] as? Int == 8047)
    #expect(try checkin.run("show", "1").lines.contains("Distance   5 mi"))
    #expect(try checkin.run("stats").output.contains("8:00 min/mi"))
    let kilometres = ["CHECKIN_UNIT": "lb", "CHECKIN_DISTANCE_UNIT": "km"]
    #expect(try checkin.run("show", "1", environment: kilometres).lines.contains("Distance   8.047 km"))
    #expect(try checkin.run("config", "distance_unit").output == "mi\n")
    let wrong = try checkin.run("list", environment: ["CHECKIN_DISTANCE_UNIT": "leagues"])
    #expect(wrong.status == 64 && wrong.errors.contains("CHECKIN_DISTANCE_UNIT"), "\(wrong)")
  }

  @Test(
    "Doubtful values are recorded and reported, by add and edit at once and by lint later",
    arguments: [
      (["--calories", "10001"], "10001 kcal is more than anyone burns in a day"),
      (["--distance", "42", "--duration", "42"], "42km in 42:00 is faster than anyone is"),
      (["--at", "2015-11-21T07:00"], "The day 2015-11-21 is more than ten years ago"),
    ])
  func doubtfulValues(_ options: [String], _ doubt: String) throws {
    let checkin = try CheckInProcess()
    let added = try checkin.run(["add", "run", "x"] + options)
    #expect(added.status == 0 && added.errors.contains(doubt), "\(added.errors)")
    #expect(try checkin.run("lint").output.contains(doubt))
    #expect(try checkin.run("again").errors.contains(doubt) == !options.contains("--at"))
    try checkin.run("add", "run", "y")
    #expect(try checkin.run(["edit", "last"] + options).errors.contains(doubt))
    #expect(!(try checkin.run("edit", "last", "--title", "z").errors.contains(doubt)), "it is known")
  }

  @Test("lint judges a check-in as it is now, not each of its edits")
  func doubtsOfTheState() throws {
    let checkin = try CheckInProcess()
    try checkin.run("add", "run", "x", "--distance", "5")
    try checkin.run("edit", "1", "--duration", "5:00")
    try checkin.run("add", "run", "y", "--at", "2015-11-21T07:00")
    try checkin.run("add", "run", "z", "--calories", "10001")
    let doubts = try checkin.run("lint").lines
    #expect(doubts.contains("Event 2, check-in 1: 5km in 5:00 is faster than anyone is"), "\(doubts)")
    #expect(doubts.last == "3 odd in all.")
    for edit in [
      ["edit", "1", "--duration", "25:00"], ["edit", "2", "--at", "2025-11-21T07:00"], ["discard", "3"],
    ] { #expect(try checkin.run(edit).status == 0) }
    #expect(try checkin.run("lint").lines.last == "Nothing odd.")
  }

  @Test func usualValuesAreNotDoubtful() throws {
    let checkin = try CheckInProcess()
    try checkin.run("add", "run", "x")
    let options = ["--calories", "10000", "--distance", "42", "--duration", "2:01:00", "--at", "2017-01-01T07:00"]
    #expect(try checkin.run(["add", "run", "x"] + options).errors.isEmpty)
    #expect(try checkin.run("lint").output.contains("Nothing odd."))
    let impossible = try checkin.run("add", "run", "x", "--calories", "100001")
    #expect(impossible.status == 64 && impossible.errors.contains("Calories must be 100000 or less"))
  }

  @Test func theDeviceIsToldWhereOneWasNamed() throws {
    let checkin = try journal()
    let events = try checkin.run("audit", "--json").output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(events.map { $0["device"] as? String } == ["Anna's laptop", nil])
    #expect(try checkin.run("audit").lines.first?.hasSuffix("  (event 1, cli, Anna's laptop)") == true)
    #expect(try !checkin.run("export", "--format", "jsonl").output.contains("Anna"))
  }

  @Test(arguments: ["csv", "jsonl", "events"])
  func everyFormatBringsThemBack(_ format: String) throws {
    let checkin = try journal()
    let file = try checkin.run("export", "--format", format).output
    let copy = ["--journal", checkin.directory + "/copy"]
    for added in [2, 0] {
      let report = try checkin.run(["import", "-", "--format", format, "--json"] + copy, input: file).object()
      #expect(report["added"] as? Int == added)
    }
    #expect(
      try checkin.run(["export", "--format", "csv"] + copy).output == checkin.run("export", "--format", "csv").output)
    if format == "events" {
      #expect(file.hasPrefix("{\"format\":\"checkin-events\",\"version\":3,"))
      #expect(try checkin.run(["audit"] + copy).output == checkin.run("audit").output)
    }
  }

  @Test func aFileOfOthersCanHaveThemAsPeopleWriteThem() throws {
    let checkin = try CheckInProcess()
    let rows = "at,type,title,duration,distance\n2026-11-20T07:00,run,a,45:30,5.2 km\n2026-11-20T08:00,run,b,60,800\n"
    #expect(try checkin.run("import", "-", "--format", "csv", input: rows).status == 0)
    let list = try checkin.run("list", "--json").array()
    #expect(list.map { $0["duration"] as? Int } == [60, 2730] && list.map { $0["distance"] as? Int } == [800, 5200])
    let wrong = "at,type,title,duration,distance\n2026-11-20T07:00,run,a,soon,far\n2026-11-20T07:00,run,a,-1,0\n"
    let refused = try checkin.run("import", "-", "--format", "csv", "--json", input: wrong)
    #expect(refused.status == 65)
    let rejected = try #require(refused.object()["rejected"] as? [[String: Any]])
    #expect(
      rejected.map { $0["messages"] as? [String] } == [
        [
          "Duration must be in whole seconds, or a time such as 45m or 1:30:00",
          "Distance must be in whole metres, or a length such as 5km or 3.1mi",
        ],
        [
          "Duration must be between 1 second and 1,000,000 seconds (11 days)",
          "Distance must be between 1 m and 10,000 km",
        ],
      ])
  }

  @Test func filesOfHistoriesWithoutThemAreWhatTheyWere() throws {
    let checkin = try CheckInProcess()
    try checkin.run("add", "gym", "Lift")
    let csv = try checkin.run("export", "--format", "csv").output
    #expect(csv.hasPrefix("at,type,title,calories,location,notes,id,timeZone\r\n"))
    let events = try checkin.run("export", "--format", "events").output
    #expect(events.hasPrefix("{\"format\":\"checkin-events\",\"version\":1,"))
    let database = checkin.directory + "/all.sqlite"
    try checkin.run("export", "--format", "sqlite", database)
    let columns = "SELECT group_concat(name) FROM pragma_table_info"
    #expect(
      try Tool.shell("sqlite3 all.sqlite \"\(columns)('check_ins'); \(columns)('events')\"", in: checkin.directory).text
        == """
        number,id,type,title,at,at_utc,time_zone,day,calories,location,notes,photo,discarded,sequence
        sequence,recorded_at,origin,action,check_in,command,undoes,changes

        """)
  }

  @Test func calendarsAndDatabasesHaveThem() throws {
    let checkin = try journal()
    let calendar = try checkin.run("export", "--format", "ics").output
    #expect(calendar.contains("\r\nDURATION:PT0H45M0S\r\n") && calendar.contains("\r\nX-CHECKIN-DISTANCE:5000\r\n"))
    #expect(calendar.components(separatedBy: "DURATION").count == 2, "the other one has no length")
    try checkin.run("export", "--format", "sqlite", checkin.directory + "/all.sqlite")
    let rows = try Tool.shell(
      "sqlite3 all.sqlite 'SELECT duration, distance FROM check_ins; SELECT device FROM events'", in: checkin.directory)
    #expect(rows.text == "2700|5000\n|\nAnna's laptop\n\n")
  }
}
