internal import Foundation

extension Weekday {
  /// The day that weeks start with in the user's locale, by `LC_ALL`, `LC_TIME` or `LANG`; Monday without them.
  ///
  /// Foundation's current locale does not read these variables on Linux.
  package static func firstOfWeek(environment: [String: String]) -> Weekday {
    let setting = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let name = setting?.split(whereSeparator: { $0 == "." || $0 == "@" }).first, name != "C", name != "POSIX"
    else { return .monday }
    switch Locale(identifier: String(name)).firstDayOfWeek {
    case .sunday: return .sunday
    case .monday: return .monday
    case .tuesday: return .tuesday
    case .wednesday: return .wednesday
    case .thursday: return .thursday
    case .friday: return .friday
    case .saturday: return .saturday
    }
  }

  /// The seven days of a week, this one first.
  package var week: [Weekday] {
    let days = Self.allCases
    return Array(days[(rawValue - 1)...] + days[..<(rawValue - 1)])
  }

  /// How many days this one comes after the start of its week: 0...6.
  package func position(inWeekFrom first: Weekday) -> Int { (rawValue - first.rawValue + 7) % 7 }
}
