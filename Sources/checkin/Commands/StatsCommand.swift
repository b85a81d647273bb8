public import ArgumentParser
import CheckInInterchange
public import CheckInJournal
import CheckInLanguage

extension CheckInGroup.Grouping: ExpressibleByArgument {}

struct StatsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", _superCommandName: "checkin",
    abstract: "Show totals, streaks and trends",
    usage: "checkin stats [<days>] [<type>] [<tag>] [<options>]",
    discussion: """
      checkin stats; checkin stats run last month; checkin stats 2026 --by month. Without days, it \
      shows the whole journal. --by counts the check-ins of each week \
      (of ISO 8601, from Monday on), month, year, type, weekday or tag, the days that have some, and their calories, \
      durations and distances: "25 km (3 of 4)" is the sum of the 3 check-ins of 4 that have a distance. Pace and \
      speed are those of the check-ins with both. \
      A first or last period that the days cut short shows the days that were counted. Weeks, months and years in \
      between that have none are shown as well, unless there are more than 520 in all.
      """)

  @Option(help: ArgumentHelp("Group by week, month, year, type, weekday or tag.", valueName: "what"))
  var by: CheckInGroup.Grouping?

  @OptionGroup var selection: SpokenFilter
  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let filter = try selection.filter(in: session)
    let (first, last) = (filter.from, filter.to)
    if let by {
      return try Self.write(try journal.groups(by: by, matching: filter), by: by, from: first, to: last, in: session)
    }
    let today = try session.today
    let statistics =
      try filter.isEmpty
      ? journal.statistics(today: today) : journal.statistics(today: today, matching: filter)
    // Without a filter, the calories are known without reading a check-in.
    let isKnown = try filter.isEmpty && journal.journal?.laterFields().contains(.measures) != true
    let types = try isKnown ? [] : journal.groups(by: .type, matching: filter)
    let calories = try isKnown ? journal.calories() : types.totalCalories
    if global.json {
      return try session.output.document { json in
        Statistics.write(statistics, to: &json) { json in
          json["from"] = first?.description
          json["to"] = last?.description
          // Nothing recorded is no sum.
          json["calories"] = calories > 0 ? calories : nil
          json.object("measures") { json in
            for group in types { json.object(group.key.name) { group.sums.writeMeasures(to: &$0) } }
          }
        }
      }
    }
    guard let statistics, statistics.total > 0 else {
      return try session.output.line(session.style.words("No check-ins."))
    }
    let period = first != nil || last != nil ? session.style.period(from: first, to: last, today: today) : nil
    try session.output.write(statistics.text(session.style, calories: calories, types: types, period: period))
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
    usage: "checkin tags [<days>] [<type>] [<options>]",
    discussion: """
      Tags such as #race are in titles and notes. A tag begins with # and has letters, digits, - and _, at least one \
      letter; #5 is none, nor is what comes in the middle of a word. Case and accents make no difference. list, search \
      and stats take --tag race. "checkin stats --by tag" is another name of this command; its JSON has another form.
      """)

  @OptionGroup var selection: SpokenFilter
  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let filter = try selection.filter(in: session)
    let groups = try journal.groups(by: .tag, matching: filter)
    guard global.json else {
      return try StatsCommand.write(groups, by: .tag, from: filter.from, to: filter.to, in: session)
    }
    try session.output.array(of: groups) { group, json in
      json.object { json in
        json["tag"] = group.key.name
        group.writeFigures(to: &json)
      }
    }
  }
}

extension Style {
  /// `October`, `2025`, `23–30 November`.
  fileprivate func period(from first: CivilDay?, to last: CivilDay?, today: CivilDay) -> String {
    guard let first, let last else { return words("these days") }
    if first == first.month.firstDay, last == first.month.lastDay {
      return first.month.year == today.month.year
        ? localization.name(of: first.month) : localization.title(of: first.month)
    }
    let year = first.month.year
    if CivilMonth(year: year, month: 1)?.firstDay == first, CivilMonth(year: year, month: 12)?.lastDay == last {
      return String(year)
    }
    let years = [first.month.year, last.month.year]
    guard years != [today.month.year, today.month.year] else { return range(from: first, to: last) }
    return first == last
      ? localization.shortTitle(of: first)
      : "\(localization.shortTitle(of: first)) \(dash) \(localization.shortTitle(of: last))"
  }
}

