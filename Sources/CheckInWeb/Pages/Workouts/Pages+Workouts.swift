import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import Hummingbird

/// The entrance to everything about workouts.
struct WorkoutsView {
  struct Plan {
    var planHref: String
    var planName: String
    var planDetail: String
    var isActive: Bool
    var planNumber: Int
  }

  var layout: PageLayout
  var start: WorkoutStartView
  var plans: [Plan]
  var hasPlans: Bool
  var workouts: [WorkoutRow]
  var hasWorkouts: Bool
}

/// A completed workout, as a line of a list.
struct WorkoutRow {
  var rowHref: String
  var rowTitle: String
  var rowWhen: String
  var rowDetail: String

  init(_ session: WorkoutSession, totals: TrainingTotals, today: CivilDay, figures: WorkoutFigures) {
    let localization = figures.localization
    rowHref = "/sessions/\(session.number)"
    rowTitle = shown(session.title)
    rowWhen =
      localization.recent(session.day, today: today).capitalizedFirst
      + (session.start.isTimeOfDayKnown ? " \(localization.clock(of: session.start))" : "")
    rowDetail = figures.summary(totals, seconds: session.durationSeconds)
  }
}

/// The two lists of what was achieved, one page of one of them.
struct ProgressPage {
  struct Tab {
    var tabHref: String
    var tabLabel: String
    var isCurrent: Bool
  }

  struct ExerciseRow {
    var rowHref: String
    var rowTitle: String
    var rowDetail: String
    var rowRecord: String?
    var rowRecordDay: String?
    var spark: Sparkline?
  }

  var layout: PageLayout
  var summary: String
  var tabs: [Tab]
  var showsWorkouts: Bool
  var showsExercises: Bool
  var isEmpty: Bool
  var workouts: [WorkoutRow]
  var exercises: [ExerciseRow]
  var newer: String?
  var older: String?
}

/// The page of discarded plans and workouts, which the user can restore.
struct DiscardedView {
  struct Row {
    var rowTitle: String
    var rowDetail: String
    var rowHref: String
    var restore: String
  }

  var layout: PageLayout
  var plans: [Row]
  var hasPlans: Bool
  var workouts: [Row]
  var hasWorkouts: Bool
  var isEmpty: Bool
}

extension Pages {
  var figures: WorkoutFigures { WorkoutFigures(unit: access.unit, localization: localization) }

  /// The number of latest workouts on the start page of workouts.
  private static let latestCount = 3
  /// The number of days that the small graphs of the exercises cover.
  private static let sparklineDays = 84

  func addWorkouts(to routes: inout LocalizedRoutes) {
    routes.get("/workouts") { pages, request, _ in try await pages.workouts(request) }
    routes.get("/workouts/discarded") { pages, _, _ in try await pages.discardedWorkouts() }
    routes.get("/progress") { pages, request, _ in try await pages.progress(request) }
    addPlans(to: &routes)
    addSessions(to: &routes)
    routes.get("/exercises/:number") { pages, request, context in try await pages.exercise(request, context) }
    routes.command("/exercises/new") {
      try $0.defineExercise($1, in: $2)
    } refusal: {
      try await $0.openSession($1, error: $2)
    }
    routes.command("/exercises/:number/rename") {
      try $0.renameExercise($1, in: $2)
    } refusal: {
      try await $0.exercise($1, $2)
    }
  }

  private func addPlans(to routes: inout LocalizedRoutes) {
    routes.get("/plans/new") { pages, _, _ in try await pages.newPlanForm() }
    routes.form("/plans/new") { pages, form, _ in try await pages.createPlan(form) }
    routes.get("/plans/:number") { pages, request, context in try await pages.plan(request, in: context) }
    routes.get("/plans/:number/edit") { pages, _, context in try await pages.editPlanForm(context) }
    routes.form("/plans/:number/edit") { pages, form, _ in try await pages.editPlan(form) }
    routes.command("/plans/:number/use") { _, form, journal in
      Redirection("/plans/\(form.number)", notice: "used", after: try journal.usePlan(form.number))
    }
    routes.command("/plans/:number/deactivate") { _, form, journal in
      let isActive = try journal.existingPlan(form.number).isActive
      return Redirection(
        "/plans/\(form.number)", notice: "unused", after: isActive ? try journal.usePlan(nil) : nil)
    }
    routes.command("/plans/:number/discard") { _, form, journal in
      let plan = try journal.discardPlan(form.number)
      return Redirection("/plans/\(form.number)", notice: "discarded", after: plan.sequence)
    }
    routes.command("/plans/:number/restore") { _, form, journal in
      let plan = try journal.restorePlan(form.number)
      return Redirection("/plans/\(form.number)", notice: "restored", after: plan.sequence)
    }
  }

