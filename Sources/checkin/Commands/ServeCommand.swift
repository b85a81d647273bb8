import ArgumentParser
import CheckInJournal
import Glibc

struct ServeCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Show the journal as a page in a browser on this machine.",
    discussion: "The page is reachable from this machine only. It needs the program checkin-serve.")

  static let defaultPort = 8427
  private static let program = "checkin-serve"

  @Option(help: "The port of the page, 0 for any that is free.")
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
    // The server takes this process's place; so a signal to the command is one to the server.
    execv(server, arguments)
    throw CommandFailure(
      status: JournalError.Code.inputOutput.exitStatus,
      messages: ["\(Self.program) cannot be started: \(String(cString: strerror(errno)))"])
  }

  /// The server that belongs to this program: beside it, as it is built, or in `../libexec/checkin`, as it is installed.
  private static func location() throws -> String {
    let directory = ExecutableDirectory.path
    for candidate in ["\(directory)/\(program)", "\(directory)/../libexec/checkin/\(program)"] {
      if access(candidate, X_OK) == 0 { return candidate }
    }
    throw CommandFailure(
      status: JournalError.Code.notFound.exitStatus,
      messages: ["The page needs the program \(program), which is not installed"],
      hint: "In the folder of the sources, run: Tools/install --with-serve")
  }
}

/// Where this program lies.
enum ExecutableDirectory {
  static var path: String {
    let link = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = max(
        0,
        buffer.withMemoryRebound(to: CChar.self) {
          $0.baseAddress.map { readlink("/proc/self/exe", $0, Int(PATH_MAX)) } ?? 0
        })
    }
    let path = String(decoding: link, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
