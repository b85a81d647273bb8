import ArgumentParser
import CheckInJournal

struct MonthCommand: ReadingCommand {
  static let configuration = CommandConfiguration(commandName: "month", abstract: "Show a month's calendar.")

  @Argument(help: ArgumentHelp("The month, such as 2026-11 (default: this one).", valueName: "month"))
  var month: String?

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let page = try journal.calendar(of: try wanted(session))
    if global.json { return try session.output.document { page.write(to: &$0) } }
    let calendar = CalendarGrid(
      page: page, firstWeekday: session.firstWeekday, today: try session.today, style: session.style)
    try session.output.write(calendar.text + calendar.legend)
  }

  private func wanted(_ session: Session) throws -> CivilMonth {
    guard let month else { return try session.today.month }
    guard let wanted = CivilMonth(month) else {
      throw CommandFailure.usage("\"\(month)\" is no month: write it as YYYY-MM")
    }
    return wanted
  }
}

struct MonthsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "months", abstract: "List the months with check-ins, newest first.")

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let months = try journal.months()
    if global.json {
      return try session.output.array(months) { month, json in json.object { month.writeMembers(to: &$0) } }
    }
    guard !months.isEmpty else { return session.messages.note("No check-ins.") }
    for month in months { try session.output.line(month.line(session.style)) }
  }
}

struct YearCommand: ReadingCommand {
  static let configuration = CommandConfiguration(commandName: "year", abstract: "Show a year as a heat map.")

  @Argument(help: ArgumentHelp("The year, such as 2026 (default: this one).", valueName: "year"))
  var year: String?

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let year = try wanted(session)
    let heatMap = YearMap(year: year, days: try journal.dayCounts(inYear: year), style: session.style)
    if global.json { return try session.output.document { heatMap.write(to: &$0) } }
    try session.output.write(heatMap.text(firstWeekday: session.firstWeekday))
  }

  private func wanted(_ session: Session) throws -> Int {
    guard let year else { return try session.today.month.year }
    guard year.utf8.count == 4, let wanted = Int(year), CivilMonth(year: wanted, month: 1) != nil else {
      throw CommandFailure.usage("\"\(year)\" is no year: write it as YYYY")
    }
    return wanted
  }
}
