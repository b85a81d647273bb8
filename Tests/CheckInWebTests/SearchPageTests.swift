import CheckInJournal
import FoundationEssentials
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("The page of search")
struct SearchPageTests {
  let client: WebClient

  init() throws { client = try WebClient() }

  private func titles(_ path: String) async throws -> [String] {
    try await client.get(path).text.matches(of: /id="check-in-(\d+)"/).map { String($0.output.1) }
  }

  @Test("Words are found in titles, locations and notes, and marked; every filter narrows")
  func filters() async throws {
    try await client.add("Run", "Morning 5k", at: "2026-11-18T06:10", [("location", "São Paulo")])
    try await client.add("Swim", "Pool", at: "2026-11-19T18:10", [("notes", "cold\nmorning air")])
    try await client.add("Run", "Evening", at: "2026-11-20T18:30")
    let expected = [
      "q=MORNING": ["2", "1"], "q=morning+sao": ["1"], "place=paulo": ["1"], "q=paulo&type=swim": [],
      "type=run&since=2026-11-19": ["3"], "until=2026-11-18": ["1"], "hour=18": ["3", "2"], "weekday=4": ["2"],
      "photo=yes": [], "photo=no": ["3", "2", "1"], "": [],
    ]
    for (query, numbers) in expected {
      let found = try await titles("/search?" + query)
      #expect(found == numbers, "\(query)")
    }
    let marked = try await client.get("/search?q=sao").text
    #expect(marked.contains("<mark>São</mark> Paulo"))
    #expect(try await client.get("/search?q=air").text.contains("cold morning <mark>air</mark>"))
    #expect(try await client.get("/search?q=nothing").text.contains("Nothing was found."))
  }

  @Test("What somebody looks for is text, and nonsense is told")
  func hostile() async throws {
    try await client.add("Run", "<b>bold</b>")
    let page = try await client.get("/search?q=%3Cb%3E").text
    #expect(page.contains("<mark>&lt;b&gt;</mark>bold") && !page.contains("<b>"))
    #expect(try await client.get("/search?since=yesterday").text.contains("Write days as 2026-11-21."))
    #expect(try await client.get("/search?type=chess").text.contains("There is no such exercise type."))
    #expect(try await client.get("/search?since=2026-11-20&until=2026-11-19").text.contains("ends before it begins"))
    #expect(try await client.get("/search?q=x&after=1").status == 404)
    #expect(try await client.get("/search?q=" + String(repeating: "a+", count: 500)).status == 200)
  }

  @Test("Pages follow one another, and have each check-in once")
  func paging() async throws {
    let journal = try Journal(at: client.journalPath)
    let drafts = (0..<120).map { number in
      CheckInDraft(
        id: UUID(), type: .run, title: "Lap",
        time: CheckInTime(instantMilliseconds: 1_700_000_000_000 + Int64(number / 3) * 86_400_000, offsetMinutes: 0))
    }
    try journal.importCheckIns(drafts)
    try journal.close()
    var found: [String] = []
    var path: String? = "/search?q=lap&type=run"
    var count = 0
    while let next = path, count < 10 {
      found += try await titles(next)
      let text = try await client.get(next).text
      path = text.firstMatch(of: /id="older" href="([^"]+)"/).map { String($0.output.1).replacing("&amp;", with: "&") }
      count += 1
    }
    #expect(found == (1...120).reversed().map(String.init) && count == 3)
  }
}
