import HTTPTypes
import Hummingbird
import NIOCore

/// The paths of the page and their handlers. A path that is requested with a method it does not have answers with those
/// it has.
struct Routes {
  typealias Handler = @Sendable (Request, WebContext) async throws -> Response

  /// Methods that a request may come with at all; see ``Refusal``.
  static let methods: [HTTPRequest.Method] =
    [.get, .head, .post, .patch, .put, .delete, .options, .trace, .connect]
    + [HTTPRequest.Method("QUERY")].compactMap { $0 }

  private let router: Router<WebContext>
  /// The methods of each path.
  private(set) var known: [String: [HTTPRequest.Method]] = [:]

  init(_ router: Router<WebContext>) {
    self.router = router
  }

  /// GET, and HEAD with it.
  mutating func get(_ path: String, handler: @escaping Handler) {
    add(path, method: .get, handler: handler)
    add(path, method: .head) { request, context in try await handler(request, context).createHeadResponse() }
  }

  mutating func post(_ path: String, handler: @escaping Handler) { add(path, method: .post, handler: handler) }

  mutating func patch(_ path: String, handler: @escaping Handler) { add(path, method: .patch, handler: handler) }

  mutating func put(_ path: String, handler: @escaping Handler) { add(path, method: .put, handler: handler) }

  mutating func delete(_ path: String, handler: @escaping Handler) { add(path, method: .delete, handler: handler) }

  private mutating func add(_ path: String, method: HTTPRequest.Method, handler: @escaping Handler) {
    router.on(RouterPath(path), method: method, use: handler)
    known[path, default: []].append(method)
  }

  /// Makes every path refuse the methods that it does not have.
  func refuseOthers() {
    for (path, allowed) in known {
      let names = allowed.map(\.rawValue).sorted().joined(separator: ", ")
      for method in Self.methods where !allowed.contains(method) {
        router.on(RouterPath(path), method: method) { _, _ -> Response in
          throw HTTPError(.methodNotAllowed, headers: [.allow: names], message: "Here one can only use \(names).")
        }
      }
    }
  }
}

/// The context of one request.
struct WebContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection that it came through.
  let channel: any Channel
  /// Until the guard has said who it is, nobody.
  var visitor = Visitor.stranger

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// The port of the listener that accepted the connection.
  ///
  /// - Throws: `HTTPError` if the connection has been closed, because it then has no address.
  var listenerPort: Int {
    get throws(HTTPError) {
      guard let port = channel.localAddress?.port else {
        throw HTTPError(.badRequest, message: "The connection was closed.")
      }
      return port
    }
  }
}

/// Who sent a request.
enum Visitor: Hashable, Sendable {
  /// The person who started the server, on this machine.
  case owner
  /// A device that was paired.
  case device(Int)
  /// Anybody else. To them only what pairing needs is shown.
  case stranger
}
