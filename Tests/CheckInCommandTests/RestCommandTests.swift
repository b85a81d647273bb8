import Foundation
import TestSupport
import Testing

/// `checkin rest`, on Saturday 21 November 2026.
@Suite("Days of rest, as commands")
struct RestCommandTests {
  let checkin: CheckInProcess

  init() throws {
    checkin = try CheckInProcess()
    for day in ["15", "16", "19", "20"] { try checkin.run("add", "run", "Lake", "--at", "2026-11-\(day) 07:00") }
  }

  @Test(
    "Days are read as a day, a range or a period, past and future, with a kind and a note",
    arguments: [
      ("", "2026-11-21", "2026-11-21", "rest", nil), ("rest", "2026-11-21", "2026-11-21", "rest", nil),
      ("sick 3 Nov..7 Nov", "2026-11-03", "2026-11-07", "sick", nil),
      ("sick 3..7 Nov Flu again", "2026-11-03", "2026-11-07", "sick", "Flu again"),
      ("2026-11-03..2026-11-07", "2026-11-03", "2026-11-07", "rest", nil),
      ("holiday next week Alps", "2026-11-23", "2026-11-29", "holiday", "Alps"),
      ("Holiday 24 Dec..2 Jan", "2026-12-24", "2027-01-02", "holiday", nil),
      ("injured tomorrow Knee", "2026-11-22", "2026-11-22", "injured", "Knee"),
      ("yesterday", "2026-11-20", "2026-11-20", "rest", nil), ("next friday", "2026-11-27", "2026-11-27", "rest", nil),
      ("next saturday", "2026-11-28", "2026-11-28", "rest", nil),
      ("in 3 days", "2026-11-24", "2026-11-24", "rest", nil),
      ("next 3 days", "2026-11-21", "2026-11-23", "rest", nil), ("last week", "2026-11-09", "2026-11-15", "rest", nil),
      ("today..in a week", "2026-11-21", "2026-11-28", "rest", nil), ("jan", "2027-01-01", "2027-01-31", "rest", nil),
      ("next month", "2026-12-01", "2026-12-31", "rest", nil), ("29 feb", "2028-02-29", "2028-02-29", "rest", nil),
    ] as [(String, String, String, String, String?)])
  func days(words: String, first: String, last: String, kind: String, note: String?) throws {
    let marks = try checkin.run(["rest", "--json"] + words.split(separator: " ").map(String.init)).array()
    #expect(marks.first?["day"] as? String == first && marks.last?["day"] as? String == last, "\(words)")
    #expect(marks.allSatisfy { $0["kind"] as? String == kind && $0["note"] as? String == note }, "\(words)")
    #expect(marks as NSArray == (try checkin.run("rest", "list", "--json").array()) as NSArray)
    #expect(try checkin.run("undo").status == 0)
    #expect(try checkin.run("rest", "list", "--json").output == "[]\n", "one undo step")
  }

