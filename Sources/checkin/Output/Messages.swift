import CheckInJournal
import CheckInLanguage
import Glibc

/// The messages of a command on standard error, in addition to its output.
///
/// With `--json` messages are held back until the end: a command that fails writes its error object and nothing else.
final class Messages {
  private let isQuiet: Bool
  private let waits: Bool
  private let words: () -> Words
  private var waiting = ""
  private var warnings: Set<Message> = []

  /// - Parameter words: of the language for people, asked for with the first message.
  init(isQuiet: Bool, isJSON: Bool, words: @escaping () -> Words) {
    self.isQuiet = isQuiet
    waits = isJSON
    self.words = words
  }

  /// Writes a message; `--quiet` suppresses it.
  ///
  /// With `--json`, the message stays English.
  func note(_ message: Message) {
    note { $0(message.inCommands) }
  }

  /// Writes a warning, each only once; `--quiet` suppresses it.
  func warn(_ warning: Message) {
    if warnings.insert(warning).inserted { note("Warning: \(warning)") }
  }

  /// Writes a message that is looked up where it is written, as one that counts something is; `--quiet` suppresses it.
  ///
  /// - Parameter text: the message in a language; in English with `--json`.
  func note(_ text: (Words) -> String) {
    if !isQuiet { say(text(waits ? Words(.english) : words())) }
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

extension [String] {
  /// `true` if arguments ask for answers in JSON, even if the parser rejects them.
  var askForJSON: Bool { prefix { $0 != "--" }.contains("--json") }
}
