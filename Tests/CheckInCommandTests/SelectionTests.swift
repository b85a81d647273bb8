import Foundation
import TestSupport
import Testing

/// What of a journal is listed and counted: orders, calories, tags, groups, weeks.
struct SelectionTests {
  private let checkin: CheckInProcess

  init() throws {
    checkin = try CheckInProcess()
    for arguments in [
      ["run", "Night #race", "--at", "2026-11-18T07:00", "--calories", "320", "--location", "Park"],
      [
        "swim", "Älter", "--at", "2026-11-19T07:00", "--calories", "200", "--notes",
        "Before the #Race, lap #5 #Hill-Up",
      ],
      ["walk", "zoo", "--at", "2026-11-20T07:00", "--location", "Ähren"],
      ["run", "apple", "--at", "2026-10-30T07:00", "--calories", "400"],
      ["gym", "apple", "--at", "2026-10-01T07:00"],
      ["gym", "Gone #race", "--at", "2026-11-20T08:00"],
    ] { #expect(try checkin.run(["add"] + arguments).status == 0) }
    #expect(try checkin.run("discard", "6", "--yes").status == 0)
  }

  private func numbers(_ command: String, _ arguments: [String]) throws -> [Int] {
    try numbers([command] + arguments)
  }

  private func numbers(_ arguments: String...) throws -> [Int] { try numbers(arguments) }

  private func numbers(_ arguments: [String]) throws -> [Int] {
    try checkin.run(arguments + ["--json"]).array().compactMap { $0["number"] as? Int }
  }

  @Test(arguments: [
    ("time", [5, 4, 1, 2, 3]), ("time:desc", [3, 2, 1, 4, 5]), ("title", [2, 4, 5, 1, 3]),
    ("title:desc", [3, 1, 4, 5, 2]), ("type", [5, 1, 4, 2, 3]), ("calories", [2, 1, 4, 3, 5]),
    ("calories:desc", [4, 1, 2, 3, 5]), ("location", [3, 1, 2, 4, 5]), ("number:desc", [5, 4, 3, 2, 1]),
  ])
  func orders(_ key: String, _ expected: [Int]) throws {
    #expect(try numbers("list", "--sort", key) == expected)
    #expect(try numbers("list", "--sort", key, "-2") == Array(expected.prefix(2)))
  }

  @Test(arguments: [
    ("200-320", [2, 1]), ("-320", [2, 1]), ("300-", [1, 4]), ("200", [2]), ("0-", [2, 1, 4]), ("1-100", []),
  ])
  func calories(_ range: String, _ expected: [Int]) throws {
    #expect(try numbers("list", "--calories", range) == expected)
    #expect(try numbers("list", "--calories=\(range)", "--since", "2026-11-01") == expected.filter { $0 < 4 })
  }

  @Test("Lists, figures, months and tags accept the same filters, in words and as options")
  func filters() throws {
    for (words, expected) in [
      (["run"], [1, 4]), (["run,swim"], [2, 1, 4]), (["#race"], [2, 1]), (["#race", "run"], [1]),
      (["run", "oct"], [4]), (["last", "month", "gym"], [5]), (["--location", "park"], [1]),
      (["--location", "ahren", "walk"], [3]), (["run", "--limit", "1"], [1]),
    ] {
      #expect(try numbers("list", words) == expected, "\(words)")
      guard !words.contains("--limit") else { continue }
      #expect(try checkin.run(["stats"] + words + ["--json"]).object()["total"] as? Int == expected.count, "\(words)")
      let months = try checkin.run(["months"] + words + ["--json"]).array().compactMap { $0["checkIns"] as? Int }
      #expect(months.reduce(0, +) == expected.count, "\(words)")
    }
    let tags = try checkin.run("tags", "swim", "--json").array().compactMap { $0["tag"] as? String }
    #expect(tags == ["hill-up", "race"])
    #expect(try numbers("search", ["apple", "--location", "park"]) == [])
    #expect(try numbers("search", ["#race", "--limit", "1"]) == [2])
    #expect(try checkin.run("audit", "--limit", "2").lines.count == 2)
    #expect(try checkin.run("list", "hop", "oct").status == 64)
  }

  @Test func tags() throws {
    #expect(try numbers("list", "--tag", "race") == [2, 1])
    #expect(try numbers("list", "--tag", "#RACE", "--tag", "hill-up") == [2])
    #expect(try numbers("list", "--tag", "rac") == [])
    #expect(try numbers("search", "--tag", "race") == [2, 1])
    #expect(try numbers("search", "#race", "night") == [1])
    #expect(try numbers("search", "night", "--tag", "hill-up") == [])
    #expect(try checkin.run("search", "#race").lines.contains("1  Wed 18 Nov 2026 07:00  Run   Night [#race]"))
    let both = try checkin.run("search", "night", "race", "#race").lines
    #expect(both == ["1  Wed 18 Nov 2026 07:00  Run  [Night] [#race]"])
    #expect(try checkin.run("tags").lines.map { $0.split(separator: " ").first } == ["#race", "#hill-up"])
    let json = try checkin.run("tags", "--json").array()
    #expect(json.compactMap { $0["tag"] as? String } == ["race", "hill-up"])
    #expect(json.compactMap { $0["checkIns"] as? Int } == [2, 1])
    #expect(try checkin.run("tags", "--until", "2026-11-01", "--json").output == "[]\n")
  }

  private func groups(_ arguments: String...) throws -> [[String: Any]] {
    try #require(try checkin.run(["stats", "--json", "--by"] + arguments).object()["groups"] as? [[String: Any]])
  }

  @Test(arguments: [
    (
      "week",
      [
        "2026-W40 1 0", "2026-W41 0 0", "2026-W42 0 0", "2026-W43 0 0", "2026-W44 1 400", "2026-W45 0 0",
        "2026-W46 0 0", "2026-W47 3 520",
      ]
    ),
    ("month", ["2026-10 2 400", "2026-11 3 520"]), ("year", ["2026 5 920"]),
    ("type", ["Run 2 720", "Gym 1 0", "Swim 1 200", "Walk 1 0"]),
    ("weekday", ["Wednesday 1 320", "Thursday 2 200", "Friday 2 400"]), ("tag", ["race 2 520", "hill-up 1 200"]),
  ])
  func grouped(_ by: String, _ expected: [String]) throws {
    let found = try groups(by).map { "\($0["key"] ?? "") \($0["checkIns"] ?? "") \($0["calories"] ?? "")" }
    #expect(found == expected)
    #expect(try groups(by).allSatisfy { $0["days"] as? Int == $0["checkIns"] as? Int })
    #expect(try checkin.run("stats", "--by", by).lines.count == expected.count)
  }

  @Test func aPartInFigures() throws {
    let part = try checkin.run("stats", "--since", "nov", "--json").object()
    #expect(part["total"] as? Int == 3 && part["days"] as? Int == 3 && part["calories"] as? Int == 520)
    #expect(part["firstDay"] as? String == "2026-11-18" && part["from"] as? String == "2026-11-01")
    #expect((part["longestStreak"] as? [String: Any])?["days"] as? Int == 3)
    let runs = try checkin.run("stats", "--type", "run", "--json").object()
    #expect(runs["total"] as? Int == 2 && runs["byType"] as? [String: Int] == ["Run": 2])
    #expect((runs["longestStreak"] as? [String: Any])?["days"] as? Int == 1)
    #expect(try checkin.run("stats", "--tag", "race").output.contains("520 kcal"))
    let whole = try checkin.run("stats", "--json").object()
    #expect(whole["calories"] as? Int == 920 && whole["total"] as? Int == 5)
    #expect(try checkin.run("stats").output.contains("920 kcal"))
    #expect(try groups("week", "--type", "gym").count == 1)
    #expect(try groups("type", "--until", "2026-10-31").count == 2)
  }

  @Test(
    "The current streak is that of today, whatever days are counted",
    arguments: [["oct"], ["2026-11-19"], ["--until", "2026-11-18"], ["--since", "2026-11-20"], ["last", "week"], []])
  func currentStreak(_ days: [String]) throws {
    let streak = try #require(
      try checkin.run(["stats", "--json"] + days).object()["currentStreak"] as? [String: Any])
    #expect(streak["from"] as? String == "2026-11-18" && streak["to"] as? String == "2026-11-20")
    // Of a type, the days limit it as little.
    let walks = try checkin.run(["stats", "--json", "--type", "walk"] + days).object()
    #expect((walks["currentStreak"] as? [String: Any])?["days"] as? Int == 1)
    let runs = try checkin.run(["stats", "--json", "--type", "run"] + days).object()
    #expect(runs["currentStreak"] is NSNull)
  }

