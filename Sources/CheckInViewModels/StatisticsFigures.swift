public import CheckInJournal

/// The figures on the statistics screen.
///
/// They are the totals, this week and this month next to the same part of the previous one, and the distribution of
/// training over months, weekdays, hours and types.
///
/// ```swift
/// let figures = try StatisticsFigures(journal: journal, today: today, firstWeekday: .monday)
/// print(figures.week.now, "check-ins; by this day last week", figures.week.before)
/// ```
///
/// - Complexity: O(*n*) in the number of check-ins. No `CheckIn` is created.
public struct StatisticsFigures: Hashable, Sendable {
  /// A count of a period up to today, and of the same part of the period before.
  public struct Comparison: Hashable, Sendable {
    /// In the period, up to today.
    public var now: Int
    /// In the same part of the period before.
    public var before: Int
    /// The first day of the period.
    public var from: CivilDay
    /// The days of the period before that it is compared with.
    public var daysBefore: ClosedRange<CivilDay>

    /// The increase over the earlier count; negative if the count has fallen.
    public var difference: Int { now - before }
  }

  /// A month and its figures.
  public struct Month: Hashable, Sendable {
    /// The month that is counted.
    public var month: CivilMonth
    /// The number of check-ins in the month.
    public var checkIns = 0
    /// Days with a check-in.
    public var days = 0
    /// Kilocalories of the check-ins that say how many.
    public var calories = 0
  }

  /// A value, and the number of check-ins that have it.
  public struct Row<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value that the check-ins have in common.
    public var value: Value
    /// The number of check-ins with the value.
    public var checkIns: Int
  }

  /// The whole journal.
  public var statistics: Statistics
  /// Kilocalories of the whole journal.
  public var calories: Int
  /// The check-ins by type, with their durations and distances; empty if no check-in has had one.
  public var types: [CheckInGroup]
  /// Check-ins from the first day of this week to today.
  public var week: Comparison
  /// Days with a check-in from the first of this month to today.
  public var month: Comparison
  /// The last twelve, this one last.
  public var months: [Month]
  /// The first day of the year that ``weekdays`` and ``hours`` are of, and that ends today.
  public var yearStart: CivilDay
  /// Seven, in the order of the week.
  public var weekdays: [Row<Weekday>]
  /// 24, from midnight on.
  public var hours: [Row<Int>]

  /// Months in ``months``.
  public static let monthCount = 12

  /// - Throws: what reading the journal throws.
  public init(journal: Journal, today: CivilDay, firstWeekday: Weekday) throws(JournalError) {
    statistics = try journal.statistics(today: today)

    let hasMeasures = try journal.laterFields().contains(.measures)
    types = try hasMeasures ? journal.groups(by: .type) : []

    let weekStart = today.adding(days: -today.weekday.position(inWeekFrom: firstWeekday))
    let weekBefore = weekStart.adding(days: -7)...today.adding(days: -7)
    let counts = try journal.dayCounts(from: weekBefore.lowerBound, to: today)
    func checkIns(_ days: ClosedRange<CivilDay>) -> Int {
      counts.reduce(0) { $0 + (days.contains($1.day) ? $1.checkIns : 0) }
    }
    week = Comparison(
      now: checkIns(weekStart...today), before: checkIns(weekBefore), from: weekStart, daysBefore: weekBefore)

    let monthStart = today.month.firstDay
    let last = today.month.adding(months: -1)
    // The last month may have fewer days than this one has had.
    let lastDay = last.firstDay.adding(days: min(today.dayOfMonth, last.dayCount) - 1)
    let days = try journal.activeDays(from: last.firstDay, to: today)
    month = Comparison(
      now: days.count { $0 >= monthStart }, before: days.count { $0 <= lastDay }, from: monthStart,
      daysBefore: last.firstDay...lastDay)

    yearStart = today.adding(days: -364)
    let rhythm = try journal.rhythm(from: yearStart, to: today)
    calories = rhythm.totalCalories
    weekdays = firstWeekday.week.map { Row(value: $0, checkIns: rhythm.weekdays[$0, default: 0]) }
    hours = rhythm.hours.enumerated().map { Row(value: $0.offset, checkIns: $0.element) }

    let known = Dictionary(uniqueKeysWithValues: try journal.months().map { ($0.month, $0) })
    months = (0..<Self.monthCount).reversed().map { back in
      let month = today.month.adding(months: -back)
      return Month(
        month: month, checkIns: known[month]?.checkIns ?? 0, days: known[month]?.days ?? 0,
        calories: rhythm.calories[month] ?? 0)
    }
  }

  /// The hours between which most check-ins are, two of them together: `6...7` for from 6 to 8; `nil` where there are
  /// no check-ins.
  public var busiestHours: ClosedRange<Int>? {
    let pairs = (0..<23).map { hours[$0].checkIns + hours[$0 + 1].checkIns }
    guard let most = pairs.max(), most > 0, let start = pairs.firstIndex(of: most) else { return nil }
    return start...start + 1
  }
}
