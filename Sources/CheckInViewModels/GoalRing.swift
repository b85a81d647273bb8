public import CheckInJournal
public import CheckInLanguage

/// A goal as a ring shows it: how much of it is done, and the words beside it.
///
/// ```swift
/// let ring = GoalRing(progress, in: localization)
/// print(ring.fraction, ring.figure, ring.period, ring.streak ?? "")  // 0.67 2 of 3 runs this week 4 weeks in a row
/// ```
public struct GoalRing: Hashable, Sendable {
  /// The maximum number of rings that are shown together.
  public static let maximumCount = 3

  /// The progress toward the goal.
  public let progress: GoalProgress
  /// `3 runs a week`, `Run: 100 km a month`.
  public let title: String
  /// `2 of 3 runs`, `Run: 62.5 of 100 km`.
  public let figure: String
  /// `today`, `this week`, `in November`, `in 2026`.
  public let period: String
  /// `4 weeks in a row`; `nil` for none.
  public let streak: String?
  /// `3 × 5/7 for 2 rest days`; `nil` if no marked days reduce the goal.
  public let reduction: String?

  /// Creates the ring of a goal, with its texts in a language.
  ///
  /// - Parameter unit: The unit of distances.
  public init(_ progress: GoalProgress, in localization: Localization, unit: DistanceUnit = .kilometres) {
    self.progress = progress
    title = localization.title(of: progress.goal, in: unit)
    figure = localization.figure(of: progress, in: unit)
    period = localization.period(of: progress)
    streak = localization.streak(of: progress)
    reduction = localization.reduction(of: progress, in: unit)
  }

  /// The fraction of the ring that is drawn, from 0 to 1.
  public var fraction: Double { progress.fraction }

  /// A Boolean value that indicates whether the goal is met.
  public var isKept: Bool { progress.isKept }

  /// The rings that fit side by side: the first goals, at most ``maximumCount``.
  ///
  /// - Parameter unit: The unit of distances.
  public static func rings(
    _ goals: [GoalProgress], in localization: Localization, unit: DistanceUnit = .kilometres
  ) -> [GoalRing] {
    goals.prefix(maximumCount).map { GoalRing($0, in: localization, unit: unit) }
  }
}
