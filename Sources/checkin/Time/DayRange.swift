import CheckInJournal
import CheckInLanguage

/// A stretch of days in words: a day, a week, a month or a year. As the beginning of something it means its first day,
/// as the end its last one.
struct DayRange: Equatable {
  var first: CivilDay
  var last: CivilDay

  static let forms: Message = "Days: \(examples)"
  private static let examples = """
    2026-11-21, today, yesterday, monday, 3 days ago, 2 months ago, 21 Nov; also 2026-W07, W07, this week, \
    last week, 2026-11, oct, this month, last month, 2026, this year, last year, last 7 days, 2w
    """

  /// - Parameter firstWeekday: the day that `this week` begins with. Weeks with numbers begin on Monday, as ISO 8601
  ///   says.
  init?(_ text: String, today: CivilDay, firstWeekday: Weekday) {
    let words = text.dayWords
    if let day = DayExpression(words) {
      (first, last) = (day.day(today: today), day.day(today: today))
    } else if let span = DaySpan(words.first == "last" ? words[1...] : words[...]), span.count > 0 {
      // With today the last of them.
      let before = span.isMonths ? DayExpression.monthsAgo(span.count) : .daysAgo(span.count)
      (first, last) = (before.day(today: today).adding(days: 1), today)
    } else if let month = Self.month(words, today: today) {
      (first, last) = (month.firstDay, month.firstDay.adding(days: month.dayCount - 1))
    } else if let monday = Self.week(words, today: today, firstWeekday: firstWeekday) {
      (first, last) = (monday, monday.adding(days: 6))
    } else if let year = Self.year(words, today: today), let first = CivilDay(year: year, month: 1, day: 1),
      let last = CivilDay(year: year, month: 12, day: 31)
    {
      (self.first, self.last) = (first, last)
    } else {
      return nil
    }
  }

  /// The words that `words` begins with and that mean a stretch of days, as many as do.
  static func prefix(of words: ArraySlice<String>) -> ArraySlice<String>? {
    guard let someDay = CivilDay(year: 2026, month: 1, day: 1) else { return nil }
    let counts = (1...TimeExpression.maximumWordCount).reversed().filter { $0 <= words.count }
    return counts.lazy.map { words.prefix($0) }.first {
      DayRange($0.joined(separator: " "), today: someDay, firstWeekday: .monday) != nil
    }
  }

  /// The month of `2026-11`, `this month`, `month`, `last month`, `oct`, `oct 2025`.
  static func month(_ words: [String], today: CivilDay) -> CivilMonth? {
    switch words {
    case ["this", "month"], ["this"], ["month"]: return today.month
    case ["last", "month"], ["last"]: return today.month.adding(months: -1)
    default: break
    }
    if words.count == 1, let month = CivilMonth(words[0]) { return month }
    guard (1...2).contains(words.count), let number = DayExpression.monthNumber(words[0]) else { return nil }
    if words.count == 2 {
      return words[1].utf8.count == 4 ? Int(words[1]).flatMap { CivilMonth(year: $0, month: number) } : nil
    }
    return CivilMonth(year: today.month.year - (number > today.month.month ? 1 : 0), month: number)
  }

  /// The first day of `this week`, `week`, `last week`, `2026-W07`, `W07`.
  static func week(_ words: [String], today: CivilDay, firstWeekday: Weekday) -> CivilDay? {
    let start = today.adding(days: -today.weekday.position(inWeekFrom: firstWeekday))
    switch words {
    case ["this", "week"], ["week"]: return start
    case ["last", "week"], ["last"]: return start.adding(days: -7)
    default: break
    }
    guard words.count == 1, let match = words[0].wholeMatch(of: /(?:([0-9]{4})-?)?w([0-9]{1,2})/),
      let year = match.1.map({ Int($0) }) ?? isoWeek(of: today).year, let number = Int(match.2), number >= 1,
      // The week with 4 January in it is the first of its year.
      let fourth = CivilDay(year: year, month: 1, day: 4)
    else { return nil }
    let monday = fourth.adding(days: 7 * (number - 1) - fourth.weekday.position(inWeekFrom: .monday))
    return monday.adding(days: 3).month.year == year ? monday : nil
  }

  /// The week of ISO 8601 that a day is in.
  static func isoWeek(of day: CivilDay) -> (year: Int, number: Int) {
    // The year of a week is that of its Thursday.
    let thursday = day.adding(days: 3 - day.weekday.position(inWeekFrom: .monday))
    let year = thursday.month.year
    let firstDay = CivilMonth(monthNumber: year * 12).firstDay
    return (year, (thursday.dayNumber - firstDay.dayNumber) / 7 + 1)
  }

  static func year(_ words: [String], today: CivilDay) -> Int? {
    switch words {
    case ["this", "year"], ["year"]: return today.month.year
    case ["last", "year"], ["last"]: return today.month.year - 1
    default: return words.count == 1 && words[0].utf8.count == 4 ? Int(words[0]) : nil
    }
  }
}

extension String {
  /// The words of a day, a week, a month or a year, in small letters.
  ///
  /// A number and what it counts, as in `2w`, are two. Words of the locale's language are in English.
  var dayWords: [String] {
    DayWords.ofProcess.inEnglish(spokenWords)
  }

  private var spokenWords: [String] {
    lowercased().split(whereSeparator: \.isWhitespace).flatMap { word -> [String] in
      let digits = word.prefix { ("0"..."9").contains($0) }
      let unit = word.dropFirst(digits.count)
      let isSpan = !digits.isEmpty && DaySpan.shortUnits.contains(String(unit))
      return isSpan ? [String(digits), String(unit)] : [String(word)]
    }
  }
}

extension DayWords {
  /// The words of the process's locale.
  static let ofProcess = DayWords(.ofProcess)
}
