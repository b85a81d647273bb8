import CheckInInterchange
import CheckInJournal
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// The journal for programs, in the forms that the command answers with.
struct API: Sendable {
  static let bodyByteLimit = 2 * Validation.maximumNotesBytes
  static let tokenHeader = HTTPField.Name("X-CheckIn-Token") ?? .authorization
  /// RFC 8288.
  static let linkHeader = HTTPField.Name("Link") ?? .contentLocation

  let access: JournalAccess
  let token: Secret

  /// What the API offers, as OpenAPI.
  private static let document = Array(
    String(decoding: PackageResources.openapi_json, as: UTF8.self)
      .replacing("\"version\": \"VERSION\"", with: "\"version\": \"\(SoftwareVersion.text)\"").utf8)

  func add(to routes: inout Routes) {
    routes.get("/api/openapi.json") { _, _ in Self.json(Self.document) }
    routes.get("/api/token") { _, _ in
      Self.json { json in
        json.object { json in
          json.key("token")
          json.string(token.text)
        }
      }
    }
    routes.get("/api/check-ins") { request, _ in try await list(request) }
    routes.post("/api/check-ins") { request, _ in try await create(request) }
    routes.get("/api/check-ins/:number") { _, context in try await show(context) }
    routes.patch("/api/check-ins/:number") { request, context in try await edit(request, context) }
    routes.post("/api/check-ins/:number/discard") { request, context in try await discard(request, context) }
    routes.post("/api/check-ins/:number/restore") { request, context in try await restore(request, context) }
    routes.get("/api/months") { _, _ in try await months() }
    routes.get("/api/months/:month") { _, context in try await month(context) }
    routes.get("/api/stats") { _, _ in try await statistics() }
    routes.get("/api/audit") { request, _ in try await audit(request) }
  }

  static func json(
    status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], _ body: (inout JSONWriter) throws -> Void
  ) rethrows -> Response {
    var json = JSONWriter()
    try body(&json)
    return Self.json(json.bytes, status: status, headers: headers)
  }

  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.contentType] = "application/json"
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// A check-in with its version: the sequence number of its latest event.
  static func answer(
    _ checkIn: CheckIn, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.eTag] = "\"\(checkIn.sequence)\""
    return json(status: status, headers: headers) { checkIn.write(to: &$0) }
  }

  /// The object that every refusal is told with.
  static func explain(_ error: any Error) -> Response {
    let (status, messages) = Pages.explanation(error)
    let isOutdated = (error as? JournalError)?.code == .conflict
    let answer = isOutdated ? HTTPResponse.Status.preconditionFailed : status
    let code = (error as? JournalError)?.code.exitStatus ?? 64
    return refusal(
      answer, messages, hint: hint(answer, messages), code: code, headers: (error as? HTTPError)?.headers ?? [:])
  }

  static func refusal(
    _ status: HTTPResponse.Status, _ messages: [String], hint: String?, code: Int32 = 64, headers: HTTPFields = [:]
  ) -> Response {
    json(status: status, headers: headers) { json in
      json.object { json in
        json.key("error")
        json.string(messages.first ?? "")
        json.key("messages")
        json.strings(messages)
        json.key("hint")
        json.string(orNull: hint)
        json.key("code")
        json.integer(code)
      }
    }
  }

  func check(_ request: Request) throws {
    guard token.matches(request.headers[Self.tokenHeader]) else {
      throw HTTPError(.forbidden, message: "Changes need the header X-CheckIn-Token.")
    }
  }

  static func number(_ context: WebContext) throws -> Int {
    guard let number = context.parameters.get("number").flatMap(Int.init), number > 0 else {
      throw HTTPError(.notFound, message: "There is no such check-in.")
    }
    return number
  }

  /// A whole number that JSON can hold exactly: up to 9,007,199,254,740,991.
  static func integer(_ text: String, from first: Int = 0) -> Int? {
    Int(text).flatMap { (first...9_007_199_254_740_991).contains($0) ? $0 : nil }
  }

  /// A parameter of the query that must be read where it is given.
  ///
  /// - Parameter kind: what it has to be, in words.
  static func value<Value>(
    _ text: String?, _ name: String, _ kind: String, _ read: (String) -> Value?
  ) throws -> Value? {
    guard let text else { return nil }
    guard let value = read(text) else {
      throw JournalError(.invalidValue, "The parameter \(name) cannot be read: it is \(kind).")
    }
    return value
  }
}
