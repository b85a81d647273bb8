/// The upper level of the timeline: what can be answered without looking at any check-in.
///
/// A century has 1,200 months, so everything here is small, and is loaded whole when a journal is opened.
package struct TimelineDirectory: Hashable {
  /// One month that has, or had, check-ins.
  package struct Month: Hashable {
    package var month: CivilMonth
    /// Check-ins that are not discarded.
    var checkIns: Int
    /// Bit `n` says whether day `n + 1` has a check-in that is not discarded.
    var dayMap: UInt32
    /// The sum of its check-ins' kilocalories, up to date once ``Timeline/settleCalories()`` has run.
    var calories = 0

    var days: Int { dayMap.nonzeroBitCount }
  }

  /// The latest event that was applied.
  package var sequence: UInt64 = 0
  /// The highest number given so far.
  package var lastNumber = 0
  /// `true` if the log refers to other replicas.
  ///
  /// Its events may then affect check-ins that only those replicas created.
  package var isOfGroup = false
  /// Check-ins that are not discarded, by the type's raw value.
  var typeCounts = [Int](repeating: 0, count: ExerciseType.allCases.count)
  /// The events' fields that were added to the schema after its first version.
  package var laterFields: LaterFields = []
  /// Ascending.
  package private(set) var months: [Month] = []

  package var total: Int { typeCounts.reduce(0, +) }

  /// The month's place, or where it belongs. Logarithmic; constant for the latest month.
  func index(of month: CivilMonth) -> (index: Int, isPresent: Bool) {
    guard let last = months.last, month <= last.month else { return (months.count, false) }
    if month == last.month { return (months.count - 1, true) }
    let index = months.insertionIndex(in: 0..<months.count - 1) { $0.month < month }
    return (index, months[index].month == month)
  }

  /// Returns `true` if the day has a check-in that isn't discarded.
  func isActive(_ day: CivilDay) -> Bool {
    let (index, isPresent) = index(of: day.month)
    return isPresent && months[index].dayMap & 1 << UInt32(day.dayOfMonth - 1) != 0
  }

  mutating func insert(_ month: CivilMonth, at index: Int) {
    months.insert(Month(month: month, checkIns: 0, dayMap: 0), at: index)
  }

  mutating func removeMonth(at index: Int) { months.remove(at: index) }

  /// Counts a check-in in (`step` 1) or out (-1); `dayCount` is what its day has afterwards.
  mutating func count(type: ExerciseType, dayOfMonth: Int, dayCount: UInt32, at index: Int, step: Int) {
    typeCounts[Int(type.rawValue)] += step
    months[index].checkIns += step
    let bit: UInt32 = 1 << UInt32(dayOfMonth - 1)
    if dayCount > 0 { months[index].dayMap |= bit } else { months[index].dayMap &= ~bit }
  }

  /// Counts the check-ins of another directory's month in.
  mutating func add(_ month: Month, at index: Int) {
    months[index].checkIns += month.checkIns
    months[index].dayMap |= month.dayMap
  }

  mutating func setCalories(_ calories: Int, at index: Int) { months[index].calories = calories }

  /// Sets what a month has by the counts of its days.
  mutating func setCounts(_ dayCounts: InlineArray<31, UInt32>, at index: Int) {
    months[index].checkIns = 0
    months[index].dayMap = 0
    for day in dayCounts.indices where dayCounts[day] > 0 {
      months[index].checkIns += Int(dayCounts[day])
      months[index].dayMap |= 1 << UInt32(day)
    }
  }

  /// A directory read back; `nil` unless its parts fit together.
  init?(sequence: UInt64, lastNumber: Int, typeCounts: [Int], laterFields: LaterFields, months: [Month]) {
    self.sequence = sequence
    self.lastNumber = lastNumber
    self.typeCounts = typeCounts
    self.laterFields = laterFields
    self.months = months
    // A check-in's number has 32 bits in a page.
    guard UInt32(exactly: lastNumber) != nil, typeCounts.count == ExerciseType.allCases.count,
      zip(months, months.dropFirst()).allSatisfy({ $0.month < $1.month }),
      months.reduce(0, { $0 + $1.checkIns }) == total
    else { return nil }
  }

  init() {}
}
