internal import CheckInJournal
internal import Foundation
internal import Synchronization

/// A region's conventions: the first weekday, the clock, the order of dates and the format of numbers.
package struct Conventions: Hashable, Sendable {
  var firstWeekday = Weekday.monday
  /// `true` if the clock shows `6:02 PM` instead of `18:02`.
  var usesTwelveHours = false
  /// `true` if the month of a date comes before the day, in languages whose regions differ in this.
  var putsMonthFirst = false
  var groupingSeparator = ","
  var decimalSeparator = "."
  /// The minimum number of digits before the first grouping separator. With 2, 1234 has no separator.
  var minimumGroupingDigits = 1

  /// Creates the conventions for an unknown region.
  init() {}

  /// Those of a locale, by the Unicode Consortium's data (CLDR), which are part of Foundation.
  ///
  /// - Parameter identifier: such as `pt_BR`; without a region, the language's usual one is meant.
  init(locale identifier: String) {
    if let known = Self.known.withLock({ $0[identifier] }) {
      self = known
      return
    }
    let locale = Locale(identifier: identifier)
    firstWeekday = Weekday(locale.firstDayOfWeek)
    usesTwelveHours = locale.hourCycle == .oneToTwelve || locale.hourCycle == .zeroToEleven
    putsMonthFirst = Self.regionsWithMonthFirst.contains(locale.region?.identifier ?? "")
    groupingSeparator = locale.groupingSeparator ?? groupingSeparator
    decimalSeparator = locale.decimalSeparator ?? decimalSeparator
    if 1234.formatted(.number.locale(locale)).count == 4 { minimumGroupingDigits = 2 }
    Self.known.withLock { known in
      // A browser can name regions that do not exist.
      if known.count < 1_000 { known[identifier] = self }
    }
  }

  /// Asking Foundation takes half a millisecond.
  private static let known = Mutex<[String: Conventions]>([:])

  /// The regions that write English dates as `November 21`; a test compares them with CLDR.
  package static let regionsWithMonthFirst: Set<String> = [
    "AS", "BI", "CA", "GU", "MH", "MP", "PH", "PR", "UM", "US", "VI",
  ]
}

extension Weekday {
  fileprivate init(_ weekday: Locale.Weekday) {
    switch weekday {
    case .sunday: self = .sunday
    case .monday: self = .monday
    case .tuesday: self = .tuesday
    case .wednesday: self = .wednesday
    case .thursday: self = .thursday
    case .friday: self = .friday
    case .saturday: self = .saturday
    }
  }
}
