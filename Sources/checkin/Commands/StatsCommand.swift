public import ArgumentParser
import CheckInInterchange
public import CheckInJournal
import CheckInLanguage

extension CheckInGroup.Grouping: ExpressibleByArgument {}

struct StatsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", _superCommandName: "checkin",
    abstract: "Show totals, streaks and trends",
    usage: "checkin stats [<days>] [<options>]",
    discussion: """
      checkin stats; checkin stats last month; checkin stats 2026 --by month. Without days, it \
      shows the whole journal. --by counts the check-ins of each week \
      (of ISO 8601, from Monday on), month, year, type, weekday or tag, the days that have some, and their calories. \
      A first or last period that the days cut short shows the days that were counted. Weeks, months and years in \
      between that have none are shown as well, unless there are more than 520 in all.
      """)

  @Option(help: ArgumentHelp("Group by week, month, year, type, weekday or tag.", valueName: "what"))
  var by: CheckInGroup.Grouping?

  @OptionGroup var days: SpokenDays
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let (first, last) = try days.range(in: session)
    let filter = try selection.filter((first, last))
    if let by {
      return try Self.write(try journal.groups(by: by, matching: filter), by: by, from: first, to: last, in: session)
    }
    let today = try session.today
    let statistics =
      try filter.isEmpty
      ? journal.statistics(today: today) : journal.statistics(today: today, matching: filter)
    let calories =
      try filter.isEmpty ? journal.calories() : journal.groups(by: .year, matching: filter).totalCalories
    if global.json {
      return try session.output.document { json in
        Statistics.write(statistics, to: &json) { json in
          json["from"] = first?.description
          json["to"] = last?.description
          // Nothing recorded is no sum.
          json["calories"] = calories > 0 ? calories : nil
        }
      }
    }
    guard let statistics, statistics.total > 0 else {
      return try session.output.line(session.style.words("No check-ins."))
    }
    let isPeriod = first != nil || last != nil
    try session.output.write(statistics.text(session.style, calories: calories, isPeriod: isPeriod))
  }

  fileprivate static func write(
    _ groups: [CheckInGroup], by: CheckInGroup.Grouping, from first: CivilDay?, to last: CivilDay?, in session: Session
  ) throws {
    let limits = DayLimits(first: first, last: last)
    if session.global.json {
      return try session.output.object { json in
        json["by"] = by.rawValue
        json["from"] = first?.description
        json["to"] = last?.description
        json.array("groups", of: groups) { json, group in group.write(limits, to: &json) }
      }
    }
    guard !groups.isEmpty else {
      return session.messages.note(by == .tag ? "No check-ins with tags." : "No check-ins.")
    }
    try GroupTable(groups: groups, limits: limits, style: session.style).write(to: session.output)
  }
}

struct TagsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags", _superCommandName: "checkin",
    abstract: "List tags, most used first",
    usage: "checkin tags [<days>] [<options>]",
    discussion: """
      Tags such as #race are in titles and notes. A tag begins with # and has letters, digits, - and _, at least one \
      letter; #5 is none, nor is what comes in the middle of a word. Case and accents make no difference. list, search \
      and stats take --tag race. "checkin stats --by tag" is another name of this command; its JSON has another form.
      """)

  @OptionGroup var days: SpokenDays
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let (first, last) = try days.range(in: session)
    let groups = try journal.groups(by: .tag, matching: try selection.filter((first, last)))
    guard global.json else { return try StatsCommand.write(groups, by: .tag, from: first, to: last, in: session) }
    try session.output.array(of: groups) { group, json in
      json.object { json in
        json["tag"] = group.key.name
        group.writeFigures(to: &json)
      }
    }
  }
}

extension [CheckInGroup] {
  /// The greatest number there is, if they are more.
  fileprivate var totalCalories: Int {
    reduce(0) { sum, group in
      let (total, isTooGreat) = sum.addingReportingOverflow(group.calories)
      return isTooGreat ? .max : total
    }
  }
}

extension Statistics {
  /// The figures, one labelled line each, and a bar for each type.
  ///
  /// - Parameters:
  ///   - calories: The sum of kilocalories.
  ///   - isPeriod: `true` if the figures are those of some days only.
  func text(_ style: Style, calories: Int, isPeriod: Bool) -> String {
    let (words, localization) = (style.words, style.localization)
    var rows = [(words("Check-ins"), String(total)), (words("Days"), String(days))]
    rows.append((words("Calories"), calories > 0 ? "\(calories) kcal" : style.dash))
    if let firstDay, let lastDay {
      rows.append((words("First"), localization.shortTitle(of: firstDay)))
      rows.append((words("Last"), localization.shortTitle(of: lastDay)))
    }
    rows.append((words("Current streak"), currentStreak.map { $0.text(style, indentation: 19) } ?? words("none")))
    // Within some days, the longest run can be shorter than the current one, which doesn't end with them.
    let longest = isPeriod ? words("Longest in period") : words("Longest streak")
    rows.append((longest, longestStreak.map { $0.text(style, indentation: 19) } ?? words("none")))
    var text = rows.map { DisplayWidth.padded($0.0, to: 19) + $0.1 + "\n" }.joined() + "\n"

    let most = byType.values.max() ?? 1
    let countWidth = String(most).count
    let barWidth = min(24, max(1, (style.width ?? .max) - 19 - 2 - countWidth))
    for (type, count) in types {
      let bar = style.bar(Double(count) / Double(most), width: barWidth)
      let number = DisplayWidth.alignedRight(String(count), to: countWidth)
      text +=
        DisplayWidth.padded(localization.name(of: type), to: 19) + style.painted(bar, in: Color(of: type))
        + "  \(number)\n"
    }
    return text
  }
}

extension Streak {
  /// `6 days, Mon 16 Nov 2026 – Sat 21 Nov 2026`; the days on a line of their own where the terminal is too narrow.
  ///
  /// - Parameter indentation: the columns before the text.
  func text(_ style: Style, indentation: Int) -> String {
    let (first, last) = (style.localization.shortTitle(of: from), style.localization.shortTitle(of: to))
    let count = style.words.count(days, "{n} day", "{n} days")
    let span = first + (days > 1 ? " \(style.dash) \(last)" : "")
    let isNarrow = style.width.map { indentation + DisplayWidth.of("\(count), \(span)") > $0 } ?? false
    return isNarrow ? "\(count)\n  \(span)" : "\(count), \(span)"
  }
}
