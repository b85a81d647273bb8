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
    var days: [String] = []
    var types: Set<ExerciseType> = []
    var tags: Set<Tag> = []
    var rest = words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }[...]
    while let word = rest.popFirst() {
      if word.hasPrefix("#"), let tag = Tag(word) {
        tags.insert(tag)
      } else if let next = rest.first, let type = ExerciseType(name: "\(word) \(next)") {
        types.insert(type)
        rest.removeFirst()
      } else if let named = try? ExerciseType.all(named: [word]) {
        types.formUnion(named)
      } else {
        days.append(word)
      }
    }
    var filter = try selection.filter(try range(days, in: session))
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
