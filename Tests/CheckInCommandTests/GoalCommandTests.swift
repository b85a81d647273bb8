import Foundation
import TestSupport
import Testing

/// `checkin goal`, on Saturday 21 November 2026.
@Suite("Goals, as commands")
struct GoalCommandTests {
  let checkin: CheckInProcess

  init() throws {
    checkin = try CheckInProcess()
    for day in ["02", "09", "10", "16", "17"] { try checkin.run("add", "run", "Lake", "--at", "2026-11-\(day) 07:00") }
  }

  @Test("Goals are set, listed with what was done, replaced, cleared and undone")
  func lifeOfAGoal() throws {
    #expect(try checkin.run("goal").output == "No goals are set. Set one: checkin goal run 3/week\n")
    #expect(
      try checkin.run("goal", "set", "run", "2/week").output
        == "2 runs a week  ████████████  2 of 2 runs this week, 2 weeks in a row\n")
    let both = try checkin.run("goal", "set", "days", "20/month")
    #expect(
      both.lines == [
        "20 days a month  ███░░░░░░░░░  5 of 20 days in November",
        "2 runs a week    ████████████  2 of 2 runs this week, 2 weeks in a row",
      ])
    #expect(try checkin.run("goal", "--ascii").lines.first?.contains("###.........") ?? false)
    #expect(try checkin.run("goal", "set", "Runs", "12/month").lines.last?.hasPrefix("12 runs a month") ?? false)
    #expect(try checkin.run("undo").lines.first?.hasPrefix("Undid: goal set (Run ") == true)
    #expect(try checkin.run("goal").output == both.output)
    let cleared = try checkin.run("goal", "clear", "run")
    #expect(cleared.lines.count == 1 && cleared.errors.isEmpty)
    let none = try checkin.run("goal", "clear", "run")
    #expect(none.status == 0 && none.errors == "There was no goal for Run.\n")
    #expect(try checkin.run("redo").status == 64, "nothing was undone since")
    #expect(try checkin.run("undo").lines.first == "Undid: goal cleared (Run)")
    #expect(try checkin.run("goal").output == both.output)
    let past = try checkin.run("goal", "--as-of", "6", "-q")
    #expect(past.lines.count == 1 && past.output.contains("runs a week"))
    #expect(try checkin.run("goal", "--json", "--as-of", "5", "-q").output == "[]\n")
  }

  @Test("In JSON a goal names its period, what was done, and its streak")
  func json() throws {
    let goals = try checkin.run("goal", "set", "run", "3/week", "--json").array()
    #expect(
      goals as NSArray == [
        [
          "goal": "Run", "count": 3, "period": "week", "from": "2026-11-16", "to": "2026-11-22", "done": 2,
          "wanted": 3, "restDays": 0, "kept": false, "streak": 0,
        ] as [String: Any]
      ])
    // Weeks start with the day of the locale.
    let sunday = try checkin.run("goal", "--json", environment: ["LC_ALL": "en_US.UTF-8"]).array()
    #expect(sunday.first?["from"] as? String == "2026-11-15")
  }

  @Test("The start shows the goals, and is as it was without any")
  func dashboard() throws {
    let without = try checkin.run().lines
    try checkin.run("goal", "set", "run", "3/week")
    try checkin.run("goal", "set", "days", "20/month")
    let with = try checkin.run().lines
    #expect(with.filter { !without.contains($0) } == ["Goals         5 of 20 days in November, 2 of 3 runs this week"])
  }

  @Test(
    "What is no goal is refused, and nothing is written",
    arguments: [
      ["set"], ["set", "run"], ["set", "hike", "3/week"], ["set", "run", "0/week"], ["set", "days", "8/week"],
      ["set", "run", "3/year"], ["clear"], ["clear", "hike"], ["clear", "unknown"], ["hop", "3/week"],
    ])
  func refused(words: [String]) throws {
    let before = checkin.logFiles()
    let outcome = try checkin.run(["goal"] + words)
    #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.hasPrefix("Error: "), "\(words)")
    #expect(checkin.logFiles() == before)
  }

  @Test("Histories and exported events have the goals, and bring them back")
  func events() throws {
    try checkin.run("goal", "set", "run", "3/week")
    try checkin.run("goal", "set", "days", "20/month")
    try checkin.run("goal", "clear", "run")
    let audit = try checkin.run("audit", "-n", "3").output
    for words in ["goalSet  Run 3/week", "goalSet  days 20/month", "goalCleared  Run"] {
      #expect(audit.contains(words), "\(words) in \(audit)")
    }
    let events = try checkin.run("export", "--format", "events").output
    #expect(events.contains(#""action":"goalSet","fields":{"goal":"days","count":20,"period":"month"}"#))
    let copy = ["--journal", checkin.directory + "/copy"]
    #expect(try checkin.run(["import", "-"] + copy, input: events).status == 0)
    #expect(try checkin.run(["goal"] + copy).output == checkin.run("goal").output)
    #expect(try checkin.run("rebuild", "--check").status == 0)
    #expect(try checkin.run("lint", "-q").lines.last == "Nothing odd.")
  }

  @Test("The shell completes what there is a goal for")
  func completion() throws {
    try checkin.run("goal", "set", "strength", "3/week")
    let script = try checkin.run("--generate-completion-script", "bash").output
    #expect(script.contains("goal"))
  }
}
