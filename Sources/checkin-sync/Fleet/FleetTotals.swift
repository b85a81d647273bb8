internal import CheckInJournal
internal import FoundationEssentials

/// Check-ins by day and by month over the groups of a fleet.
struct FleetTotals {
  struct Count {
    var checkIns = 0
    /// Groups that have any.
    var accounts = 0

    static func sum(_ one: Count, _ other: Count) -> Count {
      Count(checkIns: one.checkIns + other.checkIns, accounts: one.accounts + other.accounts)
    }
  }

  private(set) var groups = 0
  private(set) var encrypted = 0
  private(set) var events: UInt64 = 0
  private(set) var checkIns = 0
  private(set) var problems: [(group: String, problem: String)] = []
  /// By their numbers. Days are looked up by their month: a dictionary of days would take a good part of a fold's time.
  private var countsByMonth: [Int: Month] = [:]

  private struct Month {
    var count = Count()
    /// By the day of the month, from 1 on.
    var days = [Count](repeating: Count(), count: 31)

    /// - Parameter counts: of one group's days in the month.
    mutating func add(_ counts: ArraySlice<DayCount>, from firstDay: Int) {
      for day in counts {
        days[day.day.dayNumber - firstDay] = .sum(
          days[day.day.dayNumber - firstDay], Count(checkIns: day.checkIns, accounts: 1))
        count.checkIns += day.checkIns
      }
      count.accounts += 1
    }

    static func sum(_ one: Month, _ other: Month) -> Month {
      var sum = one
      sum.count = .sum(one.count, other.count)
      for index in sum.days.indices { sum.days[index] = .sum(one.days[index], other.days[index]) }
      return sum
    }
  }

  /// Ascending, with `2026-11-20`.
  var days: [(name: String, count: Count)] {
    countsByMonth.sorted { $0.key < $1.key }.flatMap { number, month in
      let firstDay = CivilMonth(monthNumber: number).firstDay.dayNumber
      return month.days.enumerated().filter { $0.element.accounts > 0 }
        .map { ("\(CivilDay(dayNumber: firstDay + $0.offset))", $0.element) }
    }
  }

  /// Ascending, with `2026-11`.
  var months: [(name: String, count: Count)] {
    countsByMonth.sorted { $0.key < $1.key }.map { ("\(CivilMonth(monthNumber: $0.key))", $0.value.count) }
  }

  mutating func add(_ account: FleetAccount) {
    groups += 1
    if let problem = account.problem {
      problems.append((account.group.uuidString, problem))
      return
    }
    events += account.events
    if account.isEncrypted { encrypted += 1 }
    var rest = account.days[...]
    while let first = rest.first {
      let month = first.day.month
      let firstDay = month.firstDay.dayNumber
      let inMonth = rest.prefix { $0.day.dayNumber < firstDay + month.dayCount }
      countsByMonth[month.monthNumber, default: Month()].add(inMonth, from: firstDay)
      checkIns += inMonth.reduce(0) { $0 + $1.checkIns }
      rest = rest[inMonth.endIndex...]
    }
  }

  mutating func add(_ other: FleetTotals) {
    groups += other.groups
    encrypted += other.encrypted
    events += other.events
    checkIns += other.checkIns
    problems += other.problems
    countsByMonth.merge(other.countsByMonth, uniquingKeysWith: Month.sum)
  }
}