extension [CheckInGroup] {
  /// The sums of all groups' durations and distances.
  fileprivate var sums: QuantitySums { reduce(into: QuantitySums()) { $0.add($1.sums) } }

  /// The columns of a type's durations, distances, and pace or speed; `nil` if it has none.
  fileprivate func measures(of type: ExerciseType, _ style: Style) -> [Column]? {
    guard let group = first(where: { $0.key == .type(type) }) else { return nil }
    let values = [CheckInQuantity.duration, .distance].map { quantity in
      group.sums[quantity].checkIns > 0 ? style.sum(group.sums, of: quantity, among: group.checkIns) : ""
    }
    guard values.contains(where: { !$0.isEmpty }) else { return nil }
    let rate = style.localization.rate(of: group.sums, for: type, in: style.distanceUnit) ?? ""
    return [.value(DisplayWidth.padded(style.localization.name(of: type), to: 17))]
      + (values + [rate]).map { .number($0) }
  }

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
  ///   - groups: The check-ins by type, with their durations and distances; empty if there are none of these.
  ///   - period: The name of the days that the figures are limited to; `nil` for all days.
  func text(_ style: Style, calories: Int, types groups: [CheckInGroup], period: String?) -> String {
    let (words, localization) = (style.words, style.localization)
    var rows = [(words("Check-ins"), String(total)), (words("Days"), String(days))]
    rows.append((words("Calories"), calories > 0 ? "\(calories) kcal" : style.dash))
    rows += style.sums(groups.sums, among: total).map { label, value in
      (label, 19 + DisplayWidth.of(value) <= style.width ?? .max ? value : "\n  " + value)
    }
    if let firstDay, let lastDay {
      rows.append((words("First"), localization.shortTitle(of: firstDay)))
      rows.append((words("Last"), localization.shortTitle(of: lastDay)))
    }
    rows.append((words("Current streak"), currentStreak.map { $0.text(style, indentation: 19) } ?? words("none")))
    // Within some days, the longest run can be shorter than the current one, which doesn't end with them.
    let longest = longestStreak.map { $0.text(style, indentation: 19, period: period) } ?? words("none")
    rows.append((words("Longest streak"), longest))
    if let withoutMarks {
      let texts = [
        withoutMarks.currentStreak.map { $0.text(style, indentation: 19) },
        withoutMarks.longestStreak.map { $0.text(style, indentation: 19, period: period) },
      ]
      for (place, text) in zip([rows.count - 1, rows.count], texts).reversed() {
        rows.insert(("  " + words("without marks"), text ?? words("none")), at: place)
      }
    }
    var text =
      rows.map { label, value in
        (value.hasPrefix("\n") ? label : DisplayWidth.padded(label, to: 19)) + value + "\n"
      }
      .joined() + "\n"

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
    let measures = types.compactMap { groups.measures(of: $0.type, style) }
    return text + (measures.isEmpty ? "" : "\n" + style.table(measures).joined(separator: "\n") + "\n")
  }
}

extension Streak {
  /// `6 days, Mon 16 Nov 2026 – Sat 21 Nov 2026, with 4 rest days between`; the days on a line of their own where the
  /// terminal is too narrow.
  ///
  /// - Parameters:
  ///   - indentation: The number of columns before the text.
  ///   - period: The name of the days within which the streak is the longest; `nil` for all days.
  func text(_ style: Style, indentation: Int, period: String? = nil) -> String {
    let (first, last) = (style.localization.shortTitle(of: from), style.localization.shortTitle(of: to))
    let count =
      period.map { style.words.count(days, "{n} day within {period}", "{n} days within {period}", ["period": $0]) }
      ?? style.words.count(days, "{n} day", "{n} days")
    let restDays = style.localization.restDays(in: self).map { ", \($0)" } ?? ""
    let span = first + (days > 1 ? " \(style.dash) \(last)" : "") + restDays
    let isNarrow = style.width.map { indentation + DisplayWidth.of("\(count), \(span)") > $0 } ?? false
    return isNarrow ? "\(count)\n" + style.wrapped([span], separator: " ", indentation: 2) : "\(count), \(span)"
  }
}
