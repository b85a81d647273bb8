import CheckInJournal
import CheckInLanguage
import EventLog
import Hummingbird
import NIOCore

/// The pages: for each a query of the journal, a view, and a template.
struct Pages: Sendable {
  let access: JournalAccess
  let photos: PendingPhotos
  let imports = PendingImports()
  let serviceWorkers = ServiceWorkers()
  let templates: Templates
  let token: Secret
  let uploadTimeLimit: Duration
  let deviceAccess: DeviceAccess
  /// The reader's language, weeks and clock.
  var localization: Localization

  /// A closure that caches the requested page; `nil` if the page can't be cached.
  var keeping: (@Sendable (ByteBuffer) -> Void)?

  var words: Words { localization.words }

  /// The pages as the browser that sent a request wants to read them.
  func localized(for request: Request) -> Pages {
    var pages = self
    pages.localization = Localization(
      acceptLanguage: request.headers[.acceptLanguage], fallback: access.localization)
    return pages
  }

  func add(to routes: inout Routes) {
    var localized = LocalizedRoutes(routes: routes, pages: self)
    add(to: &localized)
    addWorkouts(to: &localized)
    addDevices(to: &localized)
    addGroup(to: &localized)
    addGoals(to: &localized)
    addDayMarks(to: &localized)
    addOffline(to: &localized)
    routes = localized.routes
  }

  private func add(to routes: inout LocalizedRoutes) {
    routes.getKept("/") { pages, request, _ in try await pages.home(request) }
    routes.getKept("/months") { pages, request, _ in try await pages.months(request) }
    routes.getKept("/photos") { pages, request, _ in try await pages.photoTimeline(request) }
    routes.getKept("/days/:day") { pages, request, context in try await pages.day(request, in: context) }
    routes.get("/year") { _, _, _ in Self.redirect("/year/\(access.today.month.year)") }
    routes.getKept("/year/:year") { pages, _, context in try await pages.year(context) }
    routes.getKept("/stats") { pages, _, _ in try await pages.statistics() }
    routes.getKept("/audit") { pages, request, _ in try await pages.changes(request) }
    routes.getKept("/search") { pages, request, _ in try await pages.search(request) }
    routes.get("/import") { pages, _, _ in try await pages.exchange() }
    routes.post("/import") { pages, request, _ in try await pages.previewImport(request) }
    routes.form("/import/confirm") { pages, form, _ in try await pages.confirmImport(form) }
    routes.get("/export/:format") { pages, _, context in try await pages.export(context) }
    routes.get("/backup") { pages, _, _ in try await pages.backup() }
    routes.get("/changes") { _, _, _ in Self.redirect("/audit") }
    routes.get("/check-ins/:number") { pages, request, context in try await pages.checkIn(request, in: context) }
    routes.get("/check-ins/:number/history") { pages, _, context in try await pages.history(context) }
    routes.get("/add") { pages, request, _ in try await pages.addForm(request) }
    routes.post("/add") { pages, request, _ in try await pages.add(request) }
    routes.get("/check-ins/:number/edit") { pages, _, context in try await pages.editForm(context) }
    routes.post("/check-ins/:number/edit") { pages, request, context in try await pages.edit(request, in: context) }
    routes.command("/check-ins/:number/discard") { pages, form, journal in
      let discarded = try journal.discard([form.number]).first
      return pages.redirection(
        toMonthOf: discarded?.day ?? pages.access.today, notice: "discarded",
        after: discarded?.sequence ?? journal.sequence)
    }
    routes.command("/check-ins/:number/restore") { _, form, journal in
      let sequence = try journal.restore(form.number).sequence
      return Redirection("/check-ins/\(form.number)", notice: "restored", after: sequence)
    }
    routes.command("/undo") { try $0.undo($1, in: $2) }
    routes.get("/photos/:digest") { pages, request, context in try await pages.photo(request, in: context) }
    routes.get("/thumbnails/:digest") { pages, request, context in try await pages.thumbnail(request, in: context) }
    routes.get("/thumbnails/:digest/:side") { pages, request, context in try await pages.preview(request, in: context) }
    routes.get("/pending/:digest") { pages, _, context in try pages.pendingPhoto(context) }
    routes.get("/assets/:version/:name") { _, _, context in
      let (name, version) = (try context.parameters.require("name"), try context.parameters.require("version"))
      guard let response = Assets.response(name, version: version) else { throw Self.notFound }
      return response
    }
  }

