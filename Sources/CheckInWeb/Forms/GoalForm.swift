import CheckInJournal

/// The fields of the form for a goal, as they were sent.
struct GoalForm {
  var subject: String
  var count: String
  var period: String
  /// The goals that the person saw.
  private var seen: [Goal]

  init(_ fields: FormFields) {
    subject = fields["subject"] ?? ""
    count = fields["count"] ?? ""
    period = fields["period"] ?? ""
    seen = (fields["seen"] ?? "").split(separator: ",").compactMap { text in try? Goal(String(text)) }
  }

  /// The goal that the fields name.
  ///
  /// - Throws: `invalidValue` for what can be no goal.
  func goal() throws(JournalError) -> Goal {
    let period = Goal.Period.allCases.first { $0.name == self.period }
    guard let subject = Goal.Subject(name: subject), let period else {
      throw JournalError(.invalidValue, "Choose what the goal is for, and whether for a week or a month")
    }
    guard let count = Int(count.filter { !$0.isWhitespace }) else {
      throw JournalError(.invalidValue, "Enter how often, as a number")
    }
    let goal = Goal(subject, count: count, each: period)
    if let message = goal.messages.first { throw JournalError(.invalidValue, message) }
    return goal
  }

  /// The goal of the same subject that the person saw; `nil` where they saw none.
  func replaced(by goal: Goal) -> Goal? { seen.first { $0.subject == goal.subject } }
}
