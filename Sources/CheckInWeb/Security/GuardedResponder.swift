import HTTPTypes
import Hummingbird
import NIOCore

/// Stands before every route: refuses what no page of ours sends, and gives every answer its protective headers.
struct GuardedResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context == WebContext {
  static var maximumTargetBytes: Int { 2048 }

  let accessKey: AccessKey
  let inner: Inner

  func respond(to request: Request, context: WebContext) async throws -> Response {
    var response: Response
    let port = context.channel.localAddress?.port ?? 0
    if let refusal = Refusal(of: request, port: port)?.response ?? accessKey.answer(request, port: port) {
      response = refusal
      // The rest of a refused request is not waited for.
      response.headers[.connection] = "close"
    } else {
      response = try await inner.respond(to: request, context: context)
    }
    for (name, value) in Self.headers { response.headers[name] = value }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }

  private static var headers: [(HTTPField.Name, String)] { protectiveHeaders }
}

/// Nothing is loaded from elsewhere, nothing inline is run, nobody frames the page, and no address leaves it.
private let protectiveHeaders: [(HTTPField.Name, String)] =
  [
    (
      .contentSecurityPolicy,
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    (.xContentTypeOptions, "nosniff"),
  ]
  + [
    // "no-referrer" would take the origin from our own forms, and with it the sign that they are ours.
    ("Referrer-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(self), microphone=(), geolocation=()"),
  ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }

/// Why a request is not looked at.
struct Refusal {
  var status: HTTPResponse.Status
  var message: String

  /// `nil` where nothing stands against the request.
  init?(of request: Request, port: Int) {
    // The first one is the authority. What takes the other one for it would judge another request.
    guard request.headers[.host] == nil else {
      self.init(.badRequest, "The request has two Host headers.")
      return
    }
    guard LoopbackHost(port: port).contains(request.head.authority) else {
      self.init(.misdirectedRequest, "This server answers to the names of this machine only.")
      return
    }
    guard let target = request.head.path, target.hasPrefix("/"), target.utf8.count <= 2048 else {
      self.init(.badRequest, "The address cannot be read.")
      return
    }
    guard Routes.methods.contains(request.method) else {
      self.init(.notImplemented, "There is no such method here.")
      return
    }
    let site = request.headers[.secFetchSite]
    let isReading = request.method == .get || request.method == .head
    if let site, site != "same-origin", site != "none" {
      // From elsewhere one may come by a link, and nothing else.
      guard isReading, request.headers[.secFetchMode] == "navigate", request.headers[.secFetchDest] == "document" else {
        self.init(.forbidden, "Other pages may not use this one.")
        return
      }
    }
    if isReading { return nil }
    let origin = request.headers[.origin]
    guard origin.map({ LoopbackHost.isSame(origin: $0, authority: request.head.authority) }) ?? true else {
      self.init(.forbidden, "Other pages may not change anything here.")
      return
    }
    // Every browser says where a form comes from. Programs do not, and show the token.
    guard site != nil || origin != nil || target.hasPrefix("/api/") else {
      self.init(.forbidden, "The request does not say which page it comes from.")
      return
    }
    return nil
  }

  private init(_ status: HTTPResponse.Status, _ message: String) {
    self.status = status
    self.message = message
  }

  var response: Response {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: message + "\n")))
  }
}

extension HTTPField.Name {
  static let host = HTTPField.Name("Host") ?? .origin
  static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
  static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .origin
  static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest") ?? .origin
}
