import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import Hummingbird

extension Pages {
  func addGoals(to routes: inout LocalizedRoutes) {
    routes.get("/goals") { pages, request, _ in try await pages.goals(request) }
    routes.post("/goals/set") { pages, request, _ in try await pages.setGoal(request) }
    routes.post("/goals/clear") { pages, request, _ in try await pages.clearGoal(request) }
  }

  func goals(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    return html("goals", try await goalsView { $0.notice = notice(query, $1, back: "/goals") })
  }

  /// Sets a goal in place of the one that the form was opened with.
  func setGoal(_ request: Request) async throws -> Response {
    let fields = GoalForm(try await form(request))
    return try await answer(fields, notice: "goal") { journal throws(JournalError) in
      let goal = try fields.goal()
      return try journal.setGoal(goal, replacing: fields.replaced(by: goal))
    }
  }

  func clearGoal(_ request: Request) async throws -> Response {
    let fields = try await form(request)
    guard let goal = try? Goal(fields["goal"] ?? "") else {
      throw HTTPError(.badRequest, message: "The form is not one of ours.")
    }
    return try await answer(nil, notice: "no-goal") { journal throws(JournalError) in
      try journal.clearGoal(goal)
      return true
    }
  }

  /// Does what a form asks for and leads back to the goals, or shows them with what is wrong and the form as it was
  /// sent.
  private func answer(
    _ input: GoalForm?, notice: String, _ command: @escaping @Sendable (Journal) throws(JournalError) -> Bool
  ) async throws -> Response {
    do {
      let sequence = try await access.run { try command($0) ? $0.sequence : nil }
      return Self.redirect("/goals?notice=\(notice)" + (sequence.map { "&after=\($0)" } ?? ""))
    } catch let error as JournalError {
      var view = try await goalsView(input, isFresh: false) { layout, _ in layout.isLive = false }
      view.isConflict = error.code == .conflict
      view.hasProblems = !view.isConflict
      view.problems = error.messages
      return html("goals", view, status: error.httpStatus)
    }
  }

  private func goalsView(
    _ input: GoalForm? = nil, isFresh: Bool = true,
    _ change: @escaping @Sendable (inout PageLayout, Journal) -> Void
  ) async throws -> GoalsView {
    try await access.run(isFresh: isFresh) { [access, localization] journal in
      var layout = layout(words("Goals"), .goals, of: journal)
      change(&layout, journal)
      let goals = try journal.goals(today: access.today, firstWeekday: localization.firstWeekday)
      return GoalsView(goals, input, in: localization, layout: layout)
    }
  }
}
