import CheckInJournal
import CheckInLanguage

/// The fields of the form for a goal, as they were sent.
struct GoalForm {
  var subject: String
  var count: String
  /// `km`, `mi`, `h` or `kcal`; empty for check-ins or days.
  var unit: String
  var period: String
  /// The goals that the person saw.
  private var seen: [Goal]

  init(_ fields: FormFields) {
    subject = fields["subject"] ?? ""
    count = fields["count"] ?? ""
    unit = fields["unit"] ?? ""
    period = fields["period"] ?? ""
    seen = (fields["seen"] ?? "").split(separator: ",").compactMap { text in try? Goal(String(text)) }
  }

  /// The subject of a goal for the sum over all check-ins.
  static let allTypes = "all"

  /// The goal that the fields name, with a number as the user's region writes it.
  ///
  /// - Throws: `invalidValue` for what can be no goal.
  func goal(in localization: Localization) throws(JournalError) -> Goal {
    let period = Goal.Period.allCases.first { $0.name == self.period }
    let isOfAllTypes = subject == Self.allTypes
    guard let subject = isOfAllTypes ? .days : Goal.Subject(name: subject), let period else {
      throw JournalError(.invalidValue, "Choose what the goal is for, and whether for a day, a week, a month or a year")
    }
    guard !isOfAllTypes || !unit.isEmpty else {
      throw JournalError(.invalidValue, "Choose a unit for all types together, or days with a check-in")
    }
    if !unit.isEmpty {
      let amount = count.filter { !$0.isWhitespace }
      guard amount.first?.isNumber ?? false, amount.last?.isNumber ?? false else {
        throw JournalError(.invalidValue, "Enter how much, as a number")
      }
      return try localization.goal("\(subject.name) \(amount)\(unit)/\(period.name)") { ExerciseType(name: $0) }
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
