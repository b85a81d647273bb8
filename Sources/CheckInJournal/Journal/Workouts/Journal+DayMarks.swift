extension Journal {
  /// The maximum number of days that one command can mark: ten years.
  public static let maximumMarkedDays = 3_660

  /// Returns the marks of days, ascending.
  ///
  /// - Parameters:
  ///   - first: The first day; `nil` for no limit.
  ///   - last: The last day; `nil` for no limit.
  public func dayMarks(from first: CivilDay? = nil, to last: CivilDay? = nil) throws(JournalError) -> [DayMark] {
    try read { timeline in
      try timeline.marks().filter { first ?? $0.day <= $0.day && $0.day <= last ?? $0.day }
    }
  }

  /// Returns the marks of a year's days, ascending.
  package func dayMarks(inYear year: Int) throws(JournalError) -> [DayMark] {
    try dayMarks(from: CivilDay(year: year, month: 1, day: 1), to: CivilDay(year: year, month: 12, day: 31))
  }

  /// Marks days as days without training, as one command.
  ///
  /// A mark replaces the one that its day has. Days that already have this mark append no event.
  ///
  /// ```swift
  /// try journal.mark([today], as: .sick, note: "Flu")
  /// ```
  ///
  /// - Parameter note: A note, without which the marks have none.
  /// - Returns: The marks of the days, ascending.
  /// - Throws: `invalidValue` for a note that is too long or too many days; what committing throws.
  @discardableResult
  public func mark(
    _ days: [CivilDay], as kind: DayMark.Kind = .rest, note: String? = nil
  ) throws(JournalError) -> [DayMark] {
    let note = note.map { Validation.trimmed($0) }.flatMap { $0.isEmpty ? nil : $0 }
    let marks = try Self.checked(days).map { DayMark($0, kind: kind, note: note) }
    let messages = marks.first?.messages ?? []
    guard messages.isEmpty else { throw .invalid(messages) }
    return try commitWorkout { timeline, command throws(JournalError) in
      let directory = try timeline.training.directory()
      for mark in marks where directory.mark(of: mark.day) != mark || command.isInConflict(.dayMark(mark.day)) {
        command.add(.dayMarked(mark))
      }
      return marks
    }.answer
  }

  /// Removes the marks of days, as one command. Days without a mark append no event.
  ///
  /// - Returns: The removed marks, ascending.
  /// - Throws: `invalidValue` for too many days; what committing throws.
  @discardableResult
  public func unmark(_ days: [CivilDay]) throws(JournalError) -> [DayMark] {
    let days = try Self.checked(days)
    return try commitWorkout { timeline, command throws(JournalError) in
      let directory = try timeline.training.directory()
      var removed: [DayMark] = []
      for day in days {
        let mark = directory.mark(of: day)
        if let mark { removed.append(mark) }
        if mark != nil || command.isInConflict(.dayMark(day)) { command.add(.dayUnmarked(day)) }
      }
      return removed
    }.answer
  }

  /// Throws `invalidValue` if one command can't mark that many days.
  package static func requireMarkable(dayCount: Int) throws(JournalError) {
    guard dayCount <= maximumMarkedDays else {
      throw JournalError(
        .invalidValue,
        "One command can mark up to \(maximumMarkedDays) days, and these are \(dayCount). Name fewer days.")
    }
  }

  private static func checked(_ days: [CivilDay]) throws(JournalError) -> [CivilDay] {
    try requireMarkable(dayCount: days.count)
    let days = Set(days).sorted()
    guard days.allSatisfy({ CivilDay.calendarRange.contains($0.dayNumber) }) else {
      throw JournalError(.invalidValue, "Days must be in the years 1 to 9999.")
    }
    return days
  }
}
