import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct DashboardCommand: ReadingCommand {
  static let name = "dashboard"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "checkin", abstract: "Show today, the same as without a command",
    usage: "checkin [--as-of <sequence|when>] [<options>]", shouldDisplay: false)
  static let answersWithoutJournal = true

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let today = try session.today
    let statistics = try journal.statistics(today: today)
    let page = try journal.calendar(of: today.month)
    let workouts = try workouts(journal.journal)
    let goals = try journal.journal?.goals(today: today, firstWeekday: session.firstWeekday) ?? []
    guard global.json else {
      let dashboard = Dashboard(
        today: today, statistics: statistics, page: page, last: try journal.lastCheckIn(discarded: false),
        workouts: workouts, goals: goals, style: session.style)
      return try session.output.write(dashboard.text)
    }
    try session.output.object { json in
      json["today"] = today.description
      json["total"] = statistics?.total ?? 0
      json["currentStreak"] = statistics?.currentStreak
      json["month"] = page
      workouts.write(to: &json)
      json["sequence"] = journal.sequence
    }
  }
}

extension DashboardCommand {
  fileprivate func workouts(_ journal: Journal?) throws -> DashboardWorkouts {
    guard let journal else { return DashboardWorkouts() }
    var workouts = DashboardWorkouts()
    workouts.plan = try journal.activePlan()
    let open = try journal.openSession()
    let last = try journal.completedSessions(limit: 1).first
    guard workouts.plan != nil || open != nil || last != nil else { return workouts }
    let names = try WorkoutNames(journal)
    workouts.names = names
    workouts.open = try open.map { try SessionDetails($0, of: journal, names: names) }
    workouts.last = try last.map { try SessionDetails($0, of: journal, names: names) }
    return workouts
  }
}

/// The dashboard's workout data: the active plan, the open session and the last completed one.
private struct DashboardWorkouts {
  var plan: WorkoutPlan?
  var open: SessionDetails?
  var last: SessionDetails?
  var names: WorkoutNames?

  /// A line for each.
  func lines(_ style: Style) -> [String] {
    var lines: [String] = []
    func add(_ label: String, with columns: [Column]) {
      lines.append(style.line([.value(DisplayWidth.padded(label, to: Dashboard.labelWidth))] + columns))
    }
    if let open { add(style.words("Open session"), with: open.columns(style)) }
    if let plan { add(style.words("Active plan"), with: plan.columns(style)) }
    if let last { add(style.words("Last workout"), with: last.columns(style)) }
    return lines
  }

  /// Writes the members of the dashboard's object.
  func write(to json: inout JSONWriter) {
    json.key("plan")
    if let plan, let names { plan.write(names, to: &json) } else { json.null() }
    json["openSession"] = open
    json["lastWorkout"] = last
  }
}

/// The output of the command without a subcommand: today's overview.
private struct Dashboard {
  let today: CivilDay
  let statistics: Statistics?
  let page: MonthCalendar
  /// The check-in that was recorded last.
  let last: CheckIn?
  let workouts: DashboardWorkouts
  let goals: [GoalProgress]
  let style: Style

  /// Columns of the label before goals and workouts.
  static let labelWidth = 12

  var text: String {
    let calendar = CalendarGrid(page: page, today: today, style: style)
    var text = style.bold(localization.title(of: today)) + "\n"
    if !figures.isEmpty { text += style.wrapped(figures, separator: ", ") + "\n" }
    if !goals.isEmpty {
      let label = DisplayWidth.padded(words("Goals"), to: Self.labelWidth)
      let lines = goals.map { goal in
        "\(localization.figure(of: goal, in: style.distanceUnit)) \(localization.period(of: goal))"
          + (localization.reduction(of: goal, in: style.distanceUnit).map { " (\($0))" } ?? "")
      }
      text += style.line([.value(label), .value(lines.joined(separator: ", "))]) + "\n"
    }
    for line in workouts.lines(style) { text += line + "\n" }
    text += "\n" + calendar.text
    if !page.days.isEmpty || !page.marks.isEmpty { text += calendar.legend }
    return text + "\n" + style.line([.value(advice)]) + "\n"
  }

  private var localization: Localization { style.localization }
  private var words: Words { style.words }

  private var figures: [String] {
    guard let statistics, statistics.total > 0 else { return [] }
    var parts = [style.checkIns(statistics.total)]
    if let streak = statistics.currentStreak {
      let day = localization.shortTitle(of: streak.from)
      parts.append(
        words.count(streak.days, "streak {n} day since {day}", "streak {n} days since {day}", ["day": day]))
      parts += [localization.restDays(in: streak)].compactMap { $0 }
    } else {
      parts.append(words("no streak"))
    }
    if let longest = statistics.longestStreak {
      parts.append(words.count(longest.days, "longest {n} day", "longest {n} days"))
      parts += [longest == statistics.currentStreak ? nil : localization.restDays(in: longest)].compactMap { $0 }
    }
    return parts
  }

  private var advice: String {
    let example = style.bold("checkin add run Morning 5k")
    guard let statistics, statistics.total > 0 else {
      return words("No check-ins yet. Start with: {command}", ["command": example])
    }
    if let entry = page.days.first(where: { $0.day == today }) {
      let latest = Escaping.escaped(entry.newest.title)
      let type = localization.name(of: entry.newest.type)
      let newest = words.count(
        entry.checkIns, "Today: {n} check-in, newest {type}, {title}", "Today: {n} check-ins, newest {type}, {title}",
        ["type": type, "title": latest])
      guard let last, last.number != entry.newest.number else { return newest }
      return newest + words("; recorded last: {checkIn}", ["checkIn": last.confirmation(style, today: today)])
    }
    if let mark = page.marks.first(where: { $0.day == today }) {
      return words("Today is marked: {kind}", ["kind": localization.text(of: mark)])
    }
    if let streak = statistics.currentStreak {
      return words.count(
        streak.days + 1, "Nothing yet today; one check-in makes it {n} day: {command}",
        "Nothing yet today; one check-in makes it {n} days: {command}", ["command": example])
    }
    return words("Nothing yet today; a streak starts with: {command}", ["command": example])
  }
}
