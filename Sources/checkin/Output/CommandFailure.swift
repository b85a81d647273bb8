import CheckInJournal
import CheckInLanguage

/// An error that ends a command.
struct CommandFailure: Error {
  /// The exit status, from `sysexits.h`.
  var status: Int32
  /// All messages as one.
  var summary: Message
  /// Everything that is wrong, one sentence for each problem.
  var messages: [Message]
  /// A hint, such as the accepted values or the usage.
  var hint: Message?

  init(status: Int32, summary: Message? = nil, messages: [Message], hint: Message? = nil) {
    self.status = status
    self.summary = summary ?? messages.joined(separator: "; ")
    self.messages = messages
    self.hint = hint
  }

  init(_ error: JournalError) {
    self.init(status: error.code.exitStatus, summary: error.advice, messages: error.messages)
  }

  /// The failure of a command whose answer is incomplete; `nil` without reasons.
  ///
  /// The status is that of the first reason.
  init?(_ reasons: [JournalError]) {
    guard let first = reasons.first else { return nil }
    self.init(
      status: first.code.exitStatus, summary: reasons.count == 1 ? first.advice : nil,
      messages: reasons.flatMap(\.messages))
  }

  /// Wrong usage, or a value that cannot be accepted.
  static func usage(_ message: Message, hint: Message? = nil) -> CommandFailure {
    CommandFailure(status: JournalError.Code.invalidValue.exitStatus, messages: [message], hint: hint)
  }

  static func notFound(_ message: Message) -> CommandFailure {
    CommandFailure(status: JournalError.Code.notFound.exitStatus, messages: [message])
  }

  static func inputOutput(_ message: Message) -> CommandFailure {
    CommandFailure(status: JournalError.Code.inputOutput.exitStatus, messages: [message])
  }

  /// Throws if a range ends before it begins. The words are the bounds as the user gave them.
  static func requireOrder<Bound: Comparable>(
    first: Bound?, last: Bound?, firstWord: String?, lastWord: String?,
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
      let sentence = Escaping.escaped(words(message.inCommands), keepingNewlines: true)
      return words("Error: {message}", ["message": sentence]) + "\n"
    }
    return lines.joined() + (hint.map { words($0.inCommands) + "\n" } ?? "")
  }

  /// The failure as one JSON object.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json["error"] = summary.inCommands.text
      json["messages"] = messages.map(\.inCommands.text)
      json["code"] = Int(status)
      json["hint"] = hint?.inCommands.text
    }
    return json.text + "\n"
  }
}

/// The reader of standard output has gone (`checkin list | head`); the command ends silently.
struct OutputClosed: Error {}