  private func addSessions(to routes: inout LocalizedRoutes) {
    routes.get("/session") { pages, request, _ in try await pages.openSession(request) }
    routes.command("/session/start") { try $0.startSession($1, in: $2) }
    routes.form("/session/log") { pages, form, _ in try await pages.logSets(form) }
    routes.get("/session/finish") { pages, _, _ in try await pages.finishForm() }
    routes.command("/session/finish") {
      try $0.finishSession($1, in: $2)
    } refusal: {
      try await $0.finishForm($1, error: $2)
    }
    routes.get("/sessions/:number") { pages, request, context in try await pages.session(request, in: context) }
    routes.get("/sessions/:number/edit") { pages, _, context in try await pages.editSessionForm(context) }
    routes.command("/sessions/:number/edit") {
      try $0.editSession($1, in: $2)
    } refusal: {
      try await $0.editSessionForm($1, error: $2)
    }
    routes.command("/sessions/:number/discard") { try Self.discardSession($1, in: $2) }
    routes.command("/sessions/:number/restore") { _, form, journal in
      let session = try journal.restoreSession(form.number)
      return Redirection(Self.path(of: session), notice: "restored", after: session.sequence)
    }
    routes.command("/sessions/:number/check-in") { try $0.checkIn(ofSession: $1, in: $2) }
    routes.command("/sessions/:number/link") { _, form, journal in
      let checkIn = try form.required("check-in") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
      let event = try journal.link(session: form.number, toCheckIn: checkIn)
      return Redirection("/sessions/\(form.number)", notice: "linked", after: event)
    }
    routes.command("/sessions/:number/unlink") { try Self.unlinkSession($1, in: $2) }
    routes.get("/sessions/:number/sets/:set") { pages, _, context in try await pages.setForm(context) }
    routes.command("/sessions/:number/sets/:set") {
      try $0.editSet($1, in: $2)
    } refusal: {
      try await $0.setForm($1, error: $2)
    }
    routes.command("/sessions/:number/sets/:set/remove") { try Self.removeSet($1, in: $2) }
  }

  func workouts(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    let view = try await access.run { journal in
      var layout = layout(words("Workouts"), section: .workouts, of: journal)
      layout.notice = notice(for: query, in: journal, back: "/workouts")
      let plans = try journal.plans().sorted { $0.isActive && !$1.isActive }.map { plan in
        WorkoutsView.Plan(
          planHref: "/plans/\(plan.number)", planName: shown(plan.name),
          planDetail: figures.exercises(Set(plan.items.map(\.exercise)).count), isActive: plan.isActive,
          planNumber: plan.number)
      }
      let latest = try journal.completedSessions(limit: Self.latestCount)
      let rows = try latest.map { try workoutRow(for: $0, in: journal) }
      return WorkoutsView(
        layout: layout, start: try workoutStart(journal), plans: plans,
        hasPlans: !plans.isEmpty, workouts: rows, hasWorkouts: !rows.isEmpty)
    }
    return html("workouts", with: view)
  }

  /// The workout that comes next.
  func workoutStart(_ journal: Journal) throws(JournalError) -> WorkoutStartView {
    try WorkoutStartView(journal, active: try journal.activePlan(), today: access.today, figures: figures)
  }

  /// The workout that was completed last, for Home.
  func lastWorkout(of home: HomeViewModel, in journal: Journal) throws(JournalError) -> LastWorkoutView? {
    guard let session = home.lastCompletedWorkout, let totals = home.lastWorkoutTotals else { return nil }
    let records = try journal.executedExercises().filter { $0.statistics.record?.session == session.number }
    return LastWorkoutView(session, totals: totals, today: access.today, records: records, figures: figures)
  }

  private func workoutRow(for session: WorkoutSession, in journal: Journal) throws(JournalError) -> WorkoutRow {
    WorkoutRow(session, totals: try journal.totals(of: session), today: access.today, figures: figures)
  }

