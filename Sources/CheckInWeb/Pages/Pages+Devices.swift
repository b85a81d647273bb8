import CheckInJournal
import CheckInLanguage
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix

struct DevicesView {
  struct Row {
    var number: Int
    var name, detail, revokeLabel: String
    /// `true` if this device sent the request.
    var isThis: Bool
  }

  struct Invitation {
    var address: String
    /// The QR code: modules in a row, and the dark ones as a path of SVG.
    var size: Int
    var path: String
  }

  var layout: PageLayout
  /// The devices that have the journal, where it is on several.
  var group: GroupView?
  var devices: [Row]
  var hasDevices: Bool
  /// `true` if other devices can currently reach the web app.
  var isServed: Bool
  var invitation: Invitation?
}

/// A page for who is not let in yet, or not any more.
struct PairView {
  var language: String
  var title: String
  var style = Assets.stylePath
  var icon = Assets.path("icon.svg")
  var problem: String?
  /// The code to confirm; `nil` if it has to be typed.
  var code: String?
  var name: String
}

extension Pages {
  /// Bytes of the form that anybody can send.
  private static let pairingFormBytes = 4096

  func addDevices(to routes: inout LocalizedRoutes) {
    routes.get("/devices") { pages, _, context in try await pages.devices(context) }
    routes.form("/devices/pair") { pages, _, context in
      try await pages.devices(context, inviting: try await pages.onThread { try PairingInvitation($0.register) })
    }
    routes.form("/devices/:number/revoke") { pages, form, context in try await pages.revoke(form.number, in: context) }
    routes.form("/sign-out") { pages, _, context in try await pages.signOut(context) }
    routes.get("/pair") { pages, request, context in try await pages.pairForm(request, in: context) }
    routes.post("/pair") { pages, request, context in try await pages.pair(request, in: context) }
  }

  // MARK: - The list

  private func devices(
    _ context: WebContext, inviting invitation: PairingInvitation? = nil
  ) async throws -> Response {
    let title = words("Devices")
    // The page is shown even if the journal cannot be read.
    let (pageLayout, group) = try await access.run(isFresh: false) { journal in
      try? journal.refresh()
      return (layout(title, section: .devices, of: journal, isLive: false), try groupView(journal))
    }
    let devices = try deviceAccess.register.devices()
    let isServed = try ServedAddress.current(journal: access.path) != nil
    return html(
      "devices",
      with: DevicesView(
        layout: pageLayout, group: group, devices: devices.map { row(of: $0, for: context.visitor) },
        hasDevices: !devices.isEmpty, isServed: isServed,
        invitation: invitation.flatMap { invitation in
          QRCode(invitation.address).map {
            DevicesView.Invitation(address: invitation.address, size: $0.drawnSize, path: $0.svgPath)
          }
        }))
  }

  private func row(of device: Device, for visitor: Visitor) -> DevicesView.Row {
    // Devices come and go by the system's clock, whatever `CHECKIN_NOW` says.
    let today = access.zone.time(atInstant: Journal.systemMilliseconds()).day
    let paired = access.zone.time(atInstant: device.pairedAt)
    let seen = access.zone.time(atInstant: device.seenAt)
    let name = shown(device.name)
    return DevicesView.Row(
      number: device.number, name: name,
      detail: words(
        "paired {day} · last seen {seenDay} {time}",
        [
          "day": localization.relative(paired.day, today: today),
          "seenDay": localization.relative(seen.day, today: today), "time": localization.clock(of: seen),
        ]),
      revokeLabel: words("Revoke {name}", ["name": name]), isThis: visitor == .device(device.number))
  }

  private func revoke(_ number: Int, in context: WebContext) async throws -> Response {
    if context.visitor == .device(number) { return try await signOut(context) }
    guard try await onThread({ try $0.register.revoke(number) }) != nil else { throw Self.notFound }
    deviceAccess.connections.close(number)
    return Self.redirect("/devices")
  }

  private func signOut(_ context: WebContext) async throws -> Response {
    let port = try context.listenerPort
    var cookie = AccessKey.noCookie(port: port)
    if case .device(let number) = context.visitor {
      // It still gets the answer.
      deviceAccess.connections.release(context.channel)
      try await onThread { _ = try $0.register.revoke(number) }
      cookie = DeviceAccess.noCookie(port: port)
    }
    var response = html("signed-out", with: pairView(words("Signed out")))
    response.headers[.setCookie] = cookie
    response.headers[DeviceAccess.clearSiteData] = DeviceAccess.everything
    response.headers[.connection] = "close"
    return response
  }

  // MARK: - Pairing

  private func pairForm(_ request: Request, in context: WebContext) async throws -> Response {
    guard context.visitor == .stranger else { return Self.redirect("/") }
    guard let text = try FormFields(queryOf: request)["code"] else {
      return html("pair", with: pairView(words("Pair this device")))
    }
    let code = PairingCode(typed: text)
    guard deviceAccess.budget.take(from: context.channel.remoteAddress) else { return DeviceAccess.slowDown }
    guard try deviceAccess.register.isOffered(code) else { return wrongCode }
    deviceAccess.budget.giveBack(to: context.channel.remoteAddress)
    // Looking at a code does not use it up: programs that show previews of links do that.
    let name = Device.name(ofBrowser: request.headers[.userAgent])
    return html("pair", with: pairView(words("Pair this device"), code: code.text, name: name))
  }

  private func pair(_ request: Request, in context: WebContext) async throws -> Response {
    guard context.visitor == .stranger else { return Self.redirect("/") }
    guard deviceAccess.budget.take(from: context.channel.remoteAddress) else { return DeviceAccess.slowDown }
    let body = try await request.body.collect(upTo: Self.pairingFormBytes)
    // Another page cannot send this: it does not know the code.
    guard let fields = FormFields(encoded: body.readableBytesView),
      let code = fields["code"].map(PairingCode.init(typed:))
    else { throw HTTPError(.badRequest, message: "The form cannot be read.") }
    let typed = fields["name"] ?? ""
    let name = typed.allSatisfy(\.isWhitespace) ? Device.name(ofBrowser: request.headers[.userAgent]) : typed
    guard let paired = try await onThread({ try $0.register.pair(code, name: name) }) else { return wrongCode }
    deviceAccess.budget.giveBack(to: context.channel.remoteAddress)
    let cookie = DeviceAccess.cookie(paired.cookie.text, port: try context.listenerPort)
    return Response(status: .seeOther, headers: [.location: "/", .setCookie: cookie])
  }

  private var wrongCode: Response {
    let problem = words("This code is wrong, used up, or older than five minutes. Ask for a new one.")
    return html("pair", with: pairView(words("Pair this device"), problem: problem), status: .forbidden)
  }

  private func pairView(
    _ title: String, problem: String? = nil, code: String? = nil, name: String = ""
  ) -> PairView {
    PairView(language: words.language.rawValue, title: title, problem: problem, code: code, name: name)
  }

  /// Runs what writes the register on a thread that may wait.
  private func onThread<Answer: Sendable>(
    _ body: @escaping @Sendable (DeviceAccess) throws -> Answer
  ) async throws -> Answer {
    try await NIOThreadPool.singleton.runIfActive { [deviceAccess] in try body(deviceAccess) }
  }
}