  @Test(
    "Words that are no days are refused, and nothing is written",
    arguments: ["sick Flu", "lazy", "7 Nov..3 Nov", "30 Feb", "remove", "remove Flu", "remove today Flu", "list Flu"])
  func refused(words: String) throws {
    let before = checkin.logFiles()
    let outcome = try checkin.run(["rest"] + words.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(words): \(outcome.errors)")
    #expect(checkin.logFiles() == before)
  }

  @Test("The locale's words are read and written, and a calendar has its letters")
  func german() throws {
    let german = ["LC_ALL": "de_DE.UTF-8"]
    let marked = try checkin.run("rest", "Krank", "17 Nov", environment: german)
    #expect(marked.output.contains("als krank markiert"), "\(marked)")
    #expect(try checkin.run("month", environment: german).output.contains("17 k"))
    #expect(try checkin.run("rest", "list").output == "Tue 17 Nov 2026  sick\n")
  }

  @Test("A streak spans marked days and says so, with both figures")
  func streak() throws {
    #expect(try checkin.run("stats").output.contains("Current streak     2 days, Thu 19 Nov 2026 – Fri 20 Nov 2026\n"))
    let before = try checkin.run("stats", "--json").object()
    #expect(before["withoutMarks"] == nil)
    #expect((before["currentStreak"] as? [String: Any])?["restDays"] as? Int == 0)
    let marked = try checkin.run("rest", "17 Nov..18 Nov").lines
    #expect(marked == ["Marked 2 days as rest: Tue 17 Nov 2026 – Wed 18 Nov 2026"])
    let stats = try checkin.run("stats").lines
    #expect(
      stats.contains(
        "Current streak     4 days, Sun 15 Nov 2026 – Fri 20 Nov 2026, with 2 rest days between"))
    #expect(stats.contains("  without marks    2 days, Thu 19 Nov 2026 – Fri 20 Nov 2026"))
    let figures = try checkin.run("stats", "--json").object()
    #expect(
      figures["currentStreak"] as? NSDictionary == [
        "days": 4, "restDays": 2, "from": "2026-11-15", "to": "2026-11-20",
      ])
    let without = figures["withoutMarks"] as? [String: Any]
    #expect(
      without?["currentStreak"] as? NSDictionary == [
        "days": 2, "restDays": 0, "from": "2026-11-19", "to": "2026-11-20",
      ])
    #expect(try checkin.run().lines[1].contains("streak 4 days since Sun 15 Nov 2026, with 2 rest days between"))
  }

  @Test("Calendars tell marked days from gaps, and the month's object has the marks")
  func calendars() throws {
    let before = try (checkin.run("month"), checkin.run("year"), checkin.run("week"), checkin.run("month", "--json"))
    try checkin.run("rest", "sick", "17 Nov")
    let month = try checkin.run("month")
    #expect(month.lines[0].hasSuffix("4 of 30 days, 4 check-ins, 4 of 29 without marked days"))
    #expect(month.output.contains(" 16 R   17 s   18 "))
    #expect(month.lines.last?.hasSuffix("s sick") ?? false)
    #expect(try checkin.run("year").output.contains("- marked"))
    #expect(try checkin.run("week").lines.contains("Tue 17 Nov  sick"))
    let object = try checkin.run("month", "--json").object()
    #expect(object["marks"] as? NSArray == [["day": "2026-11-17", "kind": "sick"]])
    #expect(try checkin.run("year", "--json").object()["marks"] as? NSArray == [["day": "2026-11-17", "kind": "sick"]])
    #expect(try checkin.run("rest", "remove", "17 Nov").lines == ["No longer sick: Tue 17 Nov 2026"])
    let none = try checkin.run("rest", "remove", "17 Nov", "--json")
    #expect(none.status == 0 && none.output == "[]\n")
    #expect(try checkin.run("month").output == before.0.output && checkin.run("year").output == before.1.output)
    #expect(try checkin.run("week").output == before.2.output)
    #expect(try checkin.run("month", "--json").output == before.3.output)
  }

  @Test("A goal is reduced, and a reminder silent")
  func goalAndReminder() throws {
    try checkin.run("goal", "set", "run", "3/week")
    try checkin.run("rest", "sick", "17 Nov..18 Nov")
    #expect(try checkin.run("goal").output.contains("3 of 2 runs this week, 3 × 5/7 for 2 rest days, 1 week in a row"))
    let goal = try #require(try checkin.run("goal", "--json").array().first)
    #expect(goal["wanted"] as? Int == 2 && goal["restDays"] as? Int == 2 && goal["kept"] as? Bool == true)
    try checkin.run("remind", "00:00")
    #expect(try checkin.run("remind", "due").status == 0)
    try checkin.run("rest", "today..tomorrow")
    #expect(try checkin.run("remind", "due").status == 1)
    let reminder = try checkin.run("remind", "--json").object()
    #expect((reminder["next"] as? String)?.hasPrefix("2026-11-23T00:00") ?? false)
    let calendar = try checkin.run("remind", "--ics", "-").output
    #expect(!calendar.contains("EXDATE"), "the marked days come before the first alarm")
    try checkin.run("rest", "25 Nov")
    #expect(try checkin.run("remind", "--ics", "-").output.contains("EXDATE:20261125T000000"))
  }

  @Test("Histories and exported events have the marks, and bring them back")
  func events() throws {
    let old = try checkin.run("export", "--format", "events").lines[0]
    try checkin.run("rest", "holiday", "17 Nov", "Alps")
    try checkin.run("rest", "remove", "17 Nov")
    try checkin.run("rest", "sick", "18 Nov")
    let audit = try checkin.run("audit", "-n", "3").output
    for words in ["dayMarked  2026-11-17 holiday Alps", "dayUnmarked  2026-11-17", "dayMarked  2026-11-18 sick"] {
      #expect(audit.contains(words), "\(words) in \(audit)")
    }
    let line = try checkin.run("audit", "--from", "5", "--to", "5", "--json").output
    #expect(line.contains(#""action":"dayMarked""#))
    #expect(line.contains(#""day":"2026-11-17","kind":"holiday","note":"Alps""#))
    let events = try checkin.run("export", "--format", "events").output
    #expect(old.contains(#""version":1"#) && events.hasPrefix(#"{"format":"checkin-events","version":5"#))
    #expect(events.contains(#""action":"dayMarked","fields":{"day":"2026-11-17","kind":"holiday","note":"Alps"}"#))
    let copy = ["--journal", checkin.directory + "/copy"]
    #expect(try checkin.run(["import", "-"] + copy, input: events).status == 0)
    #expect(try checkin.run(["rest", "list"] + copy).output == "Wed 18 Nov 2026  sick\n")
    #expect(try checkin.run("rest", "list", "--as-of", "5", "-q").output == "Tue 17 Nov 2026  holiday (Alps)\n")
    #expect(try checkin.run("rebuild", "--check").status == 0)
    #expect(try checkin.run("lint", "-q").lines.last == "Nothing odd.")
  }
}
