internal import CheckInJournal
internal import FoundationEssentials

/// Check-ins by day and by month over the groups of a fleet.
struct FleetTotals {
  struct Count {
    var checkIns = 0
    /// Groups that have any.
    var members = 0

    static func sum(_ one: Count, _ other: Count) -> Count {
      Count(checkIns: one.checkIns + other.checkIns, members: one.members + other.members)
    }
  }

  private(set) var groups = 0
  private(set) var sealed = 0
  private(set) var events: UInt64 = 0
  private(set) var checkIns = 0
  private(set) var problems: [(group: String, problem: String)] = []
  private var countsByDay: [Int: Count] = [:]
  private var countsByMonth: [Int: Count] = [:]

  /// Ascending, with `2026-11-20`.
  var days: [(name: String, count: Count)] {
    countsByDay.sorted { $0.key < $1.key }.map { ("\(CivilDay(dayNumber: $0.key))", $0.value) }
  }

  /// Ascending, with `2026-11`.
  var months: [(name: String, count: Count)] {
    countsByMonth.sorted { $0.key < $1.key }.map { ("\(CivilMonth(monthNumber: $0.key))", $0.value) }
  }

  mutating func add(_ member: FleetMember) {
    groups += 1
    if let problem = member.problem {
      problems.append((member.group.uuidString, problem))
      return
    }
    events += member.events
    if member.isSealed { sealed += 1 }
    var (month, first, end, inMonth) = (0, 0, 0, 0)
    func close(_ counts: inout [Int: Count]) {
      guard inMonth > 0 else { return }
      counts[month, default: Count()].checkIns += inMonth
      counts[month, default: Count()].members += 1
    }
    for day in member.days {
      let number = day.day.dayNumber
      countsByDay[number, default: Count()].checkIns += day.checkIns
      countsByDay[number, default: Count()].members += 1
      checkIns += day.checkIns
      if !(first..<end).contains(number) {
        close(&countsByMonth)
        (month, first) = (day.day.month.monthNumber, day.day.month.firstDay.dayNumber)
        (end, inMonth) = (first + day.day.month.dayCount, 0)
      }
      inMonth += day.checkIns
    }
    close(&countsByMonth)
  }

  mutating func add(_ other: FleetTotals) {
    groups += other.groups
    sealed += other.sealed
    events += other.events
    checkIns += other.checkIns
    problems += other.problems
    countsByDay.merge(other.countsByDay, uniquingKeysWith: Count.sum)
    countsByMonth.merge(other.countsByMonth, uniquingKeysWith: Count.sum)
  }
}
