/// The distribution of check-ins over weekdays, hours and months.
///
/// ```swift
/// let rhythm = try journal.rhythm(from: today.adding(days: -364), to: today)
/// print(rhythm.weekdays[.saturday, default: 0], rhythm.hours[18])
/// ```
public struct TrainingRhythm: Hashable, Sendable {
  /// Check-ins of the period by weekday; weekdays without any are left out.
  public var weekdays: [Weekday: Int] = [:]
  /// Check-ins of the period by the local hour in which they took place: 24 of them.
  public var hours = [Int](repeating: 0, count: 24)
  /// Kilocalories by month, of all check-ins; months in which none were given are left out.
  public var calories: [CivilMonth: Int] = [:]

  /// Kilocalories of all check-ins.
  public var totalCalories: Int { calories.values.reduce(0) { Self.sum($0, $1) } }

  package init() {}

  /// The sum, or the greatest number there is.
  static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, isTooGreat) = left.addingReportingOverflow(right)
    return isTooGreat ? .max : sum
  }
}
