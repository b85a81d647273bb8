import Dispatch
import Glibc
import ServiceLifecycle
import Synchronization

/// Tells open pages that the journal has gone on, whoever appended.
final class LiveUpdates: Service {
  private struct State {
    var isStopped = false
    var next = 0
    /// The last event that whoever listens knows of.
    var told: UInt64 = 0
    var listeners: [Int: AsyncStream<UInt64>.Continuation] = [:]
  }

  private let access: JournalAccess
  private let state = Mutex(State())

  init(access: JournalAccess) {
    self.access = access
  }

  /// The sequence numbers of what is appended from now on. Who is slow gets the latest only.
  func stream() -> AsyncStream<UInt64> {
    let (stream, continuation) = AsyncStream.makeStream(of: UInt64.self, bufferingPolicy: .bufferingNewest(1))
    let id: Int? = state.withLock { state in
      guard !state.isStopped else { return nil }
      if state.listeners.isEmpty { state.told = access.sequence }
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[id] = nil }
    }
    return stream
  }

  func run() async throws {
    let queue = DispatchQueue(label: "checkin.live")
    queue.async { [self] in follow() }
    try? await gracefulShutdown()
    let listeners = state.withLock { state in
      state.isStopped = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }
  private var isWanted: Bool { state.withLock { !$0.isStopped && !$0.listeners.isEmpty } }

  /// Follows the log while somebody listens. Blocks its thread.
  private func follow() {
    while !isStopped {
      do {
        if isWanted { try access.follow(after: state.withLock { $0.told }, while: { isWanted }, tell) }
      } catch {
        // The pages say what is wrong with the journal; here it is looked again later.
        usleep(1_000_000)
      }
      usleep(100_000)
    }
  }

  private func tell(_ sequence: UInt64) {
    let listeners = state.withLock { state in
      state.told = sequence
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.yield(sequence) }
  }
}
