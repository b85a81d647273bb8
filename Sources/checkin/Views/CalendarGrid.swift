import CheckInJournal

/// A month as a calendar: each day with the letter of its newest check-in.
struct CalendarGrid {
  let page: MonthCalendar
  let firstWeekday: Weekday
  let today: CivilDay
  let style: Style
  /// What draws the picture of a day on the terminal, ``CellPicture/columnCount`` columns wide and
  /// ``CellPicture/rowCount`` rows high.
  var pictures: [CivilDay: String] = [:]

  /// The title, the names of the weekdays, and the weeks.
  var text: String {
    let statistics = page.statistics
    let figures =
      "\(statistics.days) of \(counted(page.month.dayCount, "day")), \(counted(statistics.checkIns, "check-in"))"
    var text = style.bold(DisplayWidth.padded(page.month.title, to: 30)) + figures + "\n"
    text += trimmed(firstWeekday.week.map { " \($0.name.prefix(2))    " }.joined()) + "\n"

    let lead = page.month.firstDay.weekday.position(inWeekFrom: firstWeekday)
    var row = String(repeating: " ", count: 7 * lead)
    var drawn: [(column: Int, picture: String)] = []
    for offset in 0..<page.month.dayCount {
      let day = page.month.firstDay.adding(days: offset)
      row += cell(day)
      if let picture = pictures[day] { drawn.append(((lead + offset) % 7, picture)) }
      if (lead + offset) % 7 == 6 || offset == page.month.dayCount - 1 {
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
    return entries.joined(separator: "  ") + "   + more than one\n"
  }

  /// Seven columns: the day, the letter of its newest check-in, and `+` where there are more.
  private func cell(_ day: CivilDay) -> String {
    let number = DisplayWidth.alignedRight(String(day.dayOfMonth), to: 2)
    let shownNumber = day == today ? style.underlined(number) : number
    guard let entry = page.days.first(where: { $0.day == day }) else { return " \(shownNumber)    " }
    let content = "\(number) \(entry.newest.type.letter)\(entry.checkIns > 1 ? "+" : " ")"
    let badge = style.badge(content, Color(of: entry.newest.type))
    return " \(day == today ? style.underlined(badge) : badge) "
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
    let bar = style.bar(percentage / 100, width: 20)
    return "\(title)\(figures)  \(bar)\(percent)  \(counted(checkIns, "check-in"))"
  }
}
