import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct MonthCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "month", _superCommandName: "checkin", abstract: "Show a month's calendar",
    discussion: """
      --photos draws the days' photos in terminals that show pictures: kitty, Ghostty, iTerm2, WezTerm, mintty, foot \
      and others with sixel graphics. Elsewhere the calendar is as usual.
      """)

  @Argument(help: ArgumentHelp("The month, such as 2026-11, oct or last (default: this one).", valueName: "month"))
  var month: [String] = []

  @Flag(help: "Draw the days' photos, if the terminal can.")
  var photos = false

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  // A pager would not pass pictures on.
  var isPaged: Bool { !photos }

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let page = try journal.calendar(of: try wanted(session))
    if global.json { return try session.output.document { page.write(to: &$0) } }
    var calendar = CalendarGrid(page: page, today: try session.today, style: session.style)
    if photos { calendar.pictures = try pictures(of: page, journal, session) }
    let sums = session.style.sumLines(page.sums, among: page.statistics.checkIns)
    try session.output.write(calendar.text + calendar.legend + (sums.isEmpty ? "" : "\n" + sums))
  }

  private func pictures(
    of page: MonthCalendar, _ journal: ReadableJournal, _ session: Session
  ) throws -> [CivilDay: String] {
    guard let graphics = session.graphics else {
      session.messages.note("Photos are not drawn: this terminal is not known to show pictures.")
      return [:]
    }
    guard (session.style.width ?? .max) >= CalendarGrid.fullWidth else {
      session.messages.note("Photos are not drawn: the terminal is narrower than \(CalendarGrid.fullWidth) columns.")
      return [:]
    }
    let maker = ThumbnailMaker()
    let thumbnails =
      try journal.journal?.thumbnails(of: page.days.compactMap(\.picture?.photo), make: maker.make) ?? [:]
    var pictures: [CivilDay: String] = [:]
    var missingCount = 0
    for day in page.days {
      guard let photo = day.picture?.photo else { continue }
      pictures[day.day] = thumbnails[photo.digest].flatMap { graphics.sequence(for: $0) }
      if pictures[day.day] == nil { missingCount += 1 }
    }
    if missingCount > 0 {
      session.messages.note { [missingCount] words in
        words.count(
          missingCount, "{n} photo cannot be drawn: missing, damaged, purged, or impossible to scale down.",
          "{n} photos cannot be drawn: missing, damaged, purged, or impossible to scale down.")
          + (maker.problem.map { " " + words($0) } ?? "")
      }
    }
    return pictures
  }

  private func wanted(_ session: Session) throws -> CivilMonth {
    try month.isEmpty ? session.today.month : session.month(month.joined(separator: " "))
  }
}

struct MonthsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "months", _superCommandName: "checkin",
    abstract: "List months with check-ins, newest first",
    usage: "checkin months [<days>] [<type>] [<tag>] [<options>]",
    discussion: "checkin months; checkin months 2026. Whole months are chosen: those in which the days are.")

  @OptionGroup var selection: SpokenFilter
  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    var filter = try selection.filter(in: session)
    (filter.from, filter.to) = (filter.from?.month.firstDay, filter.to?.month.lastDay)
    let months = try months(matching: filter, in: journal)
    if global.json {
      return try session.output.array(of: months) { month, json in json.object { month.writeMembers(to: &$0) } }
    }
    guard !months.isEmpty else { return session.messages.note("No check-ins.") }
    for month in months { try session.output.line(month.line(session.style)) }
  }

  private func months(matching filter: CheckInFilter, in journal: ReadableJournal) throws -> [MonthStatistics] {
    guard filter == CheckInFilter(from: filter.from, to: filter.to) else {
      return try journal.groups(by: .month, matching: filter).reversed().compactMap { group in
        guard case .month(let month) = group.key, group.checkIns > 0 else { return nil }
        return MonthStatistics(month: month, checkIns: group.checkIns, days: group.days)
      }
    }
    return try journal.months().filter { month in
      filter.from.map { $0.month <= month.month } ?? true && filter.to.map { month.month <= $0.month } ?? true
    }
  }
}

struct YearCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "year", _superCommandName: "checkin", abstract: "Show a year as a heat map")

  @Argument(help: ArgumentHelp("The year, such as 2026 or last (default: this one).", valueName: "year"))
  var year: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let year = try wanted(session)
    let marks = try journal.journal?.dayMarks(inYear: year) ?? []
    let heatMap = YearMap(year: year, days: try journal.dayCounts(inYear: year), marks: marks, style: session.style)
    if global.json { return try session.output.document { heatMap.write(to: &$0) } }
    try session.output.write(heatMap.text)
  }

  private func wanted(_ session: Session) throws -> Int {
    let today = try session.today
    guard !year.isEmpty else { return today.month.year }
    let words = year.joined(separator: " ")
    guard let wanted = DayRange.year(words.dayWords, today: today), CivilMonth(year: wanted, month: 1) != nil else {
      throw CommandFailure.usage("\"\(words)\" is not a year: write it as YYYY")
    }
    return wanted
  }
}
