public import CheckInJournal

extension Localization {
  /// `3 runs a week`, `20 days a month`.
  public func title(of goal: Goal) -> String {
    let values = ["things": things(goal.count, of: goal.subject)]
    return switch goal.period {
    case .week: words("{things} a week", values)
    case .month: words("{things} a month", values)
    }
  }

  /// `2 of 3 runs`, `17 of 20 days`.
  public func figure(of progress: GoalProgress) -> String {
    let (n, done) = (progress.wanted, ["done": number(progress.done)])
    switch progress.goal.subject {
    case .days: return words.count(n, "{done} of {n} day", "{done} of {n} days", done)
    case .type(let type):
      switch type {
      case .run: return words.count(n, "{done} of {n} run", "{done} of {n} runs", done)
      case .gym: return words.count(n, "{done} of {n} gym visit", "{done} of {n} gym visits", done)
      case .swim: return words.count(n, "{done} of {n} swim", "{done} of {n} swims", done)
      case .bike: return words.count(n, "{done} of {n} bike ride", "{done} of {n} bike rides", done)
      case .walk: return words.count(n, "{done} of {n} walk", "{done} of {n} walks", done)
      case .yoga: return words.count(n, "{done} of {n} yoga session", "{done} of {n} yoga sessions", done)
      case .cycling: return words.count(n, "{done} of {n} cycling tour", "{done} of {n} cycling tours", done)
      case .strengthTraining:
        return words.count(n, "{done} of {n} strength training", "{done} of {n} strength trainings", done)
      case .unknown: return words.count(n, "{done} of {n} check-in", "{done} of {n} check-ins", done)
      }
    }
  }

  /// `this week`, `in November`.
  public func period(of progress: GoalProgress) -> String {
    switch progress.goal.period {
    case .week: words("this week")
    case .month: words("in {month}", ["month": name(of: progress.from.month)])
    }
  }

  /// `4 weeks in a row`; `nil` for none.
  public func streak(of progress: GoalProgress) -> String? {
    guard progress.streak > 0 else { return nil }
    return switch progress.goal.period {
    case .week: words.count(progress.streak, "{n} week in a row", "{n} weeks in a row")
    case .month: words.count(progress.streak, "{n} month in a row", "{n} months in a row")
    }
  }

  /// Returns the name of a goal's subject for a list, such as `Days with a check-in` or `Run`.
  public func name(of subject: Goal.Subject) -> String {
    switch subject {
    case .days: words("Days with a check-in")
    case .type(let type): name(of: type)
    }
  }

  /// `3 runs`, `20 days`.
  private func things(_ n: Int, of subject: Goal.Subject) -> String {
    switch subject {
    case .days: words.count(n, "{n} day", "{n} days")
    case .type(let type):
      switch type {
      case .run: words.count(n, "{n} run", "{n} runs")
      case .gym: words.count(n, "{n} gym visit", "{n} gym visits")
      case .swim: words.count(n, "{n} swim", "{n} swims")
      case .bike: words.count(n, "{n} bike ride", "{n} bike rides")
      case .walk: words.count(n, "{n} walk", "{n} walks")
      case .yoga: words.count(n, "{n} yoga session", "{n} yoga sessions")
      case .cycling: words.count(n, "{n} cycling tour", "{n} cycling tours")
      case .strengthTraining: words.count(n, "{n} strength training", "{n} strength trainings")
      case .unknown: words.count(n, "{n} check-in", "{n} check-ins")
      }
    }
  }
}
