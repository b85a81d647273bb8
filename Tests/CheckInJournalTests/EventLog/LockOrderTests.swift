import CheckInJournal
import CheckInMaintenance
import Glibc
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

/// Whoever takes the lock reads HEAD and writes it: a write of HEAD that is still under way then would set it back.
@Suite("The lock is given back when HEAD is durable")
struct LockOrderTests {
  /// Lets every sync of HEAD take its time, and notes whether the lock is given back meanwhile.
  private final class SlowHead: Sendable {
    private let isUnderWay = Atomic(false)
    private let isUnlockedEarly = Atomic(false)

    var waits: Bool { !isUnlockedEarly.load(ordering: .sequentiallyConsistent) }

    func note(_ operation: SimulatedOperation, _ path: String) {
      switch (operation, path.hasSuffix("/HEAD")) {
      case (.write, true): isUnderWay.store(true, ordering: .sequentiallyConsistent)
      case (.synchronize, true):
        usleep(100_000)
        isUnderWay.store(false, ordering: .sequentiallyConsistent)
      case (.unlock, _):
        if isUnderWay.load(ordering: .sequentiallyConsistent) {
          isUnlockedEarly.store(true, ordering: .sequentiallyConsistent)
        }
      default: break
      }
    }
  }

  private let fileSystem = SimulatedFileSystem()
  private let head = SlowHead()
  private let trial = Trial(TrialCommand.mixture(20), segmentByteLimit: 600)

  /// A journal that has events in several segments, and whose HEAD is slow from now on.
  private func makeJournal() throws -> Journal {
    #expect(trial.run(on: fileSystem).errors == [:])
    let journal = try trial.open(fileSystem)
    fileSystem.observe { [head] operation, path in head.note(operation, path) }
    return journal
  }

  /// The lock was kept long enough, is free now, and nothing is lost.
  private func expectOrder(_ created: [String]) throws {
    #expect(head.waits)
    fileSystem.observe(nil)
    #expect(try trial.read(fileSystem).suffix(created.count) == created.map { "created " + $0 }[...])
    let other = try trial.open(fileSystem)
    try TrialCommand.create(title: "Other").perform(on: other)
    try other.close()
    #expect(try Journal.verify(at: Trial.path, in: fileSystem).problems == [])
  }

  @Test("After a commit that failed")
  func afterAFailure() throws {
    let journal = try makeJournal()
    try TrialCommand.create(title: "One").perform(on: journal)
    fileSystem.observe { [weak fileSystem, head] operation, path in
      head.note(operation, path)
      guard let fileSystem, operation == .synchronize, path.hasSuffix(".lz4") else { return }
      fileSystem.failObservedOperation()
    }
    #expect(throws: JournalError.self) { try TrialCommand.create(title: "Unknown").perform(on: journal) }
    fileSystem.plan([])
    try expectOrder(["One", "Unknown"])
  }

  @Test("When it was held for long and others are let in")
  func heldForLong() throws {
    let journal = try makeJournal()
    try TrialCommand.create(title: "One").perform(on: journal)
    // The lock is kept for 50 milliseconds at most while commits keep coming.
    usleep(60_000)
    try TrialCommand.create(title: "Two").perform(on: journal)
    try journal.close()
    try expectOrder(["One", "Two"])
  }

  @Test("Before segments are framed anew", arguments: [false, true])
  func beforeCompaction(includingActive: Bool) throws {
    let journal = try makeJournal()
    try TrialCommand.create(title: "One").perform(on: journal)
    _ = try journal.compact(includingActive: includingActive)
    try journal.close()
    try expectOrder(["One"])
  }

  @Test("When a segment that was framed anew takes its place")
  func duringCompaction() throws {
    let journal = try makeJournal()
    let syncs = Counter()
    fileSystem.observe { [head] operation, path in
      head.note(operation, path)
      guard operation == .synchronize, path.hasSuffix(".compact"), syncs.next() == 1 else { return }
      try? TrialCommand.create(title: "Meanwhile").perform(on: journal)
    }
    #expect(try !journal.compact().segments.isEmpty)
    try journal.close()
    try expectOrder(["Meanwhile"])
  }

  @Test("After a recovery that nothing is appended to, the lock is free")
  func afterRecovery() throws {
    let path = Trial.path + "/HEAD"
    let journal = try makeJournal()
    let before = fileSystem.content(of: path)
    try TrialCommand.create(title: "One").perform(on: journal)
    try journal.close()
    fileSystem.replace(path, by: before)
    let other = try trial.open(fileSystem)
    try TrialCommand.create(title: "One").perform(on: other)
    try expectOrder(["One"])
    #expect(fileSystem.content(of: path) != before)
    withExtendedLifetime(other) {}
  }
}
