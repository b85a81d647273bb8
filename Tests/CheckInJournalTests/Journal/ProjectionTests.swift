import CheckInJournal
import CheckInMaintenance
import Foundation
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

/// The example of the documentation: how often something was discarded.
private struct DiscardCount: Projection {
  static let name = "discard count"
  static let version = 1
  private(set) var count = 0

  mutating func apply(_ event: Event) {
    if case .discarded = event.action { count += 1 }
  }
}

/// Keeps what it was given.
private struct EventList: Projection {
  static let name = "events"
  static let version = 1
  private(set) var events: [Event] = []

  mutating func apply(_ event: Event) { events.append(event) }
}

/// A projection of the user's own gets every event, in order, once.
struct ProjectionTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func time(_ hour: Int64) -> CheckInTime {
    CheckInTime(instantMilliseconds: hour * 3_600_000, offsetMinutes: 0)
  }

  @Test func anEmptyJournal() throws {
    let journal = try Journal(at: directory.path + "/journal")
    #expect(try journal.replay(EventList.self).events.isEmpty)
  }

  @Test func everyEventInOrderAcrossSegments() throws {
    let path = directory.path + "/journal"
    let journal = try Journal(at: path, configuration: .init(segmentByteLimit: 512))
    for number in 1...40 {
      try journal.create(CheckInDraft(type: .run, title: "Run \(number)", time: time(Int64(number))))
      if number % 4 == 0 { try journal.discard([number]) }
      if number % 8 == 0 { try journal.restore(number) }
    }
    #expect(try journal.replay(DiscardCount.self).count == 10)
    let events = try journal.replay(EventList.self).events
    #expect(events.map(\.sequence) == Array(1...55))
    let titles = events.compactMap { event -> String? in
      if case .created(let created) = event.action { created.title } else { nil }
    }
    #expect(titles == (1...40).map { "Run \($0)" })
    try journal.close()
    #expect(try Journal.verify(at: path).segments.count > 2)
    #expect(try Journal(at: path, for: .readOnly).replay(EventList.self).events == events)
  }
}

/// A projection that counts how often it was applied, which its state does not tell.
private struct CountedTitles: Projection, Codable, Equatable {
  static let name = "titles"
  @TaskLocal static var version = 1
  static let applied = Atomic(0)
  private(set) var titles: [String] = []

  mutating func apply(_ event: Event) {
    Self.applied.add(1, ordering: .relaxed)
    if case .created(let created) = event.action { titles.append(created.title) }
  }

  /// What the journal answers, and how many events were applied for it.
  static func ask(_ journal: Journal) throws -> Answer {
    let before = applied.load(ordering: .relaxed)
    let titles = try journal.projection(Self.self).titles
    return Answer(titles: titles, applied: applied.load(ordering: .relaxed) - before)
  }

  struct Answer: Equatable {
    var titles: [String]
    var applied: Int
  }
}

