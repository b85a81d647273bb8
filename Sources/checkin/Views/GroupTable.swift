import CheckInJournal
import CheckInLanguage

extension CheckInGroup.Key {
  /// What it is called in JSON: `2026-W47`, `2026-11`, `2026`, `Run`, `Monday`, `race`.
  var name: String {
    switch self {
    case .week(let monday): monday.isoWeekName
    case .month(let month): month.description
    case .year(let year): String(month(ofYear: year).description.prefix(4))
    case .type(let type): type.name
    case .weekday(let weekday): weekday.name
    case .tag(let tag): tag.name
    }
  }

  private func month(ofYear year: Int) -> CivilMonth { CivilMonth(monthNumber: year * 12) }
}

extension CivilDay {
  /// The week of ISO 8601 that the day is in: `2026-W47`.
  var isoWeekName: String {
    let (year, number) = DayRange.isoWeek(of: self)
    return CivilMonth(monthNumber: year * 12).description.prefix(4) + (number < 10 ? "-W0" : "-W") + String(number)
  }
}

extension CheckInGroup {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("key")
      json.string(key.name)
      if let period {
        json.key("from")
        json.string(period.first.description)
        json.key("to")
        json.string(period.last.description)
      }
      writeFigures(to: &json)
    }
  }

  func writeFigures(to json: inout JSONWriter) {
    json.key("checkIns")
    json.integer(checkIns)
    json.key("days")
    json.integer(days)
    json.key("calories")
    json.integer(calories)
  }
}

/// Groups of check-ins: a line with a bar each; where that has no room, numbers below what they count.
struct GroupTable {
  let groups: [CheckInGroup]
  let style: Style

  private static let maximumBarWidth = 24

  func write(to output: OutputBuffer) throws {
    let labels = groups.map { label(of: $0) }
    let most = groups.map(\.checkIns).max() ?? 1
    let hasCalories = groups.contains { $0.calories > 0 }
    var columns = [groups.map { style.checkIns($0.checkIns) }, groups.map { days($0) }]
    if hasCalories { columns.append(groups.map { $0.calories > 0 ? "\($0.calories) kcal" : "" }) }
    let widths = columns.map { column in column.map { DisplayWidth.of($0) }.max() ?? 0 }
    let labelWidth = labels.map { DisplayWidth.of($0) }.max() ?? 0
    let room = (style.width ?? .max) - labelWidth - widths.reduce(0) { $0 + $1 + 2 }
    if room < 0 { return try writeNarrow(labels, hasCalories: hasCalories, to: output) }
    let barWidth = min(Self.maximumBarWidth, max(0, room - 2))
    for (index, group) in groups.enumerated() {
      var line = DisplayWidth.padded(labels[index], to: labelWidth) + "  "
      if barWidth >= 4 {
        let bar = style.bar(Double(group.checkIns) / Double(max(1, most)), width: barWidth)
        line += (color(of: group).map { style.painted(bar, $0) } ?? bar) + "  "
      }
      line += zip(columns, widths).map { DisplayWidth.alignedRight($0[index], to: $1) }.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      try output.line(style.fitted(line))
    }
  }

  private func writeNarrow(_ labels: [String], hasCalories: Bool, to output: OutputBuffer) throws {
    let words = style.words
    var columns = [
      [words("Check-ins")] + groups.map { String($0.checkIns) }, [words("Days")] + groups.map { String($0.days) },
    ]
    if hasCalories { columns.append([words("Calories")] + groups.map { $0.calories > 0 ? String($0.calories) : "" }) }
    let widths = columns.map { column in column.map { DisplayWidth.of($0) }.max() ?? 0 }
    // Names give way, and numbers do not.
    let room = (style.width ?? .max) - widths.reduce(0) { $0 + $1 + 2 }
    // A month that gave way would lose its year.
    let labels = zip(groups, labels).map { group, label in
      if case .month = group.key, DisplayWidth.of(label) > room { group.key.name } else { label }
    }
    let labelWidth = min(max(1, room), labels.map { DisplayWidth.of($0) }.max() ?? 0)
    for (row, label) in ([""] + labels).enumerated() {
      var line = DisplayWidth.padded(DisplayWidth.cut(label, to: labelWidth, ellipsis: style.ellipsis), to: labelWidth)
      for (column, width) in zip(columns, widths) { line += "  " + DisplayWidth.alignedRight(column[row], to: width) }
      try output.line(line)
    }
  }

  private func label(of group: CheckInGroup) -> String {
    let localization = style.localization
    return switch group.key {
    case .week(let monday): "\(monday.isoWeekName)  \(localization.shortDate(of: monday))"
    case .month(let month): localization.title(of: month)
    case .year: group.key.name
    case .type(let type): localization.name(of: type)
    case .weekday(let weekday): localization.name(of: weekday)
    case .tag(let tag): Escaping.escaped(tag.description)
    }
  }

  private func days(_ group: CheckInGroup) -> String {
    style.words.count(group.days, "{n} day", "{n} days")
  }

  private func color(of group: CheckInGroup) -> Color? {
    if case .type(let type) = group.key { Color(of: type) } else { nil }
  }
}
