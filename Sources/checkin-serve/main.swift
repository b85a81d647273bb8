import CheckInJournal
import CheckInWeb
import Foundation

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
