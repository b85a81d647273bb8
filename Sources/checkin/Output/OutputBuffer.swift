import CheckInJournal
import CheckInLanguage
import Glibc

/// The answer on its way to standard output.
///
/// Text is collected and written in large pieces. Every failed write is reported, since a script would take an answer
/// that a full disk cut short for the whole one.
final class OutputBuffer {
  /// The purpose of the output.
  ///
  /// It determines how the command continues if the reader closes the output early (`checkin list | head`).
  enum Purpose {
    /// A report of the command's work. The command finishes its work, and its exit status states whether it succeeded.
    case report
    /// The whole of the work. The command ends silently, because its reader needs no more.
    case answer
    /// The content of a file. The command fails, because the file is not complete.
    case file
  }

  var purpose = Purpose.report
  /// `true` if the command has saved something.
  ///
  /// It has then succeeded, regardless of what happens to its output, and must not be repeated.
  var isOfSavedCommand = false
  /// `true` if further output is dropped.
  ///
  /// With `--quiet`, a command that changed something prints nothing.
  var isSilent = false
  /// `true` once the answer is written, even if it is empty.
  var isAnswered = false
  /// The reasons why the answer is incomplete, as sentences for JSON objects and as lines before text.
  private var mark = (sentences: [String](), lines: "")
  /// `true` once a part of the answer has been written to the descriptor.
  private var isBegun = false
  /// The pager for output that is longer than the screen; `nil` if there is none.
  var pager: Pager?
  private var descriptor = STDOUT_FILENO
  private var bytes: [UInt8] = []
  /// `true` once the reader of a report has left.
  private var isClosed = false
  private static let flushByteCount = 65_536
  /// A piece of so many bytes is written as it is: collecting it would cost more than it saves.
  private static let pieceByteCount = 8192

  /// Adds text. Throws `OutputClosed`, or a `CommandFailure` with status 74.
  func write(_ text: String) throws {
    guard !isSilent else { return }
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.flushByteCount { try flush() }
  }

  /// Adds bytes as they are. Throws as ``write(_:)``.
  func write(bytes: [UInt8]) throws {
    guard !isSilent else { return }
    self.bytes.append(contentsOf: bytes)
    if self.bytes.count >= Self.flushByteCount { try flush() }
  }

  /// Adds bytes as they are. Throws as ``write(_:)``.
  func write(_ piece: RawSpan) throws {
    guard !isSilent else { return }
    if piece.byteCount >= Self.pieceByteCount {
      try flush()
      return try put(piece)
    }
    piece.withUnsafeBytes { bytes.append(contentsOf: $0) }
    if bytes.count >= Self.flushByteCount { try flush() }
  }

  /// Adds a line.
  func line(_ text: String = "") throws {
    try write(text + "\n")
  }

  /// Marks the answer as one that lacks something, or may lack something.
  ///
  /// - Text begins with a line for each reason.
  /// - A JSON object has the reasons in its member `incomplete`. An array, `null` and JSON Lines keep their form:
  ///   then the exit status and standard error are the only marks.
  /// - The content of a file is not marked.
  func mark(incompleteBecause reasons: [JournalError], words: Words, isJSON: Bool) {
    mark.sentences = reasons.map(\.advice.inCommands.text)
    let lines = reasons.map { reason in
      let sentence = Escaping.escaped(words(reason.advice.inCommands), keepingNewlines: true)
      return words("Incomplete: {reason}", ["reason": sentence]) + "\n"
    }
    mark.lines = isJSON ? "" : lines.joined()
  }

  /// Adds one JSON document and the newline that ends it.
  func document(_ body: (inout JSONWriter) throws -> Void) throws {
    var json = JSONWriter()
    try body(&json)
    bytes.append(contentsOf: json.bytes)
    if !mark.sentences.isEmpty, bytes.last == UInt8(ascii: "}") {
      var member = JSONWriter()
      member.object { $0["incomplete"] = mark.sentences }
      let isEmpty = json.byteCount == 2
      bytes[bytes.count - 1] = UInt8(ascii: isEmpty ? " " : ",")
      bytes.append(contentsOf: member.bytes.dropFirst())
    }
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.flushByteCount { try flush() }
  }

  /// Adds one JSON object and the newline that ends it.
  func object(_ members: (inout JSONWriter) throws -> Void) throws {
    try document { try $0.object(members) }
  }

  /// Adds one JSON array and the newline that ends it.
  func array<Element>(of elements: [Element], _ write: (Element, inout JSONWriter) -> Void) throws {
    try document { json in
      json.array { json in
        for element in elements { write(element, &json) }
      }
    }
  }

  /// Writes the rest of the answer, and waits until a pager has shown it.
  func finish() throws {
    defer { pager?.finish() }
    try flush(isLast: true)
  }

  /// Writes what was collected.
  func flush() throws { try flush(isLast: false) }

  private func flush(isLast: Bool) throws {
    if !isBegun, purpose != .file, !isSilent, isAnswered || !bytes.isEmpty {
      bytes.insert(contentsOf: mark.lines.utf8, at: 0)
    }
    isBegun = isBegun || !bytes.isEmpty || !isLast
    if let pager, !pager.isStarted {
      // The first piece decides: it is all of the answer, or more than a screen.
      if !isLast || pager.isNeeded(for: bytes), let input = pager.start() {
        descriptor = input
      } else {
        self.pager = nil
      }
    }
    defer { bytes.removeAll(keepingCapacity: true) }
    try put(bytes.span.bytes)
  }

  private func put(_ bytes: RawSpan) throws {
    guard !isClosed, let errorNumber = Descriptor.write(bytes, to: descriptor) else { return }
    if errorNumber == EPIPE, purpose != .file {
      guard purpose == .report else { throw OutputClosed() }
      isClosed = true
      return
    }
    let message: Message = "The answer could not be written to standard output: \(Descriptor.reason(errorNumber))."
    guard isOfSavedCommand else { throw CommandFailure.inputOutput(message) }
    Messages.put("\(message) What the command did is saved.\n")
  }
}
