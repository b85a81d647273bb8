import Foundation
import TestSupport
import Testing

/// Importing what was imported before, and undone or discarded since.
struct ImportAgainTests {
  private static let csv = """
    at,type,title
    2026-11-19T07:00:00+01:00,Run,A
    2026-11-20T07:00:00+01:00,Gym,B

    """

  private func importing(_ arguments: String..., in checkin: CheckInProcess) throws -> CheckInProcess.Outcome {
    try checkin.run(["import", "-", "--format", "csv"] + arguments, input: Self.csv)
  }

  private func titles(_ checkin: CheckInProcess) throws -> [String] {
    try checkin.run("list", "--json").array().compactMap { $0["title"] as? String }
  }

  @Test func whatWasUndoneIsSaidToBeDiscarded() throws {
    let checkin = try CheckInProcess()
    _ = try importing(in: checkin)
    try checkin.run("undo")
    let before = checkin.logFiles()
    let again = try importing(in: checkin)
    #expect(again.status == 0)
    #expect(again.output == "Read 2 rows: added 0, 2 already there (2 of them discarded)\n")
    #expect(again.errors.contains("checkin redo") && again.errors.contains("--restore"))
    let json = try importing("--json", in: checkin).object()
    #expect(json["duplicates"] as? Int == 2)
    #expect(json["discarded"] as? Int == 2)
    #expect((json["hint"] as? String)?.contains("checkin redo") == true)
    #expect(checkin.logFiles() == before)

    try checkin.run("redo")
    #expect(try titles(checkin) == ["B", "A"])
    let there = try importing("--json", in: checkin).object()
    #expect(there["discarded"] as? Int == 0)
    #expect(there["hint"] is NSNull)
  }

  @Test func aSpeedThatNoOneReachesIsQuestionedOnce() throws {
    let checkin = try CheckInProcess()
    let table = "Date,Activity,Far,Duration\n2026-11-19,Run,5020,0:31:05\n2026-11-20,Run,8000,0:45:00\n"
    let arguments = ["import", "-", "--map", "distance=Far:km", "--dry-run"]
    let preview = try checkin.run(arguments, input: table)
    #expect(
      preview.errors.contains(
        "Row 2 (Run): 5,020 km in 31:05 is not a plausible speed. 1 more row is implausible, too. "
          + "Another unit is plausible: --map 'distance=Far:m'"))
    let german = try checkin.run(arguments, input: table, environment: ["LC_ALL": "de_DE.UTF-8"])
    #expect(german.errors.contains("--map 'distance=Far:m'") && !german.errors.contains("plausible speed"))
    let mapped = try checkin.run("import", "-", "--map", "distance=Far:m", input: table)
    #expect(!mapped.errors.contains("plausible"))
  }

  @Test func aRedoIsOfferedOnlyWhereItHelps() throws {
    let checkin = try CheckInProcess()
    _ = try importing(in: checkin)
    try checkin.run("undo")
    try checkin.run("add", "run", "C")
    let again = try importing(in: checkin)
    #expect(again.errors.contains("--restore") && !again.errors.contains("redo"), "\(again.errors)")

    // An undo of something else.
    try checkin.run("undo")
    let other = try importing(in: checkin)
    #expect(!other.errors.contains("redo"), "\(other.errors)")
  }

  @Test func restoringIsOneCommandOfTheImport() throws {
    let checkin = try CheckInProcess()
    _ = try importing(in: checkin)
    try checkin.run("discard", "2")
    try checkin.run("edit", "1", "--title", "Mine")
    let trial = try importing("--restore", "--dry-run", in: checkin)
    #expect(trial.output == "Read 2 rows: would add 0, would restore 1, 1 already there\n")
    #expect(try titles(checkin) == ["Mine"])

    let restored = try importing("--restore", "--json", in: checkin).object()
    #expect(restored["restored"] as? Int == 1)
    #expect(restored["duplicates"] as? Int == 1)
    #expect(restored["discarded"] as? Int == 0)
    #expect(try titles(checkin) == ["B", "Mine"])
    let last = try #require(try checkin.run("audit", "--json", "-n", "1").lines.first)
    #expect(last.contains(#""origin":"import","action":"restored","checkIn":2"#), "\(last)")

    #expect(try checkin.run("undo").output.hasPrefix("Undid: imported 2 B"))
    #expect(try titles(checkin) == ["Mine"])
    try checkin.run("redo")
    #expect(try titles(checkin) == ["B", "Mine"])
  }

  @Test func newAndRestoredRowsComeTogether() throws {
    let checkin = try CheckInProcess()
    _ = try importing(in: checkin)
    try checkin.run("undo")
    let more = Self.csv + "2026-11-20T08:00:00+01:00,Run,D\n"
    let both = try checkin.run("import", "-", "--restore", input: more)
    #expect(both.output == "Read 3 rows: added 1, restored 2, 0 already there\n")
    try checkin.run("undo")
    #expect(try titles(checkin) == [], "one command, undone as a whole")
    try checkin.run("redo")
    #expect(try titles(checkin) == ["D", "B", "A"])
  }

  @Test func eventsCannotBeRestoredOnTheSide() throws {
    let checkin = try CheckInProcess.withSamples()
    let events = try checkin.run("export", "--format", "events").output
    let refused = try checkin.run("import", "-", "--format", "events", "--restore", input: events)
    #expect(refused.status == 64)
    #expect(refused.errors.contains("Events say themselves"))
  }
}
