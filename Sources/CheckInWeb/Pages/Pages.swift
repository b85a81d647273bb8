import CheckInJournal
import EventLog
import Hummingbird
import NIOCore

/// The pages: for each a query of the journal, a view, and a template.
struct Pages: Sendable {
  let access: JournalAccess
  let photos: PendingPhotos
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
    addWorkouts(to: &routes)
    routes.post("/undo") { request, _ in try await undo(request) }
    routes.get("/photos/:digest") { request, context in try await photo(request, context) }
    routes.get("/thumbnails/:digest") { request, context in try await thumbnail(request, context) }
    routes.get("/pending/:digest") { _, context in try pendingPhoto(context) }
    routes.get("/assets/:version/:name") { _, context in
      let (name, version) = (try context.parameters.require("name"), try context.parameters.require("version"))
      guard let response = Assets.response(name, version: version) else { throw Self.notFound }
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

  /// The layout of a page, with the reason not to rely on the journal, if there is one. It is made before the content
  /// is read, so that the browser learns of every event that the content may lack.
  func layout(
    _ title: String, _ section: PageLayout.Section? = nil, of journal: Journal, isLive: Bool = true
  ) -> PageLayout {
    let reason = journal.readOnlyReason.map { "Nothing can be changed: \($0.message)" }
    return PageLayout(
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

  /// The page that reports an error.
  func explain(_ error: any Error) -> Response {
    let answer = ErrorAnswer(error)
    let title =
      switch answer.status {
      case .notFound: "Not found"
      case .conflict: "Changed in the meantime"
      case .serviceUnavailable: "Busy"
      default: answer.status.code < 500 ? "That did not work" : "Something is wrong"
      }
    let layout = PageLayout(
      title: title, section: nil, token: token.text, sequence: access.sequence, isLive: false, warning: nil)
    let messages = (error as? JournalError)?.pageMessages ?? answer.messages
    var response = html("message", MessageView(layout: layout, messages: messages), status: answer.status)
    if let allowed = (error as? HTTPError)?.headers[.allow] { response.headers[.allow] = allowed }
    return response
  }
}

struct MessageView {
  var layout: PageLayout
  var messages: [String]
}
