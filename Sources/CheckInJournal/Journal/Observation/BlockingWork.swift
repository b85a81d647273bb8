internal import Dispatch
internal import Synchronization

/// Runs what waits for the disk or for another process on threads of its own, so that no thread of the cooperative pool
/// ever waits. They end when there is nothing to do.
///
/// There are few, however many tasks wait: the system has a limit of threads, and those that make HEAD durable and give
/// the lock back must never be the ones that are missing.
final class BlockingWork: Sendable {
  /// So many commands can share a write.
  private static let maximumThreadCount = 8

  private struct State {
    var waiting: ArraySlice<@Sendable () -> Void> = []
    var threadCount = 0
  }

  private let state = Mutex(State())

  /// Runs work on one of the threads, after what came before it has begun.
  func run(_ work: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      state.waiting.append(work)
      guard state.threadCount < Self.maximumThreadCount else { return false }
      state.threadCount += 1
      return true
    }
    // A serial queue has a thread of its own. Those of a concurrent one are the cooperative pool's.
    if needsThread { DispatchQueue(label: "journal").async { self.runAll() } }
  }

  private func runAll() {
    while let work = next() { work() }
  }

  /// Returns the next work item; `nil` ends the thread.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      if let work = state.waiting.popFirst() { return work }
      state.threadCount -= 1
      return nil
    }
  }
}
