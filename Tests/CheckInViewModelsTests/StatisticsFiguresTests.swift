import CheckInJournal
import CheckInViewModels
import FoundationEssentials
import TestSupport
import Testing

/// The figures against a count of all check-ins, one by one.
@Suite("The figures of statistics")
struct StatisticsFiguresTests {
  private static let days = ["2026-11-20", "2026-03-31", "2026-01-01", "2024-02-29", "2026-03-01", "2026-11-22"]

  @Test("They are what counting comes to, whichever day is today", arguments: days, [Weekday.monday, .sunday])
  func counted(_ text: String, _ firstWeekday: Weekday) throws {
    let today = try #require(CivilDay(text))
    let directory = try TemporaryDirectory()
    let journal = try Journal(at: directory.path + "/journal")
    var random = RandomSource(seed: 7)
    var drafts: [CheckInDraft] = []
    for _ in 0..<300 {
      let day = today.adding(days: -Int.random(in: 0...500, using: &random))
      let minute = Int.random(in: 0..<1440, using: &random)
      let time = CheckInTime(
        instantMilliseconds: Int64(day.dayNumber) * 86_400_000 + Int64(minute) * 60_000, offsetMinutes: 0)
      drafts.append(
        CheckInDraft(
          id: UUID(), type: ExerciseType.selectable.randomElement(using: &random), title: "x", time: time,
          calories: Bool.random(using: &random) ? Int.random(in: 0...900, using: &random) : nil))
    }
    try journal.importCheckIns(drafts)
    try journal.discard([1, 2, 3])
    let all = try journal.checkIns()
    let figures = try StatisticsFigures(journal: journal, today: today, firstWeekday: firstWeekday)

    func count(_ from: CivilDay, _ to: CivilDay) -> Int { all.count { from <= $0.day && $0.day <= to } }
    func days(_ from: CivilDay, _ to: CivilDay) -> Int {
      Set(all.map(\.day).filter { from <= $0 && $0 <= to }).count
    }
    var weekStart = today
    while weekStart.weekday != firstWeekday { weekStart = weekStart.adding(days: -1) }
    #expect(figures.week.now == count(weekStart, today))
    #expect(figures.week.before == count(weekStart.adding(days: -7), today.adding(days: -7)))
    let last = today.month.adding(months: -1)
    let lastDay = min(last.firstDay.adding(days: today.dayOfMonth - 1), last.lastDay)
    #expect(figures.month.now == days(today.month.firstDay, today))
    #expect(figures.month.before == days(last.firstDay, lastDay))
    #expect(figures.calories == all.compactMap(\.calories).reduce(0, +))
    #expect(figures.months.map(\.month) == (0..<12).map { today.month.adding(months: $0 - 11) })
    for month in figures.months {
      let ofMonth = all.filter { $0.day.month == month.month }
      #expect(month.checkIns == ofMonth.count && month.days == Set(ofMonth.map(\.day)).count)
      #expect(month.calories == ofMonth.compactMap(\.calories).reduce(0, +))
    }
    let year = all.filter { today.adding(days: -365) < $0.day && $0.day <= today }
    #expect(figures.weekdays.first?.value == firstWeekday && figures.weekdays.count == 7)
    for row in figures.weekdays { #expect(row.checkIns == year.count { $0.day.weekday == row.value }) }
    for row in figures.hours {
      #expect(row.checkIns == year.count { $0.time.millisecondsOfDay / 3_600_000 == row.value })
    }
  }

  @Test("An empty journal has figures of nothing")
  func empty() throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal(at: directory.path + "/journal")
    let today = try #require(CivilDay("2026-11-20"))
    let figures = try StatisticsFigures(journal: journal, today: today, firstWeekday: .monday)
    #expect(figures.statistics.total == 0 && figures.week.now == 0 && figures.month.before == 0)
    #expect(figures.busiestHours == nil && figures.months.count == 12)
  }
}
