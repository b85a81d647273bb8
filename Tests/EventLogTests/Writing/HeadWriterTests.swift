import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import EventLog

/// When HEAD is written and synced, and what a failure leaves.
@Suite("HEAD's writer")
struct HeadWriterTests {
  private static let path = "/log/HEAD"

  private let fileSystem = SimulatedFileSystem()
  private let lock: LogLock
  private let writer: HeadWriter
  private let head: Head

  init() throws {
    let log = try RecordLog(at: "/log", on: fileSystem)
    try log.append(record("a"))
    try log.close()
    head = try #require(try log.directory.look().head)
    lock = try LogLock.take(log.directory, timeoutSeconds: 5)
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
    try waitUntil("HEAD is about to be synced") { syncCount.withLock { $0 } > 0 }
    try writer.waitUntilDurable()
    fileSystem.observe(nil)
    #expect(syncCount.withLock { $0 } == 2)
    #expect(HeadState(content: content).head?.position == position(2))
  }

  // MARK: When HEAD is synced

  /// How often HEAD was synced while commits came, by the milliseconds at which they did; and how often by the end.
  private func syncCounts(ofCommitsAt times: [UInt64], upTo end: UInt64) throws -> [UInt64: Int] {
    let clock = ManualClock()
    let writer = try HeadWriter(
      try fileSystem.open(Self.path, for: .readingAndWriting), lock: lock, after: head, clock: clock.clock)
    let syncCount = Mutex(0)
    fileSystem.observe { operation, path in
      if operation == .synchronize, path == Self.path { syncCount.withLock { $0 += 1 } }
    }
    defer { fileSystem.observe(nil) }
    var counts: [UInt64: Int] = [:]
    for time in 0...end {
      clock.advance(toMilliseconds: time)
      counts[time] = syncCount.withLock { $0 }
      if times.contains(time) { try writer.write(position(time + 1)) {} }
    }
    #expect(writer.isDurable)
    return counts
  }

  @Test("HEAD is synced 5 milliseconds after the last commit, and not before")
  func whenIdle() throws {
    let counts = try syncCounts(ofCommitsAt: [0, 3, 6, 30], upTo: 60)
    for (time, count) in counts { #expect(count == (time < 11 ? 0 : time < 35 ? 1 : 2), "\(time) ms") }
  }

  @Test("HEAD is synced every 50 milliseconds while commits keep coming")
  func whileCommitsKeepComing() throws {
    let counts = try syncCounts(ofCommitsAt: Array(0...400), upTo: 460)
    // The commit of the moment in which HEAD is synced comes after that, and begins the next 50 milliseconds.
    for (time, count) in counts where time <= 400 { #expect(count == time / 50, "\(time) ms") }
    #expect(counts[460] == 9)
  }

  @Test func whoWaitsDoesNotWaitForTheClock() throws {
    let clock = ManualClock()
    let writer = try HeadWriter(
      try fileSystem.open(Self.path, for: .readingAndWriting), lock: lock, after: head, clock: clock.clock)
    let isTold = Mutex(false)
    try writer.write(position(1)) { isTold.withLock { $0 = true } }
    #expect(!writer.isDurable)
    try writer.waitUntilDurable()
    #expect(writer.isDurable && !isTold.withLock { $0 })
    clock.advance(toMilliseconds: 1)
    clock.advance(toMilliseconds: 5)
    #expect(isTold.withLock { $0 })
  }
}

/// A clock that stands still until a test moves it on.
private final class ManualClock: Sendable {
  private struct Work: Sendable {
    let due: UInt64
    let queue: DispatchQueue
    let run: @Sendable () -> Void
  }

  private let state = Mutex<(now: UInt64, waiting: [Work])>((0, []))

  var clock: HeadWriter.Clock {
    HeadWriter.Clock(
      now: { self.state.withLock { $0.now } },
      run: { due, queue, work in
        self.state.withLock { $0.waiting.append(Work(due: due, queue: queue, run: work)) }
      })
  }

  /// Runs what is due, one after the other, and returns when it is done.
  func advance(toMilliseconds milliseconds: UInt64) {
    state.withLock { $0.now = milliseconds * 1_000_000 }
    while let next = takeDue() { next.queue.sync(execute: next.run) }
  }

  private func takeDue() -> Work? {
    state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0.due <= state.now }) else { return nil }
      return state.waiting.remove(at: index)
    }
  }
}
