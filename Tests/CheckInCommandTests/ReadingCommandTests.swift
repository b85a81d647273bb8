import Foundation
import TestSupport
import Testing

/// What reading commands answer, and that they write nothing.
struct ReadingCommandTests {
  static let commands: [[String]] = [
    [], ["--json"], ["show", "1"], ["show", "last", "--json"], ["list"], ["list", "--json"], ["list", "--discarded"],
    ["list", "--type", "run", "-n", "1"], ["search", "legs"], ["search", "5k", "--json"],
    ["list", "--from", "yesterday", "--to", "today"], ["month"],
    ["month", "2026-10"], ["month", "--json"], ["months"], ["months", "--json"], ["year"], ["year", "2025", "--json"],
    ["stats"], ["stats", "--json"], ["history", "4"], ["history", "4", "--json"], ["audit"], ["audit", "--json"],
    ["audit", "--from", "2", "--to", "3", "-n", "1"], ["audit", "--from", "99"], ["verify"], ["verify", "--json"],
    ["rebuild", "--check"], ["export"], ["export", "--format", "jsonl"], ["--help"], ["help", "add"], ["--version"],
    ["--generate-completion-script", "bash"],
  ]

  @Test(arguments: commands)
  func leavesEveryByte(_ arguments: [String]) throws {
    let checkin = try CheckInProcess.withSamples()
    let before = checkin.journalFiles()
    let outcome = try checkin.run(arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.isEmpty == (arguments == ["audit", "--from", "99"]))
    #expect(outcome.output.isEmpty || outcome.output.utf8.last == UInt8(ascii: "\n"))
    #expect(!before.isEmpty)
    #expect(checkin.journalFiles() == before)
  }

  @Test func checkInObject() throws {
    let checkin = try CheckInProcess.withSamples()
    let object = try checkin.run("show", "2", "--json").object()
    let keys: Set = [
      "number", "id", "type", "title", "at", "timeZone", "day", "calories", "location", "notes", "photo", "discarded",
      "sequence",
    ]
    #expect(keys.isSubset(of: object.keys))
    #expect(object["at"] as? String == "2026-11-20T18:00:00+01:00")
    #expect(object["timeZone"] as? String == "Europe/Berlin")
    #expect(object["day"] as? String == "2026-11-20")
    #expect(object["location"] as? String == "Hall")
    #expect(object["notes"] as? String == "Heavy")
    #expect("\(object["calories"] ?? "")" == "<null>")
    let id = try #require(object["id"] as? String)
    #expect(try checkin.run("show", id.lowercased(), "--json").object()["number"] as? Int == 2)
  }

  @Test func listIsNewestFirst() throws {
    let checkin = try CheckInProcess.withSamples()
    func numbers(_ arguments: String...) throws -> [Int] {
      try checkin.run(["list", "--json"] + arguments).array().compactMap { $0["number"] as? Int }
    }
    #expect(try numbers() == [1, 2, 3])
    #expect(try numbers("--discarded") == [4])
    #expect(try numbers("-n", "2") == [1, 2])
    #expect(try numbers("-n", "0") == [])
    #expect(try numbers("--type", "GYM") == [2])
    #expect(try numbers("--type", "gym", "--type", "walk") == [2, 3])
    #expect(try numbers("--from", "2026-11-17") == [1, 2])
    #expect(try numbers("--to", "yesterday") == [2, 3])
  }

  @Test func monthObject() throws {
    let checkin = try CheckInProcess.withSamples()
    try checkin.run("add", "swim", "Early", "--at", "2026-11-21T06:00")
    let month = try checkin.run("month", "--json").object()
    #expect(month["month"] as? String == "2026-11")
    #expect(month["checkIns"] as? Int == 4)
    #expect(month["days"] as? Int == 3)
    #expect(month["daysInMonth"] as? Int == 30)
    #expect(month["percentage"] as? Double == 10)
    let calendar = try #require(month["calendar"] as? [[String: Any]])
    #expect(calendar.compactMap { $0["day"] as? String } == ["2026-11-16", "2026-11-20", "2026-11-21"])
    #expect(calendar.last?["checkIns"] as? Int == 2)
    #expect(calendar.last?["newest"] as? Int == 1)
    #expect(calendar.last?["type"] as? String == "Run")
    #expect(calendar.last?.keys.contains("photo") == true)
  }

