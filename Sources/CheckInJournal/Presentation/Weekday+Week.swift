extension Weekday {
  /// The seven days of a week, this one first.
  package var week: [Weekday] {
    let days = Self.allCases
    return Array(days[(rawValue - 1)...] + days[..<(rawValue - 1)])
  }

  /// Returns the number of days from the start of its week to this weekday: 0...6.
  package func position(inWeekFrom first: Weekday) -> Int { (rawValue - first.rawValue + 7) % 7 }
}
