import CheckInJournal
import CheckInMaintenance
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("Import, export and backup on the page")
struct ExchangePageTests {
  let client: WebClient

  init() throws { client = try WebClient() }

  private func journal() throws -> Journal { try Journal(at: client.journalPath, for: .readOnly) }

  private func preview(_ text: String, _ fields: [(String, String)] = []) async throws -> WebClient.Answer {
    try await client.submit(
      "/import", [("token", try await client.token())] + fields, photo: Array(text.utf8), fileName: "file")
  }

  private func confirm(_ preview: WebClient.Answer) async throws -> WebClient.Answer {
    let name = preview.text.firstMatch(of: /name="import" value="([^"]+)"/).map { String($0.output.1) } ?? ""
    return try await client.post("/import/confirm", "token=\(try await client.token())&import=\(name)")
  }

  private static let rows = """
    at,type,title
    2026-11-18T07:00:00+01:00,Run,Morning <5k>
    2026-11-19T07:00:00+01:00,Gym,Legs

    """

  @Test("A file is looked at before anything comes in; then all of it does, can be undone, and twice adds nothing")
  func csv() async throws {
    let looked = try await preview(Self.rows)
    #expect(looked.status == 200 && looked.text.contains("2 check-ins would be added."))
    #expect(looked.text.contains("Morning &lt;5k&gt;") && looked.text.contains("confirm-import"))
    #expect(try journal().sequence == 0)
    let done = try await confirm(looked)
    #expect(done.status == 303 && done.headers[.location] == "/?notice=imported&after=2")
    #expect(try journal().checkIns().map(\.title) == ["Legs", "Morning <5k>"])
    #expect(try await client.get("/?notice=imported&after=2").text.contains(#"name="expect" value="2""#))
    // What was confirmed is not kept.
    #expect(try await confirm(looked).status == 409)
    let again = try await preview(Self.rows)
    #expect(again.text.contains("Nothing would be added") && !again.text.contains("confirm-import"))
    #expect(try await client.post("/undo", "token=\(try await client.token())&expect=2").status == 303)
    #expect(try journal().checkIns() == [])
  }

  @Test("One bad row keeps all out, and is told by its number")
  func rejected() async throws {
    let looked = try await preview(Self.rows + "2027-01-01T07:00:00+01:00,Run,Later\n")
    #expect(looked.status == 422 && looked.text.contains("1 row cannot be imported"))
    #expect(looked.text.contains("Row 4") && looked.text.contains("future") && !looked.text.contains("confirm-import"))
    #expect(try journal().sequence == 0)
  }

  @Test("What is no file of ours is refused, without the name that it has here")
  func refused() async throws {
    for text in ["when,what\n1,2\n", "[1]", "SQLite format 3\0 and then nothing"] {
      let looked = try await preview(text)
      #expect((400..<500).contains(looked.status) && looked.text.contains("problems"), "\(looked.status)")
      #expect(!looked.text.contains("/checkin-"))
    }
    #expect(try await preview("").status == 422)
    let forged = try await client.submit("/import", [("token", "x")], photo: Array(Self.rows.utf8), fileName: "a")
    #expect(forged.status == 403)
    #expect(try journal().sequence == 0)
  }

  @Test("Workouts are shown as such, with what is left out and why")
  func workouts() async throws {
    let text = """
      Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment
      2026-11-18,Bench Press,Chest,80,kgs,10,,,,
      2026-11-18,Bench Press,Chest,90,kgs,8,,,,

      """
    let looked = try await preview(text)
    #expect(looked.text.contains("1 workout would be added.") && looked.text.contains("2 sets in them."))
    #expect(looked.text.contains("What the exercises become"))
    #expect(looked.text.contains("Bench Press → Bench Press, new (2 sets)") && looked.text.contains("Category (2)"))
    #expect(try await confirm(looked).status == 303)
    #expect(try journal().completedSessions(limit: 5).count == 1)
  }

  @Test("What a file of workouts lacks is asked for once, and the form has the answer")
  func questions() async throws {
    let header = "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,RPE\n"
    let text = header + (1...20).map { "2026-11-18 19:31:01,A,1h,Squat,\($0),100,5,0,0,\n" }.joined()
    let asked = try await preview(text)
    #expect(asked.status == 422 && asked.text.contains("kilograms or pounds") && asked.text.contains("import-unit"))
    #expect(try await preview(text, [("unit", "lb")]).text.contains("1 workout would be added."))
    let long = header + "2026-10-18 19:31:01,A,264h 1m,Squat,1,0,5,0,0,\n"
    let unconfirmed = try await preview(long)
    #expect(unconfirmed.status == 422 && unconfirmed.text.contains("264 h 1 min"))
    #expect(unconfirmed.text.contains("import-durations"))
    let looked = try await preview(long, [("durations", "drop")])
    #expect(try await confirm(looked).status == 303)
    #expect(try journal().completedSessions(limit: 5).first?.durationSeconds == nil)
  }

  @Test("Exports are downloads that come in again")
  func exports() async throws {
    try await client.add("Run", "Lake, twice", at: "2026-11-18T07:00")
    for (format, beginning) in [
      ("csv", "at,type,title"), ("jsonl", "{"), ("ics", "BEGIN:VCALENDAR"), ("sqlite", "SQLite format 3"),
      ("events", #"{"format":"checkin-events""#),
    ] {
      let answer = try await client.get("/export/\(format)")
      #expect(answer.status == 200 && answer.text.hasPrefix(beginning), "\(format)")
      #expect(answer.headers[.contentDisposition]?.hasPrefix("attachment") == true)
    }
    let csv = try await client.get("/export/csv").text
    #expect(try await preview(csv).text.contains("Nothing would be added"))
    #expect(try await client.get("/export/xml").status == 404)
  }

  @Test("A backup is an archive; unpacked, it is the journal")
  func backup() async throws {
    try await client.add("Run", "Lake", at: "2026-11-18T07:00")
    let writing = try Journal(at: client.journalPath)
    try writing.attachPhoto([0xFF, 0xD8, 0xFF, 0], width: 1, height: 1, to: 1)
    let receipt = writing.sequence
    try writing.close()
    let answer = try await client.get("/backup")
    #expect(answer.headers[.contentDisposition] == #"attachment; filename="checkin-2026-11-21.tar""#)
    let folder = try TemporaryDirectory()
    try Data(answer.bytes).write(to: URL(fileURLWithPath: folder.path + "/backup.tar"))
    try Tool.require("tar -xf backup.tar", in: folder.path)
    let path = folder.path + "/checkin-2026-11-21"
    #expect(try Journal.verify(at: path).problems == [])
    let copy = try Journal(at: path, for: .readOnly)
    #expect(copy.sequence == receipt && copy.readOnlyReason == nil)
    let photo = try #require(try copy.checkIn(1)?.photo)
    #expect(try copy.photoBytes(photo.digest) == [0xFF, 0xD8, 0xFF, 0])
  }
}