  @Test func statisticsObject() throws {
    let checkin = try CheckInProcess.withSamples()
    let stats = try checkin.run("stats", "--json").object()
    #expect(stats["total"] as? Int == 3)
    #expect(stats["days"] as? Int == 3)
    #expect(stats["firstDay"] as? String == "2026-11-16")
    #expect(stats["lastDay"] as? String == "2026-11-21")
    #expect(stats["byType"] as? [String: Int] == ["Run": 1, "Gym": 1, "Walk": 1])
    let streak = try #require(stats["currentStreak"] as? [String: Any])
    #expect(streak["days"] as? Int == 2)
    #expect(streak["from"] as? String == "2026-11-20")
    #expect(stats["sequence"] as? Int == 5)
  }

  /// The clock stands at 06:30 UTC, whatever offset it is written with.
  @Test(arguments: [
    ("Pacific/Kiritimati", "2026-11-21"), ("America/Los_Angeles", "2026-11-20"), ("UTC", "2026-11-21"),
    ("Asia/Tokyo", "2026-11-21"),
  ])
  func todayIsTheDateWhereTheQuestionIsAsked(_ zone: String, _ today: String) throws {
    let checkin = try CheckInProcess(environment: ["TZ": zone])
    for words in [[], ["--at", "now"], ["--at", "today 00:01"], ["--at", "00:01"]] {
      let added = try checkin.run(["add", "run", "x", "--json"] + words).object()
      #expect(added["day"] as? String == today, "\(words)")
    }
    #expect(try checkin.run("list", "--from", "today", "--json").array().count == 4)
    let dashboard = try checkin.run("--json").object()
    #expect(dashboard["today"] as? String == today)
    #expect((dashboard["currentStreak"] as? [String: Any])?["to"] as? String == today)
  }

  /// Check-ins lie on the 16th, 20th and 21st.
  @Test(arguments: [
    ("2026-11-15", nil), ("2026-11-16", "2026-11-16"), ("2026-11-17", "2026-11-16"), ("2026-11-18", nil),
    ("2026-11-19", nil), ("2026-11-20", "2026-11-20"), ("2026-11-21", "2026-11-21"), ("2026-11-22", "2026-11-21"),
    ("2026-11-23", nil),
  ])
  func daysAfterTodayAreNoCurrentStreak(_ today: String, _ last: String?) throws {
    let checkin = try CheckInProcess.withSamples(environment: ["CHECKIN_NOW": today + "T10:00:00+01:00"])
    let stats = try checkin.run("stats", "--json").object()
    #expect((stats["currentStreak"] as? [String: Any])?["to"] as? String == last)
    #expect((stats["longestStreak"] as? [String: Any])?["to"] as? String == "2026-11-21")
  }

  @Test func yearObject() throws {
    let checkin = try CheckInProcess.withSamples()
    let year = try checkin.run("year", "--json").object()
    #expect(year["year"] as? Int == 2026)
    #expect(year["checkIns"] as? Int == 3)
    #expect(year["days"] as? Int == 3)
    #expect(year["daysInYear"] as? Int == 365)
    #expect((year["calendar"] as? [[String: Any]])?.count == 3)
    #expect(try checkin.run("year", "2024", "--json").object()["daysInYear"] as? Int == 366)
  }

  @Test func auditIsJSONLines() throws {
    let checkin = try CheckInProcess.withSamples()
    try checkin.run("edit", "1", "--calories", "340")
    let lines = try checkin.run("audit", "--json", "-n", "2").lines
    #expect(lines.count == 2)
    let entry = try #require(lines.last)
    #expect(entry.contains(#""sequence":6,"#))
    #expect(entry.contains(#""origin":"cli","action":"edited","checkIn":1,"#))
    #expect(entry.contains(#""changes":{"calories":{"from":320,"to":340}},"command":6,"undoes":null}"#))
    #expect(entry.contains(/"recordedAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/))
    #expect(lines.first?.contains(#""action":"discarded","checkIn":4,"changes":{},"command":"#) == true)
    let history = try checkin.run("history", "1", "--json").array()
    #expect(history.compactMap { $0["action"] as? String } == ["created", "edited"])
  }

