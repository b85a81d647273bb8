import CheckInJournal

/// What the command shows when it is asked for nothing: today at a glance.
struct Dashboard {
  let today: CivilDay
  let statistics: Statistics?
  let page: MonthCalendar
  let firstWeekday: Weekday
  let style: Style

  var text: String {
    let calendar = CalendarGrid(page: page, firstWeekday: firstWeekday, today: today, style: style)
    var text = style.bold(today.title) + "\n"
    text += style.wrapped(figures, separator: ", ") + "\n\n" + calendar.text
    if !page.days.isEmpty { text += calendar.legend }
    return text + "\n" + style.fitted(advice) + "\n"
  }

  private var figures: [String] {
    guard let statistics, statistics.total > 0 else { return ["No check-ins yet"] }
    var parts = [counted(statistics.total, "check-in")]
    if let streak = statistics.currentStreak {
      parts.append("streak \(counted(streak.days, "day")) since \(streak.from.shortTitle)")
    } else {
      parts.append("no streak")
    }
    if let longest = statistics.longestStreak { parts.append("longest \(counted(longest.days, "day"))") }
    return parts
  }

  private var advice: String {
    let example = style.bold("checkin add run Morning 5k")
    guard let statistics, statistics.total > 0 else { return "Start with: \(example)" }
    if let entry = page.days.first(where: { $0.day == today }) {
      let latest = Escaping.escaped(entry.newest.title)
      return "Today: \(counted(entry.checkIns, "check-in")), newest \(entry.newest.type.name), \(latest)"
    }
    if let streak = statistics.currentStreak {
      return "Nothing yet today; one check-in makes it \(streak.days + 1) days: \(example)"
    }
    return "Nothing yet today; a streak starts with: \(example)"
  }
}
