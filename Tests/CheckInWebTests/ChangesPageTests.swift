import CheckInInterchange
import CheckInJournal
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import CheckInWeb

/// Events that were recorded long before the tests run come from a file of events.
@Suite("The page of changes")
struct ChangesPageTests {
  let client: WebClient

  init() throws { client = try WebClient() }

  /// A file of events: a check-in in September, and one in October that was edited in November.
  private static let history = """
    {"format":"checkin-events","version":1,"journal":"8C1F0000-0000-4000-8000-000000000000","events":3}
    {"sequence":1,"recordedAt":"2026-09-01T21:59:59.999Z","origin":"cli","checkIn":1,"command":1,"undoes":null,\
    "action":"created","fields":{"id":"00000000-0000-4000-8000-000000000001","at":"2026-09-01T23:00:00+02:00",\
    "timeZone":null,"type":"Run","title":"First","calories":390,"location":null,"notes":""}}
    {"sequence":2,"recordedAt":"2026-10-15T22:00:00.000Z","origin":"web","checkIn":2,"command":2,"undoes":null,\
    "action":"created","fields":{"id":"00000000-0000-4000-8000-000000000002","at":"2026-10-15T20:00:00+02:00",\
    "timeZone":null,"type":"Gym","title":"Second","calories":null,"location":null,"notes":""}}
    {"sequence":3,"recordedAt":"2026-11-20T17:02:00.000Z","origin":"cli","checkIn":2,"command":3,"undoes":null,\
    "action":"edited","fields":{"title":"Third"}}

    """

  @Test("What was done is told in words, the newest first, and the newest can be taken back")
  func words() async throws {
    try await client.add("Run", "Lake", [("calories", "390")])
    let journal = try Journal(at: client.journalPath)
    try journal.edit(1, with: CheckInChanges(calories: .set(410)))
    try journal.close()
    let page = try await client.get("/audit").text
    #expect(page.contains("<del>390</del>") && page.contains("<ins>410</ins>"))
    #expect(page.contains("checked in") && page.contains("on this page") && page.contains("by another program"))
    #expect(!page.contains(">event") && !page.contains("sequence number"))
    let token = try await client.token()
    #expect(page.contains(#"name="expect" value="2""#))
    let undone = try await client.post("/undo", "token=\(token)&expect=2&back=/audit")
    #expect(undone.status == 303 && undone.headers[.location] == "/audit?notice=undone")
    let after = try await client.get("/audit").text
    #expect(after.contains("to take a change back") && !after.contains("undo-change"))
  }

