import CheckInMaintenance
import Dispatch
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import EventLog

@Suite("Readers during a sync")
struct ReadersDuringSyncTests {
  @Test("A reader does not wait while a writer syncs, from the first command to the snapshot")
  func readersDoNotWait() throws {
    let directory = try TemporaryDirectory()
    let reader = Reader()
    var configuration = Journal.Configuration()
    configuration.fileSystem = ObservedFileSystem { operation, _ in
      if operation == .synchronize || operation == .synchronizeDirectory { reader.read() }
    }
    let path = directory.path + "/journal"
    for round in 1...2 {
      let journal = try Journal(at: path, configuration: configuration)
      reader.begin(journal)
      try TrialCommand.create(title: "Run \(round)").perform(on: journal)
      try journal.close()
      _ = try journal.rebuild()
      reader.end()
      // What a writer that was killed left is put in order by the next one.
      let file = try DiskFileSystem().open(
        LogDirectory(fileSystem: DiskFileSystem(), path: path).segmentPath(1), for: .readingAndWriting)
      try file.writeAll([1, 2, 3].span.bytes, at: try file.size())
    }
    #expect(reader.count > 10)
  }
}

/// Reads a journal on another thread.
private final class Reader: Sendable {
  private let journal = Mutex<Journal?>(nil)
  private let readCount = Mutex(0)

  var count: Int { readCount.withLock { $0 } }

  func begin(_ journal: Journal) { self.journal.withLock { $0 = journal } }

  func end() { journal.withLock { $0 = nil } }

  func read() {
    guard let journal = journal.withLock({ $0 }) else { return }
    let isRead = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      _ = try? journal.checkIns(limit: 1)
      isRead.signal()
    }
    do {
      try isRead.wait(until: "a reader has read")
      readCount.withLock { $0 += 1 }
    } catch {
      Issue.record("A reader waits for a sync.")
    }
  }
}
