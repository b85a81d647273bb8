import CheckInJournal
import CheckInLanguage
import CheckInWeb
import Foundation
import Glibc

// Started by `checkin serve`, which has read the options.
guard let arguments = ServeArguments(CommandLine.arguments.dropFirst()) else {
  Terminal.say("This program is started by: checkin serve [--port N] [--open]", to: .errors)
  exit(64)
}

do throws(JournalError) {
  let commands = DeviceCommands(arguments, environment: ProcessInfo.processInfo.environment)
  switch arguments.action {
  case .serve: try await serve(arguments, commands: commands)
  case .pair: try commands.pair(isAwaited: isatty(1) == 1)
  case .list: try commands.list()
  case .revoke(let device): try commands.revoke(device)
  }
} catch {
  Terminal.fail(error, isJSON: arguments.isJSON)
}

/// Serves the page until a signal ends it.
func serve(_ arguments: ServeArguments, commands: DeviceCommands) async throws(JournalError) {
  let remote = try RemoteListener(
    listen: arguments.listen, certificate: arguments.certificate, key: arguments.key, proxies: arguments.proxies)
  do {
    let server = try WebServer(journal: arguments.journal, environment: ProcessInfo.processInfo.environment)
    try await server.run(port: arguments.port, remote: remote) { entrance in
      Terminal.say("Your journal is at \(entrance.address) for you only. Ctrl-C ends it.", to: .answers)
      if let address = entrance.remoteAddress {
        Terminal.say("Paired devices reach it at \(address)/. Pair one with: checkin serve --pair", to: .answers)
      }
      for warning in entrance.warnings { Terminal.say("Warning: \(warning)", to: .errors) }
      if arguments.isPairing {
        do throws(JournalError) { try commands.pair(isAwaited: false) } catch {
          Terminal.say("Error: \(error.advice.inCommands)", to: .errors)
        }
      }
      guard arguments.isOpening else { return }
      if let file = entrance.file {
        Browser.open("file://" + file)
      } else {
        Terminal.say("No browser is opened. Open the address yourself.", to: .errors)
      }
    }
  } catch let error as JournalError {
    throw error
  } catch {
    throw JournalError(.inputOutput, "The page cannot be served at port \(arguments.port): \(error)")
  }
}
