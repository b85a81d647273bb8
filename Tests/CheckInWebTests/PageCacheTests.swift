import CheckInJournal
import CheckInLanguage
import NIOCore
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("Kept pages")
struct PageCacheTests {
  @Test("After whatever happens to the journal, each page is what a server that keeps nothing yet renders")
  func freshness() async throws {
    let client = try WebClient()
    let paths = [
      "/", "/?month=2026-10", "/months", "/days/2026-11-20", "/year/2026", "/stats", "/audit",
      "/?notice=added&after=3",
    ]
    /// The page without what is drawn by lot: the token, and identities of what a form would make.
    func page(_ path: String, of client: WebClient) async throws -> String {
      try await client.get(path).text.replacing(/[0-9a-f]{64}/, with: "token")
        .replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.ignoresCase(), with: "identity")
    }
    func expectFresh(_ comment: Comment) async throws {
      let other = try WebClient(beside: client)
      for path in paths {
        let expected = try await page(path, of: other)
        // The first answer is rendered, the second one kept.
        for _ in 0..<2 {
          let answer = try await page(path, of: client)
          #expect(answer == expected, comment)
        }
      }
    }
    try await expectFresh("empty")
    try await client.add("Run", "Morning 5k")
    try await expectFresh("added on the page")
    let writer = try Journal(at: client.journalPath)
    let zone = try LocalTimeZone.system(environment: WebClient.environment)
    for (title, day) in [("Legs", 18), ("Arms", 19), ("Back", 20)] {
      let time = zone.resolve(try #require(WrittenTime("2026-11-\(day)T18:00:00+01:00"))).time
      try writer.create(CheckInDraft(type: .gym, title: title, time: time))
      try await expectFresh("added elsewhere")
    }
    try writer.discard([2])
    try await expectFresh("discarded elsewhere")
    try writer.undo()
    try await expectFresh("undone elsewhere")
    try writer.close()
  }

  @Test("Nothing is kept from one moment to another, nor for another reader")
  func moments() throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal(at: directory.path + "/journal")
    let day = try #require(CivilDay("2026-11-21"))
    let now = PageCache.Version(journal: journal.version, today: day)
    let tomorrow = PageCache.Version(journal: journal.version, today: day.adding(days: 1))
    let key = PageCache.Key(target: "/", localization: Localization(), token: "a")
    var others = [key, key, key]
    others[0].target = "/?month=2026-10"
    others[1].localization = Localization(firstWeekday: .sunday)
    others[2].token = "b"
    let cache = PageCache()
    cache.keep(ByteBuffer(string: "page"), for: key, at: now)
    #expect(cache.page(key, at: now) == ByteBuffer(string: "page"))
    #expect(cache.page(key, at: tomorrow) == nil)
    for other in others { #expect(cache.page(other, at: now) == nil) }
    cache.keep(ByteBuffer(string: "later"), for: others[0], at: tomorrow)
    #expect(cache.page(key, at: now) == nil && cache.page(key, at: tomorrow) == nil)
    try journal.close()
  }

  @Test("However many pages are asked for, what is kept has a bound")
  func bound() throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal(at: directory.path + "/journal")
    let moment = PageCache.Version(journal: journal.version, today: try #require(CivilDay("2026-11-21")))
    let cache = PageCache()
    let page = ByteBuffer(repeating: 65, count: PageCache.maximumBytes / 10)
    let keys = (0..<100).map { PageCache.Key(target: "/?month=\($0)", localization: Localization(), token: "") }
    for key in keys {
      cache.keep(page, for: key, at: moment)
      #expect(cache.page(key, at: moment) != nil)
    }
    #expect(keys.count { cache.page($0, at: moment) != nil } <= 10)
    cache.keep(ByteBuffer(repeating: 65, count: PageCache.maximumBytes + 1), for: keys[0], at: moment)
    #expect(cache.page(keys[0], at: moment) == nil)
    try journal.close()
  }
}
