import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import Hummingbird

extension Pages {
  func addGoals(to routes: inout LocalizedRoutes) {
    routes.get("/goals") { pages, request, _ in try await pages.goals(request) }
    routes.command("/goals/set") {
      try $0.setGoal($1, in: $2)
    } refusal: {
      try await $0.goals(GoalForm($1.fields), error: $2)
    }
    routes.command("/goals/clear") { _, form, journal in
      try journal.clearGoal(try form.required("goal") { try? Goal($0) })
      return Redirection("/goals", notice: "no-goal", after: journal.sequence)
    } refusal: { pages, _, error in
      try await pages.goals(nil, error: error)
    }
  }

  func goals(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    return html("goals", with: try await goalsView { $0.notice = notice(for: query, in: $1, back: "/goals") })
  }

  /// Sets a goal in place of the one that the form was opened with.
  private func setGoal(_ form: SentForm, in journal: Journal) throws -> Redirection {
    let fields = GoalForm(form.fields)
    let goal = try fields.goal(in: localization)
    let isChanged = try journal.setGoal(goal, replacing: fields.replaced(by: goal))
    return Redirection("/goals", notice: "goal", after: isChanged ? journal.sequence : nil)
  }

  /// The goals with an error and the form as it was sent.
  private func goals(_ input: GoalForm?, error: JournalError) async throws -> Response {
    var view = try await goalsView(input, isFresh: false) { layout, _ in layout.isLive = false }
    view.isConflict = error.code == .conflict
    view.hasProblems = !view.isConflict
    view.problems = error.messages.map { words($0) }
    return html("goals", with: view, status: error.httpStatus)
  }

  private func goalsView(
    _ input: GoalForm? = nil, isFresh: Bool = true,
    _ change: @escaping @Sendable (inout PageLayout, Journal) -> Void
  ) async throws -> GoalsView {
    try await access.run(isFresh: isFresh) { [access, localization] journal in
      var layout = layout(words("Goals"), section: .goals, of: journal)
      change(&layout, journal)
      layout.showConflicts(of: journal, words) { if case .goal = $0 { true } else { false } }
      let goals = try journal.goals(today: access.today, firstWeekday: localization.firstWeekday)
      return GoalsView(goals, input: input, unit: access.distanceUnit, in: localization, layout: layout)
    }
  }
}
