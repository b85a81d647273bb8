import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel

/// How far goals have come, over changes of week, of month and of zone.
@Suite("Progress of goals")
struct GoalProgressTests {
  private let directory: TemporaryDirectory
  private let journal: Journal

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal(
      at: directory.path + "/journal", configuration: Journal.Configuration(now: { RandomHistory.now }))
  }

  private func day(_ text: String) throws -> CivilDay { try #require(CivilDay(text)) }

  @discardableResult
  private func add(_ time: String, _ type: ExerciseType = .run) throws -> CheckIn {
    let written = try #require(WrittenTime(time))
    let offset = try #require(written.offsetMinutes)
    let draft = CheckInDraft(
      type: type, title: "x",
      time: CheckInTime(
        instantMilliseconds: written.localMilliseconds - Int64(offset) * 60_000, offsetMinutes: offset))
    return try journal.create(Validation.validate(draft, now: RandomHistory.now)).checkIn
  }

  private func progress(_ goal: Goal, _ today: String, _ first: Weekday = .monday) throws -> GoalProgress {
    try journal.setGoal(goal)
    return try #require(try journal.goals(today: day(today), firstWeekday: first).first { $0.goal == goal })
  }

  private static let runs = Goal(.type(.run), count: 2, each: .week)

  @Test("The present week breaks no streak while it is open, and counts once it is kept")
  func streak() throws {
    // Two weeks with two runs each, from Monday 5 October 2020 on; RandomHistory's clock stands later.
    for time in ["2020-10-05T07:00Z", "2020-10-11T23:59Z", "2020-10-12T00:00Z", "2020-10-14T07:00Z"] { try add(time) }
    try add("2020-10-19T07:00Z", .gym)
    let open = try progress(Self.runs, "2020-10-19")
    #expect((open.done, open.wanted, open.streak, open.isKept) == (0, 2, 2, false))
    #expect(try (open.from, open.to) == (day("2020-10-19"), day("2020-10-25")))
    try add("2020-10-20T07:00Z")
    #expect(try progress(Self.runs, "2020-10-20").streak == 2)
    let second = try add("2020-10-20T19:00Z")
    let kept = try progress(Self.runs, "2020-10-25")
    #expect((kept.done, kept.streak, kept.isKept, kept.fraction) == (2, 3, true, 1))
    try journal.discard([second.number])
    let discarded = try progress(Self.runs, "2020-10-20")
    #expect((discarded.streak, discarded.fraction) == (2, 0.5))
    try journal.undo()
    #expect(try progress(Self.runs, "2020-10-26").streak == 3, "the next week has begun")
    #expect(try progress(Self.runs, "2020-11-02").streak == 0, "a week without runs is over")
  }

  @Test("Which week a Sunday belongs to depends on the day that weeks start with")
  func firstWeekday() throws {
    for time in ["2020-10-11T12:00Z", "2020-10-12T12:00Z"] { try add(time) }
    #expect(try progress(Self.runs, "2020-10-12", .monday).done == 1)
    #expect(try progress(Self.runs, "2020-10-12", .sunday).done == 2)
    let week = try progress(Self.runs, "2020-10-12", .saturday)
    #expect(try (week.from, week.to) == (day("2020-10-10"), day("2020-10-16")))
  }

  @Test("A check-in counts on the day that its own clock showed, wherever today is asked from")
  func zones() throws {
    // The same instant: Sunday night in Berlin, Monday morning in Auckland.
    try add("2020-10-11T22:00+02:00")
    try add("2020-10-12T09:00+13:00")
    #expect(try progress(Self.runs, "2020-10-11").done == 1)
    #expect(try progress(Self.runs, "2020-10-12").done == 1)
    // Moved to another zone, it is of another day and month.
    let moved = try add("2020-11-01T00:30+01:00")
    let november = Goal(.days, count: 1, each: .month)
    #expect(try progress(november, "2020-11-30").done == 1)
    var changes = CheckInChanges()
    changes.time = CheckInTime(instantMilliseconds: moved.time.instantMilliseconds, offsetMinutes: 0)
    try journal.edit(moved.number, with: Validation.validate(changes, now: RandomHistory.now))
    #expect(try progress(november, "2020-11-30").done == 0)
    #expect(try progress(november, "2020-10-31").done == 3)
  }

  @Test("A month that has fewer days than wanted is kept with all of them")
  func shortMonth() throws {
    for number in 1...28 { try add("2019-02-\(number < 10 ? "0" : "")\(number)T07:00Z") }
    let every = Goal(.days, count: 31, each: .month)
    let february = try progress(every, "2019-02-28")
    #expect((february.done, february.wanted, february.isKept, february.streak) == (28, 28, true, 1))
    let march = try progress(every, "2019-03-01")
    #expect((march.done, march.wanted, march.streak) == (0, 31, 1))
    #expect(try progress(Goal(.type(.run), count: 29, each: .month), "2019-02-28").wanted == 29)
  }

  @Test("Any history is judged as one check-in at a time, in any week and month, and after it is read again")
  func model() throws {
    var random = RandomSource(seed: TestSettings.seed)
    for run in 0..<TestSettings.runs("GOALS", default: 12) {
      let path = directory.path + "/run \(run)"
      let journal = try Journal(at: path, configuration: Journal.Configuration(now: { RandomHistory.now }))
      // So dense that streaks arise, and over the turn of a year.
      let first = CivilDay(dayNumber: 17_800 + random.number(0...400))
      let length = random.number(10...130)
      var model: [(number: Int, day: CivilDay, type: ExerciseType, isDiscarded: Bool)] = []
      func time() -> CheckInTime {
        let offset = random.element(of: [-720, -210, 0, 60, 840])
        let local = Int64(first.dayNumber + random.number(0...length)) * 86_400_000
        return CheckInTime(
          instantMilliseconds: local + Int64(random.number(0...86_399_999)) - Int64(offset) * 60_000,
          offsetMinutes: offset)
      }
      for _ in 0..<length * 2 {
        let type: ExerciseType = random.element(of: [.run, .run, .gym, .strengthTraining])
        let draft = CheckInDraft(type: type, title: "x", time: time())
        let checkIn = try journal.create(Validation.validate(draft, now: RandomHistory.now)).checkIn
        model.append((checkIn.number, draft.time.day, type, false))
        let index = random.number(0...model.count - 1)
        if random.oneIn(8), !model[index].isDiscarded {
          try journal.discard([model[index].number])
          model[index].isDiscarded = true
        } else if random.oneIn(8), !model[index].isDiscarded {
          var changes = CheckInChanges()
          (changes.time, changes.type) = (time(), .gym)
          try journal.edit(model[index].number, with: Validation.validate(changes, now: RandomHistory.now))
          (model[index].day, model[index].type) = (changes.time?.day ?? first, .gym)
        }
      }
      var marked: Set<CivilDay> = []
      for _ in 0..<(random.oneIn(3) ? 0 : length / 4) {
        let start = first.adding(days: random.number(-20...length + 20))
        let days = (0..<random.element(of: [1, 1, 2, 7, 40])).map { start.adding(days: $0) }
        let sequence = journal.sequence
        if random.oneIn(3) { try journal.unmark(days) } else { try journal.mark(days) }
        // What changed no mark wrote nothing, and an undo would concern a check-in.
        if random.oneIn(4), journal.sequence > sequence { try journal.undo() }
        marked = Set(try journal.dayMarks().map(\.day))
      }
      try journal.setGoal(Goal(.days, count: random.number(1...7), each: .week))
      if random.oneIn(2) { try journal.setGoal(Goal(.days, count: random.number(1...31), each: .month)) }
      try journal.setGoal(Goal(.type(.run), count: random.number(1...8), each: .week))
      try journal.setGoal(Goal(.type(.gym), count: random.number(1...30), each: .month))
      try journal.setGoal(
        Goal(.type(.swim), count: 1, each: random.element(of: [Goal.Period.day, .month, .year])))
      try journal.setGoal(
        Goal(.type(.strengthTraining), count: random.number(1...3), each: random.element(of: [.day, .year])))
      try journal.close()
      let again = try Journal(at: path, for: .readOnly)
      for _ in 0..<20 {
        let today = first.adding(days: random.number(-10...length + 40))
        let weekday = random.element(of: Weekday.allCases)
        let answers = try again.goals(today: today, firstWeekday: weekday)
        #expect(try answers.map(\.goal) == again.goals())
        for answer in answers {
          let expected = naive(
            answer.goal, model.filter { !$0.isDiscarded }.map { ($0.day, $0.type) }, marked, today, weekday)
          try #require(answer == expected, "CHECKIN_SEED=\(TestSettings.seed), run \(run), \(today), \(weekday)")
        }
        #expect(try again.goals(today: today, firstWeekday: weekday) == answers)
      }
    }
  }

  /// Day by day, without the code that is tested.
  private func naive(
    _ goal: Goal, _ checkIns: [(day: CivilDay, type: ExerciseType)], _ marked: Set<CivilDay>, _ today: CivilDay,
    _ firstWeekday: Weekday
  ) -> GoalProgress {
    func isSame(_ day: CivilDay, _ other: CivilDay) -> Bool {
      switch goal.period {
      case .day: return day == other
      case .month: return day.month == other.month
      case .year: return day.month.year == other.month.year
      case .week:
        var start = day
        while start.weekday != firstWeekday { start = start.adding(days: -1) }
        return start <= other && other.dayNumber - start.dayNumber < 7
      }
    }
    func period(_ day: CivilDay) -> (from: CivilDay, to: CivilDay) {
      var (from, to) = (day, day)
      while isSame(day, from.adding(days: -1)) { from = from.adding(days: -1) }
      while isSame(day, to.adding(days: 1)) { to = to.adding(days: 1) }
      return (from, to)
    }
    func done(_ day: CivilDay) -> Int {
      let all = checkIns.filter { isSame(day, $0.day) }
      guard case .type(let type) = goal.subject else { return Set(all.map(\.day)).count }
      return all.filter { $0.type == type }.count
    }
    func restDays(_ day: CivilDay) -> Int {
      marked.count { one in isSame(day, one) && !checkIns.contains { $0.day == one } }
    }
    func wanted(_ day: CivilDay) -> Int {
      let (from, to) = period(day)
      let days = to.dayNumber - from.dayNumber + 1
      let others = days - restDays(day)
      var wanted = 0
      while (wanted + 1) * days <= goal.count * others { wanted += 1 }
      if goal.subject == .days, others < days || goal.count > days { wanted = min(wanted, others) }
      return wanted
    }
    let (from, to) = period(today)
    var streak = wanted(today) > 0 && done(today) >= wanted(today) ? 1 : 0
    var day = from.adding(days: -1)
    while wanted(day) == 0 || done(day) >= wanted(day) {
      if wanted(day) > 0 { streak += 1 }
      day = period(day).from.adding(days: -1)
    }
    return GoalProgress(
      goal: goal, from: from, to: to, done: done(today), wanted: wanted(today), restDays: restDays(today),
      streak: streak)
  }
}
