import CheckInJournal

/// Why a command did not do what it was asked.
struct CommandFailure: Error {
  /// The exit status, from `sysexits.h`.
  var status: Int32
  /// One sentence for all of it.
  var summary: String
  /// Everything that is wrong, one sentence each.
  var messages: [String]
  /// What may help: the words that would have been understood, or the usage.
  var hint: String?

  init(status: Int32, summary: String? = nil, messages: [String], hint: String? = nil) {
    self.status = status
    self.summary = summary ?? messages.joined(separator: "; ")
    self.messages = messages
    self.hint = hint
  }

  init(_ error: JournalError) {
    self.init(status: error.code.exitStatus, summary: error.message, messages: error.messages)
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

  /// Throws where a range ends before it begins; the words are those that a person gave for its bounds.
  static func requireOrder<Bound: Comparable>(
    _ first: Bound?, _ last: Bound?, _ firstWord: String?, _ lastWord: String?
  ) throws {
    guard let first, let last, first > last else { return }
    throw usage(
      "--from \(firstWord ?? "") lies after --to \(lastWord ?? "")", hint: "Give the earlier one to --from.")
  }

  /// The failure as lines for a person.
  var text: String {
    let lines = messages.map { "Error: " + Escaping.escaped($0, keepingNewlines: true) + "\n" }.joined()
    return lines + (hint.map { $0 + "\n" } ?? "")
  }

  /// The failure as one JSON object, for a program.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.key("error")
      json.string(summary)
      json.key("messages")
      json.strings(messages)
      json.key("code")
      json.integer(status)
      json.key("hint")
      json.string(orNull: hint)
    }
    return json.text + "\n"
  }
}

/// The reader of standard output went away (`checkin list | head`); the command ends without a word.
struct OutputClosed: Error {}
