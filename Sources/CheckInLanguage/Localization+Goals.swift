public import CheckInJournal

extension Localization {
  /// `3 runs a week`, `20 days a month`, `Run: 100 km a month`.
  ///
  /// - Parameter unit: The unit of distances.
  public func title(of goal: Goal, in unit: DistanceUnit = .kilometres) -> String {
    let values = ["things": things(goal.count, of: goal.subject, in: unit)]
    return switch goal.period {
    case .day: words("{things} a day", values)
    case .week: words("{things} a week", values)
    case .month: words("{things} a month", values)
    case .year: words("{things} a year", values)
    }
  }

  /// `2 of 3 runs`, `17 of 20 days`, `Run: 62.5 of 100 km`.
  ///
  /// - Parameter unit: The unit of distances.
  public func figure(of progress: GoalProgress, in unit: DistanceUnit = .kilometres) -> String {
    let (n, done) = (progress.wanted, ["done": number(progress.done)])
    switch progress.goal.subject {
    case .sum(let quantity, of: let type):
      let done = goalAmount(progress.done, of: quantity, in: unit)
      let wanted = goalAmount(n, of: quantity, in: unit)
      let values = ["done": done.unit == wanted.unit ? done.number : done.text, "amount": wanted.text]
      return label(words("{done} of {amount}", values), type)
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

  /// `today`, `this week`, `in November`, `in 2026`.
  public func period(of progress: GoalProgress) -> String {
    switch progress.goal.period {
    case .day: words("today")
    case .year: words("in {year}", ["year": String(progress.from.month.year)])
    case .week: words("this week")
    case .month: words("in {month}", ["month": name(of: progress.from.month)])
    }
  }

  /// `4 weeks in a row`; `nil` for none.
  public func streak(of progress: GoalProgress) -> String? {
    guard progress.streak > 0 else { return nil }
    return switch progress.goal.period {
    case .day: words.count(progress.streak, "{n} day in a row", "{n} days in a row")
    case .year: words.count(progress.streak, "{n} year in a row", "{n} years in a row")
    case .week: words.count(progress.streak, "{n} week in a row", "{n} weeks in a row")
    case .month: words.count(progress.streak, "{n} month in a row", "{n} months in a row")
    }
  }

  /// Returns the name of a goal's subject for a list, such as `Days with a check-in`, `Run` or `Run: Distance`.
  public func name(of subject: Goal.Subject) -> String {
    switch subject {
    case .days: words("Days with a check-in")
    case .type(let type): name(of: type)
    case .sum(let quantity, of: let type): label(words(quantity.label), type)
    }
  }

  /// An amount after its type: `Run: 100 km`.
  private func label(_ amount: String, _ type: ExerciseType?) -> String {
    type.map { words("{type}: {amount}", ["type": name(of: $0), "amount": amount]) } ?? amount
  }

  /// The amount of a sum.
  struct GoalAmount {
    var number: String
    /// `nil` for a duration such as `1:30:00`.
    var unit: String?

    var text: String { [number, unit].compactMap(\.self).joined(separator: " ") }
  }

  /// Returns the amount of a sum: `100 km`, `5 h`, `45 min`, `1:30:00` or `2,000 kcal`.
  func goalAmount(_ value: Int, of quantity: CheckInQuantity, in unit: DistanceUnit) -> GoalAmount {
    switch quantity.row.unit {
    case .kilocalories: return GoalAmount(number: number(value), unit: "kcal")
    case .seconds where value % 3600 == 0: return GoalAmount(number: number(value / 3600), unit: "h")
    case .seconds where value < 3600 && value % 60 == 0: return GoalAmount(number: number(value / 60), unit: "min")
    case .seconds: return GoalAmount(number: MeasureText.duration(value), unit: nil)
    case .metres:
      let (number, symbol) = MeasureText.longDistance(value, in: unit)
      return GoalAmount(number: decimal(number), unit: symbol)
    }
  }

  /// `3 runs`, `20 days`, `Run: 100 km`.
  func things(_ n: Int, of subject: Goal.Subject, in unit: DistanceUnit = .kilometres) -> String {
    switch subject {
    case .sum(let quantity, of: let type): label(goalAmount(n, of: quantity, in: unit).text, type)
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
