import CheckInJournal
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import UnixSignals

/// The local page: everything that answers requests about one journal.
public struct WebServer: Sendable {
  /// How long requests that are under way may take once the server is told to stop.
  static let farewell = Duration.seconds(1)

  private let access: JournalAccess
  private let photos = PhotoDesk()
  private let live: LiveUpdates
  private let pages: Pages
  private let api: API
  let accessKey = AccessKey()
  private let environment: [String: String]

  /// How one comes in.
  public struct Entrance: Sendable {
    /// Opens the page in any browser, once and again, until the server ends. It holds the key: it is shown to the
    /// person who started the server, and goes into no log and no argument of a program, which every account can read.
    public var address: String
    /// A file that leads a browser to the address, readable to its owner alone.
    public var file: String?
    /// Why there is no such file, and none for programs.
    public var warning: String?
  }

  /// Opens the journal in the directory, and creates it where there is none.
  ///
  /// - Parameter environment: `TZ`, the locale's variables and `CHECKIN_NOW`, as the command reads them.
  /// - Throws: ``JournalError``.
  public init(journal path: String, environment: [String: String]) throws {
    try self.init(journal: path, environment: environment, uploadTimeLimit: UploadedForm.usualTimeLimit)
  }

  /// - Parameter uploadTimeLimit: how long a form with a photo may take to arrive.
  init(journal path: String, environment: [String: String], uploadTimeLimit: Duration) throws {
    self.environment = environment
    access = try JournalAccess(path: path, environment: environment)
    live = LiveUpdates(access: access)
    let token = Secret()
    pages = Pages(
      access: access, photos: photos, templates: try Templates(), token: token, uploadTimeLimit: uploadTimeLimit)
    api = API(access: access, token: token)
  }

  /// What answers requests.
  var responder: GuardedResponder<RouterResponder<WebContext>> {
    let router = Router(context: WebContext.self)
    router.add(middleware: ErrorPages(pages: pages))
    var routes = Routes(router)
    pages.add(to: &routes)
    api.add(to: &routes)
    let events = EventStreamRoute(access: access, live: live)
    routes.get("/events") { _, _ in events.respond() }
    routes.refuseOthers()
    return GuardedResponder(accessKey: accessKey, inner: router.buildResponder())
  }

  /// Serves until the process is told to stop by SIGTERM or SIGINT.
  ///
  /// - Parameters:
  ///   - port: on 127.0.0.1 and, where this machine has it, on ::1. 0 lets the system choose.
  ///   - onReady: called once the page can be opened.
  public func run(port: Int, onReady: @escaping @Sendable (Entrance) -> Void) async throws {
    let bound = BoundPort()
    let keyFiles = Mutex<KeyFiles?>(nil)
    defer { keyFiles.withLock { $0?.remove() } }
    let first = application(host: "127.0.0.1", port: port) { channel in
      let port = channel.localAddress?.port ?? port
      bound.set(port)
      var entrance = Entrance(address: accessKey.address(port: port))
      do throws(JournalError) {
        let files = try KeyFiles(accessKey, port: port, environment: environment)
        keyFiles.withLock { $0 = files }
        entrance.file = files.page
      } catch {
        entrance.warning = error.message
      }
      onReady(entrance)
    }
    let second = SecondAddress { [self] in application(host: "::1", port: await bound.value) { _ in } }
    var configuration = ServiceGroupConfiguration(
      services: [live, Upkeep(access: access), first, second], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: Self.logger)
    configuration.maximumGracefulShutdownDuration = Self.farewell
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch is CancellationError {
      // A request that took too long was cut off.
    } catch let error as IOError {
      throw Self.refusal(of: port, error.errnoCode)
    }
    try await access.close()
  }

  /// Why no page can be served at a port.
  private static func refusal(of port: Int, _ errorNumber: CInt) -> JournalError {
    let reason =
      switch errorNumber {
      case EADDRINUSE: "Port \(port) is in use by another program"
      case EACCES: "Port \(port) is not open to this account"
      default: "The page cannot be served at port \(port), \(String(cString: strerror(errorNumber)))"
      }
    return JournalError(.inputOutput, reason + "; choose another: checkin serve --port N")
  }

  private func application(
    host: String, port: Int, onReady: @escaping @Sendable (any Channel) -> Void
  ) -> Application<GuardedResponder<RouterResponder<WebContext>>> {
    Application(
      responder: responder,
      server: .http1(
        configuration: HTTP1Channel.Configuration(
          additionalChannelHandlers: [ConnectionEnd.Installer()],
          idleTimeout: .seconds(30),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16_384, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100))),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port), availableConnectionsDelegate: MaximumAvailableConnections(2000)),
      onServerRunning: { onReady($0) }, logger: Self.logger)
  }

  /// Requests are nobody's business: titles and photos stand in them.
  private static var logger: Logger { Logger(label: "checkin-serve") { _ in SwiftLogNoOpLogHandler() } }
}
