extension Timeline {
  /// The progress of all goals, and the values that it depends on.
  struct EvaluatedGoals {
    fileprivate var sequence: UInt64
    fileprivate var today: CivilDay
    fileprivate var firstWeekday: Weekday
    fileprivate var progress: [GoalProgress]
  }

  /// Takes notice of an event of another device, which doesn't count among this journal's own.
  package mutating func discardEvaluatedGoals() { evaluatedGoals = nil }

  /// The goals, and how far each has come. Goals of days are judged by the directory alone; others load the months of
  /// their streak. Asked again with no event in between, nothing is computed.
  package mutating func goals(today: CivilDay, firstWeekday: Weekday) throws(JournalError) -> [GoalProgress] {
    if let evaluated = evaluatedGoals, evaluated.sequence == directory.sequence, evaluated.today == today,
      evaluated.firstWeekday == firstWeekday
    {
      return evaluated.progress
    }
    let restDays = try marks().map(\.day).filter { !directory.isActive($0) }
    func restDayCount(from: CivilDay, to: CivilDay) -> Int {
      let first = restDays.insertionIndex(in: restDays.indices) { $0 < from }
      let end = restDays.insertionIndex(in: restDays.indices) { $0 <= to }
      return end - first
    }
    var progress: [GoalProgress] = []
    for goal in try training.directory().goals {
      if goal.subject == .days {
        progress.append(
          goal.progress(today: today, firstWeekday: firstWeekday, restDays: restDayCount) {
            directory.dayCount(from: $0, to: $1)
          })
      } else {
        var values = DayValues(of: goal.subject)
        progress.append(
          try goal.progress(today: today, firstWeekday: firstWeekday, restDays: restDayCount) {
            from, to throws(JournalError) in
            try values.sum(from: from, to: to, in: &self)
          })
      }
    }
    evaluatedGoals = EvaluatedGoals(
      sequence: directory.sequence, today: today, firstWeekday: firstWeekday, progress: progress)
    return progress
  }

  /// Returns `true` if goals count a day.
  package func isCounted(_ day: CivilDay) -> Bool { directory.dayCount(from: day, to: day) > 0 }
}

extension TimelineDirectory {
  /// Returns the number of days with a check-in in a range of days, including the last day.
  func dayCount(from: CivilDay, to: CivilDay) -> Int {
    var count = 0
    for number in stride(from: from.month.monthNumber, through: to.month.monthNumber, by: 1) {
      let month = CivilMonth(monthNumber: number)
      let (index, isPresent) = index(of: month)
      guard isPresent else { continue }
      let first = month == from.month ? from.dayOfMonth : 1
      let last = month == to.month ? to.dayOfMonth : 31
      // The bits from the first day to the last.
      let mask = UInt32.max >> UInt32(31 - last + 1) & UInt32.max << UInt32(first - 1)
      count += (months[index].dayMap & mask).nonzeroBitCount
    }
    return count
  }
}

/// The check-ins of a type by day, or the sums of a quantity, month by month as they are needed.
private struct DayValues {
  private let subject: Goal.Subject
  private var months: [CivilMonth: InlineArray<31, Int>] = [:]

  init(of subject: Goal.Subject) {
    self.subject = subject
  }

  /// Returns the value of a range of days, including the last day.
  mutating func sum(
    from: CivilDay, to: CivilDay, in timeline: inout Timeline
  ) throws(JournalError) -> Int {
    var sum = 0
    for number in stride(from: from.month.monthNumber, through: to.month.monthNumber, by: 1) {
      let month = CivilMonth(monthNumber: number)
      let values = try values(of: month, in: &timeline)
      let first = month == from.month ? from.dayOfMonth : 1
      let last = month == to.month ? to.dayOfMonth : 31
      for day in first...last { sum = TrainingRhythm.sum(sum, values[day - 1]) }
    }
    return sum
  }

  private mutating func values(
    of month: CivilMonth, in timeline: inout Timeline
  ) throws(JournalError) -> InlineArray<31, Int> {
    if let known = months[month] { return known }
    var values = InlineArray<31, Int>(repeating: 0)
    let (type, quantity) = (subject.exerciseType, subject.quantity)
    if let page = try timeline.page(month) {
      for row in page.rows where (type == nil || row.typeNumber == type?.rawValue) && !row.isDiscarded {
        let day = Int(row.dayOfMonth) - 1
        if let quantity {
          let value = try page.details(of: row)[quantity] ?? 0
          values[day] = TrainingRhythm.sum(values[day], Int(clamping: value))
        } else {
          values[day] += 1
        }
      }
    }
    months[month] = values
    return values
  }
}
