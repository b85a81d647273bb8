import ArgumentParser
import CheckInJournal

/// The check-ins that a command is limited to: in ordinary words, as in `checkin list run last week`, or as options.
struct SpokenFilter: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The days, types and tags: last week, oct, 2026-W07, run, '#race' (default: all).", valueName: "days"),
    completion: .filters)
  var words: [String] = []

  @OptionGroup var options: DayRangeOptions
  @OptionGroup var selection: SelectionOptions

  /// The filter of the words and the options. Throws a `CommandFailure` with status 64.
  func filter(in session: Session) throws -> CheckInFilter {
    var filter = CheckInFilter()
    let days = filter.addTypesAndTags(in: words)
    let (types, tags) = (filter.types, filter.tags)
    filter = try selection.filter(try range(days, in: session))
    filter.types.formUnion(types)
    filter.tags.formUnion(tags)
    return filter
  }

  /// The first and the last day; `nil` for no limit. Throws a `CommandFailure` with status 64.
  private func range(_ words: [String], in session: Session) throws -> (first: CivilDay?, last: CivilDay?) {
    guard !words.isEmpty else { return try options.range(in: session) }
    guard options.from == nil, options.to == nil else {
      throw CommandFailure.usage("Name the days, or give --since and --until, and not both")
    }
    let range = try session.dayRange(words.joined(separator: " "))
    return (range.first, range.last)
  }
}
