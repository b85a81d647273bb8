import CheckInJournal
import Glibc
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The page: everything that answers requests about one journal.
///
/// ```swift
/// let server = try WebServer(journal: path, environment: ProcessInfo.processInfo.environment)
/// try await server.run(port: 8427) { entrance in print(entrance.address) }
/// ```
///
/// This machine reaches it with the key of the start. Other devices reach it where a ``RemoteListener`` listens, once
/// they were paired.
public struct WebServer: Sendable {
  /// The time that running requests may take after the server is asked to stop.
  static let shutdownTimeout = Duration.seconds(1)

  private let access: JournalAccess
  private let photos = PendingPhotos()
  private let live: LiveUpdates
  private let pages: Pages
  let api: API
  let accessKey = AccessKey()
  let devices: DeviceAccess
  private let environment: [String: String]

  /// The addresses at which the web app opens, and warnings about them.
  public struct Entrance: Sendable {
    /// Opens the page in any browser, any number of times, until the server ends. It has the key in it: show it only to
    /// the person who started the server, and never put it into a log or an argument, which every account can read.
    public var address: String
    /// A file that leads a browser to the address, readable only to its owner.
    public var file: String?
    /// The address that paired devices open; `nil` if the web app is for this machine only.
    public var remoteAddress: String?
    /// Warnings about parts that don't work, or soon won't.
    public var warnings: [String] = []
  }

  /// Opens the journal in the directory, and creates it if there is none.
  ///
  /// - Parameter environment: `TZ`, the locale's variables, `CHECKIN_NOW`, `CHECKIN_UNIT`, `CHECKIN_TYPE` and what else
  ///   the command reads there.
  /// - Throws: ``JournalError``.
  public init(journal path: String, environment: [String: String]) throws {
    try self.init(
      journal: path, environment: environment, templates: Templates(), uploadTimeLimit: UploadedForm.usualTimeLimit)
  }

  /// - Parameters:
  ///   - templates: The templates of the pages. Several servers can share them.
  ///   - uploadTimeLimit: how long a form with a photo may take to arrive.
  init(journal path: String, environment: [String: String], templates: Templates, uploadTimeLimit: Duration) throws {
    self.environment = environment
    access = try JournalAccess(path: path, environment: environment)
    live = LiveUpdates(access: access)
    devices = DeviceAccess(
      register: DeviceRegister(journal: path), budget: AttemptBudget(), connections: DeviceConnections())
    let token = Secret()
    pages = Pages(
      access: access, photos: photos, templates: templates, token: token, uploadTimeLimit: uploadTimeLimit,
      deviceAccess: devices, localization: access.localization)
    api = API(access: access, photos: photos, token: token, uploadTimeLimit: uploadTimeLimit)
  }

  /// Answers the requests of this machine.
  var responder: GuardedResponder<RouterResponder<WebContext>> {
    responder(AccessPolicy(hosts: .loopback, publicPaths: Set(Assets.publicPaths), gate: .key(accessKey)))
  }

  /// Answers the requests of paired devices.
  ///
  /// - Parameter hosts: the names by which they call the page.
  func remoteResponder(_ hosts: TrustedHosts) -> GuardedResponder<RouterResponder<WebContext>> {
    // The page that pairs a device has the style of all others.
    let publicPaths = Set(Assets.publicPaths + [Assets.stylePath])
    return responder(AccessPolicy(hosts: hosts, publicPaths: publicPaths, gate: .devices(devices)))
  }

  private func responder(_ policy: AccessPolicy) -> GuardedResponder<RouterResponder<WebContext>> {
    let router = Router(context: WebContext.self)
    router.add(middleware: Compression())
    router.add(middleware: ErrorPages(pages: pages))
    var routes = Routes(router)
    pages.add(to: &routes)
    api.add(to: &routes)
    routes.get("/events") { [live] _, _ in live.respond() }
    routes.refuseOthers()
    return GuardedResponder(policy: policy, inner: router.buildResponder())
  }

