/// A date of the proleptic Gregorian calendar, without a time or a zone.
///
/// Stored as the number of days since 1970-01-01, so that comparing, adding and counting days is integer
/// arithmetic. The conversions are those of Howard Hinnant, *chrono-Compatible Low-Level Date Algorithms*
/// (<https://howardhinnant.github.io/date_algorithms.html>). All operations take constant time.
///
/// ```swift
/// let day = CivilDay(year: 2028, month: 2, day: 28)
/// print(day?.adding(days: 1).dayOfMonth ?? 0)  // 29
/// ```
public struct CivilDay: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01; negative before it.
  public let dayNumber: Int

  /// The day that lies `dayNumber` days after 1970-01-01.
  public init(dayNumber: Int) {
    self.dayNumber = dayNumber
  }

  /// The day with these components, or `nil` where the calendar has none (30 February, month 13) or the year is
  /// outside 1...9999.
  public init?(year: Int, month: Int, day: Int) {
    guard let month = CivilMonth(year: year, month: month), (1...month.dayCount).contains(day) else { return nil }
    self.init(dayNumber: month.firstDay.dayNumber + day - 1)
  }

  /// The day numbers of the years 1...9999.
  package static let calendarRange = -719_162...2_932_896

  /// Days since 1970-01-01 of a month's first day.
  static func dayNumber(ofFirstDayOf month: CivilMonth) -> Int {
    // The year is taken to start in March, so that the leap day comes last.
    let shiftedYear = month.month > 2 ? month.year : month.year - 1
    let monthFromMarch = month.month > 2 ? month.month - 3 : month.month + 9
    let era = floorDivide(shiftedYear, by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * monthFromMarch + 2) / 5
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Year, month (1...12) and day of the month (1...31).
  public var components: (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + 719_468
    let era = floorDivide(shifted, by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The month the day lies in.
  public var month: CivilMonth {
    let (year, month, _) = components
    return CivilMonth(monthNumber: year * 12 + month - 1)
  }

  /// Day of the month, 1...31.
  public var dayOfMonth: Int { components.day }

  /// The weekday.
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    Weekday(rawValue: dayNumber - floorDivide(dayNumber + 3, by: 7) * 7 + 4) ?? .monday
  }

  /// The day `count` days later, or earlier where `count` is negative.
  public func adding(days count: Int) -> CivilDay {
    CivilDay(dayNumber: dayNumber + count)
  }

  /// The dates since 1970 that a time zone skipped when it moved to the other side of the date line: in the Marshall
  /// Islands, Kiribati, and Samoa and Tokelau.
  package static let datesThatZonesSkipped = ["1993-08-21", "1994-12-31", "2011-12-30"].compactMap { CivilDay($0) }

  public static func < (left: CivilDay, right: CivilDay) -> Bool {
    left.dayNumber < right.dayNumber
  }
}

extension CivilDay: CustomStringConvertible, LosslessStringConvertible {
  /// ISO 8601: `2026-11-21`.
  public var description: String {
    month.description + (dayOfMonth < 10 ? "-0" : "-") + String(dayOfMonth)
  }

  /// Reads exactly the form `2026-11-21`.
  public init?(_ description: String) {
    let utf8 = Array(description.utf8)
    guard utf8.count == 10, utf8[4] == UInt8(ascii: "-"), utf8[7] == UInt8(ascii: "-"),
      let year = decimal(utf8[0..<4]), let month = decimal(utf8[5..<7]), let day = decimal(utf8[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

/// A day of the week; raw values as in ISO 8601: Monday is 1, Sunday is 7.
///
/// ```swift
/// if CivilDay(year: 2026, month: 11, day: 21)?.weekday == .saturday { print("Weekend") }
/// ```
public enum Weekday: Int, CaseIterable, Sendable {
  /// The first day of the week in ISO 8601.
  case monday = 1
  /// The days after it.
  case tuesday, wednesday, thursday, friday, saturday, sunday
}

extension Weekday {
  /// The seven days of a week, this one first.
  package var week: [Weekday] {
    let days = Self.allCases
    return Array(days[(rawValue - 1)...] + days[..<(rawValue - 1)])
  }

  /// Returns the number of days from the start of its week to this weekday: 0...6.
  package func position(inWeekFrom first: Weekday) -> Int { (rawValue - first.rawValue + 7) % 7 }
}

/// Division that rounds towards negative infinity; `divisor` is positive.
package func floorDivide(_ value: Int, by divisor: Int) -> Int {
  value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
}

/// The value of ASCII digits, or `nil` where one of the bytes is no digit.
func decimal(_ digits: ArraySlice<UInt8>) -> Int? {
  var value = 0
  for byte in digits {
    guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
    value = value * 10 + Int(byte - UInt8(ascii: "0"))
  }
  return digits.isEmpty ? nil : value
}

extension Message.StringInterpolation {
  /// Inserts a day, as in `2026-11-21`.
  public mutating func appendInterpolation(_ day: CivilDay) { appendInterpolation(day.description) }

  /// Inserts a month, as in `2026-11`.
  package mutating func appendInterpolation(_ month: CivilMonth) { appendInterpolation(month.description) }
}
