internal import Dispatch
internal import Platform
internal import Synchronization

/// Writes `HEAD` with every commit, and syncs it from time to time.
///
/// The write with every commit lets the log survive a killed process at any time; the sync lets HEAD survive a power
/// cut.
///
/// Until the next sync, the same slot is overwritten. So the other slot still holds the last synced HEAD, even if a
/// power cut destroys the write. The sync comes once no commit has followed for a moment, within 50 milliseconds while
/// commits continue, and whenever a caller waits for it.
final class HeadWriter: Sendable {
  /// A source of the current time, and a timer.
  struct Clock: Sendable {
    /// Nanoseconds, from any moment on.
    var now: @Sendable () -> UInt64
    /// Runs work on the queue at a time, or a moment after it.
    var run: @Sendable (_ nanoseconds: UInt64, DispatchQueue, @escaping @Sendable () -> Void) -> Void

    /// The system's.
    static let system = Clock(
      now: { DispatchTime.now().uptimeNanoseconds },
      run: { $1.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: $0), execute: $2) })
  }

  private struct State {
    /// The HEAD that was written last.
    var written: Head
    /// `true` if a power cut may lose the HEAD that was written last.
    var isDirty = false
    /// The times of the first and the latest write since the last sync, in nanoseconds of the clock.
    var firstWrite: UInt64 = 0
    var latestWrite: UInt64 = 0
    var isSyncScheduled = false
    /// The error of the first failed write or sync, after which the handle is no longer used.
    ///
    /// After a failed sync, a further one on the same handle may succeed although data is lost.
    var failure: FileError?
  }

  /// HEAD is synced when no commit has come for so long.
  private static let idleNanoseconds: UInt64 = 5_000_000
  /// HEAD is synced after so long, even while commits keep coming.
  private static let longestNanoseconds: UInt64 = 50_000_000

  private let file: any File
  /// Kept open until the last write is done, whatever becomes of the journal: to close it would give it to others.
  private let lock: LogLock
  private let clock: Clock
  private let state: Mutex<State>
  /// Syncs one after the other.
  private let queue = DispatchQueue(label: "head")

  /// A writer that continues after what HEAD says now, while the lock is held.
  ///
  /// Whoever wrote that may have been killed before the sync, and the other slot is written next: so it is synced
  /// first.
  ///
  /// - Parameter isDurable: whether it is known to be synced.
  init(
    _ file: any File, lock: LogLock, after head: Head, isDurable: Bool = false, clock: Clock = .system
  ) throws(FileError) {
    self.file = file
    self.lock = lock
    self.clock = clock
    if !isDurable { try file.synchronize() }
    state = Mutex(State(written: head))
  }

  /// The HEAD that was written last.
  var written: Head { state.withLock { $0.written } }

  /// `true` if nothing is left to sync: every write is durable, or the handle has failed.
  var isDurable: Bool { state.withLock { !$0.isDirty || $0.failure != nil } }

  /// The error because of which the handle is no longer used; `nil` if there is none. Never waits.
  var failure: FileError? { state.withLock { $0.failure } }

  /// Makes durable what was written before.
  func waitUntilDurable() throws(FileError) {
    queue.sync { synchronize() }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Writes a position, which does not come before the one that was written last; `whenDurable` runs on another thread
  /// when it, or a later one, has been synced or could not be.
  ///
  /// An error is kept for whoever waits or writes next: the position is true, whether HEAD says so or not.
  func write(_ position: LogPosition, whenDurable: @escaping @Sendable () -> Void) throws(FileError) {
    if let failure { throw failure }
    let needsTimer = try state.withLock { state throws(FileError) in
      guard !state.written.position.isAfter(position) else {
        throw FileError(number: EINVAL, operation: "move HEAD back in", path: "HEAD")
      }
      var next = state.written
      // Even generations go to one slot, odd ones to the other.
      next.generation += state.isDirty ? 2 : 1
      next.position = position
      do throws(FileError) {
        guard try lock.isInPlace else {
          throw FileError(number: ESTALE, operation: "write HEAD, whose lock was removed, in", path: "HEAD")
        }
        try file.writeAll(HeadFormat.slot(next).span.bytes, at: HeadFormat.slotOffset(generation: next.generation))
      } catch {
        state.failure = error
      }
      state.written = next
      let now = clock.now()
      if !state.isDirty { state.firstWrite = now }
      state.latestWrite = now
      state.isDirty = true
      defer { state.isSyncScheduled = true }
      return !state.isSyncScheduled
    }
    if needsTimer { synchronizeWhenIdle(whenDurable) }
  }

  private func synchronizeWhenIdle(_ whenDurable: @escaping @Sendable () -> Void) {
    let due = state.withLock { min($0.latestWrite + Self.idleNanoseconds, $0.firstWrite + Self.longestNanoseconds) }
    clock.run(due, queue) {
      let isDue = self.state.withLock { state in
        let now = self.clock.now()
        let isDue =
          !state.isDirty || now >= state.latestWrite + Self.idleNanoseconds
          || now >= state.firstWrite + Self.longestNanoseconds
        if isDue { state.isSyncScheduled = false }
        return isDue
      }
      guard isDue else { return self.synchronizeWhenIdle(whenDurable) }
      self.synchronize()
      whenDurable()
    }
  }

  /// Syncs what was written. Runs on the queue.
  private func synchronize() {
    let written = state.withLock { $0.isDirty && $0.failure == nil ? $0.written : nil }
    guard let written else { return }
    do throws(FileError) {
      try file.synchronize()
      state.withLock { state in
        // What was written meanwhile went to the same slot, and need not be durable.
        guard state.written == written else { return }
        state.isDirty = false
      }
    } catch {
      state.withLock { $0.failure = error }
    }
  }
}
