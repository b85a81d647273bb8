import Foundation
import TestSupport
import Testing

/// The logs of released generations, which are read for ever as they were.
@Suite("Frozen logs")
struct FrozenLogTests {
  static let generations = ["feature-003", "feature-005", "workouts", "goals", "measures", "days", "marks", "sums"]

  private static let logs = URL(filePath: #filePath).appending(path: "../../../Fixtures/logs").standardized

  /// A copy of a frozen journal.
  private func thawed(_ generation: String) throws -> CheckInProcess {
    let checkin = try CheckInProcess()
    try FileManager.default.copyItem(atPath: Self.logs.appending(path: generation).path, toPath: checkin.journal)
    return checkin
  }

  private func answers(_ generation: String) throws -> [String: Any] {
    let data = try Data(contentsOf: Self.logs.appending(path: generation + ".json"))
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// These digests change only if somebody writes a frozen log again, which nobody may.
  @Test(arguments: [
    ("feature-* workouts", "becbd87a78a17b02646fa3bb02b0c1a4a57344f499f3ffd7d79add5b727376f4"),
    ("goals", "88f901197dcd9eb1fade25207dae6559cdbf971f8b1696cb9978e5e493190a81"),
    ("measures", "2f5e73a30e4e15d42c7d8fe9ba11ed001bbe7b3ad5f45a3bd1fa3db7704ae809"),
    ("days", "2fcf8b6e49963f37afa246867f6871f2917b5d484ff9c89f97a3fc5492a27406"),
    ("marks", "fe05c10bfff2e840e434fe731aa59e991bb8625bedfa262f154bc29d16c3e35e"),
    ("sums", "6f3d1a24a375d884454aadd33b2424aad6c44a95a8d83bc906e305146bc8ce19"),
  ])
  func noFileHasChanged(of names: String, digest: String) throws {
    let sums = try Tool.shell(
      "find \(names) -type f | LC_ALL=C sort | xargs sha256sum | sha256sum", in: Self.logs.path)
    #expect(sums.text.prefix(64) == digest)
  }

  @Test(arguments: generations)
  func itGivesTheAnswersOfItsTime(_ generation: String) throws {
    let checkin = try thawed(generation)
    let answers = try answers(generation)
    for (name, arguments) in [("list", ["list"]), ("discarded", ["list", "--discarded"])] {
      let list = try checkin.run(arguments + ["--json", "-q"]).array()
      #expect(list as NSArray == answers[name] as? NSArray)
    }
    #expect(try checkin.run("verify").output.hasSuffix("No problems found.\n"))
    #expect(try checkin.run("rebuild", "--check").status == 0)
  }

  /// Every action on workouts, and every measure, load, unit and kind of set.
  @Test func workoutsAreWhatTheyWere() throws {
    let checkin = try thawed("workouts")
    let expected = try answers("workouts")
    for (name, arguments) in [("sessions", ["sessions"]), ("open", ["session"]), ("plans", ["plan", "list"])] {
      let answer = try checkin.run(arguments + ["--json", "-q"])
      let shown = name == "open" ? [try answer.object()] : try answer.array()
      let one = expected[name] as? [String: Any]
      let wanted = try #require(one.map { [$0] } ?? expected[name] as? [[String: Any]])
      #expect(shown.count == wanted.count, "\(name)")
      for (shown, wanted) in zip(shown, wanted) {
        // Members may be added.
        let shown = shown.filter { wanted[$0.key] != nil }
        #expect(shown as NSDictionary == wanted as NSDictionary, "\(name)")
      }
    }
    let records = try checkin.run("records", "--json", "-q").array()
    let wanted = try #require(expected["records"] as? [String: [Any]])
    #expect(Set(records.compactMap { $0["exercise"] as? String }) == Set(wanted.keys))
    for record in records {
      let made = try #require(record["record"] as? [String: Any])
      let shown = [made["text"] ?? "", made["day"] ?? "", record["sets"] ?? 0]
      #expect(shown as NSArray == wanted[record["exercise"] as? String ?? ""] as NSArray?)
    }
    // A workout that was never finished.
    #expect(try checkin.run("lint", "-q").lines.last == "1 odd in all.")
  }

  /// Every action on goals: for days and for types, for weeks and for months; and for sums, days and years.
  @Test(arguments: ["goals", "sums"])
  func goalsAreWhatTheyWere(_ generation: String) throws {
    let checkin = try thawed(generation)
    let expected = try #require(answers(generation)["goals"] as? [[String: Any]])
    let shown = try checkin.run("goal", "--json", "-q").array()
    #expect(shown.count == expected.count)
    for (shown, wanted) in zip(shown, expected) {
      // Members may be added.
      #expect(shown.filter { wanted[$0.key] != nil } as NSDictionary == wanted as NSDictionary)
    }
    #expect(try checkin.run("lint", "-q").lines.last == "Nothing odd.")
  }

  /// Every action on marks of days, and the figures that they change.
  @Test func marksAreWhatTheyWere() throws {
    let checkin = try thawed("marks")
    let expected = try answers("marks")
    #expect(try checkin.run("rest", "list", "--json", "-q").array() as NSArray == expected["marks"] as? NSArray)
    let stats = try checkin.run("stats", "--json", "-q").object()
    let without = stats["withoutMarks"] as? [String: Any]
    for (shown, name) in [(stats, "streak"), (without, "withoutMarks")] {
      let wanted = try #require(expected[name] as? [String: Any])
      let streak = try #require(shown?["currentStreak"] as? [String: Any])
      // Members may be added.
      #expect(streak.filter { wanted[$0.key] != nil } as NSDictionary == wanted as NSDictionary, "\(name)")
    }
    let goals = try checkin.run("goal", "--json", "-q").array()
    let wanted = try #require(expected["goals"] as? [[String: Any]])
    #expect(goals.count == wanted.count)
    for (shown, wanted) in zip(goals, wanted) {
      // Members may be added.
      #expect(shown.filter { wanted[$0.key] != nil } as NSDictionary == wanted as NSDictionary)
    }
    #expect(try checkin.run("lint", "-q").lines.last == "Nothing odd.")
  }

  /// What says more than the lists: who recorded it, and what it was before.
  @Test func measuresAndDevicesAreWhatTheyWere() throws {
    let checkin = try thawed("measures")
    let audit = try checkin.run("audit", "--json").output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(
      audit.map { $0["device"] as? String } == [
        nil, nil, "Annas Händi 📱", "laptop", nil, nil, "laptop", "phone", nil, "laptop", "phone",
      ])
    let changes = try #require(audit[7]["changes"] as? NSDictionary)
    #expect(
      changes == [
        "duration": ["from": 2700, "to": NSNull()] as [String: Any], "distance": ["from": 5000, "to": 5100],
      ] as NSDictionary)
    #expect(try checkin.run("show", "2", "--json", "--as-of", "8").object()["distance"] as? Int == 5100)
    let lint = try checkin.run("lint", "-q").lines
    #expect(lint.contains("Event 6, check-in 6: Distance must be between 1 m and 10,000 km"))
    #expect(lint.last == "2 odd in all.")
  }

  @Test func lintTellsWhatEachGenerationHolds() throws {
    let old = try thawed("feature-003").run("lint", "-q").lines
    #expect(old.first == "Feature 003  19 check-ins created, events 1 to 23")
    #expect(old.contains("Events       23: 19 created, 3 edited, 1 discarded"))
    #expect(old.last == "Nothing odd.")
    let new = try thawed("feature-005").run("lint", "--json", "-q").object()
    let generations = try #require(new["generations"] as? [[String: Any]])
    #expect(generations.map { $0["generation"] as? String } == ["005"])
    #expect(generations.map { $0["checkIns"] as? Int } == [24])
    #expect(new["formatVersions"] as? [Int] == [1])
    #expect(new["notUnderstood"] as? Int == 0)
  }

  @Test func whatTodaysRulesWouldNotAcceptIsNamedAndKept() throws {
    let checkin = try CheckInProcess()
    // Recorded today, for a day that lies ahead: only the stand-in for the clock lets it pass.
    try checkin.run(
      "add", "run", "Ahead", "--at", "2099-01-01T10:00Z", environment: ["CHECKIN_NOW": "2099-06-01T00:00:00Z"])
    let lint = try checkin.run("lint")
    #expect(lint.status == 0)
    #expect(lint.lines.first == "Feature 005  1 check-in created, event 1")
    #expect(lint.lines.contains("Event 1, check-in 1: Check-in date cannot be in the future"))
    #expect(lint.lines.last == "1 odd in all.")
  }

  @Test func aTextWithNULThatIsInALogCanBeRead() throws {
    let checkin = try CheckInProcess()
    try checkin.run("add", "run", "Morning")
    let events = try checkin.run("export", "--format", "events").output.replacing("Morning", with: #"a\u0000b"#)
    let old = ["--journal", checkin.directory + "/old"]
    #expect(try checkin.run(["import", "-"] + old, input: events).status == 0)
    #expect(try checkin.run(["list"] + old).output.hasSuffix("Run  a\\u{0}b\n"))
    #expect(
      try checkin.run(["lint"] + old).lines.contains("Event 1, check-in 1: Title cannot contain a NUL character"))
    #expect(try checkin.run(["edit", "1", "--title", "Morning"] + old).status == 0)
  }

  @Test func anOldLogGoesOnInTodaysForm() throws {
    let checkin = try thawed("feature-003")
    let before = try checkin.run("list", "--json").output
    let old = checkin.journalFiles()
    #expect(try checkin.run("edit", "1", "--type", "run", "--title", "Corrida", "--calories", "300").status == 0)
    let edited = try checkin.run("show", "1", "--json").object()
    #expect(edited["type"] as? String == "Run")
    #expect(edited["title"] as? String == "Corrida")
    // What was written stays as it was, and the schema explains what is new.
    let new = checkin.journalFiles()
    for (name, bytes) in old where name.hasPrefix("log/") {
      #expect(new[name]?.starts(with: bytes) == true, "\(name)")
    }
    let text = try Tool.shell(
      "cat log/*.lz4 | lz4 -dc | protoc --decode=checkin.v1.EventLog event_log.proto", in: checkin.journal)
    #expect(text.text.contains("title: \"Corrida\""))
    // Undone, it is of its generation again.
    try checkin.run("undo")
    let undone = try checkin.run("list", "--json").output
    #expect(undone.replacing(/"sequence":\d+/, with: "") == before.replacing(/"sequence":\d+/, with: ""))
  }
}
