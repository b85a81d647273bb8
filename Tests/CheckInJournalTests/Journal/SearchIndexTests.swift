import CheckInJournal
import CheckInMaintenance
import Foundation
import JournalTestSupport
import TestSupport
import Testing

@Suite("The index for searching")
struct SearchIndexTests {
  private static let runs = 0..<UInt64(TestSettings.runs("HISTORIES", default: 6))
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/journal" }

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func journal(indexed: Bool, for access: Journal.Access = .readOnly) throws -> Journal {
    var configuration = Journal.Configuration(now: { RandomHistory.now }, segmentByteLimit: 20_000)
    configuration.minimumIndexedCount = indexed ? 1 : .max
    return try Journal(at: path, for: access, configuration: configuration)
  }

  /// All that is found, page by page.
  private func found(_ search: CheckInFilter, limit: Int, in journal: Journal) throws -> [CheckIn] {
    var found: [CheckIn] = []
    var place: CheckInPlace?
    repeat {
      let page = try journal.search(search, after: place, limit: limit)
      #expect(page.checkIns.count <= limit)
      found += page.checkIns
      place = page.next
    } while place != nil
    return found
  }

  private func search(_ checkIns: [CheckIn], _ generator: inout RandomSource) -> CheckInFilter {
    let some = checkIns.randomElement(using: &generator)
    let words = some.map { "\($0.title) \($0.location ?? "") \($0.notes)" }?.split(whereSeparator: \.isWhitespace) ?? []
    let wanted = words.shuffled(using: &generator).prefix(generator.number(1...2)).joined(separator: " ")
    var search = CheckInFilter(terms: SearchTerms(String(wanted.prefix(generator.number(1...20)))))
    if generator.oneIn(4) { search.types = some.map { [$0.type, .yoga] } ?? [] }
    if generator.oneIn(4) { search.hasPhoto = generator.oneIn(2) }
    if generator.oneIn(4) { search.from = some?.day }
    if generator.oneIn(4) { search.to = some?.day.adding(days: generator.number(0...40)) }
    return search
  }

