import CheckInJournal
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Lets the devices in that were paired, from wherever they come, and nobody else.
struct DeviceAccess: Sendable {
  /// Tells a browser to forget what it has of the page, queues and pictures included.
  static let clearSiteData = HTTPField.Name(constant: "Clear-Site-Data")
  static let everything = #""cache", "cookies", "storage""#
  /// Leaves the storage, which may have changes that were not sent: the page's worker empties it, once it has said
  /// which. It also leaves the cookie, by which the device is recognised as revoked until then.
  static let onlyCache = #""cache""#
  /// After how long a browser is given its cookie again, so that it keeps it for another 400 days.
  private static let renewalMilliseconds: Int64 = 86_400_000

  let register: DeviceRegister
  let budget: AttemptBudget
  let connections: DeviceConnections

  /// The page that pairs a device, which strangers get.
  private static let pairingPath = "/pair"

  func admit(_ request: Request, from channel: any Channel, port: Int) throws -> Admission {
    let cookies = request.cookieValues(Self.cookieName(port: port))
    var isRevoked = false
    for cookie in cookies {
      switch try register.recognize(cookie) {
      case .device(let device):
        connections.add(channel, of: device.number)
        let isOld = Journal.systemMilliseconds() - device.seenAt > Self.renewalMilliseconds
        return .admitted(
          .device(device.number), device: device.name, cookie: isOld ? Self.cookie(cookie, port: port) : nil)
      case .revoked: isRevoked = true
      case .unknown: break
      }
    }
    if request.uri.path == Self.pairingPath { return .admitted(.stranger, cookie: nil) }
    if isRevoked { return .refused(Self.refusal(of: request, forgetting: true)) }
    let isAttempt = !cookies.isEmpty || request.headers[.authorization] != nil
    guard !isAttempt || budget.take(from: channel.remoteAddress) else { return .refused(Self.slowDown) }
    var refusal = Self.refusal(of: request, forgetting: false)
    // So that it does not try again with every picture of a page.
    if !cookies.isEmpty { refusal.headers[.setCookie] = Self.noCookie(port: port) }
    return .refused(refusal)
  }

  /// A browser keeps a cookie whose name begins so only if it came over TLS from this very host. A cookie goes to every
  /// port of its host, so the name says which port it is for.
  static func cookieName(port: Int) -> String { "__Host-checkin-\(port)" }

  /// The header that gives a browser its cookie.
  static func cookie(_ value: some StringProtocol, port: Int) -> String {
    cookie(value, port: port, seconds: Device.lifetimeMilliseconds / 1000)
  }

  /// The header that takes it away.
  static func noCookie(port: Int) -> String { cookie("", port: port, seconds: 0) }

  private static func cookie(_ value: some StringProtocol, port: Int, seconds: Int64) -> String {
    "\(cookieName(port: port))=\(value); Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=\(seconds)"
  }

  static var slowDown: Response {
    .plainText(
      .tooManyRequests, lines: ["Too many wrong attempts. Wait a minute, and try again."], headers: [.retryAfter: "60"])
  }

  private static func refusal(of request: Request, forgetting isForgetting: Bool) -> Response {
    var response = RefusalPage(
      title: "Not paired", heading: "This device is not paired", scheme: "Pairing",
      explanation: "This page is shown only to devices that were paired with it.",
      hint: "On the machine that serves the journal, run: checkin serve --pair",
      paragraphs: [
        "Your journal is shown only to devices that were paired with it. On the machine that serves it, run "
          + "<code>checkin serve --pair</code>, and open the address that it shows: scan its QR code with the camera.",
        #"You can also <a href="/pair">type the code of that address</a>."#,
      ]
    ).response(to: request)
    if isForgetting {
      response.headers[clearSiteData] = onlyCache
      // Chromium doesn't show the header above to the page's scripts.
      if let challenge = response.headers[.wwwAuthenticate] {
        response.headers[.wwwAuthenticate] = challenge + #", error="revoked""#
      }
    }
    return response
  }
}

/// Watches the register while the page is served: closes what revoked devices have open, whoever revoked them, and
/// writes down when devices were seen.
struct DeviceWatch: Service {
  static let pause = Duration.milliseconds(500)

  let access: DeviceAccess

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: Self.pause)
        closeRevoked()
        // What fails here fails again for the next request of a device, and is reported there.
        try? access.register.saveSeen()
      }
    }
    try? access.register.saveSeen()
  }

  private func closeRevoked() {
    let connected = access.connections.numbers
    guard !connected.isEmpty, let devices = try? access.register.devices() else { return }
    let known = Set(devices.map(\.number))
    for number in connected where !known.contains(number) { access.connections.close(number) }
  }
}
