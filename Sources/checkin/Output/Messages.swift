import CheckInJournal
import Glibc

/// What a command says besides its answer, on standard error.
///
/// With `--json` messages are held back until the end: a command that fails writes its error object and nothing else.
final class Messages {
  private let isQuiet: Bool
  private let waits: Bool
  private var waiting = ""

  init(isQuiet: Bool, isJSON: Bool) {
    self.isQuiet = isQuiet
    waits = isJSON
  }

  /// Writes a message; `--quiet` suppresses it.
  func note(_ text: String) {
    if !isQuiet { say(text) }
  }

  /// Writes the messages held back.
  func release() {
    Self.put(waiting)
    waiting = ""
  }

  /// Writes to standard error at once. A closed or full standard error changes nothing.
  static func put(_ text: String) {
    _ = Descriptor.write(Array(text.utf8).span.bytes, to: STDERR_FILENO)
  }

  private func say(_ text: String) {
    let line = Escaping.escaped(text, keepingNewlines: true) + "\n"
    if waits { waiting += line } else { Self.put(line) }
  }
}