  static let notFound = HTTPError(.notFound, message: "There is no such page.")

  static func redirect(_ path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }

  func html(_ name: String, with values: Any, status: HTTPResponse.Status = .ok) -> Response {
    let page = ByteBuffer(string: templates.render(name, with: values, in: localization.words.language))
    if status == .ok { keeping?(page) }
    return html(page, status: status)
  }

  func html(_ page: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status,
      headers: [
        .contentType: "text/html; charset=utf-8", .contentLanguage: words.language.rawValue,
        .vary: "Accept-Language",
      ], body: ResponseBody(byteBuffer: page))
  }

  /// The layout of a page, with the reasons not to rely on the journal, if there are any. It is made before the content
  /// is read, so that the browser learns of every event that the content may lack.
  func layout(
    _ title: String, section: PageLayout.Section? = nil, of journal: Journal, isLive: Bool = true
  ) -> PageLayout {
    let readOnlyReason = journal.readOnlyReason
    let warnings = journal.incompleteReasons.map { reason in
      let values = ["reason": words(reason.advice.inCommands)]
      return reason == readOnlyReason
        ? words("Nothing can be changed: {reason}", values) : words("Incomplete: {reason}", values)
    }
    return PageLayout(
      title: title, section: section, words: words, token: token.text, revision: journal.revision, isLive: isLive,
      warnings: warnings)
  }

  /// Returns a number in the address.
  ///
  /// - Throws: 404 if there is none.
  static func number(_ context: WebContext, named name: String = "number") throws -> Int {
    guard let number = context.parameters.get(name).flatMap(Int.init), number > 0 else { throw notFound }
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
      case .notFound: words("Not found")
      case .conflict: words("Changed in the meantime")
      case .serviceUnavailable: words("Busy")
      default: answer.status.code < 500 ? words("That did not work") : words("Something is wrong")
      }
    let layout = PageLayout(
      title: title, section: nil, words: words, token: token.text, revision: access.revision, isLive: false)
    // Most messages name a place or a number, and are English; those that have a translation are shown in it.
    let messages = ((error as? JournalError)?.messages ?? answer.messages).map { words($0) }
    var response = html("message", with: MessageView(layout: layout, messages: messages), status: answer.status)
    if let allowed = (error as? HTTPError)?.headers[.allow] { response.headers[.allow] = allowed }
    return response
  }
}

/// Routes whose handlers get the pages as the browser that asks wants to read them.
struct LocalizedRoutes {
  typealias Handler = @Sendable (Pages, Request, WebContext) async throws -> Response

  fileprivate(set) var routes: Routes
  fileprivate let pages: Pages
  private let cache = PageCache()

  fileprivate init(routes: Routes, pages: Pages) {
    self.routes = routes
    self.pages = pages
  }

  /// A page that depends on nothing but its address, its reader, the journal and the day: it is rendered once for each.
  mutating func getKept(_ path: String, handler: @escaping Handler) {
    get(path) { [cache] pages, request, context in
      let key = PageCache.Key(
        target: request.head.path ?? "", localization: pages.localization, token: pages.token.text)
      let moment = try await pages.access.run { [access = pages.access] journal in
        PageCache.Version(journal: journal.version, today: access.today)
      }
      if let page = cache.page(key, at: moment) { return pages.html(page) }
      var pages = pages
      pages.keeping = { cache.keep($0, for: key, at: moment) }
      return try await handler(pages, request, context)
    }
  }

  mutating func get(_ path: String, handler: @escaping Handler) {
    routes.get(path) { [pages] request, context in
      try await handler(pages.localized(for: request), request, context)
    }
  }

  mutating func post(_ path: String, handler: @escaping Handler) {
    routes.post(path) { [pages] request, context in
      try await handler(pages.localized(for: request), request, context)
    }
  }
}

struct MessageView {
  var layout: PageLayout
  var messages: [String]
}
