import CheckInJournal

/// The days of a mark in words: a day, a period or a range of days, also in the future.
///
/// A date or a month without a year is the one nearest to today, because a mark can be of past and of future days.
struct MarkedDays: Equatable {
  var first: CivilDay
  var last: CivilDay

  static let forms: Message = "Days: \(examples)"
  private static let examples = """
    today, yesterday, tomorrow, monday, next monday, 3 Nov, 2026-11-03, in 3 days, 3 Nov..7 Nov, \
    2026-11-03..2026-11-07, last week, next week, next 7 days, nov, next month
    """

  /// The maximum number of words, as in `last 3 days..in 3 days`.
  private static let maximumWordCount = 6

  /// All days from the first to the last.
  var all: [CivilDay] { (first.dayNumber...last.dayNumber).map { CivilDay(dayNumber: $0) } }

  /// Reads a day, a period, or two of them with `..` in between.
  ///
  /// - Throws: A `CommandFailure` with status 64 if the first day comes after the last.
  init?(_ text: String, today: CivilDay, firstWeekday: Weekday) throws {
    let edges = text.ranges(of: "..").count == 1 ? text.split(separator: "..").map(String.init) : [text]
    guard edges.count == 2 else {
      guard let days = Self.period(text, today: today, firstWeekday: firstWeekday, after: nil) else { return nil }
      self = days
      return
    }
    // 3..7 Nov
    let later = edges[1].dayWords
    let isDayAlone = edges[0].dayWords.count == 1 && Int(edges[0].dayWords[0]) != nil && later.count > 1
    let earlier = isDayAlone ? "\(edges[0]) \(later.dropFirst().joined(separator: " "))" : edges[0]
    guard let start = Self.period(earlier, today: today, firstWeekday: firstWeekday, after: nil),
      let end = Self.period(edges[1], today: today, firstWeekday: firstWeekday, after: start.first)
    else { return nil }
    guard start.first <= end.last else {
      throw CommandFailure.usage("\(start.first) comes after \(end.last)", hint: "Name the earlier day first.")
    }
    (first, last) = (start.first, end.last)
  }

  init(_ first: CivilDay, _ last: CivilDay) {
    (self.first, self.last) = (first, last)
  }

  /// Reads the days that words start with, as many words as possible.
  ///
  /// - Returns: The days, and the number of words; `nil` if the words don't start with days.
  static func prefix(
    of words: [String], today: CivilDay, firstWeekday: Weekday
  ) throws -> (days: MarkedDays, count: Int)? {
    for count in stride(from: min(words.count, maximumWordCount), to: 0, by: -1) {
      let text = words.prefix(count).joined(separator: " ")
      if let days = try MarkedDays(text, today: today, firstWeekday: firstWeekday) { return (days, count) }
    }
    return nil
  }

  /// - Parameter start: The day that a range starts with. A date without a year is in its year, or soon after it.
  private static func period(
    _ text: String, today: CivilDay, firstWeekday: Weekday, after start: CivilDay?
  ) -> MarkedDays? {
    let words = text.dayWords
    if let days = future(words, today: today, firstWeekday: firstWeekday) { return days }
    func nearest(_ days: [CivilDay]) -> CivilDay? {
      if let start {
        let sameYear = days.first { $0.month.year == start.month.year }
        let next = days.first { $0 >= start }
        // 24 Dec..2 Jan ends in the next year, and 7 Nov..3 Nov is a mistake.
        if let next, next <= sameYear ?? next || next.dayNumber - start.dayNumber <= 183 { return next }
        return sameYear
      }
      return days.min { abs($0.dayNumber - today.dayNumber) < abs($1.dayNumber - today.dayNumber) }
    }
    let year = (start ?? today).month.year
    switch DayExpression(words) {
    case .date(let month, let dayOfMonth)?:
      // Leap years are up to eight years apart.
      let days = (year - 8...year + 8).compactMap { CivilDay(year: $0, month: month, day: dayOfMonth) }
      return nearest(days).map { MarkedDays($0, $0) }
    case let expression?:
      let day = expression.day(today: today)
      return MarkedDays(day, day)
    case nil: break
    }
    if words.count == 1, let month = DayExpression.monthNumber(words[0]) {
      let days = (year - 1...year + 1).compactMap { CivilDay(year: $0, month: month, day: 1) }
      return nearest(days).map { MarkedDays($0, $0.month.lastDay) }
    }
    return DayRange(text, today: today, firstWeekday: firstWeekday).map { MarkedDays($0.first, $0.last) }
  }

  /// Reads `tomorrow`, `in 3 days`, `next week`, `next month`, `next year`, `next monday` or `next 7 days`, which start
  /// with today.
  private static func future(_ words: [String], today: CivilDay, firstWeekday: Weekday) -> MarkedDays? {
    func ahead(_ span: DaySpan) -> CivilDay {
      span.isMonths ? DayExpression.monthsAgo(-span.count).day(today: today) : today.adding(days: span.count)
    }
    switch (words.first, words.dropFirst()) {
    case ("tomorrow", []): return MarkedDays(today.adding(days: 1), today.adding(days: 1))
    case ("in", let rest):
      guard let day = DaySpan(rest).map(ahead) else { return nil }
      return MarkedDays(day, day)
    case ("next", ["week"]):
      let first = today.adding(days: 7 - today.weekday.position(inWeekFrom: firstWeekday))
      return MarkedDays(first, first.adding(days: 6))
    case ("next", ["month"]):
      let month = today.month.adding(months: 1)
      return MarkedDays(month.firstDay, month.lastDay)
    case ("next", ["year"]):
      let year = today.month.year + 1
      guard let first = CivilDay(year: year, month: 1, day: 1), let last = CivilDay(year: year, month: 12, day: 31)
      else { return nil }
      return MarkedDays(first, last)
    case ("next", let rest):
      if let span = DaySpan(rest), span.count > 0 { return MarkedDays(today, ahead(span).adding(days: -1)) }
      guard rest.count == 1, case .previous? = DayExpression(["last"] + rest) else { return nil }
      return (1...7).map { today.adding(days: $0) }.first { day in
        DayExpression(Array(rest)) == .latest(day.weekday)
      }.map { MarkedDays($0, $0) }
    default: return nil
    }
  }
}
