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
