import CheckInJournal
import HTTPTypes
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("The page of goals")
struct GoalPageTests {
  let client: WebClient

  init() throws { client = try WebClient() }

  @discardableResult
  private func submit(_ path: String, _ fields: [(String, String)]) async throws -> WebClient.Answer {
    let all = [("token", try await client.token())] + fields
    return try await client.post(
      path, all.map { "\(FormFields.encoded($0.0))=\(FormFields.encoded($0.1))" }.joined(separator: "&"))
  }

  @discardableResult
  private func set(
    _ subject: String, _ count: String, _ period: String, seen: String
  ) async throws -> WebClient.Answer {
    try await submit("/goals/set", [("subject", subject), ("count", count), ("period", period), ("seen", seen)])
  }

  private func goals() throws -> [String] { try Journal(at: client.journalPath, for: .readOnly).goals().map(\.text) }

  @Test("Goals are set, shown with what was done, replaced, undone and cleared")
  func lifeOfAGoal() async throws {
    #expect(try await client.get("/goals").text.contains("No goals yet"))
    // Friday and Saturday of this week; the clock stands at Saturday 21 November.
    try await client.add("Run", "Lake")
    try await client.add("Run", "Park", at: "2026-11-21T07:00")
    try await client.add("Run", "Last week", at: "2026-11-14T07:00")
    let answer = try await set("Run", "3", "week", seen: "")
    #expect(answer.status == 303)
    let target = try #require(answer.headers[.location])
    let page = try await client.get(target).text
    for words in ["Goal set", "Undo", "3 runs a week", "2 of 3 runs this week", #"value="66""#, "/goals/clear"] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(try await set("days", "3", "month", seen: "Run 3/week").status == 303)
    let both = try await client.get("/goals").text
    #expect(both.contains("3 of 3 days in November · 1 month in a row") && both.contains(#"value="100""#))
    #expect(try await client.value(named: "seen", in: "/goals") == "days 3/month,Run 3/week")
    // A second goal of a type takes the place of the first.
    try await set("Run", "12", "month", seen: "days 3/month,Run 3/week")
    #expect(try goals() == ["days 3/month", "Run 12/month"])
    let sequence = try Journal(at: client.journalPath, for: .readOnly).sequence
    let undone = try await submit("/undo", [("expect", String(sequence)), ("back", "/goals")])
    #expect(undone.headers[.location] == "/goals?notice=undone")
    #expect(try goals() == ["days 3/month", "Run 3/week"])
    let cleared = try await submit("/goals/clear", [("goal", "Run 3/week")])
    #expect(cleared.headers[.location]?.hasPrefix("/goals?notice=no-goal&after=") ?? false)
    #expect(try goals() == ["days 3/month"])
  }

  @Test("What is no goal is refused with the reason, and the input is kept")
  func refused() async throws {
    for (count, period, words) in [
      ("many", "week", "Enter how often, as a number"), ("8", "week", "from 1 to 7 days"), ("", "month", "Enter how"),
      ("5", "year", "Choose what the goal is for"),
    ] {
      let answer = try await set("days", count, period, seen: "")
      #expect(answer.status == 422 && answer.text.contains(words), "\(words)")
      #expect(answer.text.contains("value=\"\(count)\"") && answer.text.contains(#"value="days" selected"#))
    }
    #expect(try await submit("/goals/clear", [("goal", "nonsense")]).status == 400)
    #expect(try await client.post("/goals/set", "subject=days&count=5&period=week&seen=").status == 403, "no token")
    #expect(try goals().isEmpty)
  }

  @Test("A goal that somebody has changed meanwhile is not overwritten, nor cleared")
  func conflict() async throws {
    try await set("Gym", "2", "week", seen: "")
    try await set("Gym", "3", "week", seen: "Gym 2/week")
    let stale = try await set("Gym", "4", "week", seen: "Gym 2/week")
    #expect(stale.status == 409 && stale.text.contains("Changed in the meantime"))
    #expect(stale.text.contains("3 gym visits a week"))
    #expect(stale.text.contains(#"name="count" inputmode="numeric" value="4""#), "the input is kept")
    #expect(try await submit("/goals/clear", [("goal", "Gym 2/week")]).status == 409)
    #expect(try goals() == ["Gym 3/week"])
    // What the form shows now can be saved.
    #expect(try await set("Gym", "4", "week", seen: "Gym 3/week").status == 303)
    #expect(try goals() == ["Gym 4/week"])
  }

  @Test("Programs read the goals")
  func api() async throws {
    #expect(try await client.get("/api/goals").text == "[]")
    try await client.add("Run", "Lake")
    try await set("Run", "3", "week", seen: "")
    #expect(
      try await client.get("/api/goals").text
        == #"[{"goal":"Run","count":3,"period":"week","from":"2026-11-16","to":"2026-11-22","done":1,"#
        + #""wanted":3,"restDays":0,"kept":false,"streak":0}]"#)
  }
}