  @Test("A workout is one row, which expands to everything that was done in it")
  func workout() async throws {
    try await client.add("Run", "Before")
    let journal = try Journal(at: client.journalPath)
    let start = CheckInTime(instantMilliseconds: 1_700_000_000_000, offsetMinutes: 0)
    try journal.startSession(SessionDraft(start: start, title: "Push"))
    for number in 1...25 {
      try journal.log(try SetNotation.parse("80x\(number)", unit: .kilograms), exercise: "bench", at: start)
      if number == 12 {
        try journal.create(
          Validation.validate(CheckInDraft(type: .run, title: "Between", time: start), now: 1_800_000_000_000))
      }
    }
    try journal.completeSession(
      endMilliseconds: start.instantMilliseconds + 3_600_000,
      checkIn: .added(CheckInDraft(type: .gym, title: "Push", time: start)))
    try journal.close()
    let page = try await client.get("/audit").text
    let rows = page.matches(of: /<p class="change-title">(.*?)<\/p>/).map { String($0.output.1) }
    #expect(rows.count == 3, "the workout, and a check-in during and before it")
    #expect(rows[0].contains(">Push</a>") && rows[1].contains("Between") && rows[2].contains("Before"))
    #expect(page.matches(of: /<details id="steps-/).count == 1 && page.contains("<summary>27 changes</summary>"))
    for number in 1...25 { #expect(page.contains("<ins>80\u{A0}kg ×\u{A0}\(number)</ins>"), "\(number)") }
    #expect(page.contains("workout started") && page.contains("workout finished"))
    #expect(page.contains(#"id="undo-change""#))
  }

  @Test("An import is one change, and what was before it follows")
  func largeCommand() async throws {
    try await client.add("Run", "Before")
    let journal = try Journal(at: client.journalPath, configuration: Journal.Configuration(origin: .import))
    let drafts = (0..<200).map { number in
      CheckInDraft(
        id: UUID(), type: .gym, title: "Imported \(number)",
        time: CheckInTime(instantMilliseconds: 1_700_000_000_000 + Int64(number) * 1000, offsetMinutes: 0))
    }
    try journal.importCheckIns(drafts)
    try journal.close()
    let page = try await client.get("/audit").text
    #expect(page.contains("200 changes") && page.contains("by import") && page.contains("Before"))
    #expect(!page.contains("Imported 199"))
  }

  @Test("Older changes are on further pages, each change once")
  func pages() async throws {
    let journal = try Journal(at: client.journalPath)
    for number in 1...100 {
      try journal.create(
        Validation.validate(
          CheckInDraft(
            type: .run, title: "Title \(number)!",
            time: CheckInTime(instantMilliseconds: 1_700_000_000_000, offsetMinutes: 0)), now: 1_800_000_000_000))
    }
    try journal.close()
    var found: [String] = []
    var path: String? = "/audit"
    while let next = path, found.count < 300 {
      let text = try await client.get(next).text
      found += text.matches(of: /Title \d+!/).map { String($0.output) }
      path = text.firstMatch(of: /id="older" href="([^"]+)"/).map { String($0.output.1).replacing("&amp;", with: "&") }
    }
    #expect(found == (1...100).reversed().map { "Title \($0)!" })
  }

  @Test("On a day of the past, the journal is as it was at its end here")
  func past() async throws {
    let folder = try TemporaryDirectory()
    try Data(Self.history.utf8).write(to: URL(fileURLWithPath: folder.path + "/events.jsonl"))
    let path = folder.path + "/journal"
    let zone = try LocalTimeZone.system(environment: WebClient.environment)
    let report = try Importer.run(path: folder.path + "/events.jsonl", zone: zone) { _ in try Journal(at: path) }
    #expect(report.added == 3)
    let client = try WebClient(directory: folder)
    func page(_ day: String) async throws -> String { try await client.get("/audit?at=\(day)").text }

    let before = try await page("2026-08-31")
    #expect(before.contains("Nothing had been done by then.") && before.contains("0 check-ins"))
    // One was recorded in the last millisecond of a day here, the other in the first of another.
    let september = try await page("2026-09-01")
    #expect(september.contains("1 check-in ·") && september.contains("81 days ago") && september.contains("First"))
    #expect(september.contains("Tuesday 1 September 2026") && september.contains("23:59, by command"))
    let day = try await page("2026-10-15")
    #expect(day.contains("First") && !day.contains("Second"))
    let october = try await page("2026-10-16")
    #expect(october.contains("2 check-ins ·") && october.contains("Second") && !october.contains("Third"))
    #expect(october.contains("00:00, on this page") && october.contains("Back to today"))
    #expect(october.contains("/audit?at=2026-10-15") && october.contains("/audit?at=2026-10-17"))
    #expect(!october.contains("/add?day=") && !october.contains("undo-change"))
    let today = try await client.get("/audit").text
    #expect(today.contains("<del>Second</del>") && today.contains("<ins>Third</ins>"))
    #expect(today.contains("Yesterday") && today.contains("18:02, by command"))
    #expect(today.contains(#"max="81" value="81""#) && today.contains(#"data-first="2026-09-01""#))
    #expect(try await client.get("/audit?at=2026-13-01").status == 404)
    #expect(try await client.get("/audit?at=2027-01-01").text.contains("<ins>Third</ins>"))
    #expect(try await client.get("/changes").headers[.location] == "/audit")
  }
}
