/// A month of the proleptic Gregorian calendar.
///
/// ```swift
/// let month = CivilMonth(year: 2026, month: 11)
/// print(month?.dayCount ?? 0)  // 30
/// ```
public struct CivilMonth: Hashable, Comparable, Sendable {
  /// Months since January of year 0: `year * 12 + month - 1`.
  public let monthNumber: Int

  /// The month with this number; see ``monthNumber``.
  public init(monthNumber: Int) {
    self.monthNumber = monthNumber
  }

  /// The month with these components, or `nil` unless `year` is in 1...9999 and `month` in 1...12.
  public init?(year: Int, month: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    self.init(monthNumber: year * 12 + month - 1)
  }

  /// The year.
  public var year: Int { floorDivide(monthNumber, by: 12) }

  /// The month of the year, 1...12.
  public var month: Int { monthNumber - year * 12 + 1 }

  /// The number of days, 28...31.
  public var dayCount: Int {
    CivilDay.dayNumber(ofFirstDayOf: adding(months: 1)) - CivilDay.dayNumber(ofFirstDayOf: self)
  }

  /// The first day.
  public var firstDay: CivilDay { CivilDay(dayNumber: CivilDay.dayNumber(ofFirstDayOf: self)) }

  /// The last day.
  public var lastDay: CivilDay { adding(months: 1).firstDay.adding(days: -1) }

  /// The month `count` months later, or earlier where `count` is negative.
  public func adding(months count: Int) -> CivilMonth {
    CivilMonth(monthNumber: monthNumber + count)
  }

  public static func < (left: CivilMonth, right: CivilMonth) -> Bool {
    left.monthNumber < right.monthNumber
  }
}

extension CivilMonth: CustomStringConvertible, LosslessStringConvertible {
  /// ISO 8601: `2026-11`.
  public var description: String {
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + (month < 10 ? "-0" : "-") + String(month)
  }

  /// Reads exactly the form `2026-11`.
  public init?(_ description: String) {
    let utf8 = Array(description.utf8)
    guard utf8.count == 7, utf8[4] == UInt8(ascii: "-"), let year = decimal(utf8[0..<4]),
      let month = decimal(utf8[5..<7])
    else { return nil }
    self.init(year: year, month: month)
  }
}
