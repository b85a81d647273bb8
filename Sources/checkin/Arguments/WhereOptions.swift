import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

/// The options of commands that change every check-in that a filter selects.
struct WhereOptions: ParsableArguments {
  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp(
      "All check-ins of these types, with these tags, or of these days: run, \"#race\", \"walk last week\".",
      valueName: "filter"),
    completion: .filters)
  var words: String?

  @Flag(help: "Do not ask.")
  var yes = false

  /// Returns the filter, or `nil` if none is given.
  ///
  /// Throws a `CommandFailure` with status 64 if its words cannot be read, or check-ins are given as well.
  func filter(insteadOf ids: [String], in session: Session) throws -> CheckInFilter? {
    guard let words else { return nil }
    guard ids.isEmpty else {
      throw CommandFailure.usage("Name the check-ins, or select them with --where, and not both")
    }
    return try CheckInFilter(words: words, in: session)
  }

  /// Reports that the command has nothing to change.
  func reportNone(in session: Session) throws {
    session.messages.note("No check-in is selected, so nothing was changed.")
    if session.global.json { try session.output.array(of: [CheckIn]()) { $0.write(to: &$1) } }
  }
}

extension Session {
  /// Shows check-ins on standard error and asks about them; every answer but yes means no.
  func confirms(_ checkIns: [CheckIn], _ question: (Words) -> String) -> Bool {
    for checkIn in checkIns { Messages.put(checkIn.line(style) + "\n") }
    return asks(question)
  }
}
