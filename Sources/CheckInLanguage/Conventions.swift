internal import CheckInJournal
internal import Foundation
internal import Synchronization

/// What differs from region to region: where weeks start, the clock, the order of a date, and how numbers are written.
package struct Conventions: Hashable, Sendable {
  var firstWeekday = Weekday.monday
  /// Whether the clock shows `6:02 PM` instead of `18:02`.
  var usesTwelveHours = false
  /// Whether the month of a date comes before the day, in languages that write it so in some regions.
  var putsMonthFirst = false
  var groupingSeparator = ","
  var decimalSeparator = "."
  /// How many digits there are before the first separator of groups, at the least: 2 leaves 1234 as it is.
  var minimumGroupingDigits = 1

  /// What holds where no region is known.
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

  /// Where English dates are written as `November 21`; a test compares it with CLDR.
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
