import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline

/// Marks of days as journals keep them, and the streaks across them.
@Suite("Marked days")
struct DayMarkTests {
  private let directory: TemporaryDirectory
  private let journal: Journal

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal(
      at: directory.path + "/journal", configuration: Journal.Configuration(now: { RandomHistory.now }))
  }

  private func add(_ day: CivilDay, to journal: Journal, offset: Int = 0) throws {
    let local = Int64(day.dayNumber) * 86_400_000 + 43_200_000
    let time = CheckInTime(instantMilliseconds: local - Int64(offset) * 60_000, offsetMinutes: offset)
    _ = try journal.create(
      Validation.validate(CheckInDraft(type: .run, title: "x", time: time), now: RandomHistory.now))
  }

  private static let day = CivilDay(dayNumber: 18_000)

  @Test("A command marks all of its days, is undone as one, and replaces marks with their notes")
  func register() throws {
    let days = (0..<3).map { Self.day.adding(days: $0) }
    #expect(try journal.mark(days, as: .sick, note: " Flu ").map(\.text) == ["sick Flu", "sick Flu", "sick Flu"])
    #expect(journal.sequence == 3)
    try journal.mark(days, as: .sick, note: "Flu")
    #expect(journal.sequence == 3, "nothing changes")
    try journal.mark([days[1]])
    #expect(try journal.dayMarks(from: days[1]).map(\.text) == ["rest", "sick Flu"])
    #expect(try journal.unmark([days[0], days[0].adding(days: -1)]) == [DayMark(days[0], kind: .sick, note: "Flu")])
    #expect(try journal.undo().workout == "dayUnmarked")
    #expect(try journal.undo().workout == "dayMarked")
    #expect(try journal.dayMarks() == days.map { DayMark($0, kind: .sick, note: "Flu") })
    try journal.undo()
    #expect(try journal.dayMarks().isEmpty)
    try journal.redo()
    try journal.close()
    let again = try Journal(at: directory.path + "/journal", for: .readOnly)
    #expect(try again.dayMarks().count == 3)
    let past = try Journal(at: directory.path + "/journal", asOf: .sequence(1))
    #expect(try past.dayMarks() == [DayMark(days[0], kind: .sick, note: "Flu")])
  }

  @Test("Days outside the calendar, and too many of them, are refused")
  func refused() throws {
    let range = CivilDay.calendarRange
    for days in [[range.lowerBound - 1], [range.upperBound + 1], Array(0...Journal.maximumMarkedDays)] {
      let error = #expect(throws: JournalError.self) { try journal.mark(days.map { CivilDay(dayNumber: $0) }) }
      #expect(error?.code == .invalidValue)
    }
    try journal.mark([CivilDay(dayNumber: range.lowerBound), CivilDay(dayNumber: range.upperBound)])
    #expect(throws: JournalError.self) { try journal.mark([Self.day], note: "a\0b") }
    #expect(journal.sequence == 2)
  }

  @Test("The current streak continues while every day after it, except today, is marked")
  func current() throws {
    for offset in [0, 1, 4] { try add(Self.day.adding(days: offset), to: journal) }
    try journal.mark([2, 3, 5, 6].map { Self.day.adding(days: $0) })
    func current(_ offset: Int) throws -> Streak? {
      try journal.statistics(today: Self.day.adding(days: offset)).currentStreak
    }
    for offset in 4...7 {
      let streak = try current(offset)
      #expect(streak?.days == 3 && streak?.restDays == 2, "day \(offset)")
      #expect(streak?.from == Self.day && streak?.to == Self.day.adding(days: 4))
    }
    #expect(try current(8) == nil)
    #expect(try journal.statistics(today: Self.day.adding(days: 7)).withoutMarks?.currentStreak == nil)
    #expect(try journal.statistics(today: Self.day).withoutMarks?.longestStreak?.days == 2)
    try journal.unmark([Self.day.adding(days: 3)])
    #expect(try current(7)?.days == 1)
    #expect(try journal.streak(around: Self.day)?.days == 2)
    #expect(try journal.streak(around: Self.day.adding(days: 2)) == nil, "a marked day has no streak")
  }

  @Test("Any history with marks has the streaks of the rule, day by day, after undo and read again")
  func model() throws {
    var random = RandomSource(seed: TestSettings.seed)
    for run in 0..<TestSettings.runs("MARKS", default: 20) {
      let path = directory.path + "/run \(run)"
      let journal = try Journal(at: path, configuration: Journal.Configuration(now: { RandomHistory.now }))
      let length = random.number(5...80)
      func someDay() -> CivilDay { Self.day.adding(days: random.number(-5...length)) }
      for _ in 0..<length {
        switch random.number(0...5) {
        case 0...2: try add(someDay(), to: journal, offset: random.element(of: [-720, -210, 0, 60, 840]))
        case 3:
          let start = someDay()
          try journal.mark((0..<random.number(1...5)).map { start.adding(days: $0) }, as: .holiday)
        case 4: try journal.unmark([someDay()])
        default: if random.oneIn(2) { _ = try? journal.undo() } else { _ = try? journal.redo() }
        }
      }
      try journal.close()
      let again = try Journal(at: path, for: .readOnly)
      let active = Set(try again.checkIns().map(\.day))
      let marked = Set(try again.dayMarks().map(\.day))
      let place = "CHECKIN_SEED=\(TestSettings.seed), run \(run)"
      for _ in 0..<10 {
        let today = someDay()
        let statistics = try again.statistics(today: today)
        let all = Self.streaks(active, marked)
        let longest = all.max { ($0.days, $0.to) < ($1.days, $1.to) }
        #expect(statistics.longestStreak == longest, "\(place)")
        let last = Self.streaks(active.filter { $0 <= today }, marked).last
        let isAlive = last.map { last in
          stride(from: last.to.dayNumber + 1, to: today.dayNumber, by: 1)
            .allSatisfy { marked.contains(CivilDay(dayNumber: $0)) }
        }
        #expect(statistics.currentStreak == (isAlive == true ? last : nil), "\(place), \(today)")
        #expect((statistics.withoutMarks == nil) == marked.isEmpty, "\(place)")
        if let without = statistics.withoutMarks {
          let longest = Self.streaks(active, []).max { ($0.days, $0.to) < ($1.days, $1.to) }
          #expect(without.longestStreak == longest, "\(place)")
        }
        let expected = active.contains(today) ? all.first { $0.from <= today && today <= $0.to } : nil
        #expect(try again.streak(around: today) == expected, "\(place), around \(today)")
        let calendar = try again.calendar(of: today.month)
        #expect(Set(calendar.marks.map(\.day)) == marked.filter { $0.month == today.month }, "\(place)")
        #expect(calendar.restDays == marked.subtracting(active).count { $0.month == today.month }, "\(place)")
      }
    }
  }

  /// The streaks day by day, ascending, without the code that is tested.
  private static func streaks(_ active: Set<CivilDay>, _ marked: Set<CivilDay>) -> [Streak] {
    var streaks: [Streak] = []
    for day in active.sorted() {
      guard let last = streaks.last else {
        streaks.append(Streak(from: day, to: day))
        continue
      }
      var between: [CivilDay] = []
      var missed = last.to.adding(days: 1)
      while missed < day {
        between.append(missed)
        missed = missed.adding(days: 1)
      }
      if between.allSatisfy(marked.contains) {
        streaks[streaks.count - 1].to = day
        streaks[streaks.count - 1].restDays += between.count
      } else {
        streaks.append(Streak(from: day, to: day))
      }
    }
    return streaks
  }

  @Test("A goal is reduced by marked days without a check-in, and pauses in a period that is marked as a whole")
  func goals() throws {
    // A Monday.
    let monday = Self.day.adding(days: -Self.day.weekday.position(inWeekFrom: .monday))
    try journal.setGoal(Goal(.type(.run), count: 3, each: .week))
    func progress(_ week: Int) throws -> GoalProgress? {
      try journal.goals(today: monday.adding(days: 7 * week), firstWeekday: .monday).first
    }
    for offset in [0, 2, 4, 14, 16] { try add(monday.adding(days: offset), to: journal) }
    #expect(try progress(2)?.streak == 0, "the week between has no run, and this one two")
    try journal.mark((7..<14).map { monday.adding(days: $0) }, as: .holiday)
    #expect(try progress(1)?.wanted == 0 && progress(1)?.isKept == false && progress(1)?.streak == 1)
    // Two sick days, and one with a check-in, which counts as unmarked.
    try journal.mark([14, 15, 18].map { monday.adding(days: $0) }, as: .sick)
    let week = try progress(2)
    #expect(week?.wanted == 2 && week?.restDays == 2 && week?.isKept == true && week?.streak == 2)
  }

  @Test("Devices that mark a day differently are in conflict, which any of them resolves")
  func conflict() throws {
    for name in ["laptop", "phone"] { try Journal(at: directory.path + "/" + name).close() }
    let devices = try TwoDevices(laptop: directory.path + "/laptop", phone: directory.path + "/phone")
    let (laptop, phone) = (try Journal(at: devices.laptop), try Journal(at: devices.phone))
    try laptop.mark([Self.day, Self.day.adding(days: 1)], as: .sick)
    try phone.mark([Self.day], as: .holiday, note: "Alps")
    try phone.mark([Self.day.adding(days: 1)], as: .sick)
    try devices.sync()
    try laptop.refresh()
    try phone.refresh()
    #expect(try laptop.dayMarks() == phone.dayMarks())
    let conflicts = laptop.conflicts()
    #expect(conflicts.map(\.subject) == [.dayMark(Self.day)] && conflicts.map(\.field) == ["mark"])
    #expect(Set(conflicts[0].candidates.map(\.value)) == ["sick", "holiday Alps"])
    let mine = try #require(conflicts[0].candidates.first { $0.value == "sick" })
    try laptop.resolve(conflicts[0], with: mine)
    // One device removes a mark that the other changes meanwhile.
    try laptop.mark([Self.day.adding(days: 1)], as: .injured)
    try phone.unmark([Self.day.adding(days: 1)])
    try devices.sync()
    try laptop.refresh()
    try phone.refresh()
    #expect(try phone.dayMarks() == laptop.dayMarks())
    #expect(phone.conflicts().map(\.field) == ["mark"])
    #expect(Set(phone.conflicts().flatMap { $0.candidates.map(\.value) }) == ["injured", nil])
    // Who knows both values resolves the conflict, also by removing what may be shown no more.
    try phone.unmark([Self.day.adding(days: 1)])
    #expect(phone.conflicts().isEmpty)
    #expect(try phone.dayMarks().count == 1)
    let sequence = phone.sequence
    #expect(try phone.unmark([Self.day.adding(days: 1)]).isEmpty)
    #expect(phone.sequence == sequence)
    // The conflicts of a snapshot are those of the events.
    try laptop.close()
    try phone.close()
    #expect(try Journal(at: devices.phone).dayMarks() == [DayMark(Self.day, kind: .sick)])
  }
}