  @Test("A period that the days cut short shows the days that were counted")
  func cutPeriods() throws {
    let weeks = try groups("week", "--since", "2026-10-30", "--until", "2026-11-19")
    #expect(weeks.first?["from"] as? String == "2026-10-30" && weeks.first?["to"] as? String == "2026-11-01")
    #expect(weeks.last?["from"] as? String == "2026-11-16" && weeks.last?["to"] as? String == "2026-11-19")
    #expect(weeks[1]["from"] as? String == "2026-11-02" && weeks[1]["to"] as? String == "2026-11-08")
    let lines = try checkin.run("stats", "--by", "week", "--since", "2026-10-30", "--until", "2026-11-19").lines
    #expect(lines.first?.hasPrefix("2026-W44  30 October – 1 November  ") == true)
    #expect(lines[1].hasPrefix("2026-W45  2 Nov  ") && lines.last?.hasPrefix("2026-W47  16–19 November  ") == true)
    let months = try checkin.run("stats", "--by", "month", "--since", "2026-10-02", "--ascii").lines
    #expect(months[0].hasPrefix("October 2026  2-31 October  ") && months[1].hasPrefix("November 2026   "))
    let year = try checkin.run("stats", "--by", "year", "--until", "nov").lines
    #expect(year[0].hasPrefix("2026  1 January – 30 November"))
    #expect(try checkin.run("stats", "--by", "year").lines[0].hasPrefix("2026  █"))
  }

