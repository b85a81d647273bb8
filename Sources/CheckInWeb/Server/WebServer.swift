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
///
/// ```swift
/// let server = try WebServer(journal: path, environment: ProcessInfo.processInfo.environment)
/// try await server.run(port: 8427) { entrance in print(entrance.address) }
/// ```
public struct WebServer: Sendable {
  /// How long requests may still take once the server has been asked to stop.
  static let shutdownTimeout = Duration.seconds(1)

  private let access: JournalAccess
  private let photos = PendingPhotos()
  private let live: LiveUpdates
  private let pages: Pages
  private let api: API
  let accessKey = AccessKey()
  private let environment: [String: String]

  /// How to get in.
  public struct Entrance: Sendable {
    /// Opens the page in any browser, any number of times, until the server ends. It has the key in it: show it only to
    /// the person who started the server, and never put it into a log or an argument, which every account can read.
    public var address: String
    /// A file that leads a browser to the address, readable only to its owner.
    public var file: String?
    /// Why there is no such file, nor one for programs.
    public var warning: String?
  }

  /// Opens the journal in the directory, and creates it if there is none.
  ///
  /// - Parameter environment: `TZ`, the locale's variables, `CHECKIN_NOW` and `CHECKIN_UNIT`, as the command reads
  ///   them.
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
      access: access, photos: photos, templates: try Templates(), token: token, uploadTimeLimit: uploadTimeLimit,
      localization: access.localization)
    api = API(access: access, photos: photos, token: token, uploadTimeLimit: uploadTimeLimit)
  }

  /// Answers the requests.
  var responder: GuardedResponder<RouterResponder<WebContext>> {
    let router = Router(context: WebContext.self)
    router.add(middleware: ErrorPages(pages: pages))
    var routes = Routes(router)
    pages.add(to: &routes)
    api.add(to: &routes)
    routes.get("/events") { [live] _, _ in live.respond() }
    routes.refuseOthers()
    return GuardedResponder(accessKey: accessKey, inner: router.buildResponder())
  }

  /// Serves until SIGTERM or SIGINT asks the process to stop.
  ///
  /// - Parameters:
  ///   - port: on 127.0.0.1 and, if this machine has it, on ::1. 0 lets the system choose.
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
    let second = IPv6Listener { [self] in application(host: "::1", port: await bound.value) { _ in } }
    var configuration = ServiceGroupConfiguration(
      services: [live, Upkeep(access: access), first, second], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: Self.logger)
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

  /// Why the page cannot be served at a port.
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
    } catch {
      return request.uri.path.hasPrefix("/api/") ? API.explain(error) : pages.localized(for: request).explain(error)
    }
  }
}
