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
  ///
  /// - Parameter words: what names both at once, instead of the options.
  func range(in session: Session, _ words: [String] = []) throws -> (first: CivilDay?, last: CivilDay?) {
    if !words.isEmpty {
      guard from == nil, to == nil else {
        throw CommandFailure.usage("Name the days, or give --since and --until, and not both")
      }
      let range = try session.dayRange(words.joined(separator: " "))
      return (range.first, range.last)
    }
    let first = try session.firstDay(from, option: "--from")
    let last = try session.lastDay(to, option: "--to")
    try CommandFailure.requireOrder(first, last, from, to)
    return (first, last)
  }
}
