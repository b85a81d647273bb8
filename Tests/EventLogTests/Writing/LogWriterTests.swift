import Dispatch
import Glibc
import TestSupport
import Testing

@testable import EventLog

/// What the writer looks at before each write, and what it does after one that failed, whoever uses it.
@Suite("The writer and its checks")
struct LogWriterTests {
  private static let headPath = "/log/HEAD"
  private static let lockPath = "/log/lock"
  private static let segmentPath = "/log/log/00000000000000000001.lz4"

  private let fileSystem = SimulatedFileSystem()
  private let directory: LogDirectory
  private let lock: LogLock

  init() throws {
    let log = try RecordLog(at: "/log", on: fileSystem)
    for text in ["a", "b", "c"] { try log.append(record(text)) }
    try log.close()
    directory = log.directory
    lock = try LogLock.take(directory, timeoutSeconds: 5)
  }

  private func tail() throws -> LogTail {
    directory.forget()
    return try LogTail(directory, lock: lock, check: RecordForm.check)
  }

  private func writer() throws -> LogWriter { try LogWriter(recovering: tail()) }

  private func append(_ text: String, to writer: LogWriter, segmentByteLimit: Int = 1 << 20) throws {
    let content = try RecordForm.content(of: [record(text)], after: writer.end.sequence)
    _ = try writer.append([content], segmentByteLimit: segmentByteLimit, isComplete: true, whenDurable: {})
  }

  /// Expects the very same error.
  private func expect(_ failure: LogError?, _ body: () throws -> Void) {
    let error = #expect(throws: LogError.self) { try body() }
    #expect(error == failure)
  }

  private func texts() throws -> [String] { try RecordLog(at: "/log", on: fileSystem).texts() }

  // MARK: Before a write

  @Test func withoutItsLockNothingIsPutInOrder() throws {
    fileSystem.replace(Self.segmentPath, by: fileSystem.content(of: Self.segmentPath) + [1, 2, 3])
    let tail = try tail()
    fileSystem.erase(Self.lockPath)
    let files = fileSystem.files()
    let error = #expect(throws: LogError.self) { try LogWriter(recovering: tail) }
    #expect(error?.code == .busy)
    #expect(fileSystem.files() == files)
  }

