import CheckInJournal
import CheckInLanguage
import CheckInViewModels

/// The first page: the streak with this week and the goals, a month, what was done last, and what comes next.
struct HomeView {
  /// A day of this week.
  struct WeekDay {
    var weekday: String
    var words: String
    var href: String?
    var cell: String?
    var kind: String
    var slug: String?
    var photo: String?
    var mark: String?
  }

  /// A type and title that the user can check in again.
  struct Again {
    var number: Int
    var slug: String
    var title: String
  }

  /// The newest check-in.
  struct Last {
    var number: Int
    var slug: String
    var title: String
    var when: String
    var isToday: Bool
    var location: String?
    var photo: Preview?
    /// The label of the button that repeats the check-in.
    var again: String
  }

  var layout: PageLayout
  /// `true` if the journal has no check-ins, plans or workouts. The page then shows a greeting.
  var isEmpty: Bool
  var greeting: String
  var streak: String
  var streakUnit: String
  /// The longest streak, if it is not this one.
  var best: String?
  /// `with 4 rest days between`; `nil` if the current streak spans no marked days.
  var restDays: String?
  /// The address of today's page, which marks days.
  var markDay: String
  /// The percentage of this month's days with check-ins.
  var percent: String
  var total: String
  /// The number of conflicts to resolve, as readable text; `nil` for none.
  var conflicts: String?
  var totalUnit: String
  var week: [WeekDay]
  var hasRings: Bool
  var rings: [RingView]
  var ringWords: String
  var hasAgain: Bool
  var again: [Again]
  var start: WorkoutStartView
  var lastWorkout: LastWorkoutView?
  var month: MonthView
  var last: Last?

  /// - Parameters:
  ///   - wanted: the month to show.
  ///   - screen: the dashboard; it has been read.
  init(
    _ journal: Journal, month wanted: CivilMonth, screen: HomeViewModel, start: WorkoutStartView,
    lastWorkout: LastWorkoutView?, today: CivilDay, unit: DistanceUnit, localization: Localization, layout: PageLayout
  ) throws(JournalError) {
    let words = localization.words
    let statistics = try journal.statistics(today: today)
    var calendars: [CivilMonth: MonthCalendar] = [:]
    func calendar(of month: CivilMonth) throws(JournalError) -> MonthCalendar {
      if let known = calendars[month] { return known }
      let calendar = try journal.calendar(of: month)
      calendars[month] = calendar
      return calendar
    }
    self.layout = layout
    greeting = words("Your journal starts with one check-in")
    isEmpty = statistics.total == 0 && start.isIdle && start.hasNoPlans && lastWorkout == nil
    let days = screen.currentStreak
    streak = localization.number(days)
    streakUnit = words.count(days, "day in a row", "days in a row")
    if let longest = statistics.longestStreak, longest.days > days {
      let end =
        longest.to.month.year == today.month.year
        ? localization.date(of: longest.to) : localization.title(of: longest.to.month)
      best = words("Best {n}, until {day}", ["n": localization.number(longest.days), "day": end])
    }
    restDays = statistics.currentStreak.flatMap { localization.restDays(in: $0) }
    markDay = "/days/\(today)"
    let thisMonth = try calendar(of: today.month).statistics
    percent = words(
      "{percent} of {month}",
      [
        "percent": localization.percent(Int(thisMonth.percentage.rounded())),
        "month": localization.name(of: today.month),
      ])
    total = localization.number(statistics.total)
    conflicts = GroupView.conflicts(journal.conflicts().count, in: words)
    totalUnit = words.count(statistics.total, "check-in", "check-ins")

    let firstDay = today.adding(days: -today.weekday.position(inWeekFrom: localization.firstWeekday))
    let bands = Bands(
      active: try journal.activeDays(from: firstDay.adding(days: -1), to: firstDay.adding(days: 7)),
      current: statistics.currentStreak)
    week = []
    for place in 0..<7 {
      let day = firstDay.adding(days: place)
      let ofMonth = try calendar(of: day.month)
      var view = MonthView.Day(
        day, entry: ofMonth.days.first { $0.day == day }, mark: ofMonth.marks.first { $0.day == day }, today: today,
        in: localization)
      view.setCell([
        bands.classes(day, isFirst: place == 0, isLast: place == 6), day == today ? "today" : nil,
      ])
      week.append(
        WeekDay(
          weekday: localization.shortName(of: day.weekday), words: view.words, href: view.href, cell: view.cell,
          kind: view.kind, slug: view.slug, photo: view.photo, mark: view.mark))
    }
    rings = GoalRing.rings(screen.goals, in: localization, unit: unit).enumerated().map { RingView($1, place: $0) }
    hasRings = !rings.isEmpty
    ringWords = words(
      "Goals: {goals}", ["goals": rings.map { "\($0.label) \($0.period)" }.joined(separator: ", ")])

    again = try journal.recentTitles(limit: 4).map { recent in
      Again(number: recent.checkIn.number, slug: recent.checkIn.type.slug, title: shown(recent.checkIn.title))
    }
    hasAgain = !again.isEmpty
    last = try journal.checkIns(limit: 1).first.map { Last($0, today: today, localization) }

    self.start = start
    self.lastWorkout = lastWorkout

    let isFirst = wanted == CivilMonth(year: 1, month: 1)
    month = try MonthView(
      try calendar(of: wanted), in: journal, current: statistics.currentStreak, today: today,
      localization: localization, neighbour: isFirst ? nil : try calendar(of: wanted.adding(months: -1)))
    month.hasSteps = true
    if !isFirst { month.earlier = "/?month=\(wanted.adding(months: -1))" }
    if wanted < today.month { month.later = "/?month=\(wanted.adding(months: 1))" }
  }
}

extension HomeView.Last {
  init(_ checkIn: CheckIn, today: CivilDay, _ localization: Localization) {
    number = checkIn.number
    slug = checkIn.type.slug
    title = shown(checkIn.title)
    let day = localization.relative(checkIn.day, today: today).capitalizedFirst
    when = "\(day) \(localization.timeOfDay(of: checkIn.time))"
    isToday = checkIn.day == today
    location = checkIn.location.map(shown)
    photo = checkIn.photo.map { Preview($0, side: .medium) }
    again = localization.words("Again: {title}", ["title": title])
  }
}

/// A goal as a ring, which closes as the goal is reached.
struct RingView {
  /// `17 of 20 days`.
  var label: String
  /// `in November`, `this week`.
  var period: String
  /// The type's slug, or `days` without a type: for the colour.
  var slug: String
  /// 0...100.
  var part: Int
  /// `true` if nothing is done yet.
  ///
  /// The ring is then not drawn, because its round end would look like progress.
  var isEmptyRing: Bool
  /// 52 for the outer ring, less for those within it.
  var radius: Int

  /// - Parameter place: 0 for the outer ring.
  init(_ ring: GoalRing, place: Int) {
    label = ring.figure
    period = ring.period
    slug = ring.progress.goal.subject.exerciseType?.slug ?? "days"
    part = Int(ring.fraction * 100)
    isEmptyRing = part == 0
    radius = 52 - 13 * place
  }
}
