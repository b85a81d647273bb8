import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel

/// Goals for the sums of distances, durations and calories.
@Suite("Progress of goals for sums")
struct GoalSumTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// A check-in of the model.
  private struct Entry {
    var number: Int
    var day: CivilDay
    var type: ExerciseType
    var values: [CheckInQuantity: Int]
    var isDiscarded = false
  }

  @Test("Any history is summed up by type in any period, reduced by marks, and the same when read again")
  func model() throws {
    var random = RandomSource(seed: TestSettings.seed)
    for run in 0..<TestSettings.runs("GOALS", default: 12) {
      let path = directory.path + "/run \(run)"
      let journal = try Journal(at: path, configuration: Journal.Configuration(now: { RandomHistory.now }))
      let first = CivilDay(dayNumber: 17_800 + random.number(0...400))
      let length = random.number(10...400)
      var entries: [Entry] = []
      func someDay() -> CivilDay { first.adding(days: random.number(0...length)) }
      func time(on day: CivilDay) -> CheckInTime {
        let offset = random.element(of: [-720, -210, 0, 60, 840])
        let local = Int64(day.dayNumber) * 86_400_000 + Int64(random.number(0...86_399_999))
        return CheckInTime(instantMilliseconds: local - Int64(offset) * 60_000, offsetMinutes: offset)
      }
      for _ in 0..<random.number(20...120) {
        let (day, type) = (someDay(), random.element(of: [ExerciseType.run, .run, .swim, .gym]))
        var draft = CheckInDraft(type: type, title: "x", time: time(on: day))
        var values: [CheckInQuantity: Int] = [:]
        for quantity in CheckInQuantity.allCases where !random.oneIn(3) { values[quantity] = random.number(1...20_000) }
        for (quantity, value) in values { draft[quantity] = value }
        let checkIn = try journal.create(Validation.validate(draft, now: RandomHistory.now)).checkIn
        entries.append(Entry(number: checkIn.number, day: day, type: type, values: values))
        let index = random.number(0...entries.count - 1)
        guard !entries[index].isDiscarded else { continue }
        if random.oneIn(8) {
          try journal.discard([entries[index].number])
          entries[index].isDiscarded = true
        } else if random.oneIn(8) {
          let quantity = random.element(of: CheckInQuantity.allCases)
          let value = random.oneIn(2) ? nil : random.number(1...20_000)
          var changes = CheckInChanges()
          changes[quantity] = value.map { CheckInChanges.Change.set($0) } ?? .clear
          try journal.edit(entries[index].number, with: Validation.validate(changes, now: RandomHistory.now))
          entries[index].values[quantity] = value
        }
      }
      for _ in 0..<(random.oneIn(3) ? 0 : 8) {
        let start = someDay()
        try journal.mark((0..<random.element(of: [1, 2, 7, 40])).map { start.adding(days: $0) })
      }
      let marked = Set(try journal.dayMarks().map(\.day))
      for _ in 0..<8 {
        let subject = random.element(of: Goal.Subject.selectable.filter { $0.quantity != nil })
        let period = random.element(of: Goal.Period.allCases)
        let count = random.element(of: [1, 7, 999, 5_000, 20_000, 100_000])
        let most = Goal.countRange(of: subject, each: period).upperBound
        try journal.setGoal(Goal(subject, count: min(count, most), each: period))
      }
      try journal.close()
      let again = try Journal(at: path, for: .readOnly)
      let counted = entries.filter { !$0.isDiscarded }
      for _ in 0..<10 {
        let today = first.adding(days: random.number(-10...length + 40))
        let weekday = random.element(of: Weekday.allCases)
        let answers = try again.goals(today: today, firstWeekday: weekday)
        #expect(try answers.map(\.goal) == again.goals())
        for answer in answers {
          let expected = Self.naive(answer.goal, counted, marked, today, weekday)
          try #require(answer == expected, "CHECKIN_SEED=\(TestSettings.seed), run \(run), \(today), \(weekday)")
        }
      }
    }
  }

  /// Day by day, without the code that is tested.
  private static func naive(
    _ goal: Goal, _ entries: [Entry], _ marked: Set<CivilDay>, _ today: CivilDay, _ firstWeekday: Weekday
  ) -> GoalProgress {
    func days(around day: CivilDay) -> [CivilDay] {
      switch goal.period {
      case .day: return [day]
      case .week:
        var start = day
        while start.weekday != firstWeekday { start = start.adding(days: -1) }
        return (0..<7).map { start.adding(days: $0) }
      case .month, .year:
        func isSame(_ other: CivilDay) -> Bool {
          goal.period == .month ? day.month == other.month : day.month.year == other.month.year
        }
        return (-366...366).map { day.adding(days: $0) }.filter(isSame)
      }
    }
    func judge(_ day: CivilDay) -> (days: [CivilDay], done: Int, wanted: Int, restDays: Int) {
      let days = days(around: day)
      let ofPeriod = entries.filter { $0.day >= days[0] && $0.day <= days[days.count - 1] }
      let restDays = days.count { day in marked.contains(day) && !ofPeriod.contains { $0.day == day } }
      guard case .sum(let quantity, of: let type) = goal.subject else { return (days, 0, 0, restDays) }
      let done = ofPeriod.filter { type == nil || $0.type == type }.reduce(0) { $0 + ($1.values[quantity] ?? 0) }
      return (days, done, goal.count * (days.count - restDays) / days.count, restDays)
    }
    let present = judge(today)
    var streak = present.wanted > 0 && present.done >= present.wanted ? 1 : 0
    var earlier = judge(present.days[0].adding(days: -1))
    while earlier.done >= earlier.wanted {
      if earlier.wanted > 0 { streak += 1 }
      earlier = judge(earlier.days[0].adding(days: -1))
    }
    return GoalProgress(
      goal: goal, from: present.days[0], to: present.days[present.days.count - 1], done: present.done,
      wanted: present.wanted, restDays: present.restDays, streak: streak)
  }

  @Test("The target of a count that no goal can have is reduced without a fault")
  func hugeCount() {
    let goal = Goal(.sum(.distance, of: nil), count: .max, each: .year)
    let progress = goal.progress(
      today: CivilDay(dayNumber: 20_000), firstWeekday: .monday, restDays: { _, _ in 1 }, count: { _, _ in 0 })
    #expect(progress.wanted < .max && progress.wanted > .max / 2)
  }
}
