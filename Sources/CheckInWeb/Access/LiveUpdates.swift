import CheckInJournal
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// Tells open pages that the journal has new events, whoever appended them.
final class LiveUpdates: Service {
  private struct State {
    var isStopped = false
    var next = 0
    /// The revision that the listeners know of.
    var last: UInt64 = 0
    var listeners: [Int: AsyncStream<UInt64>.Continuation] = [:]
  }

  /// The interval between empty comments, which are sent to detect a lost connection.
  private static let heartbeat = Duration.seconds(15)

  private let access: JournalAccess
  private let state = Mutex(State())

  init(access: JournalAccess) {
    self.access = access
  }

  /// The journal's revisions from now on. A slow reader gets the latest only.
  func stream() -> AsyncStream<UInt64> {
    let (stream, continuation) = AsyncStream.makeStream(of: UInt64.self, bufferingPolicy: .bufferingNewest(1))
    let id: Int? = state.withLock { state in
      guard !state.isStopped else { return nil }
      if state.listeners.isEmpty { state.last = access.revision }
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
    await cancelWhenGracefulShutdown { await self.follow() }
    let listeners = state.withLock { state in
      state.isStopped = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  /// Follows the journal until the task is cancelled.
  private func follow() async {
    while !Task.isCancelled {
      do {
        for try await revision in access.revisions { emit(revision) }
      } catch {
        // The pages report what is wrong with the journal; here it is tried again later.
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }

  private func emit(_ revision: UInt64) {
    let listeners = state.withLock { state in
      guard revision != state.last else { return [AsyncStream<UInt64>.Continuation]() }
      state.last = revision
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.yield(revision) }
  }

  /// Answers `/events` with server-sent events (WHATWG HTML), each with the journal's revision: without other devices,
  /// its latest sequence number.
  func respond() -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { [self] writer in
        let changes = stream()
        try await writer.write(ByteBuffer(string: "retry: 1000\ndata: \(access.revision)\n\n"))
        // An open event stream would otherwise keep the server from stopping.
        for await part in Self.parts(changes).cancelOnGracefulShutdown() {
          try await writer.write(ByteBuffer(string: part))
        }
        try await writer.finish(nil)
      })
  }

  private static func parts(_ changes: AsyncStream<UInt64>) -> AsyncStream<String> {
    AsyncStream(bufferingPolicy: .bufferingNewest(2)) { continuation in
      let emitting = Task {
        for await revision in changes { continuation.yield("data: \(revision)\n\n") }
        continuation.finish()
      }
      let beating = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: heartbeat)
          continuation.yield(":\n\n")
        }
      }
      continuation.onTermination = { _ in
        emitting.cancel()
        beating.cancel()
      }
    }
  }
}
