import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

/// The commands for days without training.
struct RestCommand: ParsableCommand, ForwardsWords {
  static let subcommandForWords: any ParsableCommand.Type = MarkDaysCommand.self

  static let configuration = CommandConfiguration(
    commandName: "rest", abstract: "Mark days of rest, illness or holiday",
    usage: "checkin rest [rest|sick|holiday|injured] [<days>] [<note>]\ncheckin rest <subcommand>",
    discussion: """
      checkin rest
      checkin rest sick 3 Nov..7 Nov
      checkin rest holiday next week "Alps"
      checkin rest remove 5 Nov

      Without days, it marks today. A marked day without a check-in neither extends nor breaks a streak, reduces the \
      goals of its week and month in proportion, and silences the reminder. With a check-in, it counts like any other \
      day. Future days can be marked, and a date without a year is the one nearest to today. Marking a day again \
      replaces its mark.
      """,
    subcommands: [MarkDaysCommand.self, ListMarksCommand.self, UnmarkDaysCommand.self],
    defaultSubcommand: MarkDaysCommand.self)
}

struct MarkDaysCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark", abstract: "Mark days as days without training",
    usage: "checkin rest [rest|sick|holiday|injured] [<days>] [<note>]", shouldDisplay: false)

  @Argument(
    help: ArgumentHelp("The reason (default: rest), the days (default: today) and a note.", valueName: "reason days"),
    completion: .list(DayMark.Kind.allCases.map(\.name) + ["today", "tomorrow", "yesterday"]))
  var words: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let kind = words.first.flatMap { session.kind($0) }
    let (days, rest) = try session.markedDays(words.dropFirst(kind == nil ? 0 : 1), orToday: true)
    let marks = try session.writing(creating: true) { journal in
      try journal.mark(days.all, as: kind ?? .rest, note: rest.joined(separator: " "))
    }
    if global.json { return try session.output.array(of: marks) { $0.write(to: &$1) } }
    let (style, localization) = (session.style, session.style.localization)
    guard let first = marks.first else { return }
    try session.output.line(
      style.words.count(
        marks.count, "Marked {days} as {kind}", "Marked {n} days as {kind}: {days}",
        ["days": style.span(of: days), "kind": localization.text(of: first)]))
  }
}

struct ListMarksCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the marked days",
    usage: "checkin rest list [<days>] [--as-of <sequence|when>]",
    discussion: "checkin rest list; checkin rest list 2026; checkin rest list next month")

  @Argument(help: ArgumentHelp("The days (default: all).", valueName: "days"))
  var words: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from readable: ReadableJournal, in session: Session) throws {
    let days = words.isEmpty ? nil : try session.onlyMarkedDays(words)
    let marks = try readable.marks(from: days?.first, to: days?.last)
    if global.json { return try session.output.array(of: marks) { $0.write(to: &$1) } }
    guard !marks.isEmpty else { return session.messages.note("No days are marked.") }
    let (style, localization) = (session.style, session.style.localization)
    let runs = marks.runs
    let titles = runs.map { style.span(of: $0.days) }
    let width = titles.map { DisplayWidth.of($0) }.max() ?? 0
    for (title, run) in zip(titles, runs) {
      let count = run.days.all.count
      let figure = count > 1 ? " (\(style.words.count(count, "{n} day", "{n} days")))" : ""
      try session.output.line(
        style.line([
          .value(DisplayWidth.padded(title, to: width)), .text(localization.text(of: run.mark) + figure),
        ]))
    }
  }
}

struct UnmarkDaysCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove the marks of days", usage: "checkin rest remove <days>",
    discussion: "checkin rest remove 5 Nov; checkin rest remove next week")

  @Argument(help: ArgumentHelp("The days.", valueName: "days"))
  var words: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let days = try session.onlyMarkedDays(words)
    let removed = try session.writing(creating: false) { try $0.unmark(days.all) }
    if global.json { return try session.output.array(of: removed) { $0.write(to: &$1) } }
    guard !removed.isEmpty else {
      return session.messages.note { [style = session.style] words in
        words("No day was marked: {days}", ["days": style.span(of: days)])
      }
    }
    let (style, localization) = (session.style, session.style.localization)
    for run in removed.runs {
      try session.output.line(
        style.words(
          "No longer {kind}: {days}", ["days": style.span(of: run.days), "kind": localization.text(of: run.mark)]))
    }
  }
}

extension Session {
  /// Reads the kind of a mark, in English or in the locale's language.
  fileprivate func kind(_ word: String) -> DayMark.Kind? {
    DayMark.Kind(name: word) ?? style.localization.markKind(named: word)
  }

  /// Reads the days at the start of words.
  ///
  /// - Parameter orToday: `true` if no words mean today.
  /// - Returns: The days, and the words after them.
  /// - Throws: A `CommandFailure` with status 64 if the words don't start with days.
  fileprivate func markedDays(
    _ words: ArraySlice<String>, orToday: Bool
  ) throws -> (days: MarkedDays, rest: ArraySlice<String>) {
    let words = words.isEmpty && orToday ? ["today"] : words
    guard let found = try MarkedDays.prefix(of: Array(words), today: try today, firstWeekday: firstWeekday) else {
      guard let word = words.first else { throw CommandFailure.usage("Name the days", hint: MarkedDays.forms) }
      throw CommandFailure.usage("\"\(word)\" is not a day", hint: MarkedDays.forms)
    }
    return (found.days, words.dropFirst(found.count))
  }

  /// Reads words that are days and nothing else.
  ///
  /// - Throws: A `CommandFailure` with status 64 for any other words.
  fileprivate func onlyMarkedDays(_ words: [String]) throws -> MarkedDays {
    let (days, rest) = try markedDays(words[...], orToday: false)
    guard rest.isEmpty else {
      throw CommandFailure.usage("\"\(words.joined(separator: " "))\" is not a day", hint: MarkedDays.forms)
    }
    return days
  }
}

extension Style {
  /// `Tue 3 Nov 2026`, or the first and the last of several days.
  fileprivate func span(of days: MarkedDays) -> String {
    let (first, last) = (localization.shortTitle(of: days.first), localization.shortTitle(of: days.last))
    return days.first == days.last ? first : "\(first) \(dash) \(last)"
  }
}

extension [DayMark] {
  /// The marks, with those of consecutive days in one if they have the same kind and note.
  fileprivate var runs: [(days: MarkedDays, mark: DayMark)] {
    var runs: [(days: MarkedDays, mark: DayMark)] = []
    for mark in self {
      if let last = runs.last, last.days.last.adding(days: 1) == mark.day, last.mark.kind == mark.kind,
        last.mark.note == mark.note
      {
        runs[runs.count - 1].days.last = mark.day
      } else {
        runs.append((MarkedDays(mark.day, mark.day), mark))
      }
    }
    return runs
  }
}
