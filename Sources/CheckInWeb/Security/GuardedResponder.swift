import CheckInJournal
import HTTPTypes
import Hummingbird
import NIOCore

/// Runs before every route: refuses requests that no page of ours sends, and adds protective headers to every answer.
struct GuardedResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context == WebContext {
  static var maximumTargetBytes: Int { 2048 }

  let policy: AccessPolicy
  let inner: Inner

  func respond(to request: Request, context: WebContext) async throws -> Response {
    var response = try await answer(to: request, context)
    for (name, value) in Self.headers { response.headers[name] = value }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }

  private func answer(to request: Request, _ context: WebContext) async throws -> Response {
    let port = try context.listenerPort
    if let refusal = Refusal(of: request, hosts: policy.hosts, port: port) {
      return Self.last(refusal.response(to: request))
    }
    switch admission(of: request, context, port: port) {
    case .refused(let refusal): return Self.last(refusal)
    case .admitted(let visitor, let device, let cookie):
      var context = context
      context.visitor = visitor
      var response = try await Journal.$commandDevice.withValue(device) { [context] in
        try await inner.respond(to: request, context: context)
      }
      // A page that signs a device in or out says itself what becomes of the cookie.
      if let cookie, response.headers[.setCookie] == nil { response.headers[.setCookie] = cookie }
      return response
    }
  }

  /// Whoever cannot be looked up is not let in.
  private func admission(of request: Request, _ context: WebContext, port: Int) -> Admission {
    do {
      return try policy.admit(request, from: context.channel, port: port)
    } catch {
      let answer = ErrorAnswer(error)
      return .refused(.plainText(answer.status, lines: answer.messages.map(\.text)))
    }
  }

  /// Does not wait for the rest of a refused request.
  private static func last(_ refusal: Response) -> Response {
    var refusal = refusal
    refusal.headers[.connection] = "close"
    return refusal
  }

  private static var headers: [(HTTPField.Name, String)] { protectiveHeaders }
}

/// Nothing is loaded from other sites, nothing inline is run, no site frames the page, and no address leaves it.
private let protectiveHeaders: [(HTTPField.Name, String)] =
  [
    (
      .contentSecurityPolicy,
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    (.xContentTypeOptions, "nosniff"),
    // "no-referrer" would remove the origin from our own forms, by which they are recognised.
    (.init(constant: "Referrer-Policy"), "same-origin"), (.init(constant: "X-Frame-Options"), "DENY"),
    (.init(constant: "Cross-Origin-Opener-Policy"), "same-origin"),
    (.init(constant: "Cross-Origin-Resource-Policy"), "same-origin"),
    (.init(constant: "Permissions-Policy"), "camera=(self), microphone=(), geolocation=()"),
  ]

/// A rejection of a request before it is processed, with its status and its reason.
struct Refusal {
  var status: HTTPResponse.Status
  var message: String

  /// `nil` if the request is acceptable.
  init?(of request: Request, hosts: TrustedHosts, port: Int) {
    // The first one has become the authority; a proxy that uses the second one would judge a different request.
    guard request.headers[.host] == nil else {
      self.init(.badRequest, message: "The request has two Host headers.")
      return
    }
    guard hosts.contains(request.head.authority, localPort: port) else {
      self.init(.misdirectedRequest, message: "This server does not answer to that name.")
      return
    }
    guard let target = request.head.path, target.hasPrefix("/"), target.utf8.count <= 2048 else {
      self.init(.badRequest, message: "The address cannot be read.")
      return
    }
    guard Routes.methods.contains(request.method) else {
      self.init(.notImplemented, message: "There is no such method here.")
      return
    }
    let site = request.headers[.secFetchSite]
    let isReading = request.method == .get || request.method == .head
    if let site, site != "same-origin", site != "none" {
      // From another site only links may lead here.
      guard isReading, request.headers[.secFetchMode] == "navigate", request.headers[.secFetchDest] == "document" else {
        self.init(.forbidden, message: "Other pages may not use this one.")
        return
      }
    }
    if isReading { return nil }
    let origin = request.headers[.origin]
    if let origin, !hosts.isSame(origin: origin, authority: request.head.authority) {
      self.init(.forbidden, message: "Other pages may not change anything here.")
      return
    }
    // Every browser says where a form comes from. Programs do not, and send the token.
    guard site != nil || origin != nil || target.hasPrefix("/api/") else {
      self.init(.forbidden, message: "The request does not say which page it comes from.")
      return
    }
    return nil
  }

  private init(_ status: HTTPResponse.Status, message: String) {
    self.status = status
    self.message = message
  }

  /// For programs as a JSON object, as every error that they get.
  func response(to request: Request) -> Response {
    if request.head.path?.hasPrefix("/api/") == true { return .jsonError(status, messages: [message], hint: nil) }
    return .plainText(status, lines: [message])
  }
}
