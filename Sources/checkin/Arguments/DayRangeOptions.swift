import ArgumentParser
import CheckInJournal

/// The options of commands that can be limited to some days.
struct DayRangeOptions: ParsableArguments {
  @Option(
    name: [.long, .customLong("since")],
    help: ArgumentHelp("The first day: 2026-11-21, yesterday, last month, 2026-W07.", valueName: "day"))
  var from: String?

  @Option(name: [.long, .customLong("until")], help: ArgumentHelp("The last day.", valueName: "day"))
  var to: String?

  /// The first and the last day; `nil` for no limit. Throws a `CommandFailure` with status 64.
  func range(in session: Session) throws -> (first: CivilDay?, last: CivilDay?) {
    let first = try session.firstDay(from)
    let last = try session.lastDay(to)
    try CommandFailure.requireOrder(first: first, last: last, firstWord: from, lastWord: to)
    return (first, last)
  }
}
