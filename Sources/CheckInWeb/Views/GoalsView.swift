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
  var units: [Choice]
  var periods: [Choice]
  var hasProblems = false
  var problems: [String] = []
  /// `true` if someone has changed the goal since the form was opened.
  var isConflict = false

  /// - Parameters:
  ///   - input: the form as it was sent; `nil` for an empty one.
  ///   - unit: The unit of distances.
  init(
    _ goals: [GoalProgress], input: GoalForm?, unit: DistanceUnit, in localization: Localization,
    layout: PageLayout
  ) {
    self.layout = layout
    self.goals = goals.map { GoalView(GoalRing($0, in: localization, unit: unit)) }
    hasGoals = !goals.isEmpty
    seen = goals.map(\.goal.text).joined(separator: ",")
    count = input?.count ?? ""
    let words = localization.words
    let counted = Goal.Subject.selectable.filter { $0.quantity == nil }
    subjects = counted.map {
      Choice(value: $0.name, label: localization.name(of: $0), isChosen: $0.name == input?.subject)
    }
    let all = Choice(
      value: GoalForm.allTypes, label: words("All types together"), isChosen: input?.subject == GoalForm.allTypes)
    subjects.insert(all, at: 1)
    let unitLabels = [("", words("check-ins or days")), (unit.symbol, unit.symbol), ("h", "h"), ("kcal", "kcal")]
    units = unitLabels.map { Choice(value: $0.0, label: $0.1, isChosen: $0.0 == input?.unit ?? "") }
    let labels: [Goal.Period: String] = [
      .day: words("a day"), .week: words("a week"), .month: words("a month"), .year: words("a year"),
    ]
    periods = Goal.Period.allCases.map {
      Choice(value: $0.name, label: labels[$0] ?? "", isChosen: $0.name == input?.period ?? Goal.Period.week.name)
    }
  }
}
