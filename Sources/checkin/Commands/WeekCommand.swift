import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct WeekCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "week", _superCommandName: "checkin", abstract: "Show a week's check-ins, day by day",
    usage: "checkin week [<week>] [<options>]",
    discussion: """
      checkin week; checkin week last; checkin week 2026-W07; checkin week 21 Nov shows the week of that day. A week \
      begins on the locale's first day of the week; one that is named by its number on Monday, as in ISO 8601.
      """)

  @Argument(
    help: ArgumentHelp("The week, such as 2026-W07 or last, or a day in it (default: this one).", valueName: "week"))
  var week: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let first = try wanted(session)
    let checkIns = try journal.checkIns(matching: CheckInFilter(from: first, to: first.adding(days: 6)))
    let marks = try journal.marks(from: first, to: first.adding(days: 6))
    let sheet = WeekSheet(
      first: first, checkIns: checkIns, marks: marks, today: try session.today, style: session.style)
    if global.json { return try session.output.document { sheet.write(to: &$0) } }
    try session.output.write(sheet.text)
  }

  private func wanted(_ session: Session) throws -> CivilDay {
    let (today, firstWeekday) = (try session.today, session.firstWeekday)
    let words = week.joined(separator: " ").dayWords
    if let first = DayRange.week(words.isEmpty ? ["this", "week"] : words, today: today, firstWeekday: firstWeekday) {
      return first
    }
    guard let day = DayExpression(words)?.day(today: today) else {
      throw CommandFailure.usage(
        "\"\(week.joined(separator: " "))\" is not a week: write it as 2026-W07, last, or a day in it")
    }
    return day.adding(days: -day.weekday.position(inWeekFrom: firstWeekday))
  }
}

/// A week: a line for each day, and one for each further check-in of it.
private struct WeekSheet {
  let first: CivilDay
  /// Newest first.
  let checkIns: [CheckIn]
  /// Ascending.
  let marks: [DayMark]
  let today: CivilDay
  let style: Style

  private var last: CivilDay { first.adding(days: 6) }
  private var activeDays: Int { Set(checkIns.map(\.day)).count }

  var text: String {
    let localization = style.localization
    var figures = style.daysOf(7, count: activeDays) + ", " + style.checkIns(checkIns.count)
    let restDays = Set(marks.map(\.day)).subtracting(checkIns.map(\.day)).count
    if restDays > 0 { figures += ", " + style.daysWithoutMarks(7 - restDays, count: activeDays) }
    let year = last.month.year == today.month.year ? "" : " (\(last.month.year))"
    let title = style.bold(DisplayWidth.padded(style.range(from: first, to: last) + year, to: 28))
    let text = style.wrapped([title, figures], separator: "  ") + "\n"
    let days = (0..<7).map { first.adding(days: $0) }
    let dayWidth = (days.map { DisplayWidth.of(heading(of: $0)) }.max() ?? 0) + 1
    let clockWidth = checkIns.map { DisplayWidth.of(localization.clock(of: $0.time)) }.max() ?? 0
    let typeWidth = checkIns.map { DisplayWidth.of(localization.name(of: $0.type)) }.max() ?? 0
    var rows: [[Column]] = []
    for day in days {
      var heading = self.heading(of: day)
      if day == today { heading = style.depth == .none ? heading + "*" : style.underlined(heading) }
      let own = checkIns.filter { $0.day == day }.reversed()
      if own.isEmpty {
        let mark = marks.first { $0.day == day }.map { localization.text(of: $0) }
        rows.append([.value(heading)] + (mark.map { [.text($0)] } ?? []))
      }
      for checkIn in own {
        var columns: [Column] = [
          .value(DisplayWidth.padded(heading, to: dayWidth)),
          .value(DisplayWidth.alignedRight(localization.clock(of: checkIn.time), to: clockWidth)),
          .value(
            style.painted(
              DisplayWidth.padded(localization.name(of: checkIn.type), to: typeWidth), in: Color(of: checkIn.type))),
          .text(Escaping.escaped(checkIn.title)),
        ]
        if let calories = checkIn.calories { columns.append(.extra("\(calories) kcal")) }
        rows.append(columns)
        heading = ""
      }
    }
    let sums = style.sumLines(QuantitySums(of: checkIns), among: checkIns.count)
    return text + style.table(rows, isAligned: false).map { $0 + "\n" }.joined() + (sums.isEmpty ? "" : "\n" + sums)
  }

  private func heading(of day: CivilDay) -> String {
    "\(style.localization.shortName(of: day.weekday)) \(style.localization.shortDate(of: day))"
  }

  /// Writes the week's object.
  func write(to json: inout JSONWriter) {
    json.object { json in
      // Of a week that begins on another day, the number that most of its days have.
      json["week"] = first.adding(days: 3).isoWeekName
      json["from"] = first.description
      json["to"] = last.description
      json["checkIns"] = checkIns.count
      json["days"] = activeDays
      let sums = QuantitySums(of: checkIns)
      json["calories"] = sums.calories.total
      sums.writeMeasures(to: &json)
      json.array("calendar", of: (0..<7).map({ first.adding(days: $0) })) { json, day in
        let own = checkIns.filter { $0.day == day }
        guard let newest = own.first else { return }
        json.object { json in
          json["day"] = day.description
          json["checkIns"] = own.count
          json["newest", qualified: newest.name] = newest.number
          json["type"] = newest.type.name
        }
      }
      json.write(marks)
    }
  }
}
