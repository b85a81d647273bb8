import CheckInJournal
import Glibc

/// A line that is not shown while it is typed.
enum HiddenInput {
  /// - Returns: `nil` where the input has ended.
  static func line(_ question: String, in session: Session) throws -> String? {
    guard session.isInputTerminal else { return readLine() }
    guard session.isConversation, !session.global.noInput else {
      throw CommandFailure.usage("The passphrase cannot be asked for here")
    }
    Messages.put(question)
    var shown = termios()
    guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return readLine() }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      Messages.put("\n")
    }
    return readLine()
  }
}
