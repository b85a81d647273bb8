import Dispatch
import Foundation
import Glibc
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// What commands are told when something around them fails.
@Suite("Commits around a failure")
struct CommitFailureTests {
  private let fileSystem = SimulatedFileSystem()
  private let trial = Trial([], segmentByteLimit: 1 << 20)

  @Test("A journal for reading only, or of the past, refuses commands by name")
  func readOnly() throws {
    let writer = try trial.open(fileSystem)
    try TrialCommand.create(title: "One").perform(on: writer)
    try writer.close()
    let reader = try trial.open(fileSystem, for: .readOnly)
    let past = try Journal(at: Trial.path, asOf: .sequence(1), configuration: trial.configuration(fileSystem))
    for journal in [reader, past] {
      let error = #expect(throws: JournalError.self) { try TrialCommand.create(title: "Two").perform(on: journal) }
      #expect(error?.code == .readOnly)
    }
  }

  @Test("Who was left out of a group that failed is told that nothing of theirs was saved, and can try again")
  func leftOut() throws {
    let journal = try trial.open(fileSystem)
    try TrialCommand.create(title: "Zero").perform(on: journal)
    try journal.close()
    // The first command holds the lead, until two more wait: one of them depends on the other.
    let isLeading = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let syncs = Counter()
    fileSystem.observe { [weak fileSystem] operation, path in
      guard operation == .synchronize, path.hasSuffix(".lz4"), let fileSystem else { return }
      if syncs.next() == 1 {
        isLeading.signal()
        try? goOn.wait(until: "two commands wait")
      } else {
        fileSystem.observe(nil)
        fileSystem.failObservedOperation()
      }
    }
    let errors = Mutex<[JournalError]>([])
    let group = DispatchGroup()
    func edit(_ notes: String) {
      DispatchQueue.global().async(group: group) {
        do throws(JournalError) {
          try journal.edit(1, with: CheckInChanges(notes: notes))
        } catch {
          errors.withLock { $0.append(error) }
        }
      }
    }
    edit("first")
    try isLeading.wait(until: "the first command holds the lead")
    edit("second")
    edit("third")
    try waitUntil("two commands wait") { journal.waiting.count == 2 }
    goOn.signal()
    try group.wait(until: "all commands have ended")
    fileSystem.plan([])
    let messages = errors.withLock { $0.map(\.message) }
    #expect(messages.count == 2)
    #expect(messages.contains { $0.contains("Whether the change was saved is unknown") }, "\(messages)")
    #expect(messages.contains { $0.contains("Nothing was saved") }, "\(messages)")
    try journal.edit(1, with: CheckInChanges(notes: "again"))
    try journal.close()
    let notes = try trial.read(fileSystem).filter { $0.hasPrefix("edited") }
    #expect(notes.first == "edited 1 first" && notes.last == "edited 1 again" && (2...3).contains(notes.count))
  }

  @Test("Where the log cannot be read again after a durable commit, that is what is said")
  func cannotBeShown() throws {
    let journal = try trial.open(fileSystem)
    try TrialCommand.create(title: "Zero").perform(on: journal)
    // What is in memory no longer is what was written to, and the log cannot be read for a while.
    fileSystem.observe { [weak fileSystem] operation, path in
      guard operation == .synchronize, path.hasSuffix(".lz4"), let fileSystem else { return }
      fileSystem.observe(nil)
      journal.state.withLock { $0.position.sequence = 0 }
      fileSystem.failObservedOperation(with: [nil, .error(EIO)], forEver: true)
    }
    let error = #expect(throws: JournalError.self) { try TrialCommand.create(title: "One").perform(on: journal) }
    #expect(error?.message.contains("was saved, but cannot be shown") == true, "\(String(describing: error))")
    fileSystem.plan([])
    #expect(try trial.read(fileSystem) == ["created Zero", "created One"])
    try TrialCommand.create(title: "Two").perform(on: journal)
    try journal.close()
    #expect(try trial.read(fileSystem) == ["created Zero", "created One", "created Two"])
    #expect(journal.sequence == 3)
  }