  func progress(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    let start =
      try query["from"].map { text in
        guard let start = API.integer(text), start <= 1_000_000 else { throw Self.notFound }
        return start
      } ?? 0
    guard query["tab"].map({ ["workouts", "exercises"].contains($0) }) ?? true else { throw Self.notFound }
    let showsExercises = query["tab"] == "exercises"
    let view = try await access.run { [access] journal in
      let layout = layout(words("Progress"), section: .workouts, of: journal)
      let screen = ProgressViewModel(journal: journal, skippingWorkouts: showsExercises ? 0 : start)
      screen.selectedTab = showsExercises ? .exercises : .workouts
      if let error = screen.error { throw error }
      let size = ProgressViewModel.pageSize
      let count = try journal.trainingTotals().reduce(0) { $0 + $1.totals.sessions }
      let exercises = showsExercises ? screen.executedExercises.dropFirst(start).prefix(size) : []
      let maxima =
        showsExercises
        ? try journal.estimatedMaxima(since: access.today.adding(days: -Self.sparklineDays)) : [:]
      let tab = showsExercises ? "exercises" : "workouts"
      let loads = Dictionary(
        try journal.exercises().map { ($0.number, $0.load) }, uniquingKeysWith: { first, _ in first })
      let hasOlder =
        showsExercises ? screen.executedExercises.count > start + size : screen.hasMoreWorkouts
      return ProgressPage(
        layout: layout,
        summary: words.count(count, "{n} workout", "{n} workouts") + " · "
          + figures.exercises(screen.executedExercises.count),
        tabs: ProgressViewModel.ProgressTab.allCases.map { one in
          ProgressPage.Tab(
            tabHref: "/progress?tab=\(one.rawValue.lowercased())",
            tabLabel: one == .workouts ? words("Workouts") : words("Exercises"),
            isCurrent: one == screen.selectedTab)
        },
        showsWorkouts: !showsExercises && !screen.completedSessions.isEmpty,
        showsExercises: showsExercises && !exercises.isEmpty,
        isEmpty: showsExercises ? exercises.isEmpty : screen.completedSessions.isEmpty,
        workouts: showsExercises
          ? [] : try screen.completedSessions.map { try workoutRow(for: $0, in: journal) },
        exercises: exercises.map { stats in
          ProgressPage.ExerciseRow(
            rowHref: "/exercises/\(stats.id)", rowTitle: shown(stats.exerciseName),
            rowDetail: localization.recent(stats.lastExecutionDate, today: access.today).capitalizedFirst + " · "
              + figures.sets(stats.totalSetsExecuted),
            rowRecord: stats.personalRecord.map { figures.text($0, load: loads[stats.id] ?? .external) },
            rowRecordDay: stats.personalRecord.map { recordDay($0.day) },
            spark: Sparkline(maxima[stats.id] ?? [], figures: figures))
        },
        newer: start > 0 ? "/progress?tab=\(tab)&from=\(max(0, start - size))" : nil,
        older: hasOlder ? "/progress?tab=\(tab)&from=\(start + size)" : nil)
    }
    return html("progress", with: view)
  }

  /// `18 November`; with its year where that is another one.
  private func recordDay(_ day: CivilDay) -> String {
    day.month.year == access.today.month.year ? localization.date(of: day) : localization.shortTitle(of: day)
  }

  func discardedWorkouts() async throws -> Response {
    let view = try await access.run { journal in
      let layout = layout(words("Discarded plans and workouts"), section: .workouts, of: journal)
      let plans = try journal.plans(discarded: true).map { plan in
        DiscardedView.Row(
          rowTitle: shown(plan.name), rowDetail: figures.exercises(Set(plan.items.map(\.exercise)).count),
          rowHref: "/plans/\(plan.number)", restore: "/plans/\(plan.number)/restore")
      }
      let workouts = try journal.discardedSessions().map { session in
        DiscardedView.Row(
          rowTitle: shown(session.title),
          rowDetail: "\(localization.shortTitle(of: session.day)) · \(figures.sets(session.sets.count))",
          rowHref: "/sessions/\(session.number)", restore: "/sessions/\(session.number)/restore")
      }
      return DiscardedView(
        layout: layout, plans: plans, hasPlans: !plans.isEmpty, workouts: workouts, hasWorkouts: !workouts.isEmpty,
        isEmpty: plans.isEmpty && workouts.isEmpty)
    }
    return html("discarded", with: view)
  }
}
