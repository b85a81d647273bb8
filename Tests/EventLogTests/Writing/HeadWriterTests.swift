import Glibc
import Synchronization
import TestSupport
import Testing

@testable import EventLog

/// When HEAD is written and synced, and what a failure leaves.
@Suite("Rule 6, 8: HEAD's writer")
struct HeadWriterTests {
  private static let path = "/log/HEAD"

  private let fileSystem = SimulatedFileSystem()
  private let writer: HeadWriter
  private let head: Head

  init() throws {
    let log = try RecordLog(at: "/log", on: fileSystem)
    try log.append(record("a"))
    try log.close()
    head = try #require(try HeadState(log.directory).head)
    let lock = try LogLock.take(log.directory, timeoutSeconds: 5)
    writer = try HeadWriter(try fileSystem.open(Self.path, for: .readingAndWriting), lock: lock, after: head)
  }

  private var content: [UInt8] { fileSystem.content(of: Self.path) }

  private func position(_ sequence: UInt64) -> LogPosition {
    var position = head.position
    position.sequence += sequence
    position.fileOffset += Int(sequence)
    return position
  }

  @Test func withoutItsLockNothingIsWritten() throws {
    let before = content
    fileSystem.erase("/log/lock")
    try writer.write(position(1)) {}
    #expect(throws: FileError.self) { try writer.waitUntilDurable() }
    #expect(content == before)
  }

  @Test("After a failure nothing is written or synced", arguments: [SimulatedOperation.write, .synchronize])
  func failed(_ operation: SimulatedOperation) throws {
    try fileSystem.failNext(operation, suffix: "/HEAD") {
      try writer.write(position(1)) {}
      #expect(throws: FileError.self) { try writer.waitUntilDurable() }
    }
    let before = content
    let operations = Mutex<[SimulatedOperation]>([])
    fileSystem.observe { operation, path in
      if path == Self.path { operations.withLock { $0.append(operation) } }
    }
    #expect(throws: FileError.self) { try writer.write(position(2)) {} }
    #expect(throws: FileError.self) { try writer.waitUntilDurable() }
    fileSystem.observe(nil)
    #expect(operations.withLock { $0.isEmpty } && content == before)
  }

  @Test func whatIsWrittenDuringASyncIsNotDurableByIt() throws {
    let syncCount = Mutex(0)
    fileSystem.observe { [writer] operation, path in
      guard operation == .synchronize, path == Self.path else { return }
      let count = syncCount.withLock { count in
        count += 1
        return count
      }
      // The sync may have passed the place of this write already.
      if count == 1 { try? writer.write(position(2)) {} }
    }
    try writer.write(position(1)) {}
    while syncCount.withLock({ $0 }) == 0 { usleep(100) }
    try writer.waitUntilDurable()
    fileSystem.observe(nil)
    #expect(syncCount.withLock { $0 } == 2)
    #expect(HeadState(content: content).head?.position == position(2))
  }

  @Test func commitsThatKeepComingDoNotPutTheSyncOffForEver() throws {
    let isSynced = Mutex(false)
    fileSystem.observe { operation, path in
      if operation == .synchronize, path == Self.path { isSynced.withLock { $0 = true } }
    }
    let clock = ContinuousClock()
    var (begin, latest) = (clock.now, clock.now)
    for number in 1...20_000 as ClosedRange<UInt64> {
      try writer.write(position(number)) {}
      let now = clock.now
      // After a pause, which a busy machine can make, HEAD is synced anyway: the commits begin anew.
      if now - latest > .milliseconds(3) {
        begin = now
        isSynced.withLock { $0 = false }
      }
      latest = now
      if isSynced.withLock({ $0 }) || now - begin > .seconds(1) { break }
      usleep(100)
    }
    fileSystem.observe(nil)
    #expect(isSynced.withLock { $0 } || latest - begin < .seconds(1), "not synced for a second of commits")
  }
}
