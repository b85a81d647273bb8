import CheckInJournal

/// A month as a calendar: each day with the letter of its newest check-in.
struct CalendarGrid {
  let page: MonthCalendar
  let firstWeekday: Weekday
  let today: CivilDay
  let style: Style
  /// The sequence that draws a day's picture on the terminal, ``CellPicture/columnCount`` columns wide and
  /// ``CellPicture/rowCount`` rows high.
  var pictures: [CivilDay: String] = [:]

  /// Columns that the seven days of a week take, if there is room for them.
  static let fullWidth = 7 * 7

  /// Whether the days are set closer, for a narrow terminal. Pictures need the room.
  private var isNarrow: Bool { (style.width ?? .max) < Self.fullWidth && pictures.isEmpty }
  private var cellWidth: Int { isNarrow ? 5 : 7 }

  /// The title, the names of the weekdays, and the weeks.
  var text: String {
    let statistics = page.statistics
    let figures =
      "\(statistics.days) of \(pluralized(page.month.dayCount, "day")), \(pluralized(statistics.checkIns, "check-in"))"
    let title = style.bold(DisplayWidth.padded(page.month.title, to: isNarrow ? 0 : 28))
    var text = style.wrapped([title, figures], separator: "  ") + "\n"
    let names = firstWeekday.week.map { DisplayWidth.padded(" \($0.name.prefix(2))", to: cellWidth) }
    text += trimmed(names.joined()) + "\n"

    let lead = page.month.firstDay.weekday.position(inWeekFrom: firstWeekday)
    var row = String(repeating: " ", count: cellWidth * lead)
    var drawn: [(column: Int, picture: String)] = []
    for offset in 0..<page.month.dayCount {
      let day = page.month.firstDay.adding(days: offset)
      let column = (lead + offset) % 7
      // If days are close, the closing bracket of one takes the column before the next.
      row += cell(day).dropFirst(DisplayWidth.of(row) - cellWidth * column)
      if let picture = pictures[day] { drawn.append((column, picture)) }
      if column == 6 || offset == page.month.dayCount - 1 {
        text += trimmed(row) + "\n" + CellPicture.row(drawn.map { (7 * $0.column + 1, $0.picture) })
        row = ""
        drawn = []
      }
    }
    return text
  }

  /// What the letters mean.
  var legend: String {
    let hasUnknown = page.days.contains { $0.newest.type == .unknown }
    let types = ExerciseType.selectable + (hasUnknown ? [.unknown] : [])
    let entries = types.map { "\(style.badge($0.letter, Color(of: $0))) \($0.name)" }
    return style.wrapped(entries + [" + more than one"], separator: "  ") + "\n"
  }

  /// A day with the space around it. Without colours, brackets mark today.
  private func cell(_ day: CivilDay) -> String {
    let body = body(of: day)
    return DisplayWidth.padded(
      day == today && style.depth == .none ? "[\(trimmed(body))]" : " \(body)", to: cellWidth)
  }

  /// The day, the letter of its newest check-in, and `+` if there are more.
  private func body(of day: CivilDay) -> String {
    let number = DisplayWidth.alignedRight(String(day.dayOfMonth), to: 2)
    let gap = isNarrow ? "" : " "
    guard let entry = page.days.first(where: { $0.day == day }) else {
      return (day == today ? style.underlined(number) : number) + gap + "  "
    }
    let content = "\(number)\(gap)\(entry.newest.type.letter)\(entry.checkIns > 1 ? "+" : " ")"
    let badge = style.badge(content, Color(of: entry.newest.type))
    return day == today ? style.underlined(badge) : badge
  }

  private func trimmed(_ row: String) -> String {
    var row = row
    while row.hasSuffix(" ") { row.removeLast() }
    return row
  }
}

extension MonthStatistics {
  /// One line of the list of months, with a bar.
  func line(_ style: Style) -> String {
    let title = DisplayWidth.padded(month.title, to: 16)
    let figures = DisplayWidth.alignedRight("\(days) of \(month.dayCount) days", to: 14)
    let tenths = Int((percentage * 10).rounded())
    let percent = DisplayWidth.alignedRight("\(tenths / 10).\(tenths % 10) %", to: 8)
    // On a narrow terminal the bar gives way.
    let bar = style.bar(percentage / 100, width: min(20, max(0, (style.width ?? .max) - 54)))
    return style.fitted("\(title)\(figures)  \(bar)\(percent)  \(pluralized(checkIns, "check-in"))")
  }
}
