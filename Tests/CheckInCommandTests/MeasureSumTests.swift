import Foundation
import TestSupport
import Testing

/// The sums of durations and distances, against the events that an export has.
struct MeasureSumTests {
  /// A check-in as the events leave it.
  private struct Trained {
    var day: String
    var type: String
    var duration: Int?
    var distance: Int?

    mutating func set(_ fields: [String: Any]) {
      if let at = fields["at"] as? String { day = String(at.prefix(10)) }
      if let type = fields["type"] as? String { self.type = type }
      if let value = fields["duration"] { duration = value as? Int }
      if let value = fields["distance"] { distance = value as? Int }
    }
  }

  private struct Sums: Equatable {
    var duration = 0
    var withDuration = 0
    var distance = 0
    var withDistance = 0

    init(_ checkIns: [Trained]) {
      duration = checkIns.compactMap(\.duration).reduce(0, +)
      withDuration = checkIns.count { $0.duration != nil }
      distance = checkIns.compactMap(\.distance).reduce(0, +)
      withDistance = checkIns.count { $0.distance != nil }
    }

    init(_ object: [String: Any]) throws {
      duration = try #require(object["duration"] as? Int)
      withDuration = try #require(object["withDuration"] as? Int)
      distance = try #require(object["distance"] as? Int)
      withDistance = try #require(object["withDistance"] as? Int)
    }
  }

  /// Imports check-ins of 2025 and 2026, and then changes, discards and clears some.
  private func journal() throws -> CheckInProcess {
    let checkin = try CheckInProcess()
    var random = RandomSource(seed: 11)
    var csv = "date,type,title,duration,distance\n"
    for number in 1...120 {
      let month = Int.random(in: 1...11, using: &random)
      let day = "\(Int.random(in: 2025...2026, using: &random))-\(month < 10 ? "0" : "")\(month)-1\(number % 10)"
      let type = ["Run", "Swim", "Bike", "Yoga"].randomElement(using: &random) ?? "Run"
      let duration = Bool.random(using: &random) ? "\(Int.random(in: 5...90, using: &random))m" : ""
      let distance = Bool.random(using: &random) ? "\(Int.random(in: 200...9000, using: &random))" : ""
      csv += "\(day),\(type),\"Number \(number)\",\(duration),\(distance)\n"
    }
    let file = checkin.directory + "/check-ins.csv"
    try csv.write(toFile: file, atomically: true, encoding: .utf8)
    for arguments in [
      ["import", file, "--map", "distance=distance:m"], ["edit", "3", "--distance", "12.5km", "--duration", "1h"],
      ["edit", "4", "--duration", "7m"], ["edit", "4", "--clear", "duration"], ["discard", "5-9"], ["restore", "6"],
      ["edit", "10", "--type", "walk"], ["edit", "11", "--distance", "1km"], ["undo"],
    ] {
      let outcome = try checkin.run(arguments)
      try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    }
    return checkin
  }

