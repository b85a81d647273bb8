import CheckInJournal
import HTTPTypes
import TestSupport
import Testing

@testable import CheckInWeb

/// The clock stands at Saturday 21 November 2026.
@Suite("Marked days on the page")
struct DayMarkPageTests {
  let client: WebClient

  init() throws { client = try WebClient() }

  @discardableResult
  private func submit(_ path: String, _ fields: [(String, String)]) async throws -> WebClient.Answer {
    let all = [("token", try await client.token())] + fields
    return try await client.post(
      path, all.map { "\(FormFields.encoded($0.0))=\(FormFields.encoded($0.1))" }.joined(separator: "&"))
  }

  private func marks() throws -> [String] {
    try Journal(at: client.journalPath, for: .readOnly).dayMarks().map { "\($0.day) \($0.text)" }
  }

  @Test("A day's page marks days up to another, shows the mark, takes it away, and offers to undo it")
  func lifeOfAMark() async throws {
    let fields = [("day", "2026-11-19"), ("kind", "sick"), ("until", "2026-11-20"), ("note", "Flu")]
    let answer = try await submit("/days/mark", fields)
    #expect(answer.status == 303)
    #expect(try marks() == ["2026-11-19 sick Flu", "2026-11-20 sick Flu"])
    let page = try await client.get(try #require(answer.headers[.location])).text
    for words in ["Marked: sick (Flu)", "Undo", #"value="sick" selected"#, "/days/unmark"] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(try await submit("/days/mark", [("day", "2026-12-24"), ("kind", "holiday")]).status == 303)
    #expect(try await submit("/days/unmark", [("day", "2026-11-20")]).status == 303)
    #expect(try marks() == ["2026-11-19 sick Flu", "2026-12-24 holiday"])
    #expect(try await !client.get("/days/2026-11-20").text.contains("/days/unmark"))
  }

  @Test("Calendars tell a marked day from a gap, in words too")
  func calendars() async throws {
    try await client.add("Run", "Lake", at: "2026-11-18T07:00")
    try await client.add("Run", "Lake", at: "2026-11-20T07:00")
    let before = try await client.get("/").text
    #expect(before.contains("Thursday 19 November, no check-in; add one") && !before.contains("day marked"))
    try await submit("/days/mark", [("day", "2026-11-19"), ("kind", "rest")])
    let home = try await client.get("/").text
    #expect(home.contains("Thursday 19 November, no check-in, rest"))
    #expect(home.contains(#"class="day marked""#) && home.contains("with 1 rest day between"))
    #expect(home.contains("2 of 29 without marked days"))
    let year = try await client.get("/year/2026").text
    #expect(year.contains("Thursday 19 November: 0 check-ins, rest") && year.contains("with 1 rest day between"))
    #expect(try await client.get("/stats").text.contains("current streak without marks"))
  }

  @Test("A last day before the first is refused, and so is a form of others")
  func refused() async throws {
    let fields = [("day", "2026-11-19"), ("kind", "sick"), ("until", "2026-11-18")]
    let answer = try await submit("/days/mark", fields)
    #expect(answer.status == 422 && answer.text.contains("Enter a last day"))
    #expect(try await submit("/days/mark", [("day", "2026-11-31"), ("kind", "sick")]).status == 400)
    #expect(try await submit("/days/mark", [("day", "2026-11-19"), ("kind", "lazy")]).status == 400)
    #expect(try await client.post("/days/mark", "day=2026-11-19&kind=sick").status == 403, "no token")
    #expect(try marks().isEmpty)
  }
}
