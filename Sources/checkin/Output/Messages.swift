import CheckInJournal
import Glibc

/// What a command says beside its answer, on standard error.
///
/// With `--json` they wait for the end: a command that fails writes its error object and nothing else.
final class Messages {
  private let isQuiet: Bool
  private let waits: Bool
  private var waiting = ""

  init(isQuiet: Bool, isJSON: Bool) {
    self.isQuiet = isQuiet
    waits = isJSON
  }

  /// Something worth knowing; `--quiet` leaves it out.
  func note(_ text: String) {
    if !isQuiet { say(text) }
  }

  /// Writes what waited.
  func release() {
    Self.put(waiting)
    waiting = ""
  }

  /// Writes to standard error at once. A closed or full standard error changes nothing.
  static func put(_ text: String) {
    _ = Descriptor.write(text.utf8, to: STDERR_FILENO)
  }

  private func say(_ text: String) {
    let line = Escaping.escaped(text, keepingNewlines: true) + "\n"
    if waits { waiting += line } else { Self.put(line) }
  }
}