/// The state of a user's projection is a cache, as the timeline's is.
@Suite(.serialized)
struct StoredProjectionTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/journal" }

  init() throws { directory = try TemporaryDirectory() }

  private func add(_ numbers: ClosedRange<Int>, to journal: Journal) throws {
    let drafts = numbers.map { number in
      CheckInDraft(
        id: UUID(), type: .run, title: "Run \(number)",
        time: CheckInTime(instantMilliseconds: Int64(number) * 3_600_000, offsetMinutes: 0))
    }
    _ = try journal.importCheckIns(drafts)
  }

  private func titles(_ count: Int) -> [String] { (1...count).map { "Run \($0)" } }

  @Test func onlyWhatCameSinceIsApplied() throws {
    let journal = try Journal(at: path)
    #expect(try journal.projection(CountedTitles.self).titles == [])
    try add(1...300, to: journal)
    #expect(try CountedTitles.ask(journal) == CountedTitles.Answer(titles: titles(300), applied: 300))
    try add(301...310, to: journal)
    for _ in 0..<2 {
      #expect(try CountedTitles.ask(journal) == CountedTitles.Answer(titles: titles(310), applied: 10))
    }
    try journal.close()
    // A reader uses it, and writes nothing.
    let reader = try Journal(at: path, for: .readOnly)
    let files = try directory.files()
    #expect(try CountedTitles.ask(reader) == CountedTitles.Answer(titles: titles(310), applied: 10))
    #expect(try directory.files() == files)
  }

  @Test func anotherVersionIsBuiltAnew() throws {
    let journal = try Journal(at: path)
    try add(1...5, to: journal)
    _ = try journal.projection(CountedTitles.self)
    #expect(try CountedTitles.ask(journal).applied == 0)
    for version in [2, 1] {
      let answers = try CountedTitles.$version.withValue(version) {
        try (0..<2).map { _ in try CountedTitles.ask(journal) }
      }
      #expect(answers.map(\.applied) == [5, 0])
      #expect(answers.map(\.titles) == [titles(5), titles(5)])
    }
  }

  @Test func itOutlivesRebuildingAndCompacting() throws {
    let journal = try Journal(at: path)
    try add(1...40, to: journal)
    _ = try journal.projection(CountedTitles.self)
    _ = try journal.rebuild()
    _ = try journal.compact(includingActive: true)
    #expect(try CountedTitles.ask(journal) == CountedTitles.Answer(titles: titles(40), applied: 0))
    #expect(try journal.replay(CountedTitles.self).titles == titles(40))
  }

  @Test func whateverBecomesOfTheFileTheStateIsTheLogs() throws {
    let journal = try Journal(at: path)
    try add(1...30, to: journal)
    _ = try journal.projection(CountedTitles.self)
    try journal.close()
    let snapshot = try directory.read("journal/snapshot.sqlite")
    let reader = try Journal(at: path, for: .readOnly)
    for index in stride(from: 0, to: snapshot.count, by: 41) {
      var damaged = snapshot
      damaged[index] ^= 1 << UInt8(index % 8)
      try directory.write(damaged, to: "journal/snapshot.sqlite")
      #expect(try reader.projection(CountedTitles.self).titles == titles(30))
    }
    try directory.remove("journal/snapshot.sqlite")
    #expect(try reader.projection(CountedTitles.self).titles == titles(30))
  }

  @Test func asOfAMoment() throws {
    let journal = try Journal(at: path)
    try add(1...30, to: journal)
    _ = try journal.projection(CountedTitles.self)
    try journal.close()
    let past = try Journal(at: path, asOf: .sequence(7))
    #expect(try past.projection(CountedTitles.self).titles == titles(7))
    #expect(try past.replay(CountedTitles.self).titles == titles(7))
  }

  @Test func aReplayReportsAndCanBeCancelled() async throws {
    let journal = try Journal(at: path)
    try add(1...10_000, to: journal)
    let reports = Mutex<[Int]>([])
    _ = try journal.replay(CountedTitles.self) { done, total in
      #expect(total == 10_000)
      reports.withLock { $0.append(done) }
    }
    #expect(reports.withLock { $0 } == [4096, 8192])
    let task = Task.detached {
      withUnsafeCurrentTask { $0?.cancel() }
      return try journal.replay(CountedTitles.self)
    }
    await #expect { try await task.value } throws: { ($0 as? JournalError)?.code == .cancelled }
  }
}

/// The documentation's example is the file that is compiled here, and right.
struct ProjectionExampleTests {
  @Test func itIsTheOneOfTheDocumentation() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "../Projections/CaloriesPerWeek.swift")
    let example = try String(contentsOf: file, encoding: .utf8)
    let article = folder.appending(path: "../../../Sources/CheckInTimeline/CheckInTimeline.docc/Projections.md")
    #expect(try String(contentsOf: article, encoding: .utf8).contains("```swift\n\(example)```"))
  }

  @Test(arguments: 0..<5)
  func itAgreesWithTheCheckIns(_ run: Int) throws {
    var configuration = Journal.Configuration(now: { RandomHistory.now })
    configuration.fileSystem = SimulatedFileSystem()
    let journal = try Journal(at: "/journal", configuration: configuration)
    var history = RandomHistory(seed: TestSettings.seed &+ UInt64(run))
    for _ in 0..<150 { try history.step(journal) }
    let projection = try journal.projection(CaloriesPerWeek.self)
    for day in Set(history.model.checkIns.map(\.day)) {
      let monday = day.adding(days: -(day.weekday.rawValue - 1))
      let week = try journal.checkIns(from: monday, to: monday.adding(days: 6))
      #expect(projection.calories(inWeekOf: day) == week.reduce(0) { $0 + ($1.calories ?? 0) })
    }
  }
}