  @Test("Without its lock nothing is appended, and no segment is begun", arguments: [1, 1 << 20])
  func withoutItsLockNothingIsAppended(_ segmentByteLimit: Int) throws {
    let writer = try writer()
    fileSystem.erase(Self.lockPath)
    let files = fileSystem.files()
    let error = #expect(throws: LogError.self) {
      try append("d", to: writer, segmentByteLimit: segmentByteLimit)
    }
    #expect(error?.code == .busy)
    #expect(fileSystem.files() == files)
  }

  @Test func aSegmentThatWasReplacedIsNotWrittenTo() throws {
    let writer = try writer()
    try append("d", to: writer)
    let content = fileSystem.content(of: Self.segmentPath)
    fileSystem.erase(Self.segmentPath)
    fileSystem.replace(Self.segmentPath, by: content)
    let files = fileSystem.files()
    let error = #expect(throws: LogError.self) { try append("e", to: writer) }
    #expect(error?.code == .conflict)
    #expect(fileSystem.files() == files)
  }

  @Test func aSegmentThatSomebodyWroteToEndsTheWriter() throws {
    let writer = try writer()
    let content = fileSystem.content(of: Self.segmentPath)
    fileSystem.replace(Self.segmentPath, by: content + [1])
    #expect(throws: LogError.self) { try append("d", to: writer) }
    // Also when it looks as before: what happened in between, nobody knows.
    fileSystem.replace(Self.segmentPath, by: content)
    let error = #expect(throws: LogError.self) { try append("d", to: writer) }
    #expect(error?.code == .conflict)
    #expect(fileSystem.content(of: Self.segmentPath) == content)
  }

  @Test func aSegmentWithoutRecordsIsNotClosed() throws {
    let writer = try writer()
    try writer.closeSegment()
    #expect(HeadState(content: fileSystem.content(of: Self.headPath)).head?.position == writer.end)
    #expect(writer.end.segment == 4)
    let files = fileSystem.files()
    try writer.closeSegment()
    #expect(fileSystem.files() == files)
  }

  // MARK: After a failure

  @Test func aFailedSyncEndsTheWriter() throws {
    let writer = try writer()
    let failure = fileSystem.failNext(.synchronize, suffix: ".lz4") {
      #expect(throws: LogError.self) { try append("d", to: writer) }
    }
    let files = fileSystem.files()
    expect(failure) { try append("e", to: writer) }
    expect(failure) { try writer.closeSegment() }
    #expect(fileSystem.files() == files)
  }

  @Test func aFailedWriteIsTakenBackAndTheNextOneSucceeds() throws {
    let writer = try writer()
    let content = fileSystem.content(of: Self.segmentPath)
    let error = fileSystem.failNext(.write, suffix: ".lz4", with: [.shortWrite, .error(ENOSPC)]) {
      #expect(throws: LogError.self) { try append("d", to: writer) }
    }
    #expect(error?.message.contains("Nothing was saved") == true)
    #expect(fileSystem.content(of: Self.segmentPath) == content)
    try append("e", to: writer)
    try writer.waitUntilDurable()
    try writer.unlock()
    #expect(try texts() == ["a", "b", "c", "e"])
  }

  @Test func aFailedWriteThatCannotBeTakenBackEndsTheWriter() throws {
    let writer = try writer()
    let failure = fileSystem.failNext(
      .write, suffix: ".lz4", with: [.shortWrite, .error(EIO)], forEver: true
    ) {
      #expect(throws: LogError.self) { try append("d", to: writer) }
    }
    let files = fileSystem.files()
    expect(failure) { try append("e", to: writer) }
    #expect(fileSystem.files() == files)
  }

  @Test func aHeadThatCannotBeWrittenEndsTheWriter() throws {
    let writer = try writer()
    try fileSystem.failNext(.write, suffix: "/HEAD") { try append("d", to: writer) }
    // The next one learns of it when its records are durable.
    #expect(throws: LogError.self) { try append("e", to: writer) }
    let files = fileSystem.files()
    #expect(throws: LogError.self) { try append("f", to: writer) }
    #expect(fileSystem.files() == files)
    try writer.unlock()
    #expect(try texts() == ["a", "b", "c", "d", "e"])
  }

  @Test func aWriterThatCannotRenewHeadLeavesTheLockToOthersAtOnce() throws {
    fileSystem.failNext(.write, suffix: "/HEAD") {
      #expect(throws: LogError.self) { try LogWriter(recovering: tail(), renewsHead: true) }
    }
    try LogLock.take(directory, timeoutSeconds: 0).release()
  }

  @Test func aHeadThatCannotBeSyncedEndsTheWriterWithTheFirstFailure() throws {
    let writer = try writer()
    try fileSystem.failNext(.synchronize, suffix: "/HEAD") {
      try append("d", to: writer)
      #expect(throws: LogError.self) { try writer.waitUntilDurable() }
    }
    let failure = try #require(writer.failure)
    let files = fileSystem.files()
    expect(failure) { try append("e", to: writer) }
    // Another sentence would say that this caller's change was saved.
    expect(failure) { try writer.waitUntilDurable(isSaved: true) }
    #expect(fileSystem.files() == files)
  }

  @Test func aFailureOfHeadThatNobodyWasToldIsNoted() throws {
    let writer = try writer()
    let isDone = DispatchSemaphore(value: 0)
    try fileSystem.failNext(.synchronize, suffix: "/HEAD") {
      let content = try RecordForm.content(of: [record("d")], after: writer.end.sequence)
      _ = try writer.append([content], segmentByteLimit: 1 << 20, isComplete: true) { isDone.signal() }
      try isDone.wait(until: "HEAD was synced, or could not be")
    }
    #expect(writer.failure == nil && writer.durableHead == nil)
    writer.recordHeadFailure()
    let failure = try #require(writer.failure)
    let files = fileSystem.files()
    expect(failure) { try append("e", to: writer) }
    #expect(fileSystem.files() == files)
  }

  @Test func headIsKnownToBeDurableOnlyOnceItWasSynced() throws {
    let writer = try writer()
    let mayContinue = DispatchSemaphore(value: 0)
    fileSystem.observe { operation, path in
      if operation == .synchronize, path == Self.headPath { try? mayContinue.wait(until: "HEAD was looked at") }
    }
    try append("d", to: writer)
    #expect(writer.durableHead == nil && !writer.isDurable)
    fileSystem.observe(nil)
    for _ in 0..<4 { mayContinue.signal() }
    try writer.waitUntilDurable()
    #expect(writer.durableHead == writer.head && writer.head.position == writer.end)
  }

  @Test func whatAKilledWriterLeftInHeadIsSyncedBeforeTheOtherSlotIsWritten() throws {
    var head = try #require(try directory.look().head)
    head.generation += 1
    let file = try fileSystem.open(Self.headPath, for: .readingAndWriting)
    try file.writeAll(HeadFormat.slot(head).span.bytes, at: HeadFormat.slotOffset(generation: head.generation))
    let writer = try writer()
    #expect(writer.head == head)
    var choices = EverythingIsLost()
    fileSystem.crash(&choices)
    #expect(HeadState(content: fileSystem.content(of: Self.headPath)).head == head)
  }

  @Test func afterAFailureHeadIsWrittenAgainAlthoughItNamesTheEnd() throws {
    let head = try #require(try directory.look().head)
    let same = try LogWriter(recovering: tail())
    #expect(same.head == head)
    let renewed = try LogWriter(recovering: tail(), renewsHead: true)
    #expect(renewed.head.generation == head.generation + 1 && renewed.head.position == head.position)
    var choices = EverythingIsLost()
    fileSystem.crash(&choices)
    #expect(HeadState(content: fileSystem.content(of: Self.headPath)).head == renewed.head)
  }
}
