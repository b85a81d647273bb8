import CheckInJournal
import EventLog
import Hummingbird
import NIOCore
import PhotoProcessing

/// The pages: each a question to the journal, a view, and a template.
struct Pages: Sendable {
  let access: JournalAccess
  let photos: PhotoDesk
  let templates: Templates
  let token: Secret
  let uploadTimeLimit: Duration

  func add(to routes: inout Routes) {
    routes.get("/") { request, _ in try await home(request) }
    routes.get("/months") { request, _ in try await months(request) }
    routes.get("/days/:day") { request, context in try await day(context) }
    routes.get("/year") { _, _ in Self.redirect("/year/\(access.today.month.year)") }
    routes.get("/year/:year") { _, context in try await year(context) }
    routes.get("/stats") { _, _ in try await statistics() }
    routes.get("/audit") { request, _ in try await audit(request) }
    routes.get("/check-ins/:number") { request, context in try await checkIn(request, context) }
    routes.get("/check-ins/:number/history") { _, context in try await history(context) }
    routes.get("/add") { request, _ in try await addForm(request) }
    routes.post("/add") { request, _ in try await add(request) }
    routes.get("/check-ins/:number/edit") { _, context in try await editForm(context) }
    routes.post("/check-ins/:number/edit") { request, context in try await edit(request, context) }
    routes.post("/check-ins/:number/discard") { request, context in try await discard(request, context) }
    routes.post("/check-ins/:number/restore") { request, context in try await restore(request, context) }
    routes.post("/undo") { request, _ in try await undo(request) }
    routes.get("/photos/:digest") { request, context in try await photo(request, context) }
    routes.get("/thumbnails/:digest") { request, context in try await thumbnail(request, context) }
    routes.get("/pending/:digest") { _, context in try pendingPhoto(context) }
    routes.get("/assets/:name") { _, context in
      guard let response = Assets.response(try context.parameters.require("name")) else { throw Self.notFound }
      return response
    }
  }

  static let notFound = HTTPError(.notFound, message: "There is no such page.")

  static func redirect(_ path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }

  func html(_ name: String, _ values: Any, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: templates.render(name, values))))
  }

  /// The frame of a page, with what stands against relying on the journal. Made before what it frames is read: then the
  /// browser is told of all that is not in it.
  func shell(
    _ title: String, _ section: Shell.Section? = nil, of journal: Journal, isLive: Bool = true
  ) -> Shell {
    let reason = journal.readOnlyReason.map { "Nothing can be changed: \($0.message)" }
    return Shell(
      title: title, section: section, token: token.text, sequence: journal.sequence, isLive: isLive, warning: reason)
  }

  /// The number in the address.
  static func number(_ context: WebContext) throws -> Int {
    guard let number = context.parameters.get("number").flatMap(Int.init), number > 0 else { throw notFound }
    return number
  }

  static func digest(_ context: WebContext) throws -> Digest {
    guard let digest = context.parameters.get("digest").flatMap({ Digest(hexadecimal: $0) }) else { throw notFound }
    return digest
  }

  static func query(_ request: Request) throws -> FormFields {
    guard let fields = FormFields(encoded: request.uri.query ?? "") else {
      throw HTTPError(.badRequest, message: "The address cannot be read.")
    }
    return fields
  }

  /// What a refusal says, as a page.
  func explain(_ error: any Error) -> Response {
    let (status, messages) = Self.explanation(error)
    let title =
      switch status {
      case .notFound: "Not found"
      case .conflict: "Changed in the meantime"
      case .serviceUnavailable: "Busy"
      default: status.code < 500 ? "That did not work" : "Something is wrong"
      }
    let shell = Shell(
      title: title, section: nil, token: token.text, sequence: access.sequence, isLive: false, warning: nil)
    var response = html("message", MessageView(shell: shell, messages: messages), status: status)
    if let allowed = (error as? HTTPError)?.headers[.allow] { response.headers[.allow] = allowed }
    return response
  }

  /// The status of an answer that tells of an error, and its sentences.
  static func explanation(_ error: any Error) -> (status: HTTPResponse.Status, messages: [String]) {
    switch error {
    case let error as JournalError: return (error.httpStatus, error.messages)
    case let error as PhotoError: return (.unprocessableContent, [error.message])
    case let error as any HTTPResponseError:
      let known = (error as? HTTPError)?.body
      return (error.status, [known ?? (error.status == .notFound ? "There is no such page." : "\(error.status)")])
    default: return (.internalServerError, ["A fault of this software."])
    }
  }
}

struct MessageView {
  var shell: Shell
  var messages: [String]
}

extension JournalError {
  var httpStatus: HTTPResponse.Status {
    switch code {
    case .invalidValue: .unprocessableContent
    case .notFound: .notFound
    case .conflict: .conflict
    case .busy, .cancelled: .serviceUnavailable
    default: .internalServerError
    }
  }
}
