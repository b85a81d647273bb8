/// The progress toward a goal in the day, week, month or year that contains a day.
///
/// ```swift
/// for progress in try journal.goals(today: today, firstWeekday: .monday) {
///   print(progress.goal.subject.name, progress.done, "of", progress.wanted, progress.streak)
/// }
/// ```
///
/// A check-in counts on its own local day, so travelling changes nothing. All periods are measured against the current
/// goal: periods before it was set count as well, and after a change, no period is measured against the former goal.
/// Marked days without a check-in reduce the target of their period.
public struct GoalProgress: Hashable, Sendable {
  /// The goal as it is now.
  public var goal: Goal
  /// The first day of the period.
  public var from: CivilDay
  /// The last day of the period.
  public var to: CivilDay
  /// The count of the goal's subject from the first day to the last: days, check-ins, metres, seconds or kilocalories.
  public var done: Int
  /// The target of the goal in this period.
  ///
  /// It has the unit of ``done``. It is the goal's count, reduced in proportion to the marked days without a check-in
  /// and rounded down. A goal for days never exceeds the number of the other days. If the target is 0, this period
  /// neither meets nor misses the goal.
  public var wanted: Int
  /// The number of days of this period that are marked and have no check-in, which reduce the target.
  public var restDays: Int
  /// The number of consecutive periods that met the goal, up to and including this one.
  ///
  /// If this period hasn't met the goal yet, the count ends with the previous one: this period can still meet the goal,
  /// so it doesn't break the streak.
  public var streak: Int

  package init(
    goal: Goal, from: CivilDay, to: CivilDay, done: Int, wanted: Int, restDays: Int = 0, streak: Int
  ) {
    self.goal = goal
    self.from = from
    self.to = to
    self.done = done
    self.wanted = wanted
    self.restDays = restDays
    self.streak = streak
  }

  /// A Boolean value that indicates whether this period has already met the goal.
  public var isKept: Bool { wanted > 0 && done >= wanted }

  /// The completed fraction of the target: 0...1.
  public var fraction: Double { min(1, Double(done) / Double(max(1, wanted))) }
}

extension Goal.Period {
  /// The first and the last day of the period that a day lies in.
  func days(around day: CivilDay, firstWeekday: Weekday) -> (from: CivilDay, to: CivilDay) {
    switch self {
    case .day: return (day, day)
    case .week:
      let from = day.adding(days: -day.weekday.position(inWeekFrom: firstWeekday))
      return (from, from.adding(days: 6))
    case .month: return (day.month.firstDay, day.month.lastDay)
    case .year:
      let january = day.month.adding(months: 1 - day.month.month)
      return (january.firstDay, january.adding(months: 11).lastDay)
    }
  }
}

extension Goal {
  /// Judges the period of a day, and those before it as far as its streak goes.
  ///
  /// - Parameters:
  ///   - firstWeekday: the day that weeks start with.
  ///   - restDays: Returns the number of marked days without a check-in from one day to another.
  ///   - count: how much of the subject there is from one day to another; 0 before the first check-in.
  package func progress<Fault: Error>(
    today: CivilDay, firstWeekday: Weekday, restDays: (_ from: CivilDay, _ to: CivilDay) -> Int,
    count done: (_ from: CivilDay, _ to: CivilDay) throws(Fault) -> Int
  ) throws(Fault) -> GoalProgress {
    func evaluate(_ day: CivilDay) throws(Fault) -> GoalProgress {
      let (from, to) = period.days(around: day, firstWeekday: firstWeekday)
      let (days, restDays) = (to.dayNumber - from.dayNumber + 1, restDays(from, to))
      // count × (days − restDays) ÷ days, without the product of a count that a log may have of any size.
      let (each, rest) = count.quotientAndRemainder(dividingBy: days)
      let share = each * (days - restDays) + rest * (days - restDays) / days
      return GoalProgress(
        goal: self, from: from, to: to, done: try done(from, to),
        wanted: subject == .days ? min(share, days - restDays) : share, restDays: restDays, streak: 0)
    }
    var present = try evaluate(today)
    if present.isKept { present.streak = 1 }
    var earlier = try evaluate(present.from.adding(days: -1))
    while earlier.isKept || earlier.wanted == 0 {
      if earlier.isKept { present.streak += 1 }
      earlier = try evaluate(earlier.from.adding(days: -1))
    }
    return present
  }
}
