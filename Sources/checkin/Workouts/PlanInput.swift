import CheckInInterchange
import CheckInJournal

/// The text of a plan that a command is given: of a file, of standard input, or as the user writes it in an editor.
struct PlanInput {
  private static let byteLimit = 1 << 20

  private var entries: [PlanText.Entry] = []
  /// The text in the editor; `nil` if the text has another source.
  private var edited: EditedText?

  /// Reads the file, or lets the user write the text.
  ///
  /// Throws a `CommandFailure` or a ``JournalError`` where the file cannot be read, or is no plan; and without a file,
  /// where there is no terminal to edit on.
  ///
  /// - Parameter text: what the editor shows at first.
  init(_ path: String?, orEditing text: () throws -> String, unit: Weight.Unit, in session: Session) throws {
    if let path {
      let bytes =
        try path == "-"
        ? Descriptor.readStandardInput(limit: Self.byteLimit) : InputBytes.read(path, limit: Self.byteLimit)
      let name = path == "-" ? "Standard input" : path
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw JournalError(.refusedInput, "\(name) is not text in UTF-8.")
      }
      entries = try PlanText.parse(text, unit: unit)
      return
    }
    guard session.isInputTerminal, session.isOutputTerminal, !session.global.noInput else {
      throw CommandFailure.usage(
        "Which file has the plan's text? Without a terminal there is no editor",
        hint: "Name a file, or - for standard input. In it: Bench Press / 3x8-10 80kg / rest 2:00")
    }
    let edited = try EditedText(try text(), in: session)
    guard let entries = try edited.edit({ try PlanText.parse($0, unit: unit) }) else {
      edited.remove()
      throw CommandFailure.usage("The text is as it was, so nothing was changed")
    }
    self.entries = entries
    self.edited = edited
  }

  /// Calls `body` with the plan's entries; where that fails, what the user has written is kept.
  func save(_ body: ([PlanText.Entry]) throws -> Void) throws {
    guard let edited else { return try body(entries) }
    try edited.use { try body(entries) }
  }
}
