import ArgumentParser
import CheckInInterchange
import CheckInJournal

struct DashboardCommand: ReadingCommand {
  static let name = "dashboard"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Show today: the same as no command.",
    usage: "checkin [--as-of <sequence|when>] [<options>]", shouldDisplay: false)

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let today = try session.today
    let statistics = try journal.statistics(today: today)
    let page = try journal.calendar(of: today.month)
    guard global.json else {
      let dashboard = Dashboard(
        today: today, statistics: statistics, page: page, firstWeekday: session.firstWeekday, style: session.style)
      return try session.output.write(dashboard.text)
    }
    try session.output.document { json in
      json.object { json in
        json.key("today")
        json.string(today.description)
        json.key("total")
        json.integer(statistics?.total ?? 0)
        json.key("currentStreak")
        Streak.write(statistics?.currentStreak, to: &json)
        json.key("month")
        page.write(to: &json)
        json.key("sequence")
        json.integer(journal.sequence)
      }
    }
  }
}

/// What the command shows without a subcommand: today at a glance.
private struct Dashboard {
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
    var parts = [pluralized(statistics.total, "check-in")]
    if let streak = statistics.currentStreak {
      parts.append("streak \(pluralized(streak.days, "day")) since \(streak.from.shortTitle)")
    } else {
      parts.append("no streak")
    }
    if let longest = statistics.longestStreak { parts.append("longest \(pluralized(longest.days, "day"))") }
    return parts
  }

  private var advice: String {
    let example = style.bold("checkin add run Morning 5k")
    guard let statistics, statistics.total > 0 else { return "Start with: \(example)" }
    if let entry = page.days.first(where: { $0.day == today }) {
      let latest = Escaping.escaped(entry.newest.title)
      return "Today: \(pluralized(entry.checkIns, "check-in")), newest \(entry.newest.type.name), \(latest)"
    }
    if let streak = statistics.currentStreak {
      return "Nothing yet today; one check-in makes it \(streak.days + 1) days: \(example)"
    }
    return "Nothing yet today; a streak starts with: \(example)"
  }
}
