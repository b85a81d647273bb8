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
}
