/// Check-ins that have something in common, in figures.
///
/// ```swift
/// for group in try journal.groups(by: .week, from: CivilDay(year: 2026, month: 1, day: 1)) {
///   print(group.key, group.checkIns, group.days, group.calories)
/// }
/// ```
public struct CheckInGroup: Hashable, Sendable {
  /// The property by which check-ins are grouped.
  public enum Grouping: String, CaseIterable, Sendable {
    /// Weeks of ISO 8601: from Monday to Sunday.
    case week
    /// The month, the year, the exercise type or the day of the week.
    case month, year, type, weekday
    /// A check-in is in the group of each of its tags, and in none without any.
    case tag
  }

  /// The value that the check-ins of a group have in common.
  public enum Key: Hashable, Sendable {
    /// The Monday that it begins with.
    case week(CivilDay)
    /// The check-ins of a month.
    case month(CivilMonth)
    /// The check-ins of a year.
    case year(Int)
    /// The check-ins of a type.
    case type(ExerciseType)
    /// The check-ins of a day of the week.
    case weekday(Weekday)
    /// The check-ins with a tag.
    case tag(Tag)
  }

  /// The value that the group's check-ins have in common.
  public var key: Key
  /// The number of check-ins in the group.
  public var checkIns = 0
  /// Days with at least one of them.
  public var days = 0
  /// The sums of their calories, durations and distances.
  public internal(set) var sums = QuantitySums()

  /// Kilocalories of those that have some; or the greatest number there is.
  public var calories: Int { sums.calories.total }

  /// The days of a group of a week, a month or a year; `nil` for others.
  public var period: (first: CivilDay, last: CivilDay)? {
    switch key {
    case .week(let monday): (monday, monday.adding(days: 6))
    case .month(let month): (month.firstDay, month.lastDay)
    case .year(let year):
      (CivilMonth(monthNumber: year * 12).firstDay, CivilMonth(monthNumber: year * 12 + 11).lastDay)
    case .type, .weekday, .tag: nil
    }
  }
}

extension CheckInGroup.Key {
  /// The period before which no check-in of this one lies; `nil` for other keys.
  fileprivate var next: CheckInGroup.Key? {
    switch self {
    case .week(let monday): .week(monday.adding(days: 7))
    case .month(let month): .month(month.adding(months: 1))
    case .year(let year): .year(year + 1)
    case .type, .weekday, .tag: nil
    }
  }

  init(_ day: CivilDay, by grouping: CheckInGroup.Grouping) {
    switch grouping {
    case .week: self = .week(day.adding(days: -day.weekday.position(inWeekFrom: .monday)))
    case .year: self = .year(day.month.year)
    case .weekday: self = .weekday(day.weekday)
    case .month, .type, .tag: self = .month(day.month)
    }
  }
}

/// Groups that check-ins are counted into.
struct CheckInGroups {
  /// So many periods without check-ins are in between at the most.
  private static let maximumPeriodCount = 520

  private struct Sum {
    var group: CheckInGroup
    var dayNumbers: Set<Int> = []

    mutating func add(_ day: CivilDay, _ details: CheckInDetails) {
      group.checkIns += 1
      dayNumbers.insert(day.dayNumber)
      group.sums.add(details)
    }
  }

  private var sums: [CheckInGroup.Key: Sum] = [:]

  mutating func add(_ key: CheckInGroup.Key, on day: CivilDay, _ details: CheckInDetails) {
    sums[key, default: Sum(group: CheckInGroup(key: key))].add(day, details)
  }

  /// Periods and weekdays ascending, others by how many check-ins they have, the most first.
  var all: [CheckInGroup] {
    var groups = sums.values.map { sum in
      var group = sum.group
      group.days = sum.dayNumbers.count
      return group
    }
    groups.sort { $0.isBefore($1) }
    return withPeriodsBetween(groups)
  }

  private func withPeriodsBetween(_ groups: [CheckInGroup]) -> [CheckInGroup] {
    var all: [CheckInGroup] = []
    for group in groups {
      while let next = all.last?.key.next, next != group.key {
        guard all.count < Self.maximumPeriodCount else { return groups }
        all.append(CheckInGroup(key: next))
      }
      all.append(group)
    }
    return all
  }
}

extension CheckInGroup {
  fileprivate func isBefore(_ other: CheckInGroup) -> Bool {
    switch (key, other.key) {
    case (.week(let left), .week(let right)): left < right
    case (.month(let left), .month(let right)): left < right
    case (.year(let left), .year(let right)): left < right
    case (.weekday(let left), .weekday(let right)): left.rawValue < right.rawValue
    case (.type(let left), .type(let right)): (other.checkIns, left.rawValue) < (checkIns, right.rawValue)
    case (.tag(let left), .tag(let right)):
      checkIns == other.checkIns ? left < right : checkIns > other.checkIns
    default: false
    }
  }
}
