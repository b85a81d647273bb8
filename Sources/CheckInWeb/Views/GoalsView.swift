import CheckInJournal
import CheckInLanguage
import CheckInViewModels

/// The page of the goals: all of them, and a form for another.
struct GoalsView {
  var layout: PageLayout
  var goals: [GoalView]
  var hasGoals: Bool
  /// The goals that the user sees, which the form submits to detect changes since then.
  var seen: String
  var subjects: [Choice]
  var count: String
  var periods: [Choice]
  var hasProblems = false
  var problems: [String] = []
  /// `true` if someone has changed the goal since the form was opened.
  var isConflict = false

  /// - Parameter input: the form as it was sent; `nil` for an empty one.
  init(_ goals: [GoalProgress], input: GoalForm?, in localization: Localization, layout: PageLayout) {
    self.layout = layout
    self.goals = goals.map { GoalView(GoalRing($0, in: localization)) }
    hasGoals = !goals.isEmpty
    seen = goals.map(\.goal.text).joined(separator: ",")
    count = input?.count ?? ""
    subjects = Goal.Subject.selectable.map {
      Choice(value: $0.name, label: localization.name(of: $0), isChosen: $0.name == input?.subject)
    }
    let labels = [Goal.Period.week: localization.words("a week"), .month: localization.words("a month")]
    periods = Goal.Period.allCases.map {
      Choice(value: $0.name, label: labels[$0] ?? "", isChosen: $0.name == input?.period)
    }
  }
}
