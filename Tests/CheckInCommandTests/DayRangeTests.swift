import Foundation
import TestSupport
import Testing

/// How words name days, a week, a month or a year, wherever they do. Today is Saturday 21 November 2026.
struct DayRangeTests {
  @Test(arguments: [
    ("2026-11-18", "2026-11-18", "2026-11-18"), ("today", "2026-11-21", "2026-11-21"),
    ("Yesterday", "2026-11-20", "2026-11-20"), ("monday", "2026-11-16", "2026-11-16"),
    ("last saturday", "2026-11-14", "2026-11-14"), ("3 days ago", "2026-11-18", "2026-11-18"),
    ("a week ago", "2026-11-14", "2026-11-14"), ("a month ago", "2026-10-21", "2026-10-21"),
    ("2 years ago", "2024-11-21", "2024-11-21"), ("18 Nov", "2026-11-18", "2026-11-18"),
    ("2026-W07", "2026-02-09", "2026-02-15"), ("w07", "2026-02-09", "2026-02-15"),
    ("this week", "2026-11-16", "2026-11-22"), ("last week", "2026-11-09", "2026-11-15"),
    ("2026-02", "2026-02-01", "2026-02-28"), ("oct", "2026-10-01", "2026-10-31"),
    ("december", "2025-12-01", "2025-12-31"), ("feb 2024", "2024-02-01", "2024-02-29"),
    ("last month", "2026-10-01", "2026-10-31"), ("2025", "2025-01-01", "2025-12-31"),
    ("last year", "2025-01-01", "2025-12-31"), ("last 7 days", "2026-11-15", "2026-11-21"),
    ("last 2 months", "2026-09-22", "2026-11-21"),
  ])
  func means(_ words: String, _ first: String, _ last: String) throws {
    let checkin = try CheckInProcess(environment: ["CHECKIN_NOW": "2026-12-31T23:00:00+01:00"])
    // A check-in on each side of both bounds, and on them.
    let days = try [first, last].map { day in try #require(DateFormatter.day.date(from: day)) }
    let wanted = Set(days)
    let around = wanted.union([days[0] - 86_400, days[1] + 86_400])
    let rows = around.map { "\(DateFormatter.day.string(from: $0))T12:00,Run,x\n" }.sorted()
    try #require(try checkin.run("import", "-", input: "at,type,title\n" + rows.joined()).status == 0)
    let now: [String: String?] = ["CHECKIN_NOW": "2026-11-21T07:30:00+01:00"]
    let expected = wanted.map { DateFormatter.day.string(from: $0) }.sorted(by: >)
    for arguments in [
      [words], words.split(separator: " ").map(String.init), ["--since", words, "--until", words],
      ["--from=\(words)", "--to=\(words)"],
    ] {
      let list = try checkin.run(["list", "--json"] + arguments, environment: now).array()
      #expect(list.compactMap { $0["day"] as? String } == expected, "\(arguments)")
    }
    let exported = try checkin.run("export", "--since", words, "--until", words, environment: now)
    #expect(exported.output.components(separatedBy: "\r\n").count == expected.count + 2)
    let calendar = try checkin.run("export", "--format", "ics", "--until", words, environment: now).output
    #expect(calendar.components(separatedBy: "BEGIN:VEVENT").count == expected.count + 2)
    let months = try checkin.run("months", "--since", words, "--until", words, "--json", environment: now).array()
    #expect(Set(expected.map { String($0.prefix(7)) }).isSubset(of: months.compactMap { $0["month"] as? String }))
  }

  @Test(arguments: [
    ["list", "someday"], ["list", "2026-W54"], ["list", "last", "0", "days"], ["list", "oct", "--since", "monday"],
    ["months", "--since", "13 moons"], ["export", "--since", "2026-13"], ["year", "someday"],
    ["export", "--since", "today", "--until", "yesterday"],
  ])
  func isRefused(_ arguments: [String]) throws {
    let outcome = try CheckInProcess(environment: ["CHECKIN_JOURNAL": nil]).run(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome.output)")
  }

  @Test func aYearIsNamedAlike() throws {
    let checkin = try CheckInProcess.withSamples()
    #expect(try checkin.run("year", "last", "--json").object()["year"] as? Int == 2025)
    #expect(try checkin.run("year", "this", "year", "--json").object()["year"] as? Int == 2026)
    #expect(try checkin.run("month", "last", "--json").object()["month"] as? String == "2026-10")
  }
}

extension DateFormatter {
  fileprivate static var day: DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy-MM-dd"
    return formatter
  }
}
