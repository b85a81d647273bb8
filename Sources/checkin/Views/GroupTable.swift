import CheckInInterchange
import CheckInJournal
import CheckInLanguage

extension CheckInGroup.Key {
  /// The name in JSON: `2026-W47`, `2026-11`, `2026`, `Run`, `Monday`, `race`.
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

/// The days that groups are limited to; `nil` for no limit.
struct DayLimits {
  var first: CivilDay?
  var last: CivilDay?

  /// The days of a group's period that were counted; `nil` for a group that has no period.
  func countedDays(of group: CheckInGroup) -> (first: CivilDay, last: CivilDay)? {
    group.period.map { (max($0.first, first ?? $0.first), min($0.last, last ?? $0.last)) }
  }
}

extension CheckInGroup {
  func write(_ limits: DayLimits, to json: inout JSONWriter) {
    json.object { json in
      json["key"] = key.name
      if let days = limits.countedDays(of: self) {
        json["from"] = days.first.description
        json["to"] = days.last.description
      }
      writeFigures(to: &json)
    }
  }

  func writeFigures(to json: inout JSONWriter) {
    json["checkIns"] = checkIns
    json["days"] = days
    json["calories"] = calories
    sums.writeMeasures(to: &json)
  }
}

/// Groups of check-ins, a line with a bar each. On a narrow terminal, calories are left out first, and then the numbers
/// are shown below what they count.
struct GroupTable {
  let groups: [CheckInGroup]
  var limits = DayLimits()
  let style: Style

  private static let maximumBarWidth = 24

  func write(to output: OutputBuffer) throws {
    for line in lines { try output.line(line) }
  }

  var lines: [String] {
    let labels = groups.map { label(of: $0) }
    let most = groups.map(\.checkIns).max() ?? 1
    let hasCalories = groups.contains { $0.calories > 0 }
    let calories = hasCalories ? [groups.map { $0.calories > 0 ? "\($0.calories) kcal" : "" }] : []
    var columns = [groups.map { style.checkIns($0.checkIns) }, groups.map { days($0) }] + calories + measures
    let labelWidth = labels.map { DisplayWidth.of($0) }.max() ?? 0
    func widths() -> [Int] { columns.map { column in column.map { DisplayWidth.of($0) }.max() ?? 0 } }
    func room() -> Int { (style.width ?? .max) - labelWidth - widths().reduce(0) { $0 + $1 + 2 } }
    if room() < 0, !style.isNarrow, hasCalories { columns.remove(at: 2) }
    let (widths, room) = (widths(), room())
    if room < 0 { return narrowLines(labels, hasCalories: hasCalories) }
    let barWidth = min(Self.maximumBarWidth, max(0, room - 2))
    return groups.indices.map { index in
      var line = [Column.value(DisplayWidth.padded(labels[index], to: labelWidth))]
      if barWidth >= 4 {
        let bar = style.bar(Double(groups[index].checkIns) / Double(max(1, most)), width: barWidth)
        line.append(.value(color(of: groups[index]).map { style.painted(bar, in: $0) } ?? bar))
      }
      line += zip(columns, widths).map { .value(DisplayWidth.alignedRight($0[index], to: $1)) }
      return style.line(line)
    }
  }

  /// The quantities other than calories that some group has.
  private var measured: [CheckInQuantity] {
    CheckInQuantity.allCases.filter { quantity in
      quantity != .calories && groups.contains { $0.sums[quantity].checkIns > 0 }
    }
  }

  /// A column for each of ``measured``.
  private var measures: [[String]] {
    measured.map { quantity in
      groups.map { $0.sums[quantity].checkIns > 0 ? style.sum($0.sums, of: quantity, among: $0.checkIns) : "" }
    }
  }

  private func narrowLines(_ labels: [String], hasCalories: Bool) -> [String] {
    let words = style.words
    let counts = [
      [words("Check-ins")] + groups.map { String($0.checkIns) }, [words("Days")] + groups.map { String($0.days) },
    ]
    let calories =
      hasCalories ? [[words("Calories")] + groups.map { $0.calories > 0 ? String($0.calories) : "" }] : []
    var columns = counts + zip(measured, measures).map { [words($0.label)] + $1 }
    func widths() -> [Int] { columns.map { column in column.map { DisplayWidth.of($0) }.max() ?? 0 } }
    func room() -> Int { (style.width ?? .max) - widths().reduce(0) { $0 + $1 + 2 } }
    if style.isNarrow || room() < style.minimumTextWidth { columns = counts + calories }
    let widths = widths()
    // Names give way, and numbers do not.
    let room = max(1, room())
    let narrow = zip(groups, labels).map { group, label -> Column in
      guard group.period != nil else { return .text(label, minimum: 1) }
      // The name of a complete period is enough.
      return .value(DisplayWidth.of(label) <= room || isCut(group) ? label : group.key.name)
    }
    let labelWidth = min(room, narrow.map { DisplayWidth.of($0.content) }.max() ?? 0)
    return ([Column.value("")] + narrow).enumerated().map { row, label in
      var line: [Column]
      switch label {
      case .text(let name, _):
        let name = DisplayWidth.cut(name, to: labelWidth, ellipsis: style.ellipsis)
        line = [.text(DisplayWidth.padded(name, to: labelWidth), minimum: 1)]
      default: line = [.value(DisplayWidth.padded(label.content, to: labelWidth))]
      }
      line += zip(columns, widths).map { .value(DisplayWidth.alignedRight($0[row], to: $1)) }
      return style.line(line)
    }
  }

  /// `true` if only a part of the group's period was counted.
  private func isCut(_ group: CheckInGroup) -> Bool {
    guard let period = group.period, let counted = limits.countedDays(of: group) else { return false }
    return period != counted
  }

  /// The name of a group, with the days that were counted if these are not all of its period.
  private func label(of group: CheckInGroup) -> String {
    let localization = style.localization
    let name =
      switch group.key {
      case .week(let monday) where !isCut(group): "\(monday.isoWeekName)  \(localization.shortDate(of: monday))"
      case .month(let month): localization.title(of: month)
      case .week, .year: group.key.name
      case .type(let type): localization.name(of: type)
      case .weekday(let weekday): localization.name(of: weekday)
      case .tag(let tag): Escaping.escaped(tag.description)
      }
    guard isCut(group), let days = limits.countedDays(of: group) else { return name }
    return "\(name)  \(style.range(from: days.first, to: days.last))"
  }

  private func days(_ group: CheckInGroup) -> String {
    style.words.count(group.days, "{n} day", "{n} days")
  }

  private func color(of group: CheckInGroup) -> Color? {
    if case .type(let type) = group.key { Color(of: type) } else { nil }
  }
}
