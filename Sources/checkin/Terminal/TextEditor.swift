import CheckInJournal
import Glibc

/// The user's editor: `VISUAL`, else `EDITOR`, else `vi`.
struct TextEditor {
  private let command: String
  private let folder: String

  init(environment: [String: String]) {
    command = Self.command(in: environment) ?? "vi"
    folder = Self.value("TMPDIR", in: environment) ?? "/tmp"
  }

  /// Returns `true` if the environment specifies an editor.
  static func isNamed(in environment: [String: String]) -> Bool { command(in: environment) != nil }

  private static func command(in environment: [String: String]) -> String? {
    value("VISUAL", in: environment) ?? value("EDITOR", in: environment)
  }

  private static func value(_ name: String, in environment: [String: String]) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Puts a text into a new file that only the user can read, and returns its path. Throws a `CommandFailure` with
  /// status 74.
  func temporaryFile(_ text: String) throws -> String {
    var path = Array("\(folder)/checkin-XXXXXX.txt".utf8CString)
    let descriptor = mkstemps(&path, 4)
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else {
      throw CommandFailure.inputOutput("\"\(name)\" could not be created: \(Descriptor.reason(errno)).")
    }
    defer { close(descriptor) }
    if let error = Descriptor.write(Array(text.utf8).span.bytes, to: descriptor) {
      unlink(name)
      throw CommandFailure.inputOutput("\"\(name)\" could not be written: \(Descriptor.reason(error)).")
    }
    return name
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
