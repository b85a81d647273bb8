import CheckInJournal
import CheckInViewModels

/// A goal for a template.
struct GoalView {
  /// The goal as ``Goal/text`` writes it, by which a form knows what its reader saw.
  var goal: String
  /// `3 runs a week`, `Run: 100 km a month`.
  var goalTitle: String
  /// `2 of 3 runs`.
  var goalFigure: String
  /// `today`, `this week`, `in November`, `in 2026`.
  var goalPeriod: String
  /// `4 weeks in a row`; `nil` for none.
  var goalStreak: String?
  /// `3 × 5/7 for 2 rest days`; `nil` for none.
  var goalReduction: String?
  /// The percentage done, from 0 to 100; below 100 until the goal is met.
  var goalPercent: Int
  var isKept: Bool
  /// The type whose colour it takes, as in classes: `strength-training`; `nil` without a type.
  var goalSlug: String?

  init(_ ring: GoalRing) {
    goal = ring.progress.goal.text
    goalTitle = ring.title
    goalFigure = ring.figure
    goalPeriod = ring.period
    goalStreak = ring.streak
    goalReduction = ring.reduction
    goalPercent = Int(ring.fraction * 100)
    isKept = ring.isKept
    goalSlug = ring.progress.goal.subject.exerciseType?.slug
  }
}
