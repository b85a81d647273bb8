import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import Glibc

/// A text that the user writes in an editor. Its file is removed once the text has been used, or is as it was; where it
/// cannot be used, the file is kept, since somebody wrote it.
struct EditedText {
  private static let byteLimit = 8 << 20

  private let session: Session
  private let editor: TextEditor
  private let begun: String
  private let path: String

  /// Returns `true` if an editor can be opened.
  ///
  /// The user must have specified one, or a terminal must be available for the default one.
  static func isPossible(in session: Session) -> Bool {
    guard !session.global.noInput else { return false }
    return TextEditor.isNamed(in: session.environment) || session.isInputTerminal && session.isOutputTerminal
  }

  /// Puts a text into a file that only the user can read. Throws a `CommandFailure` with status 74.
  init(_ begun: String, in session: Session) throws {
    self.session = session
    self.begun = begun
    editor = TextEditor(environment: session.environment)
    path = try TemporaryFile(environment: session.environment).create(Array(begun.utf8), ending: ".txt")
  }

  /// Lets the user edit the text until `parse` takes it. Returns `nil` if the text is as it was.
  ///
  /// Throws what `parse` throws, with the place of the file, if the user does not want to go on.
  func edit<Value>(_ parse: (String) throws -> Value) throws -> Value? {
    do {
      while true {
        try editor.edit(path)
        let bytes = try InputBytes.read(path, limit: Self.byteLimit + 1)
        if bytes == Array(begun.utf8) { return nil }
        do {
          guard bytes.count <= Self.byteLimit, let text = String(validating: bytes, as: UTF8.self) else {
            throw JournalError(.refusedInput, "The text is not text in UTF-8, or is longer than 8 MB.")
          }
          return try parse(text)
        } catch {
          guard let failure = Self.failure(error), Self.isOfText(error), session.isConversation, !session.global.noInput
          else { throw error }
          Messages.put(failure.text(in: session.style.words))
          guard session.asks("Edit it again?") else { throw error }
        }
      }
    } catch {
      throw keeping(error)
    }
  }

  /// Calls `body`, which uses what the user has written; the file is kept where that fails.
  func use<Answer>(_ body: () throws -> Answer) throws -> Answer {
    do {
      let answer = try body()
      remove()
      return answer
    } catch {
      throw keeping(error)
    }
  }

  /// Removes the file.
  func remove() {
    unlink(path)
  }

  /// The error, with the place of what the user has written; if that is nothing, the file is removed.
  private func keeping(_ error: any Error) -> any Error {
    guard let bytes = try? InputBytes.read(path, limit: Self.byteLimit), bytes != Array(begun.utf8), !bytes.isEmpty
    else {
      remove()
      return error
    }
    guard var failure = Self.failure(error) else { return error }
    failure.hint = [failure.hint, "Your text is kept in \(path)" as Message].compactMap(\.self).joined(separator: "\n")
    return failure
  }

  /// Returns `true` if another text could fix the error.
  private static func isOfText(_ error: any Error) -> Bool {
    switch error {
    case let error as CommandFailure: error.status == JournalError.Code.invalidValue.exitStatus
    case let error as JournalError: error.code == .invalidValue || error.code == .refusedInput
    default: false
    }
  }

  private static func failure(_ error: any Error) -> CommandFailure? {
    switch error {
    case let error as CommandFailure: error
    case let error as JournalError: CommandFailure(error)
    default: nil
    }
  }
}