  @Test func bars() throws {
    #expect(
      try checkin.run("stats", "--by", "month", "--ascii").lines == [
        "October 2026   ################........  2 check-ins  2 days  400 kcal",
        "November 2026  ########################  3 check-ins  3 days  520 kcal",
      ])
  }

  @Test func aWeek() throws {
    let week = try checkin.run("week", "--json").object()
    #expect(week["week"] as? String == "2026-W47" && week["from"] as? String == "2026-11-16")
    #expect(week["checkIns"] as? Int == 3 && week["days"] as? Int == 3 && week["calories"] as? Int == 520)
    let calendar = try #require(week["calendar"] as? [[String: Any]])
    #expect(calendar.compactMap { $0["newest"] as? Int } == [1, 2, 3])
    for words in [["last"], ["2026-W46"], ["W46"], ["last", "week"], ["12", "Nov"], ["2026-11-09"]] {
      #expect(try checkin.run(["week", "--json"] + words).object()["week"] as? String == "2026-W46", "\(words)")
    }
    let lines = try checkin.run("week").lines
    #expect(lines.count == 8 && lines[0].hasSuffix("3 of 7 days, 3 check-ins"))
    #expect(lines[3].contains("07:00  Run   Night #race  320 kcal"))
    #expect(try checkin.run("week", "someday").status == 64)
  }

  @Test(arguments: [
    ["list", "--sort", "size"], ["list", "--sort", "title:up"], ["list", "--calories", "much"],
    ["list", "--calories", "9-1"], ["list", "--calories", "-"], ["list", "--tag", "5"], ["list", "--tag", "a b"],
    ["stats", "--by", "hour"], ["search", "--tag", "a.b"], ["stats", "--type", "sprint"],
  ])
  func refused(_ arguments: [String]) throws {
    let outcome = try checkin.run(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.hasPrefix("Error: "))
  }
}
