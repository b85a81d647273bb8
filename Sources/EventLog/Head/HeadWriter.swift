internal import Dispatch
internal import Glibc
internal import Synchronization

/// Writes `HEAD`, one slot after the other, on a thread of its own, so that its sync overlaps the next commit (rule 6).
final class HeadWriter: Sendable {
  private struct State {
    var scheduled: Head
    var durable: Head
    /// Once a sync has failed, the handle is finished (rule 8).
    var failure: FileError?
  }

  private let file: any File
  /// Kept open until the last write is done, whatever becomes of the journal: to close it would give it to others.
  private let lock: LogLock
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "head")

  /// A writer that continues after what HEAD says now, while the lock is held.
  init(_ file: any File, lock: LogLock, after head: Head) {
    self.file = file
    self.lock = lock
    state = Mutex(State(scheduled: head, durable: head))
  }

  /// What was handed over last.
  var scheduled: Head { state.withLock { $0.scheduled } }

  /// Whether nothing is written any more: everything that was handed over is durable, or the handle is finished.
  var isDurable: Bool { state.withLock { $0.scheduled.generation == $0.durable.generation || $0.failure != nil } }

  /// Why the handle is finished; never waits.
  var failure: FileError? { state.withLock { $0.failure } }

  /// Waits until HEAD says what was handed over before.
  func waitUntilDurable() throws(FileError) {
    queue.sync {}
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Hands a position over, after the one before is durable; `whenDurable` runs on the writer's thread. HEAD never
  /// moves back.
  func write(_ position: LogPosition, whenDurable: @escaping @Sendable () -> Void) throws(FileError) {
    try waitUntilDurable()
    let next: Head? = state.withLock { state in
      if state.scheduled.position.isAfter(position) { return nil }
      state.scheduled.generation += 1
      state.scheduled.position = position
      return state.scheduled
    }
    guard let head = next else { throw FileError(number: EINVAL, operation: "move HEAD back in", path: "HEAD") }
    queue.async {
      do throws(FileError) {
        guard try self.lock.isInPlace else {
          throw FileError(number: ESTALE, operation: "write HEAD, whose lock was removed, in", path: "HEAD")
        }
        try self.file.writeAll(
          HeadFormat.slot(head).span.bytes, at: HeadFormat.slotOffset(generation: head.generation))
        try self.file.synchronize()
        self.state.withLock { $0.durable = head }
      } catch {
        self.state.withLock { $0.failure = error }
      }
      whenDurable()
    }
  }
}
