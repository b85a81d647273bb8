import CheckInJournal
import Glibc

/// The text of a plan that a command is given: of a file, of standard input, or as the user writes it in an editor.
struct PlanInput {
  private static let byteLimit = 1 << 20

  private let session: Session
  private let unit: Weight.Unit
  private var entries: [PlanText.Entry] = []
  /// The file that the user edits; `nil` for text that came otherwise.
  private var editedPath: String?

  /// Reads the file, or lets the user write the text.
  ///
  /// Throws a `CommandFailure` or a ``JournalError`` where the file cannot be read, or is no plan; and without a file,
  /// where there is no terminal to edit on.
  ///
  /// - Parameter text: what the editor shows at first.
  init(_ path: String?, orEditing text: () throws -> String, unit: Weight.Unit, in session: Session) throws {
    self.session = session
    self.unit = unit
    if let path {
      let bytes =
        try path == "-"
        ? Descriptor.readStandardInput(limit: Self.byteLimit) : Descriptor.readFile(path, limit: Self.byteLimit)
      entries = try Self.parse(bytes, of: path == "-" ? "Standard input" : path, unit: unit)
      return
    }
    guard session.isInputTerminal, session.isOutputTerminal, !session.global.noInput else {
      throw CommandFailure.usage(
        "Which file has the plan's text? Without a terminal there is no editor",
        hint: "Name a file, or - for standard input. In it: Bench Press / 3x8-10 80kg / rest 2:00")
    }
    let editor = TextEditor(environment: session.environment)
    let begun = try text()
    let path = try editor.temporaryFile(begun)
    editedPath = path
    do {
      try edit(path, with: editor, begun: begun)
    } catch {
      throw try Self.keeping(path, unless: begun, error)
    }
  }

  /// Calls `body` with the plan's entries; where that fails, what the user has written is kept.
  func save(_ body: ([PlanText.Entry]) throws -> Void) throws {
    do {
      try body(entries)
    } catch {
      guard let editedPath else { throw error }
      throw try Self.keeping(editedPath, unless: "", error)
    }
    if let editedPath { unlink(editedPath) }
  }

  private mutating func edit(_ path: String, with editor: TextEditor, begun: String) throws {
    while true {
      try editor.edit(path)
      let bytes = try Descriptor.readFile(path, limit: Self.byteLimit)
      guard bytes != Array(begun.utf8) else {
        throw CommandFailure.usage("The text is as it was, so nothing was changed")
      }
      do {
        entries = try Self.parse(bytes, of: "The text", unit: unit)
        return
      } catch let error as JournalError {
        Messages.put(CommandFailure(error).text)
        guard session.asks("Edit it again?") else { throw error }
      }
    }
  }

  private static func parse(_ bytes: [UInt8], of name: String, unit: Weight.Unit) throws -> [PlanText.Entry] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw JournalError(.refusedInput, "\(name) is not text in UTF-8.")
    }
    return try PlanText.parse(text, unit: unit)
  }

  /// The error, with the place of what the user has written; where that is nothing, the file is removed.
  private static func keeping(_ path: String, unless begun: String, _ error: any Error) throws -> any Error {
    guard let bytes = try? Descriptor.readFile(path, limit: byteLimit), bytes != Array(begun.utf8), !bytes.isEmpty
    else {
      unlink(path)
      return error
    }
    var failure: CommandFailure
    switch error {
    case let error as CommandFailure: failure = error
    case let error as JournalError: failure = CommandFailure(error)
    default: return error
    }
    failure.hint = [failure.hint, "Your text is kept in \(path)"].compactMap { $0 }.joined(separator: "\n")
    return failure
  }
}
