import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import Hummingbird

struct HomeView {
  var layout: PageLayout
  var total: Int
  var streak: String
  var today: String
  var button: String
  var start: WorkoutStartView
  var lastWorkout: LastWorkoutView?
  var month: MonthView
}

struct MonthsView {
  var layout: PageLayout
  var isEmpty: Bool
  var months: [MonthView]
  var earlier: String?
}

struct DayView {
  var layout: PageLayout
  var isEmpty: Bool
  var checkIns: [CheckInView]
  var add: String?
  var earlier: String?
  var later: String?
}

extension Pages {
  /// How many months one page shows.
  private static let monthsOnPage = 12

  func home(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    let wanted = try query["month"].map { text in
      guard let month = CivilMonth(text) else { throw Self.notFound }
      return month
    }
    let view = try await access.run { [access, localization] journal in
      var layout = layout("Home", .home, of: journal)
      let today = access.today
      let home = HomeViewModel(
        journal: journal, zone: access.zone, firstWeekday: localization.firstWeekday, now: { access.clock.milliseconds }
      )
      let screen = CheckInViewModel(journal: journal, month: min(wanted ?? today.month, today.month), today: { today })
      if let error = home.error ?? screen.error { throw error }
      let statistics = try journal.statistics(today: today)
      var month = try MonthView(
        screen.calendar, in: journal, current: statistics.currentStreak, today: today, localization: localization,
        neighbour: try journal.calendar(of: screen.currentMonth.adding(months: -1)))
      month.hasSteps = true
      month.earlier = "/?month=\(screen.currentMonth.adding(months: -1))"
      if screen.hasNextMonth { month.later = "/?month=\(screen.currentMonth.adding(months: 1))" }
      layout.notice = notice(query, journal)
      layout.clearsDraft = query["notice"] == "added"
      return HomeView(
        layout: layout, total: screen.totalCheckIns, streak: pluralized(home.currentStreak, "day"),
        today: home.checkInTimeText.map { time in
          home.todayCount > 1 ? "\(home.todayCount), last at \(time)" : "At \(time)"
        } ?? "Not yet",
        button: home.checkInButtonText,
        start: try workoutStart(journal),
        lastWorkout: try lastWorkout(home, journal), month: month)
    }
    return html("home", view)
  }

  func months(_ request: Request) async throws -> Response {
    let before = try FormFields(queryOf: request)["before"].map { text in
      guard let month = CivilMonth(text) else { throw Self.notFound }
      return month
    }
    let view = try await access.run { [access, localization] journal in
      let layout = layout(words("Months"), .months, of: journal)
      let all = try journal.months().map(\.month).filter { month in before.map { month < $0 } ?? true }
      let page = all.prefix(Self.monthsOnPage)
      let current = try journal.statistics(today: access.today).currentStreak
      let months = try page.map {
        try MonthView(
          try journal.calendar(of: $0), in: journal, current: current, today: access.today, localization: localization)
      }
      return MonthsView(
        layout: layout, isEmpty: all.isEmpty, months: months,
        earlier: all.count > page.count ? page.last.map { "/months?before=\($0)" } : nil)
    }
    return html("months", view)
  }

  func day(_ context: WebContext) async throws -> Response {
    guard let day = context.parameters.get("day").flatMap({ CivilDay($0) }) else { throw Self.notFound }
    let view = try await access.run { [access] journal in
      let layout = layout(day.title, of: journal)
      let checkIns = try journal.checkIns(from: day, to: day).map(CheckInView.init)
      let (before, after) = (day.adding(days: -1), day.adding(days: 1))
      return DayView(
        layout: layout, isEmpty: checkIns.isEmpty, checkIns: checkIns,
        add: day <= access.today ? "/add?day=\(day)" : nil,
        earlier: before.month.year >= 1 ? "/days/\(before)" : nil,
        later: after <= access.today ? "/days/\(after)" : nil)
    }
    return html("day", view)
  }

  func year(_ context: WebContext) async throws -> Response {
    guard let text = context.parameters.get("year"), let year = Int(text), String(year) == text,
      (1...9999).contains(year)
    else { throw Self.notFound }
    let view = try await access.run { [access, localization] journal in
      let layout = layout(String(year), .year, of: journal)
      return YearView(
        year, try journal.dayCounts(inYear: year), today: access.today, firstWeekday: localization.firstWeekday,
        layout: layout)
    }
    return html("year", view)
  }

  /// The message about what was done last: one of a fixed set, never a text from the address.
  ///
  /// - Parameter back: the page that an undo leads to; `nil` for home.
  func notice(_ query: FormFields, _ journal: Journal, back: String? = nil) -> PageLayout.Notice? {
    let texts = [
      "added": "Checked in", "changed": "Changed", "discarded": "Discarded", "restored": "Restored", "undone": "Undone",
      "started": "Workout started", "open": "This workout is open already", "logged": "Set logged",
      "removed": "Set removed", "finished": "Workout finished", "planned": "Plan saved",
      "used": "This plan is active now", "unused": "No plan is active now", "linked": "Check-in and workout are linked",
      "unlinked": "Check-in and workout are not linked any more", "defined": "Exercise defined",
      "goal": "Goal set", "no-goal": "Goal cleared",
    ]
    guard let name = query["notice"], let text = name == "merged" ? merged(query) : texts[name] else { return nil }
    let sequence = query["after"].flatMap(UInt64.init)
    return PageLayout.Notice(
      text: text, undo: name != "undone" && sequence == journal.sequence ? sequence : nil, back: back)
  }

  /// The message about an edit that was merged with others' changes.
  private func merged(_ query: FormFields) -> String {
    let fields = (query["kept"] ?? "").split(separator: " ").compactMap { CheckInForm.Field(rawValue: String($0)) }
    let labels = fields.map(\.label).joined(separator: ", ").lowercased()
    return "Changed. What others changed in the meantime was kept: \(labels)"
  }
}
