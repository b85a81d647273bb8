import CheckInJournal
import Glibc

/// The user's editor: `VISUAL`, else `EDITOR`, else `vi`.
struct TextEditor {
  private let command: String

  init(environment: [String: String]) {
    command = Self.command(in: environment) ?? "vi"
  }

  /// Returns `true` if the environment specifies an editor.
  static func isNamed(in environment: [String: String]) -> Bool { command(in: environment) != nil }

  private static func command(in environment: [String: String]) -> String? {
    value("VISUAL", in: environment) ?? value("EDITOR", in: environment)
  }

  private static func value(_ name: String, in environment: [String: String]) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Runs the editor on a file, and waits until it ends. Throws a `CommandFailure` with status 74 where it fails.
  func edit(_ path: String) throws {
    // What is typed in the editor is none of this process's business.
    let handlers = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in handlers { signal(number, handler) } }
    // The words of the variable are for the shell, as with other programs that call an editor.
    switch ChildProcess.run("/bin/sh", arguments: ["-c", command + " \"$1\"", "sh", path]) {
    case .ended(0): break
    case .ended: throw CommandFailure.inputOutput("The editor (\(command)) failed, so nothing was changed.")
    case .failed(let error):
      throw CommandFailure.inputOutput("The editor could not be started: \(Descriptor.reason(error)).")
    }
  }
}
