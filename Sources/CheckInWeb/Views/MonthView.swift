import CheckInJournal

/// A month as a table: a row for each week, a cell for each day.
struct MonthView {
  struct WeekdayLabel {
    var name: String
    var short: String
  }

  struct Week {
    var days: [Day]
  }

  struct Day {
    /// Before the first or after the last day.
    var isBlank = false
    var day = ""
    var number = ""
    /// The day and what is on it, in words.
    var words = ""
    var href: String?
    var isToday = false
    var badge: Badge?
    /// How many check-ins there are besides the one that is shown.
    var more: Int?
  }

  var id: String
  var title: String
  var summary: String
  var weekdays: [WeekdayLabel]
  var weeks: [Week]
  var hasSteps = false
  /// The pages of the months before and after.
  var earlier: String?
  var later: String?

  /// - Parameter isPast: whether the journal is shown as it was; then no day has a link.
  init(_ calendar: MonthCalendar, today: CivilDay, firstWeekday: Weekday, isPast: Bool = false) {
    let month = calendar.month
    id = month.description
    title = month.title
    let statistics = calendar.statistics
    summary =
      "\(statistics.days) of \(pluralized(month.dayCount, "day")), \(pluralized(statistics.checkIns, "check-in"))"
    weekdays = firstWeekday.week.map { WeekdayLabel(name: $0.name, short: String($0.name.prefix(2))) }
    let entries = Dictionary(calendar.days.map { ($0.day, $0) }) { first, _ in first }
    let lead = month.firstDay.weekday.position(inWeekFrom: firstWeekday)
    var days = Array(repeating: Day(isBlank: true), count: lead)
    for offset in 0..<month.dayCount {
      let day = month.firstDay.adding(days: offset)
      days.append(Self.day(day, entries[day], today: today, isPast: isPast))
    }
    while days.count % 7 != 0 { days.append(Day(isBlank: true)) }
    weeks = stride(from: 0, to: days.count, by: 7).map { Week(days: Array(days[$0..<$0 + 7])) }
  }

  private static func day(
    _ day: CivilDay, _ entry: MonthCalendar.Day?, today: CivilDay, isPast: Bool
  ) -> Day {
    var view = Day(day: day.description, number: String(day.dayOfMonth), isToday: day == today)
    let name = "\(day.weekday.name) \(day.dayOfMonth) \(day.month.name)" + (day == today ? ", today" : "")
    guard let entry else {
      let canAdd = day <= today && !isPast
      view.words = "\(name), no check-in" + (canAdd ? "; add one" : "")
      if canAdd { view.href = "/add?day=\(day)" }
      return view
    }
    view.words = "\(name), \(pluralized(entry.checkIns, "check-in")), newest \(entry.newest.type.name)"
    if !isPast { view.href = "/days/\(day)" }
    view.badge = Badge(entry)
    view.more = entry.checkIns > 1 ? entry.checkIns - 1 : nil
    return view
  }
}
