import Foundation
import TestSupport
import Testing

/// Check-ins of which only the day is known, on every way that the command has for them.
struct DayOnlyTests {
  private func journal() throws -> CheckInProcess {
    let checkin = try CheckInProcess()
    let table = """
      at,type,title,timeZone,duration
      2026-11-20,Run,Day alone,,2700
      2026-11-20T00:00:00+01:00,Run,Midnight,Europe/Berlin,
      2026-03-29,Gym,In Cairo,Africa/Cairo,

      """
    try checkin.run("import", "-", "--format", "csv", input: table)
    return checkin
  }

  @Test func noTimeIsInvented() throws {
    let checkin = try journal()
    #expect(
      try checkin.run("list").lines == [
        "2  Fri 20 Nov 2026 00:00  Run  Midnight", "1  Fri 20 Nov 2026 --:--  Run  Day alone  45:00",
        "3  Sun 29 Mar 2026 --:--  Gym  In Cairo",
      ])
    let shown = try checkin.run("show", "1", "--json").object()
    #expect(shown["timeKnown"] as? Bool == false && shown["at"] as? String == "2026-11-20T00:00:00+01:00")
    #expect(try checkin.run("show", "2", "--json").object()["timeKnown"] == nil)
    #expect(try checkin.run("history", "1").output.contains(", at Fri 20 Nov, "))
    #expect(try checkin.run("rebuild", "--check").status == 0)
  }

  @Test func whatIsRecordedOnADayAloneHasNoTimeEither() throws {
    let checkin = try CheckInProcess()
    let added = try checkin.run("add", "run", "Lake", "yesterday", "--json").object()
    #expect(added["timeKnown"] as? Bool == false && added["at"] as? String == "2026-11-20T00:00:00+01:00")
    let started = try checkin.run("session", "start", "--at", "monday", "--json").object()
    #expect((started["start"] as? String ?? "").hasPrefix("2026-11-16"), "\(started)")
    #expect(try checkin.run("log", "bench", "80x10", "--at", "today").status == 0)
    // Without a day and a time, it is now.
    #expect(try checkin.run("add", "run", "Park", "--json").object()["at"] as? String == "2026-11-21T07:30:00+01:00")
  }

  @Test func aTimeIsGivenAndTakenBack() throws {
    let checkin = try journal()
    func first() throws -> String? { try checkin.run("list", "--until", "2026-11-19").lines.first }
    #expect(try checkin.run("edit", "1", "--at", "2026-11-19").status == 0)
    #expect(try first() == "1  Thu 19 Nov 2026 --:--  Run  Day alone  45:00")
    #expect(try checkin.run("edit", "1", "--at", "00:00").status == 0)
    #expect(try first() == "1  Thu 19 Nov 2026 00:00  Run  Day alone  45:00")
    let change = "at Thu 19 Nov → Thu 19 Nov 00:00 +01:00  (event 5, cli)"
    #expect(try checkin.run("history", "1").lines.last?.hasSuffix(change) == true)
    #expect(try checkin.run("undo").status == 0)
    #expect(try first() == "1  Thu 19 Nov 2026 --:--  Run  Day alone  45:00")
    #expect(try checkin.run("edit", "1", "--at", "2026-11-19").errors.contains("Nothing to change"))
    #expect(try checkin.run("verify").output.hasSuffix("No problems found.\n"))
  }

  @Test(arguments: ["csv", "jsonl", "events"])
  func everyFormatBringsThemBack(_ format: String) throws {
    let checkin = try journal()
    let file = try checkin.run("export", "--format", format).output
    let copy = ["--journal", checkin.directory + "/copy"]
    for added in [3, 0] {
      let report = try checkin.run(["import", "-", "--format", format, "--json"] + copy, input: file).object()
      #expect(report["added"] as? Int == added)
    }
    #expect(
      try checkin.run(["export", "--format", "jsonl"] + copy).output
        == checkin.run("export", "--format", "jsonl").output)
    if format == "csv" { #expect(file.contains("\r\n2026-11-20,Run,Day alone,")) }
    if format == "events" { #expect(file.hasPrefix("{\"format\":\"checkin-events\",\"version\":3,")) }
  }

  @Test func calendarsAndDatabasesHaveTheDayAlone() throws {
    let checkin = try journal()
    let calendar = try checkin.run("export", "--format", "ics").output
    #expect(calendar.contains("\r\nDTSTART;VALUE=DATE:20261120\r\nX-CHECKIN-DURATION:2700\r\n"))
    #expect(calendar.contains("\r\nDTSTART;TZID=Europe/Berlin:20261120T000000\r\n"))
    try checkin.run("export", "--format", "sqlite", checkin.directory + "/all.sqlite")
    let rows = try Tool.shell("sqlite3 all.sqlite 'SELECT at FROM check_ins'", in: checkin.directory)
    #expect(rows.text == "2026-11-20\n2026-11-20T00:00:00+01:00\n2026-03-29\n")
  }
}