  @Test func verificationObject() throws {
    let checkin = try CheckInProcess.withSamples()
    let object = try checkin.run("verify", "--json").object()
    #expect(object["ok"] as? Bool == true)
    #expect(object["events"] as? Int == 5)
    #expect((object["problems"] as? [String]) == [])
    let receipt = try #require(object["receipt"] as? String)
    try checkin.run("add", "run", "Later")
    #expect(
      try checkin.run("verify", "--against", receipt).output.hasSuffix(
        "The log extends the one of the receipt, up to event 5.\nNo problems found.\n"))
    #expect(!(try checkin.run("verify").output.contains("extends")))
    let rebuild = try checkin.run("rebuild", "--json").object()
    #expect(rebuild["events"] as? Int == 6)
    #expect(rebuild["reason"] as? String == "asked")
  }

  @Test func aCheckSaysWhetherThereWasSomethingToCompare() throws {
    let checkin = try CheckInProcess.withSamples()
    try checkin.run("rebuild")
    #expect(try checkin.run("rebuild", "--check").output.hasSuffix("No differences.\n"))
    #expect(try checkin.run("rebuild", "--check", "--json").object()["compared"] as? Bool == true)

    let snapshot = checkin.journal + "/snapshot.sqlite"
    try FileManager.default.removeItem(atPath: snapshot)
    for (content, words) in [(nil, "there is no snapshot"), ("no database", "cannot read it")] as [(String?, String)] {
      try content.map { try Data($0.utf8).write(to: URL(filePath: snapshot)) }
      let check = try checkin.run("rebuild", "--check")
      #expect(check.status == 0)
      #expect(check.output.hasPrefix("Nothing was compared:") && check.output.contains(words), "\(check.output)")
      let json = try checkin.run("rebuild", "--check", "--json").object()
      #expect(json["compared"] as? Bool == false)
    }
  }

  @Test func theDaysPictureIsItsNewestPhoto() throws {
    let checkin = try CheckInProcess.withPhotos()
    // Newer than the run of that day, and without a photo.
    try checkin.run("add", "gym", "Later", "--at", "07:20")
    let calendar = try #require(try checkin.run("month", "--json").object()["calendar"] as? [[String: Any]])
    let photos = calendar.compactMap { $0["photo"] as? [String: Any] }
    #expect(photos.compactMap { $0["checkIn"] as? Int } == [2, 1])
    #expect(try photos.last?["sha256"] as? String == checkin.photo(of: 1))
    #expect(calendar.last?["newest"] as? Int == 5)
    #expect(calendar.last?["type"] as? String == "Gym")
    let page = try checkin.run("gallery", "-")
    #expect(page.output.contains("newest Gym, Later, with a photo"))
    #expect(page.output.contains("2 photos"))

    try checkin.run("discard", "1")
    let after = try #require(try checkin.run("month", "--json").object()["calendar"] as? [[String: Any]])
    #expect(after.last?["photo"] is NSNull, "a discarded check-in shows nothing")
  }

  @Test func lastIsTheNewestThatIsNotDiscarded() throws {
    let checkin = try CheckInProcess.withSamples()
    #expect(try checkin.run("show", "last", "--json").object()["number"] as? Int == 3)
    try checkin.run("add", "run", "Wrong")
    try checkin.run("undo")
    #expect(try checkin.run("edit", "last", "--title", "Right", "--json").object()["number"] as? Int == 3)
    #expect(try checkin.run("restore", "last", "--json").object()["number"] as? Int == 5, "only those can be restored")
    try checkin.run("discard", "1", "2", "3", "5")
    let none = try checkin.run("show", "last")
    #expect(none.status == 66 && none.errors.contains("no check-in that is not discarded"))
  }
}
