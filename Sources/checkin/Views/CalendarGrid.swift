import CheckInJournal
import CheckInLanguage

/// A month as a calendar: each day with the letter of its newest check-in, or the small letter of its mark.
struct CalendarGrid {
  let page: MonthCalendar
  let today: CivilDay
  let style: Style
  /// The sequence that draws a day's picture on the terminal, ``CellPicture/columnCount`` columns wide and
  /// ``CellPicture/rowCount`` rows high.
  var pictures: [CivilDay: String] = [:]

  /// Columns that the seven days of a week take, if there is room for them.
  static let fullWidth = 7 * 7

  /// `true` if the days are set closer together for a narrow terminal. Pictures need the full width.
  private var isNarrow: Bool { (style.width ?? .max) < Self.fullWidth && pictures.isEmpty }
  private var cellWidth: Int { isNarrow ? 5 : 7 }

  /// The title, the names of the weekdays, and the weeks.
  var text: String {
    let statistics = page.statistics
    var figures = style.daysOf(page.month.dayCount, count: statistics.days) + ", " + style.checkIns(statistics.checkIns)
    if page.restDays > 0 {
      figures +=
        ", " + style.daysWithoutMarks(page.month.dayCount - page.restDays, count: statistics.days)
    }
    let (localization, firstWeekday) = (style.localization, style.localization.firstWeekday)
    let title = style.bold(DisplayWidth.padded(localization.title(of: page.month), to: isNarrow ? 0 : 28))
    var text = style.wrapped([title, figures], separator: "  ") + "\n"
    let names = firstWeekday.week.map { DisplayWidth.padded(" \(localization.initials(of: $0))", to: cellWidth) }
    text += names.joined().trimmingSpacesAtEnd + "\n"

    let lead = page.month.firstDay.weekday.position(inWeekFrom: firstWeekday)
    var row = String(repeating: " ", count: cellWidth * lead)
    var drawn: [(column: Int, picture: String)] = []
    for offset in 0..<page.month.dayCount {
      let day = page.month.firstDay.adding(days: offset)
      let column = (lead + offset) % 7
      // If days are close, the closing bracket of one takes the column before the next.
      row += String(cell(day).dropFirst(DisplayWidth.of(row) - cellWidth * column))
      if let picture = pictures[day] { drawn.append((column, picture)) }
      if column == 6 || offset == page.month.dayCount - 1 {
        text += row.trimmingSpacesAtEnd + "\n" + CellPicture.row(drawn.map { (7 * $0.column + 1, $0.picture) })
        row = ""
        drawn = []
      }
    }
    return text
  }

  /// The legend of the letters.
  var legend: String {
    let localization = style.localization
    let hasUnknown = page.days.contains { $0.newest.type == .unknown }
    let types = ExerciseType.selectable + (hasUnknown ? [.unknown] : [])
    let entries = types.map {
      "\(style.badge(localization.letter(of: $0), on: Color(of: $0))) \(localization.name(of: $0))"
    }
    let kinds = Set(page.marks.map(\.kind)).sorted { $0.rawValue < $1.rawValue }
    let marks = kinds.map { " \(localization.letter(of: $0)) \(localization.name(of: $0))" }
    return style.wrapped(entries + [" + " + style.words("more than one")] + marks, separator: "  ") + "\n"
  }

  /// A day with the space around it. Without colours, brackets mark today.
  private func cell(_ day: CivilDay) -> String {
    let body = body(of: day)
    return DisplayWidth.padded(
      day == today && style.depth == .none ? "[\(body.trimmingSpacesAtEnd)]" : " \(body)", to: cellWidth)
  }

  /// The day, the letter of its newest check-in, and `+` if there are more.
  private func body(of day: CivilDay) -> String {
    let number = DisplayWidth.alignedRight(String(day.dayOfMonth), to: 2)
    let gap = isNarrow ? "" : " "
    guard let entry = page.days.first(where: { $0.day == day }) else {
      let mark = page.marks.first { $0.day == day }.map { style.localization.letter(of: $0.kind) + " " } ?? "  "
      return (day == today ? style.underlined(number) : number) + gap + mark
    }
    let content = "\(number)\(gap)\(style.localization.letter(of: entry.newest.type))\(entry.checkIns > 1 ? "+" : " ")"
    let badge = style.badge(content, on: Color(of: entry.newest.type))
    return day == today ? style.underlined(badge) : badge
  }
}

extension MonthStatistics {
  /// Of a line with everything else, as long as it usually gets.
  private static let widthWithoutBar = 54

  /// One line of the list of months, with a bar; shorter where there is no room for all of it.
  func line(_ style: Style) -> String {
    let localization = style.localization
    let tenths = Int((percentage * 10).rounded())
    let percent = DisplayWidth.alignedRight(localization.decimals("\(tenths / 10).\(tenths % 10)") + " %", to: 8)
    if let width = style.width, width < Self.widthWithoutBar {
      let title = DisplayWidth.padded("\(localization.shortName(of: month)) \(month.year)", to: 9)
      let figures = DisplayWidth.alignedRight("\(days)/\(month.dayCount)", to: 6)
      return style.line([.value(title + figures + percent), .value(style.checkIns(checkIns))])
    }
    let titles = (0..<12).map { DisplayWidth.of(localization.title(of: month.adding(months: $0))) }
    let title = DisplayWidth.padded(localization.title(of: month), to: max(16, (titles.max() ?? 0) + 1))
    let room = max(14, DisplayWidth.of(style.daysOf(month.dayCount, count: month.dayCount)) + 1)
    let figures = DisplayWidth.alignedRight(style.daysOf(month.dayCount, count: days), to: room)
    // On a narrow terminal the bar gives way.
    let bar = style.bar(percentage / 100, width: min(20, max(0, (style.width ?? .max) - Self.widthWithoutBar)))
    return style.line([.value(title + figures), .value(bar + percent), .value(style.checkIns(checkIns))])
  }
}

extension Style {
  /// `14 of 30 days`.
  func daysOf(_ all: Int, count days: Int) -> String {
    words.count(all, "{days} of {n} day", "{days} of {n} days", ["days": String(days)])
  }

  /// `14 of 26 without marked days`.
  func daysWithoutMarks(_ all: Int, count days: Int) -> String {
    words("{days} of {n} without marked days", ["days": String(days), "n": String(all)])
  }

  /// `16 check-ins`.
  func checkIns(_ count: Int) -> String { words.count(count, "{n} check-in", "{n} check-ins") }
}
