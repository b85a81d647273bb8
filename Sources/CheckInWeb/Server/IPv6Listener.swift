import Glibc
import NIOCore
import ServiceLifecycle
import Synchronization

/// The server at ::1, on machines that have that address.
struct IPv6Listener<Server: Service>: Service {
  let server: @Sendable () async -> Server

  func run() async throws {
    do {
      try await server().run()
    } catch let error as IOError where [EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.errnoCode) {
      try? await gracefulShutdown()
    }
  }
}

/// The port of the first server, for the second one, which waits to use the same.
final class BoundPort: Sendable {
  private let (stream, continuation) = AsyncStream.makeStream(of: Int.self)

  func set(_ port: Int) {
    continuation.yield(port)
    continuation.finish()
  }

  var value: Int {
    get async {
      for await port in stream { return port }
      return 0
    }
  }
}
