import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// `/events`: server-sent events (WHATWG HTML), each with the sequence number that the journal has reached.
struct EventStreamRoute {
  /// How often a line is sent that says nothing, so that a connection that is gone is noticed.
  static let heartbeat = Duration.seconds(15)

  let access: JournalAccess
  let live: LiveUpdates

  func respond() -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { [access, live] writer in
        let changes = live.stream()
        try await writer.write(ByteBuffer(string: "retry: 1000\ndata: \(access.sequence)\n\n"))
        // Who looks at an event stream would keep the server from stopping.
        for await part in Self.parts(changes).cancelOnGracefulShutdown() {
          try await writer.write(ByteBuffer(string: part))
        }
        try await writer.finish(nil)
      })
  }

  private static func parts(_ changes: AsyncStream<UInt64>) -> AsyncStream<String> {
    AsyncStream(bufferingPolicy: .bufferingNewest(2)) { continuation in
      let telling = Task {
        for await sequence in changes { continuation.yield("data: \(sequence)\n\n") }
        continuation.finish()
      }
      let beating = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: heartbeat)
          continuation.yield(":\n\n")
        }
      }
      continuation.onTermination = { _ in
        telling.cancel()
        beating.cancel()
      }
    }
  }
}
