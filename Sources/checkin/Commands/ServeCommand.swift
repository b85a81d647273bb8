import ArgumentParser
import CheckInJournal
import CheckInLanguage
import Glibc
import PhotoProcessing

struct ServeCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", _superCommandName: "checkin",
    abstract: "Show your journal in the browser",
    discussion: """
      By default the page is reachable from this machine only, and shows nothing without the key of this start, which \
      is in the address that is printed. Scripts read the key from PORT.key in $XDG_RUNTIME_DIR/checkin, or in \
      /tmp/checkin-UID if that variable is not set, and send it as Authorization: Bearer KEY. It needs the program \
      checkin-serve.

      With --listen, devices in the network reach it too, over TLS: name a certificate for this machine's name or \
      address and its key, or let a proxy on this machine do that with --behind-proxy. Such a device sees nothing \
      until it is paired: while the page is served, run "checkin serve --pair" in another terminal and scan what it \
      shows.

        checkin serve --listen 192.168.1.20 --tls-certificate page.pem --tls-key page-key.pem
        checkin serve --pair
        checkin serve --devices
        checkin serve --revoke 2
      """)

  static let defaultPort = 8427
  private static let program = "checkin-serve"

  @Option(parsing: .unconditional, help: "The port of the page, 0 for any that is free.")
  var port = Self.defaultPort

  @Flag(help: "Open the page in the browser.")
  var open = false

  @Option(
    help: ArgumentHelp(
      "Where other devices reach the page, besides this machine: 192.168.1.20, [fd00::1]:8428, 0.0.0.0.",
      discussion: "The port is 8428 if none is given. It needs TLS.", valueName: "address[:port]"))
  var listen: String?

  @Option(
    help: ArgumentHelp("The certificate in PEM, and those that vouch for it.", valueName: "file"), completion: .file())
  var tlsCertificate: String?

  @Option(
    help: ArgumentHelp("The certificate's private key in PEM, without a passphrase.", valueName: "file"),
    completion: .file())
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "The page's address at a proxy, which speaks TLS with the devices and plain HTTP with this page.",
      discussion: "The proxy passes the Host header on. Can be given more than once. The page listens for it at "
        + "127.0.0.1:8428 unless --listen says otherwise.", valueName: "https://name"))
  var behindProxy: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Show a QR code and an address that let one device in, once, within five minutes.",
      discussion: "Without --listen or --behind-proxy, the page must be served in another terminal; the command ends "
        + "once the device is paired, or when the code expires. With one of them, it serves the page, too."))
  var pair = false

  @Flag(help: "List the paired devices.")
  var devices = false

  @Option(help: ArgumentHelp("Sign a paired device out, at once.", valueName: "number|name"))
  var revoke: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard (0...65_535).contains(port) else { throw CommandFailure.usage("--port takes a number from 0 to 65535") }
    let actions = [pair, devices, revoke != nil].count { $0 }
    let serves = listen != nil || !behindProxy.isEmpty || tlsCertificate != nil || tlsKey != nil || open
    guard actions <= 1, !(serves && (devices || revoke != nil)) else {
      throw CommandFailure.usage("--pair, --devices and --revoke are asked for one at a time")
    }
    guard session.location.isOccupied || actions == 0 || serves else {
      throw CommandFailure.notFound("There is no journal at \(session.location.path)")
    }
    let server = try Self.location()
    let arguments = ([server] + words(in: session)).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // What the configuration file sets holds for the page, too.
    for setting in [Setting.unit, .distanceUnit, .firstWeekday, .clock, .defaultType, .sessionType, .device] {
      if let value = session.environment[setting.variable] { setenv(setting.variable, value, 1) }
    }
    // The server replaces this process, so that a signal to the command reaches the server.
    execv(server, arguments)
    throw CommandFailure(
      status: JournalError.Code.inputOutput.exitStatus,
      messages: ["\(Self.program) cannot be started: \(String(cString: strerror(errno)))"])
  }

  /// Returns the arguments for the server.
  private func words(in session: Session) -> [String] {
    let flags = [
      ("open", open), ("pair", pair), ("devices", devices), ("json", global.json), ("ascii", global.ascii),
      ("color", session.style.depth != .none),
    ]
    let values =
      [
        ("listen", listen), ("tls-certificate", tlsCertificate), ("tls-key", tlsKey), ("revoke", revoke),
      ] + behindProxy.map { ("behind-proxy", $0) }
    return [session.location.path, "--port=\(port)"] + flags.filter(\.1).map { "--\($0.0)" }
      + values.compactMap { name, value in value.map { "--\(name)=\($0)" } }
  }

  /// The server that belongs to this program.
  private static func location() throws -> String {
    if let path = CompanionProgram.find(program, beside: CompanionProgram.directory ?? ".") { return path }
    throw CommandFailure(
      status: JournalError.Code.notFound.exitStatus,
      messages: ["The page needs the program \(program), which is not installed"],
      hint: "In the folder of the sources, run: Tools/install --with-serve")
  }
}
