import Dispatch
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

/// What two processes may do to one another at an unlucky moment.
@Suite("Others at work at the same time")
struct OthersMeanwhileTests {
  private let trial = Trial([])
  private let fileSystem = SimulatedFileSystem()

  private func create(_ titles: String..., on journal: Journal) throws {
    for title in titles { try TrialCommand.create(title: title).perform(on: journal) }
  }

  private var segment: String { Trial.path + "/log/" + LogDirectory.segmentName(1) }
  private var head: String { Trial.path + "/HEAD" }

  @Test("A second compaction leaves alone what the first has put in place")
  func twoCompactions() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let journal = try Journal(at: path, configuration: Journal.Configuration(segmentByteLimit: 600))
    for number in 1...20 { try create("Session \(number)", on: journal) }
    try journal.close()
    let before = try Journal.verify(at: path, in: DiskFileSystem())

    let isAboutToRename = DispatchSemaphore(value: 0)
    let mayRename = DispatchSemaphore(value: 0)
    let isDone = DispatchSemaphore(value: 0)
    let renames = Counter()
    var first = Journal.Configuration()
    first.fileSystem = ObservedFileSystem { operation, path in
      guard operation == .rename, path.hasSuffix(".compact"), renames.next() == 1 else { return }
      isAboutToRename.signal()
      try? mayRename.wait(until: "the second compaction asks for the lock")
    }
    // The second opens the temporary file while the first has it, and asks for its lock when the first has let go.
    let steps = Counter()
    var second = Journal.Configuration()
    second.fileSystem = ObservedFileSystem { [first] operation, name in
      guard name.hasSuffix(".compact"), operation == .kind || operation == .lock else { return }
      switch steps.next() {
      case 1:
        DispatchQueue.global().async {
          _ = try? Journal(at: path, configuration: first).compact()
          isDone.signal()
        }
        try? isAboutToRename.wait(until: "the first compaction is about to rename")
      case 2:
        mayRename.signal()
        try? isDone.wait(until: "the first compaction is done")
      default: break
      }
    }
    _ = try Journal(at: path, configuration: second).compact()
    let after = try Journal.verify(at: path, in: DiskFileSystem())
    #expect(after.problems == [] && after.segments == before.segments && renames.next() > 1)
  }

  @Test("What a reader saw of a write that was taken back is forgotten, also where other frames take its place")
  func takenBack() throws {
    let writer = try trial.open(fileSystem)
    try create("One", on: writer)
    try writer.close()
    let (log, namedHead) = (fileSystem.content(of: segment), fileSystem.content(of: head))
    var draft = TrialCommand.draft("Lost")
    try writer.create(draft)
    try writer.close()
    let lost = fileSystem.content(of: segment)
    // Its frame is there, and HEAD does not name it.
    fileSystem.replace(head, by: namedHead)
    let (reader, sleeper) = try (trial.open(fileSystem), trial.open(fileSystem))
    #expect(reader.sequence == 2 && sleeper.sequence == 2)

    fileSystem.replace(segment, by: log)
    try reader.refresh()
    let other = try trial.open(fileSystem)
    // A title of the same length: its frame ends where the one before did.
    draft.title = "Kept"
    try other.create(draft)
    #expect(fileSystem.content(of: segment).count == lost.count && fileSystem.content(of: segment) != lost)
    try other.close()
    for journal in [reader, sleeper] {
      try journal.refresh()
      #expect(try journal.checkIn(2)?.title == "Kept" && journal.readOnlyReason == nil)
    }

    // The same where the reader did not look in between, and writes itself.
    let late = try trial.open(fileSystem)
    let (longer, later) = (fileSystem.content(of: segment), fileSystem.content(of: head))
    try create("A long title that is lost", on: late)
    try late.close()
    fileSystem.replace(head, by: later)
    let seer = try trial.open(fileSystem)
    #expect(seer.sequence == 3)
    fileSystem.replace(segment, by: longer)
    try create("Seen", on: seer)
    try seer.close()
    #expect(try trial.read(fileSystem) == ["created One", "created Kept", "created Seen"])
    #expect(try Journal.verify(at: Trial.path, in: fileSystem).problems == [])
  }

  @Test("A refresh that failed anywhere is made up for by the next")
  func failedRefresh() throws {
    let first = try trial.open(fileSystem)
    try create("One", on: first)
    try first.close()
    var step = 0
    var isOver = false
    while !isOver {
      step += 1
      let fileSystem = SimulatedFileSystem(fileSystem.disk)
      let (reader, other) = try (trial.open(fileSystem), trial.open(fileSystem))
      try create("Two", on: other)
      try other.close()
      let first = fileSystem.operationCount + step
      fileSystem.plan([SimulatedFault(.error(EIO), at: first...first + 20)])
      try? reader.refresh()
      isOver = fileSystem.faultsStruck == 0
      fileSystem.plan([])
      try reader.refresh()
      #expect(reader.sequence == 2 && reader.readOnlyReason == nil, "operation \(step)")
      try create("Three", on: reader)
      try reader.close()
      #expect(try trial.read(fileSystem) == ["created One", "created Two", "created Three"])
    }
    #expect(step > 5)
  }

  @Test("A failed sync of HEAD gives the lock to others, and this journal goes on after what they wrote")
  func failedHead() throws {
    let journal = try trial.open(fileSystem)
    try create("One", on: journal)
    try journal.close()
    fileSystem.observe { [fileSystem, head] operation, path in
      guard operation == .synchronize, path == head else { return }
      fileSystem.failObservedOperation()
    }
    try create("Two", on: journal)
    try waitUntil("the sync of HEAD has failed") { fileSystem.faultsStruck > 0 }
    fileSystem.observe(nil)
    try waitUntil("the thread that wrote HEAD has told the journal") {
      let other = try trial.open(fileSystem)
      guard (try? create("Three", on: other)) != nil else { return false }
      try other.close()
      return true
    }
    try create("Four", on: journal)
    try journal.close()
    #expect(try trial.read(fileSystem) == ["One", "Two", "Three", "Four"].map { "created " + $0 })
  }

  @Test("What fails while the lock is held gives it back", arguments: ["rebuild", "compact"])
  func failedWork(_ work: String) throws {
    let journal = try trial.open(fileSystem)
    try create("One", on: journal)
    try journal.close()
    fileSystem.observe { [fileSystem] operation, path in
      guard operation == (work == "compact" ? .synchronizeDirectory : .read) else { return }
      fileSystem.failObservedOperation()
    }
    #expect(throws: JournalError.self) {
      if work == "compact" { _ = try journal.compact(includingActive: true) } else { _ = try journal.rebuild() }
    }
    fileSystem.observe(nil)
    fileSystem.plan([])
    let other = try trial.open(fileSystem)
    try create("Two", on: other)
    try other.close()
    #expect(try trial.read(fileSystem) == ["created One", "created Two"])
  }

  @Test("A saved command does not fail because another process keeps the lock from its snapshot")
  func busyAtTheEnd() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let journal = try Journal(at: path, configuration: Journal.Configuration(lockTimeoutSeconds: 0.05))
    try create("One", on: journal)
    let lock = try LogLock.take(LogDirectory(fileSystem: DiskFileSystem(), path: path), timeoutSeconds: 10)
    try journal.close()
    #expect(!directory.exists("journal/snapshot.sqlite"))
    try lock.release()
    try journal.close()
    #expect(directory.exists("journal/snapshot.sqlite"))
  }

  @Test("Who comes second to a new directory finds the journal that is there by then")
  func twoCreations() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let calls = Counter()
    var configuration = Journal.Configuration()
    configuration.fileSystem = ObservedFileSystem { operation, listed in
      guard operation == .list, listed == path, calls.next() == 1 else { return }
      guard let other = try? Journal(at: path) else { return }
      _ = try? TrialCommand.create(title: "First").perform(on: other)
      try? other.close()
    }
    let journal = try Journal(at: path, configuration: configuration)
    try create("Second", on: journal)
    #expect(directory.exists("journal/snapshot.sqlite") && journal.sequence == 2)
  }

  @Test("A photo that is purged while the journal is verified is neither missing nor an error")
  func purging() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let journal = try Journal(at: path)
    let photo = NewPhoto(jpeg: [0xFF, 0xD8, 0xFF, 0xE0], width: 1, height: 1)
    try journal.create(TrialCommand.draft("One"), photo: photo)
    _ = try journal.rebuild()
    try journal.close()
    // A save that was cut off; what is in it is of no use, and may hold a small picture.
    try directory.write([1], to: "journal/snapshot.sqlite.new")
    let calls = Counter()
    let fileSystem = ObservedFileSystem { operation, name in
      guard operation == .open, name.hasSuffix(".jpg"), calls.next() == 1 else { return }
      guard let other = try? Journal(at: path), let candidates = try? other.purgeCandidates(of: [1]) else { return }
      _ = try? other.purge(candidates, of: [1])
      try? other.close()
    }
    let verification = try Journal.verify(at: path, in: fileSystem)
    #expect(verification.problems == [] && verification.photos.purged == 1)
    #expect(!directory.exists("journal/snapshot.sqlite.new"))
  }

  @Test("Everything is told to who follows, also what this journal appended meanwhile")
  func following() async throws {
    // On a disk, where the system tells what others write.
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let journal = try Journal(at: path)
    let other = try Journal(at: path)
    let told = Mutex<[UInt64]>([])
    try create("One", on: other)
    try other.close()
    let starter = try Journal(at: path)
    let wantsThree = { @Sendable in told.withLock(\.count) < 3 }
    try await journal.follow(while: wantsThree) { entry in
      let count = told.withLock { told in
        told.append(entry.event.sequence)
        return told.count
      }
      guard count == 1 else { return }
      try TrialCommand.create(title: "Two").perform(on: journal)
      try journal.close()
      try TrialCommand.create(title: "Three").perform(on: starter)
      try starter.close()
    }
    #expect(told.withLock(\.self) == [1, 2, 3])

    told.withLock { $0 = [] }
    let wantsTwo = { @Sendable in told.withLock(\.count) < 2 }
    try await journal.follow(after: 1, while: wantsTwo) { entry in
      told.withLock { $0.append(entry.event.sequence) }
    }
    #expect(told.withLock(\.self) == [2, 3])
  }

  @Test("Following ends with its task, and with what it is told to do")
  func followingEnds() async throws {
    let journal = try trial.open(fileSystem)
    try create("One", on: journal)
    let task = Task { try await journal.follow { _ in } }
    task.cancel()
    try await task.value
    struct Enough: Error {}
    await #expect(throws: Enough.self) { try await journal.follow(after: 0) { _ in throw Enough() } }
    let wantsNothing = { @Sendable in false }
    try await journal.follow(after: 0, while: wantsNothing) { _ in Issue.record("nothing is wanted") }
  }
}
