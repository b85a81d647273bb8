import ArgumentParser
import CheckInJournal
import Glibc
import PhotoProcessing

struct ServeCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Show the journal as a page in a browser on this machine.",
    discussion: """
      The page is reachable from this machine only, and shows nothing without the key of this start, which is in the \
      address that is printed. Scripts read the key from PORT.key in $XDG_RUNTIME_DIR/checkin, or in /tmp/checkin-UID \
      if that variable is not set, and send it as Authorization: Bearer KEY. It needs the program checkin-serve.
      """)

  static let defaultPort = 8427
  private static let program = "checkin-serve"

  @Option(parsing: .unconditional, help: "The port of the page, 0 for any that is free.")
  var port = Self.defaultPort

  @Flag(help: "Open the page in the browser.")
  var open = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard (0...65_535).contains(port) else { throw CommandFailure.usage("--port takes a number from 0 to 65535") }
    let server = try Self.location()
    let words = [server, session.location.path, String(port)] + (open ? ["--open"] : [])
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // The server replaces this process, so that a signal to the command reaches the server.
    execv(server, arguments)
    throw CommandFailure(
      status: JournalError.Code.inputOutput.exitStatus,
      messages: ["\(Self.program) cannot be started: \(String(cString: strerror(errno)))"])
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
