/// How far a goal has come in the week or month of a day.
///
/// ```swift
/// for progress in try journal.goals(today: today, firstWeekday: .monday) {
///   print(progress.goal.subject.name, progress.done, "of", progress.wanted, progress.streak)
/// }
/// ```
///
/// A check-in counts on the day that its own clock showed, so journeys move nothing. All periods are judged by the goal
/// as it is now: those before it was set count as well, and where it was changed, none keeps the former one.
public struct GoalProgress: Hashable, Sendable {
  /// The goal as it is now.
  public var goal: Goal
  /// The first day of the week or month.
  public var from: CivilDay
  /// The last day of the week or month.
  public var to: CivilDay
  /// What was done from the first day to the last.
  public var done: Int
  /// What the goal asks for, at least 1: its count, or where it is for days and the month has fewer, all of them.
  public var wanted: Int
  /// How many periods in a row have kept the goal, up to this one, or to the one before where this one has not yet: it
  /// can still be kept, so it breaks nothing.
  public var streak: Int

  package init(goal: Goal, from: CivilDay, to: CivilDay, done: Int, wanted: Int, streak: Int) {
    self.goal = goal
    self.from = from
    self.to = to
    self.done = done
    self.wanted = wanted
    self.streak = streak
  }

  /// Whether the goal is kept in this period already.
  public var isKept: Bool { done >= wanted }

  /// How much of it is done: 0...1.
  public var fraction: Double { min(1, Double(done) / Double(max(1, wanted))) }
}

extension Goal.Period {
  /// The first and the last day of the week or month that a day lies in.
  func days(around day: CivilDay, firstWeekday: Weekday) -> (from: CivilDay, to: CivilDay) {
    switch self {
    case .week:
      let from = day.adding(days: -day.weekday.position(inWeekFrom: firstWeekday))
      return (from, from.adding(days: 6))
    case .month: return (day.month.firstDay, day.month.lastDay)
    }
  }
}

extension Goal {
  /// Judges the week or month of a day, and those before it as far as its streak goes.
  ///
  /// - Parameters:
  ///   - firstWeekday: the day that weeks start with.
  ///   - count: how much of the subject there is from one day to another; 0 before the first check-in.
  func progress<Fault: Error>(
    today: CivilDay, firstWeekday: Weekday,
    count done: (_ from: CivilDay, _ to: CivilDay) throws(Fault) -> Int
  ) throws(Fault) -> GoalProgress {
    func judge(_ day: CivilDay) throws(Fault) -> GoalProgress {
      let (from, to) = period.days(around: day, firstWeekday: firstWeekday)
      let wanted = subject == .days ? min(count, to.dayNumber - from.dayNumber + 1) : count
      return GoalProgress(goal: self, from: from, to: to, done: try done(from, to), wanted: max(1, wanted), streak: 0)
    }
    var present = try judge(today)
    if present.isKept { present.streak = 1 }
    var earlier = try judge(present.from.adding(days: -1))
    while earlier.isKept {
      present.streak += 1
      earlier = try judge(earlier.from.adding(days: -1))
    }
    return present
  }
}