  @Test("A command is not numbered by what is left of the log when another of its group finds that damaged")
  func damageFoundWithinAGroup() throws {
    let whole = try WholeJournal.shared.get()
    let copy = try DamagedCopy(of: whole)
    let path = copy.directory.root.path + "/journal"
    // The snapshot spares the reading of the damaged frame, until one of its months is asked for.
    for fault in DamagedCopy.logFaults where fault.testDescription == "a bit in the first segment" {
      try fault.apply(copy)
    }
    try copy.directory.write(whole.snapshotWithoutMonths, to: "snapshot.sqlite")

    let isLeading = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let syncs = Counter()
    var configuration = Journal.Configuration(segmentByteLimit: 1 << 20)
    configuration.fileSystem = ObservedFileSystem { operation, path in
      guard operation == .synchronize, path.hasSuffix(".lz4"), syncs.next() == 1 else { return }
      isLeading.signal()
      try? goOn.wait(until: "two commands wait")
    }
    let journal = try Journal(at: path, configuration: configuration)
    #expect(journal.readOnlyReason == nil)
    let outcomes = Mutex<[String: Result<Void, JournalError>]>([:])
    let group = DispatchGroup()
    func perform(_ name: String, _ command: @escaping @Sendable (Journal) throws(JournalError) -> Void) {
      DispatchQueue.global().async(group: group) {
        let outcome: Result<Void, JournalError>
        do throws(JournalError) { outcome = .success(try command(journal)) } catch { outcome = .failure(error) }
        outcomes.withLock { $0[name] = outcome }
      }
    }
    // Months that the snapshot does not have.
    func create(_ title: String) {
      let time = CheckInTime(instantMilliseconds: 1_600_000_000_000, offsetMinutes: 0)
      perform(title) { journal throws(JournalError) in
        try journal.create(CheckInDraft(type: .run, title: title, time: time))
      }
    }
    create("Leading")
    try isLeading.wait(until: "the first command holds the lead")
    create("Waiting")
    try waitUntil("a command waits") { journal.waiting.count == 1 }
    // No change to who reads no further than to the damage, where an edit of that check-in follows.
    perform("Edit") { journal throws(JournalError) in try journal.edit(1, with: CheckInChanges(title: "Session 1")) }
    try waitUntil("two commands wait") { journal.waiting.count == 2 }
    let segment = try #require(whole.segments.last)
    let before = Trial.frames(in: try copy.directory.read(segment)).count
    goOn.signal()
    try group.wait(until: "all commands have ended")
    let errors = outcomes.withLock { $0.compactMapValues { $0.failure } }
    #expect(errors["Edit"]?.code == .damaged && errors["Waiting"]?.code == .damaged, "\(errors)")
    // The one that was saved may be asked for too late to be shown.
    if let error = errors["Leading"] {
      #expect(error.code == .damaged && error.message.contains("was saved, but cannot be shown"), "\(error)")
    }
    #expect(Trial.frames(in: try copy.directory.read(segment)).count == before)
    #expect(journal.readOnlyReason?.code == .damaged)
  }

  @Test("What is in memory and does not fit the log is read anew before a command")
  func memoryThatDoesNotFit() throws {
    let journal = try trial.open(fileSystem)
    try TrialCommand.create(title: "One").perform(on: journal)
    try TrialCommand.create(title: "Two").perform(on: journal)
    try journal.close()
    journal.state.withLock { $0.timeline = Timeline() }
    #expect(try journal.create(TrialCommand.draft("Three")).checkIn.number == 3)
    try journal.close()

    // What is found then stands against writing: also torn bytes stay where they are.
    let segment = Trial.path + "/log/" + LogDirectory.segmentName(1)
    var content = fileSystem.content(of: segment)
    content[Trial.frames(in: content)[1].lowerBound + 20] ^= 1
    fileSystem.replace(segment, by: content + [1, 2, 3])
    fileSystem.erase(Trial.path + "/snapshot.sqlite")
    let before = fileSystem.files()
    journal.state.withLock { $0.timeline = Timeline() }
    let error = #expect(throws: JournalError.self) { try TrialCommand.create(title: "Four").perform(on: journal) }
    #expect(error?.code == .damaged)
    #expect(fileSystem.files() == before)
  }

  @Test("HEAD's last write keeps the lock, also where the journal is forgotten meanwhile")
  func lastWriteOfHead() throws {
    let isWriting = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let syncs = Counter()
    fileSystem.observe { operation, path in
      // The first makes durable what HEAD said before.
      guard operation == .synchronize, path.hasSuffix("/HEAD"), syncs.next() > 1 else { return }
      isWriting.signal()
      try? goOn.wait(until: "another journal was refused the lock")
    }
    do {
      let journal = try trial.open(fileSystem)
      try TrialCommand.create(title: "One").perform(on: journal)
    }
    try isWriting.wait(until: "HEAD is written")
    let other = try trial.open(fileSystem)
    let error = #expect(throws: JournalError.self) { try TrialCommand.create(title: "Two").perform(on: other) }
    #expect(error?.code == .busy)
    fileSystem.observe(nil)
    goOn.signal()
    try waitUntil("the lock is free") { (try? TrialCommand.create(title: "Three").perform(on: other)) != nil }
    try other.close()
    #expect(try trial.read(fileSystem) == ["created One", "created Three"])
  }

  @Test("A compaction leaves no snapshot of events that HEAD does not name")
  func compactionAheadOfHead() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let heads = Mutex<[UInt64]>([])
    var configuration = Journal.Configuration(segmentByteLimit: 500)
    configuration.fileSystem = ObservedFileSystem { operation, observed in
      // While the new frames take the old ones' place, and just before the snapshot hears of it.
      guard operation == .rename, observed.hasSuffix(".compact"),
        let head = try? LogDirectory(fileSystem: DiskFileSystem(), path: path).look().head
      else { return }
      heads.withLock { $0.append(head.position.sequence) }
    }
    let journal = try Journal(at: path, configuration: configuration)
    for number in 1...12 { try TrialCommand.create(title: "Session \(number)").perform(on: journal) }
    _ = try journal.rebuild()
    for number in 13...14 { try TrialCommand.create(title: "Session \(number)").perform(on: journal) }
    #expect(try !journal.compact(includingActive: true).segments.isEmpty)
    #expect(heads.withLock { !$0.isEmpty && $0.allSatisfy { $0 == 14 } }, "HEAD is durable before anything is swapped")
    let store = try SnapshotStore(readingFrom: path + "/snapshot.sqlite")
    let files = LogDirectory(fileSystem: DiskFileSystem(), path: path)
    #expect(try store.header.position.sequence <= files.look().head?.position.sequence ?? 0)
    try journal.close()
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
