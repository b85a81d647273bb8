import CheckInJournal
import Dispatch
import Glibc
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import EventLog

/// HEAD is written before the answer, and synced before anybody else writes.
@Suite("HEAD, the lock and the answer")
struct CommitOrderTests {
  @Test("HEAD names every commit when it is answered, and the lock is not free while that is not durable")
  func headIsWrittenAtOnceAndSyncedLater() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([], segmentByteLimit: 9999)
    let journal = try trial.open(fileSystem)
    try TrialCommand.create(title: "Zero").perform(on: journal)
    try journal.close()
    let other = try trial.open(fileSystem)

    let head = DispatchSemaphore(value: 0)
    fileSystem.observe { operation, path in
      if operation == .synchronize, path.hasSuffix("/HEAD") { try? head.wait(until: "another journal was refused") }
    }
    @Sendable func namedSequence() -> UInt64? {
      HeadState(content: fileSystem.content(of: Trial.path + "/HEAD")).head?.position.sequence
    }
    try TrialCommand.create(title: "One").perform(on: journal)
    #expect(namedSequence() == 2)
    // Once the lock was held for 50 milliseconds, a commit waits for HEAD first.
    let named = Mutex<UInt64?>(nil)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      try? TrialCommand.create(title: "Two").perform(on: journal)
      named.withLock { $0 = namedSequence() }
    }
    let error = #expect(throws: JournalError.self, "HEAD is not durable") {
      try TrialCommand.create(title: "Early").perform(on: other)
    }
    #expect(error?.code == .busy)

    fileSystem.observe(nil)
    for _ in 0..<10 { head.signal() }
    try group.wait(until: "the second commit has ended")
    #expect(named.withLock { $0 } == 3)
    try journal.close()
    try TrialCommand.create(title: "Three").perform(on: other)
    try other.close()
    #expect(try trial.read(fileSystem) == ["Zero", "One", "Two", "Three"].map { "created " + $0 })
  }

  /// HEAD then has to be advanced over the other's event first.
  @Test("Where HEAD fails for the sake of another's event, nothing is said to be saved")
  func headFailsBeforeTheChange() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([])
    let journal = try trial.open(fileSystem)
    try TrialCommand.create(title: "One").perform(on: journal)
    try journal.close()
    let head = fileSystem.content(of: Trial.path + "/HEAD")
    try TrialCommand.create(title: "Two").perform(on: journal)
    try journal.close()
    fileSystem.replace(Trial.path + "/HEAD", by: head)

    let other = try trial.open(fileSystem)
    fileSystem.observe { [weak fileSystem] operation, path in
      guard let fileSystem, operation == .write, path.hasSuffix("/HEAD") else { return }
      fileSystem.observe(nil)
      fileSystem.failObservedOperation()
    }
    let error = #expect(throws: JournalError.self) { try TrialCommand.create(title: "Three").perform(on: other) }
    #expect(error?.code == .inputOutput && error?.message.contains("was saved") == false, "\(error?.message ?? "")")
    fileSystem.plan([])
    #expect(try trial.read(fileSystem) == ["created One", "created Two"])
    let later = try trial.open(fileSystem)
    try TrialCommand.create(title: "Four").perform(on: later)
    try later.close()
    #expect(try trial.read(fileSystem) == ["One", "Two", "Four"].map { "created " + $0 })
  }

  /// Several frames are written at once, so that the first of them is whole in what a failed write leaves.
  @Test("What was not saved does not come back after a crash")
  func takenBackForGood() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([], segmentByteLimit: 1 << 30)
    let journal = try trial.open(fileSystem)
    try TrialCommand.create(title: "Before").perform(on: journal)
    try journal.close()
    fileSystem.observe { [weak fileSystem] operation, path in
      guard let fileSystem, operation == .write, path.hasSuffix(".lz4") else { return }
      fileSystem.observe(nil)
      fileSystem.failObservedOperation(with: [.shortWrite, .error(ENOSPC)])
    }
    let error = #expect(throws: JournalError.self) {
      try TrialCommand.importing(titles: (0..<12_000).map { "Session \($0)" }).perform(on: journal)
    }
    #expect(error?.message.contains("Nothing was saved") == true)
    for seed in 0..<32 as Range<UInt64> {
      let crashed = SimulatedFileSystem(fileSystem.disk)
      crashed.crash(seed: TestSettings.seed &+ seed)
      #expect(try trial.read(crashed) == ["created Before"], "CHECKIN_SEED=\(TestSettings.seed), seed \(seed)")
    }
  }
}
