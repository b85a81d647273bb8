import CheckInJournal
import CheckInWeb
import Foundation
import Glibc

// Started by `checkin serve`, with the journal's directory, a port, and whether a browser is to be opened.
let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2, let port = Int(arguments[1]), (0...65_535).contains(port) else {
  Terminal.say("This program is started by: checkin serve [--port N] [--open]", to: .errors)
  exit(64)
}

do {
  let server = try WebServer(journal: arguments[0], environment: ProcessInfo.processInfo.environment)
  try await server.run(port: port) { entrance in
    Terminal.say("Your journal is at \(entrance.address) for you only. Ctrl-C ends it.", to: .answers)
    if let warning = entrance.warning { Terminal.say("Warning: \(warning)", to: .errors) }
    guard arguments.contains("--open") else { return }
    if let file = entrance.file {
      Browser.open("file://" + file)
    } else {
      Terminal.say("No browser is opened. Open the address yourself.", to: .errors)
    }
  }
} catch let error as JournalError {
  Terminal.say("Error: \(error.message)", to: .errors)
  exit(error.code.exitStatus)
} catch {
  Terminal.say("Error: The page cannot be served at port \(port): \(error)", to: .errors)
  exit(74)
}

/// Writes to the terminal.
enum Terminal {
  enum Channel: Int32 {
    case answers = 1
    case errors = 2
  }

  /// Writes a line at once, whether or not anybody reads it.
  static func say(_ line: String, to channel: Channel) {
    let bytes = Array((line + "\n").utf8)
    _ = write(channel.rawValue, bytes, bytes.count)
  }
}

/// The user's browser.
enum Browser {
  /// Opens an address. Without a browser, the address on the terminal has to do.
  static func open(_ address: String) {
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(address), nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    if posix_spawnp(&process, "xdg-open", nil, nil, arguments, environ) != 0 {
      Terminal.say("No browser could be opened: xdg-open is missing. Open the address yourself.", to: .errors)
    }
  }
}