  /// Serves until SIGTERM or SIGINT asks the process to stop.
  ///
  /// - Parameters:
  ///   - port: on 127.0.0.1 and, if this machine has it, on ::1. 0 lets the system choose.
  ///   - remote: where other devices reach the page; `nil` if they do not.
  ///   - onReady: called once the page can be opened.
  /// - Throws: ``JournalError``.
  public func run(
    port: Int, remote: RemoteListener? = nil, onReady: @escaping @Sendable (Entrance) -> Void
  ) async throws {
    let served = try remote.map { _ throws(JournalError) in try ServedAddress(journal: access.path) }
    let (bound, remoteBound) = (BoundPort(), BoundPort())
    let keyFiles = Mutex<KeyFiles?>(nil)
    defer { keyFiles.withLock { $0?.remove() } }
    let first = application(responder, host: "127.0.0.1", port: port) { channel in
      let port = channel.localAddress?.port ?? port
      bound.set(port)
      var entrance = Entrance(address: accessKey.address(port: port))
      if let remote, let served {
        let remotePort = await remoteBound.value
        // Without one the other listener has failed, and all ends.
        guard remotePort > 0 else { return }
        entrance.remoteAddress = remote.hosts.address(localPort: remotePort)
        entrance.warnings = remote.warnings
        do throws(JournalError) { try served.publish(entrance.remoteAddress ?? "") } catch {
          entrance.warnings.append(error.message)
        }
      }
      do throws(JournalError) {
        let files = try KeyFiles(accessKey, port: port, environment: environment)
        keyFiles.withLock { $0 = files }
        entrance.file = files.page
      } catch {
        entrance.warnings.append(error.message)
      }
      onReady(entrance)
    }
    let second = IPv6Listener { [self] in application(responder, host: "::1", port: await bound.value) { _ in } }
    var services: [any Service] = [live, Upkeep(access: access), first, second]
    if let remote { services += [DeviceWatch(access: devices), try remoteService(for: remote, on: remoteBound)] }
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: Self.logger)
    configuration.maximumGracefulShutdownDuration = Self.shutdownTimeout
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch is CancellationError {
      // A request took too long and was cut off.
    } catch let error as IOError {
      throw Self.refusal(of: port, error.errnoCode)
    }
    try await access.close()
  }

  private func remoteService(for remote: RemoteListener, on bound: BoundPort) throws -> RemoteService<some Service> {
    let server =
      try remote.certificate.map {
        try HTTPServerBuilder.tls(
          Self.http(handlers: [ConnectionEnd.Installer(), PlainTextRefusal.Installer()]),
          tlsConfiguration: $0.configuration)
      } ?? Self.http(handlers: [ConnectionEnd.Installer()])
    let application = application(
      remoteResponder(remote.hosts), server: server, host: remote.address.host, port: remote.address.port
    ) { channel in
      bound.set(channel.localAddress?.port ?? 0)
    }
    return RemoteService(address: remote.address, server: application)
  }

  /// Returns the error for a port at which the web app can't be served.
  private static func refusal(of port: Int, _ errorNumber: CInt) -> JournalError {
    let reason: Message =
      switch errorNumber {
      case EADDRINUSE: "Port \(port) is in use by another program"
      case EACCES: "Port \(port) is not open to this account"
      default: "The page cannot be served at port \(port), \(String(cString: strerror(errorNumber)))"
      }
    return JournalError(.inputOutput, "\(reason); choose another: checkin serve --port N")
  }

  private func application<Responder: HTTPResponder>(
    _ responder: Responder, server: HTTPServerBuilder = http(handlers: [ConnectionEnd.Installer()]), host: String,
    port: Int, onReady: @escaping @Sendable (any Channel) async -> Void
  ) -> Application<Responder> {
    Application(
      responder: responder, server: server,
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port), availableConnectionsDelegate: MaximumAvailableConnections(2000)),
      onServerRunning: onReady, logger: Self.logger)
  }

  private static func http(
    handlers: @autoclosure @escaping @Sendable () -> [any RemovableChannelHandler]
  ) -> HTTPServerBuilder {
    .http1(
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: handlers(), idleTimeout: .seconds(30),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: 16_384, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100)))
  }

  /// Nothing is logged: requests contain titles and photos.
  private static var logger: Logger { Logger(label: "checkin-serve") { _ in SwiftLogNoOpLogHandler() } }
}

/// Reports errors: to browsers as a page, to programs as a JSON object.
private struct ErrorPages: RouterMiddleware {
  let pages: Pages

  func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch  where context.visitor == .stranger {
      // A page would say too much.
      let answer = ErrorAnswer(error)
      return .plainText(answer.status, lines: answer.messages.map(\.text))
    } catch {
      return request.uri.path.hasPrefix("/api/") ? API.explain(error) : pages.localized(for: request).explain(error)
    }
  }
}

/// The server at an address of the network, whose errors name that address.
private struct RemoteService<Server: Service>: Service {
  let address: ListenAddress
  let server: Server

  func run() async throws {
    do {
      try await server.run()
    } catch let error as IOError {
      let place = "\(address.urlHost):\(address.port)"
      let reason: Message =
        switch error.errnoCode {
        case EADDRINUSE: "\(place) is in use by another program; choose another port: --listen ADDRESS:PORT"
        case EADDRNOTAVAIL: "\(address.host) is no address of this machine; \"ip address\" shows those that it has"
        case EACCES: "\(place) is not open to this account; choose a port above 1023"
        default: "The page cannot be served at \(place), \(String(cString: strerror(error.errnoCode)))"
        }
      throw JournalError(.inputOutput, reason)
    }
  }
}