  /// Compares what is found by the index with what is found without one.
  private func expectSame(_ generator: inout RandomSource, count: Int = 12, _ comment: Comment) throws {
    let (indexed, scanned) = (try journal(indexed: true), try journal(indexed: false))
    let all = try scanned.checkIns(from: nil)
    for _ in 0..<count {
      let search = search(all, &generator)
      let expected = try found(search, limit: .max - 1, in: scanned)
      for limit in [1, 7, 1000] { #expect(try found(search, limit: limit, in: indexed) == expected, comment) }
    }
  }

  @Test("It finds what is found without it, whatever happens in between", arguments: runs)
  func sameAnswers(_ run: UInt64) throws {
    var history = RandomHistory(seed: TestSettings.seed &+ 9000 &+ run)
    var journal = try journal(indexed: true, for: .readWrite)
    for step in 0..<12 {
      for _ in 0..<20 { try history.step(journal) }
      try journal.close()
      let reader = try self.journal(indexed: true)
      if history.generator.oneIn(2) { reader.updateSearchIndex() }
      try expectSame(&history.generator, "CHECKIN_SEED=\(TestSettings.seed), run \(run), step \(step)")
      journal = try self.journal(indexed: true, for: .readWrite)
    }
    #expect(directory.exists("journal/search.sqlite"))
    try journal.close()
  }

  /// A journal with an index that knows all of it.
  private func makeIndexed() throws {
    let journal = try journal(indexed: true, for: .readWrite)
    for title in ["Around the lake", "Morning run", "Lake swim"] { try journal.create(TrialCommand.draft(title)) }
    try journal.close()
    let reader = try self.journal(indexed: true)
    #expect(reader.isSearchIndexDue)
    reader.updateSearchIndex()
    #expect(try !reader.isSearchIndexDue && !self.journal(indexed: true).isSearchIndexDue)
  }

  private func titles(_ words: String, in journal: Journal) throws -> Set<String> {
    Set(try journal.search(CheckInFilter(terms: SearchTerms(words)), limit: 10).checkIns.map(\.title))
  }

  @Test("Without it, with what is none, and with that of another journal, all is found and a new one is made")
  func unusable() throws {
    try makeIndexed()
    let whole = try directory.read("journal/search.sqlite")
    let other = try SearchIndexTests()
    try other.makeIndexed()
    let foreign = try other.directory.read("journal/search.sqlite")
    for content in [nil, [], Array("no database".utf8), Array(whole.prefix(whole.count / 2)), foreign] as [[UInt8]?] {
      try directory.remove("journal/search.sqlite")
      if let content { try directory.write(content, to: "journal/search.sqlite") }
      let journal = try journal(indexed: true)
      #expect(try titles("lak", in: journal) == ["Around the lake", "Lake swim"])
      #expect(journal.isSearchIndexDue)
      journal.updateSearchIndex()
      #expect(!journal.isSearchIndexDue)
      #expect(try titles("lak", in: journal) == ["Around the lake", "Lake swim"])
    }
  }

  @Test("A log that went another way than the index knows is searched without it")
  func anotherLog() throws {
    try makeIndexed()
    let log = try directory.files().filter { !$0.key.hasSuffix("search.sqlite") }
    for titles in [["Canal"], ["River"]] {
      for case (let name, let bytes?) in log { try directory.write(bytes, to: name) }
      let journal = try journal(indexed: true, for: .readWrite)
      for title in titles { try journal.create(TrialCommand.draft(title)) }
      try journal.close()
      let reader = try self.journal(indexed: true)
      #expect(try self.titles(titles[0], in: reader) == Set(titles))
      #expect(try self.titles("canal river", in: reader) == [])
      reader.updateSearchIndex()
      #expect(try self.titles(titles[0], in: reader) == Set(titles))
    }
  }

  @Test("What is asked of the past, or before the index, is found without it")
  func past() throws {
    try makeIndexed()
    let before = try journal(indexed: true)
    let writer = try journal(indexed: true, for: .readWrite)
    let lake = try #require(try writer.search(CheckInFilter(terms: SearchTerms("around")), limit: 1).checkIns.first)
    try writer.edit(lake.number, with: CheckInChanges(title: "By the canal"))
    try writer.close()
    try journal(indexed: true).updateSearchIndex()
    #expect(try titles("around", in: before) == ["Around the lake"])
    #expect(try titles("canal", in: before) == [])
    #expect(try titles("canal", in: journal(indexed: true)) == ["By the canal"])
    #expect(try titles("around", in: journal(indexed: true)) == [])
    #expect(try titles("around", in: Journal(at: path, asOf: .sequence(3))) == ["Around the lake"])
  }

  @Test("Many in one hour come in their order, page by page")
  func oneHour() throws {
    let journal = try journal(indexed: true, for: .readWrite)
    let time = CheckInTime(instantMilliseconds: 1_700_000_000_000, offsetMinutes: 0)
    try journal.importCheckIns(
      (0..<300).map { step in
        var draft = TrialCommand.draft("Same hour \(step)")
        draft.time = time
        draft.time.instantMilliseconds += Int64(step * 7 % 300) * 1000
        return draft
      })
    journal.updateSearchIndex()
    #expect(!journal.isSearchIndexDue)
    let all = try journal.checkIns(from: nil)
    for limit in [1, 99, 300] {
      #expect(try found(CheckInFilter(terms: SearchTerms("hou")), limit: limit, in: journal) == all)
    }
    try journal.close()
  }

  @Test("A directory that cannot be written is searched all the same, and rebuilding takes the index away")
  func readOnlyDirectory() throws {
    try makeIndexed()
    let journal = try journal(indexed: true, for: .readWrite)
    _ = try journal.rebuild()
    try journal.close()
    #expect(!directory.exists("journal/search.sqlite"))
    let before = try directory.files()
    try FileManager.default.createDirectory(
      atPath: path + "/search.sqlite.new", withIntermediateDirectories: false)
    let reader = try self.journal(indexed: true)
    reader.updateSearchIndex()
    #expect(reader.isSearchIndexDue)
    #expect(try titles("swim", in: reader) == ["Lake swim"])
    try directory.remove("journal/search.sqlite.new")
    #expect(try directory.files() == before)
  }
}
