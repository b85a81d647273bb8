import CheckInJournal

/// A day in words, before it is known which day is today.
enum DayExpression: Equatable {
  case day(CivilDay)
  /// `today` is 0.
  case daysAgo(Int)
  /// The same day of an earlier month, or the last day of it where it has none like it.
  case monthsAgo(Int)
  /// The latest day with this name that is not in the future.
  case latest(Weekday)
  /// The latest day with this name before today.
  case previous(Weekday)
  /// The latest such date that is not in the future; 29 February, if it is one, of the latest leap year.
  case date(month: Int, dayOfMonth: Int)

  /// Reads `today`, `yesterday`, `3 days ago`, `a week ago`, `2 months ago`, `a year ago`, `monday`, `mon`,
  /// `last monday`, `21 nov`, `nov 21`, `21 november 2025`, `2026-11-21`, `2026-11-1`, `21.11.2026` or `11/21`, in
  /// lower case.
  init?(_ words: [String]) {
    let words = Self.withoutWeekday(words)
    let count = words.count
    switch words {
    case ["today"]: self = .daysAgo(0)
    case ["yesterday"]: self = .daysAgo(1)
    default:
      if count == 3, words[2] == "ago", let span = DaySpan(words[0], unit: words[1]) {
        self = span.isMonths ? .monthsAgo(span.count) : .daysAgo(span.count)
      } else if count == 1, let day = CivilDay(words[0]) ?? Self.dayWithHyphens(words[0]) {
        self = .day(day)
      } else if count == 1, let date = Self.dateOfNumbers(words[0]) {
        self = date
      } else if count == 1, let weekday = Self.weekday(words[0]) {
        self = .latest(weekday)
      } else if count == 2, words[0] == "last", let weekday = Self.weekday(words[1]) {
        self = .previous(weekday)
      } else if let date = Self.date(words) {
        self = date
      } else {
        return nil
      }
    }
  }

  /// The day that is meant.
  func day(today: CivilDay) -> CivilDay {
    switch self {
    case .day(let day): return day
    case .daysAgo(let count): return today.adding(days: -count)
    case .monthsAgo(let count):
      let month = today.month.adding(months: -count)
      // The calendar begins in the year 1.
      guard month.year >= 1 else { return CivilDay(year: 1, month: 1, day: 1) ?? today }
      return month.firstDay.adding(days: min(today.dayOfMonth, month.dayCount) - 1)
    case .latest(let weekday): return today.adding(days: -((today.weekday.rawValue - weekday.rawValue + 7) % 7))
    case .previous(let weekday):
      let daysAgo = (today.weekday.rawValue - weekday.rawValue + 7) % 7
      return today.adding(days: daysAgo == 0 ? -7 : -daysAgo)
    case .date(let month, let dayOfMonth):
      let years = (0...8).lazy.map { today.month.year - $0 }
      let days = years.compactMap { CivilDay(year: $0, month: month, day: dayOfMonth) }
      return days.first { $0 <= today } ?? today
    }
  }

  /// The words of a date without the weekday before it, as dates are printed: `Fri, Nov 20, 2026`.
  private static func withoutWeekday(_ words: [String]) -> [String] {
    let rest = Array(words.dropFirst())
    guard let first = words.first, weekday(first.hasSuffix(",") ? String(first.dropLast()) : first) != nil,
      date(rest) != nil
    else { return words }
    return rest
  }

  /// `2026-1-5`
  private static func dayWithHyphens(_ word: String) -> CivilDay? {
    guard let match = word.wholeMatch(of: /([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})/), let year = Int(match.1),
      let month = Int(match.2), let day = Int(match.3)
    else { return nil }
    return CivilDay(year: year, month: month, day: day)
  }

  /// A date with points or slashes that can be read in one order only, since one of its numbers is no month, or both
  /// are the same: `21.11.2026`, `21/11`, `11/21`. With points the day comes first.
  private static func dateOfNumbers(_ word: String) -> DayExpression? {
    guard let match = word.wholeMatch(of: /([0-9]{1,2})([.\/])([0-9]{1,2})(?:\2([0-9]{4}))?/),
      let first = Int(match.1), let second = Int(match.3)
    else { return nil }
    let isWithPoints = match.2 == "."
    let (day, month) = second > 12 && !isWithPoints ? (second, first) : (first, second)
    guard day > 12 || day == month, CivilDay(year: 2024, month: month, day: day) != nil else { return nil }
    guard let text = match.4 else { return isWithPoints ? nil : .date(month: month, dayOfMonth: day) }
    return Int(text).flatMap { CivilDay(year: $0, month: month, day: day) }.map { .day($0) }
  }

  private static func weekday(_ word: String) -> Weekday? {
    Weekday.allCases.first { $0.name.lowercased() == word || $0.name.lowercased().prefix(3) == word }
  }

  /// The number of a month by its name or the first three letters of it.
  static func monthNumber(_ word: String) -> Int? {
    (1...12).first { number in
      guard let name = CivilMonth(year: 2000, month: number)?.name.lowercased() else { return false }
      return name == word || name.prefix(3) == word
    }
  }

  private static func date(_ words: [String]) -> DayExpression? {
    guard (2...3).contains(words.count) else { return nil }
    let pair = Array(words.prefix(2)).map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
    let leading = monthNumber(pair[0])
    guard let month = leading ?? monthNumber(pair[1]), let number = Int(pair[leading == nil ? 0 : 1]),
      // A leap year, so that 29 February is a date.
      CivilDay(year: 2024, month: month, day: number) != nil
    else { return nil }
    guard words.count == 3 else { return .date(month: month, dayOfMonth: number) }
    guard words[2].utf8.count == 4, let year = Int(words[2]) else { return nil }
    return CivilDay(year: year, month: month, day: number).map { .day($0) }
  }
}

/// A number of days or months in words: `3 days`, `a week`, `2 months`, `a year`, `2 w`.
struct DaySpan: Equatable {
  /// Of days, or of months.
  var count: Int
  var isMonths: Bool

  /// The units that may directly follow a number. `m` is reserved for minutes.
  static let shortUnits: Set = ["d", "w", "mo", "y"]

  init?(_ words: ArraySlice<String>) {
    guard words.count == 2, let number = words.first, let unit = words.last else { return nil }
    self.init(number, unit: unit)
  }

  /// A century is the most.
  init?(_ number: String, unit: String) {
    guard let number = number == "a" ? 1 : Int(number), number >= 0 else { return nil }
    let (size, isMonths, maximum): (Int, Bool, Int)
    switch unit {
    case "day", "days", "d": (size, isMonths, maximum) = (1, false, 36_600)
    case "week", "weeks", "w": (size, isMonths, maximum) = (7, false, 5_228)
    case "month", "months", "mo": (size, isMonths, maximum) = (1, true, 1_200)
    case "year", "years", "y": (size, isMonths, maximum) = (12, true, 100)
    default: return nil
    }
    guard number <= maximum else { return nil }
    (count, self.isMonths) = (number * size, isMonths)
  }
}
