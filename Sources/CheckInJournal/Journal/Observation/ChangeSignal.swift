internal import Synchronization

/// Wakes the tasks that wait for something new in a journal. No task keeps a thread while it waits.
final class ChangeSignal: Sendable {
  private struct State {
    var count: UInt64 = 0
    var nextID: UInt64 = 0
    var waiting = [UInt64: CheckedContinuation<Void, Never>]()
  }

  private let state = Mutex(State())

  /// The number of signals sent so far.
  ///
  /// Read it before checking for changes, and pass it to ``wait(after:)``.
  var count: UInt64 { state.withLock { $0.count } }

  /// Wakes all that wait.
  func send() {
    let waiting = state.withLock { state in
      state.count += 1
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns once it was sent more often than this, or the task is cancelled.
  func wait(after count: UInt64) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let isDone = state.withLock { state in
          // A task that is cancelled after this finds its continuation among those that wait.
          guard state.count == count, !Task.isCancelled else { return true }
          state.waiting[id] = continuation
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }
}
