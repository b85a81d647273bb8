import CheckInJournal
import CheckInLanguage

/// An error that ends a command.
struct CommandFailure: Error {
  /// The exit status, from `sysexits.h`.
  var status: Int32
  /// All messages as one sentence.
  var summary: String
  /// Everything that is wrong, one sentence for each problem.
  var messages: [String]
  /// A hint, such as the accepted values or the usage.
  var hint: String?

  init(status: Int32, summary: String? = nil, messages: [String], hint: String? = nil) {
    self.status = status
    self.summary = summary ?? messages.joined(separator: "; ")
    self.messages = messages
    self.hint = hint
  }

  init(_ error: JournalError) {
    self.init(status: error.code.exitStatus, summary: error.messageInCommands, messages: error.messagesInCommands)
  }

  /// Wrong usage, or a value that cannot be accepted.
  static func usage(_ message: String, hint: String? = nil) -> CommandFailure {
    CommandFailure(status: JournalError.Code.invalidValue.exitStatus, messages: [message], hint: hint)
  }

  static func notFound(_ message: String) -> CommandFailure {
    CommandFailure(status: JournalError.Code.notFound.exitStatus, messages: [message])
  }

  static func inputOutput(_ message: String) -> CommandFailure {
    CommandFailure(status: JournalError.Code.inputOutput.exitStatus, messages: [message])
  }

  /// Throws if a range ends before it begins. The words are the bounds as the user gave them.
  static func requireOrder<Bound: Comparable>(
    _ first: Bound?, _ last: Bound?, _ firstWord: String?, _ lastWord: String?,
    options: (first: String, last: String) = ("--from", "--to")
  ) throws {
    guard let first, let last, first > last else { return }
    throw usage(
      "\(options.first) \(firstWord ?? "") is after \(options.last) \(lastWord ?? "")",
      hint: "Give the earlier one to \(options.first).")
  }

  /// The failure as text, for people.
  func text(in words: Words) -> String {
    let lines = messages.map { message in
      let sentence = Escaping.escaped(words.sentence(message), keepingNewlines: true)
      return words("Error: {message}", ["message": sentence]) + "\n"
    }
    return lines.joined() + (hint.map { words.sentence($0) + "\n" } ?? "")
  }

  /// The failure as one JSON object.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json["error"] = summary
      json["messages"] = messages
      json["code"] = Int(status)
      json["hint"] = hint
    }
    return json.text + "\n"
  }
}

/// The reader of standard output has gone (`checkin list | head`); the command ends silently.
struct OutputClosed: Error {}