  /// Reads the events of an export, one after the other.
  private func trained(_ checkin: CheckInProcess) throws -> [Trained] {
    var checkIns: [Int: Trained] = [:]
    var discarded: Set<Int> = []
    for line in try checkin.run("export", "--format", "events").lines {
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard let action = event["action"] as? String, let number = event["checkIn"] as? Int else { continue }
      switch action {
      case "created", "edited":
        checkIns[number, default: Trained(day: "", type: "")].set(try #require(event["fields"] as? [String: Any]))
      case "discarded": discarded.insert(number)
      case "restored": discarded.remove(number)
      default: break
      }
    }
    return checkIns.filter { !discarded.contains($0.key) }.map(\.value)
  }

  @Test("Sums by day, week, month, year and type are those of the exported events")
  func sumsOfEvents() throws {
    let checkin = try journal()
    let all = try trained(checkin)
    #expect(all.count == 116 && Sums(all).withDistance > 20)
    for grouping in ["week", "month", "year", "type"] {
      let stats = try checkin.run("stats", "--by", grouping, "--json").object()
      let groups = try #require(stats["groups"] as? [[String: Any]])
      #expect(!groups.isEmpty)
      for group in groups {
        let own =
          grouping == "type"
          ? all.filter { $0.type == group["key"] as? String }
          : try {
            let (from, to) = (try #require(group["from"] as? String), try #require(group["to"] as? String))
            return all.filter { from <= $0.day && $0.day <= to }
          }()
        #expect(try Sums(group) == Sums(own), "\(grouping) \(group)")
      }
    }
    for day in Set(all.map(\.day)).sorted().prefix(8) {
      let object = try checkin.run("stats", day, "--json").object()
      let types = try #require(object["measures"] as? [String: [String: Any]])
      let own = all.filter { $0.day == day }
      #expect(Set(types.keys) == Set(own.map(\.type)))
      for (type, sums) in types { #expect(try Sums(sums) == Sums(own.filter { $0.type == type })) }
    }
    let types = try #require(try checkin.run("stats", "--json").object()["measures"] as? [String: [String: Any]])
    for (type, sums) in types { #expect(try Sums(sums) == Sums(all.filter { $0.type == type })) }
    let month = try #require(all.map { $0.day.prefix(7) }.max())
    let calendar = try checkin.run("month", String(month), "--json").object()
    #expect(try Sums(calendar) == Sums(all.filter { $0.day.hasPrefix(month) }))
    let week = try checkin.run("week", try #require(all.map(\.day).max()), "--json").object()
    let (from, to) = (try #require(week["from"] as? String), try #require(week["to"] as? String))
    #expect(try Sums(week) == Sums(all.filter { from <= $0.day && $0.day <= to }))
  }

  @Test("They are shown with the number of check-ins that have one, and with pace or speed")
  func shown() throws {
    let checkin = try CheckInProcess()
    for arguments in [
      ["run", "A", "--at", "2026-11-20T07:00", "--distance", "10km", "--duration", "50m"],
      ["run", "B", "--at", "2026-11-19T07:00", "--distance", "5km"], ["run", "C", "--at", "2026-11-18T07:00"],
      ["bike", "D", "--at", "2026-11-17T07:00", "--distance", "30km", "--duration", "1h"],
      ["swim", "E", "--at", "2026-11-16T07:00", "--distance", "2km", "--duration", "40m"],
      ["yoga", "F", "--at", "2026-10-07T07:00", "--duration", "30m"],
    ] {
      try #require(try checkin.run(["add"] + arguments).status == 0)
    }
    let stats = try checkin.run("stats").lines
    #expect(stats.contains("Duration           3:00:00 (4 of 6)"), "\(stats)")
    #expect(stats.contains("Distance           47 km (4 of 6)"), "\(stats)")
    for line in [
      "Run                  50:00 (1 of 3)  15 km (2 of 3)     5:00 min/km",
      "Bike               1:00:00 (1 of 1)  30 km (1 of 1)       30.0 km/h",
      "Swim                 40:00 (1 of 1)   2 km (1 of 1)  2:00 min/100 m",
      "Yoga                 30:00 (1 of 1)",
    ] {
      #expect(stats.contains(line), "\(stats)")
    }
    let miles = try checkin.run("stats", environment: ["CHECKIN_UNIT": "lb"]).output
    #expect(miles.contains("8:03 min/mi") && miles.contains("18.6 mph") && miles.contains("29.2 mi (4 of 6)"))
    #expect(try checkin.run("week").output.hasSuffix("\nDuration  2:30:00 (3 of 5)\nDistance  47 km (4 of 5)\n"))
    #expect(try checkin.run("month").output.hasSuffix("\nDuration  2:30:00 (3 of 5)\nDistance  47 km (4 of 5)\n"))
    #expect(try checkin.run("stats", "--by", "month").lines.last?.hasSuffix("2:30:00 (3 of 5)  47 km (4 of 5)") == true)
    let sorted = try checkin.run("list", "--sort", "distance:desc", "--json").array().map { $0["title"] as? String }
    #expect(sorted.prefix(4) == ["D", "A", "B", "E"])
    let byTime = try checkin.run("list", "--sort", "duration", "--json").array().map { $0["title"] as? String }
    #expect(byTime.prefix(4) == ["F", "E", "A", "D"])
  }

  @Test("The longest streak of some days is within them, and the current one is today's")
  func streakWithin() throws {
    let checkin = try CheckInProcess()
    for day in ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02", "2026-11-20", "2026-11-21"] {
      try #require(try checkin.run("add", "run", "A", "--at", day + "T07:00").status == 0)
    }
    let october = try checkin.run("stats", "oct").lines
    let longest = "Longest streak     2 days within October, Fri 30 Oct 2026 – Sat 31 Oct 2026"
    #expect(october.contains(longest), "\(october)")
    #expect(october.contains { $0.hasPrefix("Current streak     2 days, Fri 20 Nov 2026") }, "\(october)")
    let all = try checkin.run("stats").lines
    #expect(all.contains { $0.hasPrefix("Longest streak     4 days, Fri 30 Oct 2026") }, "\(all)")
  }
}
