import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import TestSupport

@testable import CheckInWeb

/// Asks the server in this process, as a browser on this machine would. The clock stands at 21 November 2026, 07:30 in
/// Berlin.
struct WebClient {
  struct Answer {
    var status: Int
    var headers: HTTPFields
    var bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  static let host = "127.0.0.1:8427"
  let directory: TemporaryDirectory
  let server: WebServer
  let responder: GuardedResponder<RouterResponder<WebContext>>
  /// What lets a program in.
  let key: String

  init() throws { try self.init(directory: TemporaryDirectory()) }

  /// Another server of the journal of another client.
  init(beside other: WebClient) throws { try self.init(directory: other.directory) }

  /// - Parameter directory: where the journal is, or comes to be.
  init(directory: TemporaryDirectory) throws {
    self.directory = directory
    // However busy the machine is that the tests run on.
    server = try WebServer(
      journal: directory.path + "/journal", environment: Self.environment, templates: Self.templates.get(),
      uploadTimeLimit: .seconds(100_000))
    responder = server.responder
    key = server.accessKey.key.text
  }

  /// Parsed once, because an unoptimised parser takes longer for them than a test for the rest.
  private static let templates = Result { try Templates() }

  static let environment = ["TZ": "Europe/Berlin", "CHECKIN_NOW": "2026-11-21T07:30:00+01:00"]

  var journalPath: String { directory.path + "/journal" }

  /// - Parameters:
  ///   - hasKey: whether the request shows the key.
  ///   - other: another listener than that of this machine.
  ///   - address: where the request comes from.
  ///   - localPort: The port of the listener; `nil` for a connection that has been closed.
  func send(
    _ method: HTTPRequest.Method, _ path: String, host: String? = Self.host, headers: [String: String] = [:],
    body: [UInt8] = [], hasKey: Bool = true, to other: GuardedResponder<RouterResponder<WebContext>>? = nil,
    from address: String = "127.0.0.1", localPort: Int? = 8427
  ) async throws -> Answer {
    var fields = HTTPFields()
    if hasKey { fields[.authorization] = "Bearer \(key)" }
    for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
    let head = HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: fields)
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: body)))
    let channel = EmbeddedChannel()
    channel.localAddress = try localPort.map { try SocketAddress(ipAddress: "127.0.0.1", port: $0) }
    channel.remoteAddress = try SocketAddress(ipAddress: address, port: 50_000)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let context = WebContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
    let response = try await (other ?? responder).respond(to: request, context: context)
    let collected = Collected()
    // An event stream has no end to be waited for.
    if response.headers[.contentType] != "text/event-stream" {
      try await response.body.write(Writer(collected: collected))
    }
    return Answer(
      status: response.status.code, headers: response.headers, bytes: collected.bytes.withLock { $0 })
  }

  func get(_ path: String) async throws -> Answer { try await send(.get, path) }

  /// The token that the forms carry.
  func token() async throws -> String { try await value(named: "token", in: "/add") }

  /// The value of a hidden field of a page.
  func value(named name: String, in path: String) async throws -> String {
    let text = try await get(path).text
    return text.firstMatch(of: try Regex("name=\"\(name)\" value=\"([^\"]*)\"", as: (Substring, Substring).self))
      .map { String($0.output.1) } ?? ""
  }

  /// Sends a form as a browser does.
  func submit(
    _ path: String, _ fields: [(String, String)], photo: [UInt8]? = nil, fileName: String = "p.jpg",
    headers: [String: String] = ["Sec-Fetch-Site": "same-origin", "Origin": "http://\(Self.host)"]
  ) async throws -> Answer {
    var body: [UInt8] = []
    for (name, value) in fields {
      body += Array("--XX\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }
    if let photo {
      let head = "--XX\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(fileName)\"\r\n\r\n"
      body += Array(head.utf8) + photo + Array("\r\n".utf8)
    }
    body += Array("--XX--\r\n".utf8)
    var headers = headers
    headers["Content-Type"] = "multipart/form-data; boundary=XX"
    return try await send(.post, path, headers: headers, body: body)
  }

  /// Sends a small form.
  func post(_ path: String, _ body: String) async throws -> Answer {
    try await send(
      .post, path, headers: ["Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"],
      body: Array(body.utf8))
  }

  /// Registers a check-in through the form.
  @discardableResult
  func add(_ type: String, _ title: String, at time: String = "2026-11-20T18:00", _ more: [(String, String)] = [])
    async throws -> Answer
  {
    let id = try await value(named: "id", in: "/add")
    return try await submit(
      "/add", [("token", try await token()), ("id", id), ("type", type), ("title", title), ("time", time)] + more)
  }
}

private final class Collected: Sendable {
  let bytes = Mutex<[UInt8]>([])
}

private struct Writer: ResponseBodyWriter {
  let collected: Collected

  mutating func write(_ buffer: ByteBuffer) async throws {
    collected.bytes.withLock { $0 += Array(buffer.readableBytesView) }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
