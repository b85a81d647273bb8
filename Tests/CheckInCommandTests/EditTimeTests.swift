import Foundation
import TestSupport
import Testing

/// `edit --at` changes what it names, in the zone that the check-in was recorded in.
struct EditTimeTests {
  struct Case: CustomTestStringConvertible, Sendable {
    /// How the check-in was recorded.
    var recorded: [String]
    var edit: [String]
    var at: String
    var zone: String?
    var testDescription: String { "\(recorded) \(edit)" }

    init(_ recorded: [String], _ edit: [String], _ at: String, _ zone: String? = "Europe/Berlin") {
      self.recorded = recorded
      self.edit = edit
      self.at = at
      self.zone = zone
    }
  }

  private static let march = ["--at", "2026-03-05T06:30:15"]
  private static let tokyo = ["--at", "2026-11-18T06:00+09:00", "--zone", "Asia/Tokyo"]
  private static let offset = ["--at", "2026-11-18T06:00+09:00"]
  private static let repeated = ["--at", "2026-10-25T02:30+01:00"]

  static let cases = [
    Case(march, ["--at", "07:00"], "2026-03-05T07:00:00+01:00"),
    Case(march, ["--at", "2025-03-05"], "2025-03-05T06:30:15+01:00"),
    Case(march, ["--at", "2026-07-05"], "2026-07-05T06:30:15+02:00"),
    Case(march, ["--at", "yesterday"], "2026-11-20T06:30:15+01:00"),
    Case(march, ["--at", "monday"], "2026-11-16T06:30:15+01:00"),
    Case(march, ["--at", "yesterday", "18:00"], "2026-11-20T18:00:00+01:00"),
    Case(march, ["--at", "2026-11-18T06:00"], "2026-11-18T06:00:00+01:00"),
    Case(march, ["--at", "now"], "2026-11-21T07:30:00+01:00"),
    Case(march, ["--title", "y"], "2026-03-05T06:30:15+01:00"),
    Case(march, ["--at", "2026-11-18T06:00+09:00"], "2026-11-18T06:00:00+09:00", nil),
    Case(march, ["--zone", "Asia/Tokyo"], "2026-03-05T06:30:15+09:00", "Asia/Tokyo"),
    Case(march, ["--zone", "Asia/Tokyo", "--at", "07:00"], "2026-03-05T07:00:00+09:00", "Asia/Tokyo"),
    Case(march, ["--zone", "Asia/Tokyo", "--at", "now"], "2026-11-21T15:30:00+09:00", "Asia/Tokyo"),
    Case(tokyo, ["--at", "07:00"], "2026-11-18T07:00:00+09:00", "Asia/Tokyo"),
    Case(tokyo, ["--at", "2026-11-17"], "2026-11-17T06:00:00+09:00", "Asia/Tokyo"),
    Case(tokyo, ["--at", "2026-11-17T05:00"], "2026-11-17T05:00:00+09:00", "Asia/Tokyo"),
    Case(tokyo, ["--at", "2026-11-17T05:00+09:00"], "2026-11-17T05:00:00+09:00", "Asia/Tokyo"),
    Case(tokyo, ["--at", "2026-11-17T05:00+01:00"], "2026-11-17T05:00:00+01:00"),
    Case(tokyo, ["--title", "y", "--calories", "1"], "2026-11-18T06:00:00+09:00", "Asia/Tokyo"),
    Case(tokyo, ["--zone", "Europe/Berlin"], "2026-11-18T06:00:00+01:00"),
    Case(offset, ["--at", "07:00"], "2026-11-18T07:00:00+09:00", nil),
    Case(offset, ["--at", "2026-07-18"], "2026-07-18T06:00:00+09:00", nil),
    // The second of the two times that the clock shows.
    Case(repeated, ["--at", "2026-10-25"], "2026-10-25T02:30:00+01:00"),
    Case(repeated, ["--at", "2026-10-25T02:30+02:00"], "2026-10-25T02:30:00+02:00"),
  ]

  @Test(arguments: cases)
  func changesWhatItNames(_ example: Case) throws {
    let checkin = try CheckInProcess()
    let added = try checkin.run(["add", "run", "x"] + example.recorded)
    try #require(added.status == 0, "\(added.errors)")
    let outcome = try checkin.run(["edit", "last", "--json"] + example.edit)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let edited = try outcome.object()
    #expect(edited["at"] as? String == example.at)
    #expect(edited["timeZone"] as? String == example.zone)
    #expect(!outcome.errors.contains("time of day is unknown"))
  }

  @Test func aZoneThatIsNotKnownHereKeepsItsNameAndOffset() throws {
    let checkin = try CheckInProcess()
    let line = #"{"at":"2026-11-18T06:00:00+03:30","timeZone":"Mars/Olympus","type":"Run","title":"x"}"#
    try checkin.run("import", "-", "--format", "jsonl", input: line + "\n")
    let edited = try checkin.run("edit", "1", "--at", "07:00", "--json").object()
    #expect(edited["at"] as? String == "2026-11-18T07:00:00+03:30")
    #expect(edited["timeZone"] as? String == "Mars/Olympus")
  }

  /// Each of many edits names the day or the time alone; whatever their order, none may take back what another did.
  @Test func editsAtTheSameTimeKeepWhatTheOthersDid() throws {
    let checkin = try CheckInProcess()
    try checkin.run("add", "run", "x", "--at", "2026-01-01T01:00")
    let line = """
      for i in 1 2 3 4 5 6; do
        "$checkin" edit 1 --at 2026-02-03 >/dev/null & "$checkin" edit 1 --at 04:05 >/dev/null & wait
        "$checkin" show 1 --json
        "$checkin" edit 1 --at 2026-01-01T01:00 >/dev/null
      done
      """
    let outcome = try checkin.shell(line)
    #expect(outcome.lines.count == 6)
    for shown in outcome.lines { #expect(shown.contains(#""at":"2026-02-03T04:05:00+01:00""#), "\(shown)") }
  }

  @Test func anExpectationStillCounts() throws {
    let checkin = try CheckInProcess.withSamples()
    try checkin.run("edit", "1", "--title", "Changed")
    let conflict = try checkin.run("edit", "1", "--at", "06:00", "--expect", "5")
    #expect(conflict.status == 75)
    #expect(try checkin.run("edit", "1", "--at", "06:00", "--expect", "6").status == 0)
    #expect(try checkin.run("edit", "1", "--at", "05:00", "--expect", "99").status == 64)
  }

  @Test func addInAnotherZone() throws {
    let checkin = try CheckInProcess()
    let local = try checkin.run("add", "run", "x", "--at", "05:00", "--zone", "Asia/Tokyo", "--json").object()
    #expect(local["at"] as? String == "2026-11-21T05:00:00+09:00")
    #expect(local["timeZone"] as? String == "Asia/Tokyo")
    let now = try checkin.run("add", "run", "y", "--zone", "Asia/Tokyo", "--json").object()
    #expect(now["at"] as? String == "2026-11-21T15:30:00+09:00")
  }
}
