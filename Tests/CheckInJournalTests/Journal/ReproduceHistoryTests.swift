import CheckInMaintenance
import Foundation
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// A history that was judged, brought into a journal: what the journal shows is what its log says, however that came.
@Suite("A history that was judged")
struct ReproduceHistoryTests {
  /// So much that it takes several writes.
  private static let count = 1500

  private func history() throws -> EventHistory {
    var history = EventHistory()
    for first in stride(from: 1, through: Self.count, by: 100) {
      var writer = WireWriter()
      var messages: [ByteRange] = []
      for number in first..<first + 100 {
        // Now and then an earlier check-in is edited.
        let edits = number % 7 == 0
        let event = Event(
          sequence: UInt64(number), recordedAtMilliseconds: RandomHistory.now, origin: .cli,
          checkIn: edits ? 1 : number - number / 7, command: UInt64(number),
          action: edits
            ? .edited(CheckInChanges(title: "Run \(number)"))
            : .created(
              Event.Created(
                id: UUID(), time: time(number), type: .run, title: "Run \(number)",
                notes: String(repeating: "\(number) ", count: 1500))))
        messages.append(writer.record(event))
      }
      writer.presentUnsigned(.max, field: 1)
      let block = EventRecords.Block(writer.bytes)
      for message in messages { try history.append(message, in: block) }
    }
    return history
  }

  private func time(_ day: Int) -> CheckInTime {
    CheckInTime(instantMilliseconds: 1_500_000_000_000 + Int64(day) * 86_400_000, offsetMinutes: 60)
  }

  private func open(_ fileSystem: SimulatedFileSystem) throws(JournalError) -> Journal {
    var configuration = Journal.Configuration(lockTimeoutSeconds: 0.05)
    configuration.fileSystem = fileSystem
    return try Journal(at: Trial.path, configuration: configuration)
  }

  /// What a journal shows, and where the log is found again.
  private struct View: Equatable {
    var sequence: UInt64
    var titles: [String]
    var numbers: [Int]
    var recentDigest: Digest?

    init(_ journal: Journal) throws {
      let checkIns = try journal.checkIns()
      sequence = journal.sequence
      titles = checkIns.map(\.title)
      numbers = checkIns.map(\.number)
      recentDigest = journal.state.withLock(\.lastRecordDigest)
    }
  }

  @Test("An empty journal shows it at once as a journal does that is opened anew, and goes on from there")
  func emptyJournal() throws {
    let history = try history()
    let fileSystem = SimulatedFileSystem()
    let journal = try open(fileSystem)
    #expect(try journal.reproduce(history) == Self.count)
    let view = try View(journal)
    #expect(view.titles.count == Self.count - Self.count / 7)
    let places = journal.state.withLock { $0.timeline.seekIndex.points }
    try journal.create(CheckInDraft(type: .run, title: "Next", time: time(0)))
    let next = try View(journal)
    #expect(next.sequence == UInt64(Self.count) + 1 && next.titles.count == view.titles.count + 1)
    try journal.close()

    let again = try open(fileSystem)
    var (shown, expected) = (try View(again), next)
    shown.recentDigest = nil
    expected.recentDigest = nil
    #expect(shown == expected)
    #expect(places.count > 1 && places.map(\.sequence) == places.map(\.sequence).sorted())
    // The snapshot that was stored is what the log comes to.
    #expect(try Journal.verify(at: Trial.path, in: fileSystem).problems.isEmpty)
  }

  @Test("What other threads read meanwhile is what was durable, and at the end it is all there")
  func refreshedMeanwhile() throws {
    let history = try history()
    let fileSystem = SimulatedFileSystem()
    let journal = try open(fileSystem)
    let seen = Mutex<[UInt64]>([])
    _ = try journal.reproduce(history) { done, _ in
      try? journal.refresh()
      seen.withLock { $0.append(journal.sequence) }
    }
    #expect(seen.withLock { $0.contains { $0 > 0 && $0 < UInt64(Self.count) } })
    let whole = SimulatedFileSystem()
    let other = try open(whole)
    _ = try other.reproduce(history.records)
    let (shown, expected) = (try View(journal), try View(other))
    #expect(shown.titles == expected.titles && shown.numbers == expected.numbers)
    #expect(journal.sequence == UInt64(Self.count))
  }

  @Test("A disk that fails in the middle leaves the same journal with what was appended, and it can be completed")
  func failsInTheMiddle() throws {
    let history = try history()
    let whole = SimulatedFileSystem()
    let complete = try open(whole)
    let first = whole.operationCount
    // When the first write was durable.
    let durable = Mutex<(operation: Int, events: Int)?>(nil)
    _ = try complete.reproduce(history) { done, _ in
      durable.withLock { $0 = $0 ?? (whole.operationCount, done) }
    }
    let written = try #require(durable.withLock { $0 })
    #expect(written.events < Self.count)
    let expected = try View(complete)
    var partial: Set<Int> = []
    for number in first...whole.operationCount {
      let fileSystem = SimulatedFileSystem()
      let journal = try open(fileSystem)
      fileSystem.plan([SimulatedFault(.error(ENOSPC), from: number)], seed: TestSettings.seed)
      let failed = (try? journal.reproduce(history)) == nil
      fileSystem.plan([])
      if !failed { continue }
      // Of a write that failed it is unknown whether it is there; of those before, everything is.
      let shown = Int(journal.sequence)
      #expect([0, written.events, Self.count].contains(shown), "operation \(number)")
      #expect(number <= written.operation || shown >= written.events, "operation \(number)")
      #expect(try View(journal).titles.count == shown - shown / 7, "operation \(number)")
      partial.insert(shown)
      let fresh = try open(fileSystem)
      #expect(fresh.sequence >= journal.sequence)
      let rest = Self.count - Int(fresh.sequence)
      #expect(try fresh.reproduce(history) == rest)
      #expect(try View(fresh) == expected, "operation \(number)")
    }
    #expect(partial.contains(written.events), "the disk has to fail between two writes")
  }
}
