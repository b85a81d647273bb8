import ArgumentParser
import CheckInJournal

/// The days that a command is limited to: in words of their own, as in `checkin list last week`, or as options.
struct SpokenDays: ParsableArguments {
  @Argument(help: ArgumentHelp("The days: last week, oct, 2026-W07 (default: all).", valueName: "days"))
  var words: [String] = []

  @OptionGroup var options: DayRangeOptions

  /// The first and the last day; `nil` for no limit. Throws a `CommandFailure` with status 64.
  func range(in session: Session) throws -> (first: CivilDay?, last: CivilDay?) {
    guard !words.isEmpty else { return try options.range(in: session) }
    guard options.from == nil, options.to == nil else {
      throw CommandFailure.usage("Name the days, or give --since and --until, and not both")
    }
    let range = try session.dayRange(words.joined(separator: " "))
    return (range.first, range.last)
  }
}

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
