import CheckInJournal
import CheckInViewModels
import TestSupport
import Testing

@Suite("Home, the month, and all months")
struct OverviewTests {
  let place: ScreenJournal

  init() throws { place = try ScreenJournal() }

  private var month: CheckInViewModel { CheckInViewModel(journal: place.journal, today: { place.today }) }
  private var home: HomeViewModel { HomeViewModel(journal: place.journal, zone: place.zone, now: { place.now }) }

  @Test("Without check-ins everything is empty")
  func empty() {
    #expect(month.totalCheckIns == 0 && month.currentMonthCheckIns.isEmpty)
    #expect(month.currentMonth.description == "2026-11")
    #expect(CalendarViewModel(journal: place.journal).months.isEmpty)
    #expect(home.checkInButtonText == "Check in" && home.checkInTimeText == nil && home.currentStreak == 0)
  }

  @Test("A new check-in counts after a refresh, whoever made it")
  func counts() throws {
    let screen = month
    let other = try Journal(
      at: place.directory.path + "/journal", configuration: .init(now: { [now = place.now] in now }))
    let time = place.zone.time(atInstant: place.now)
    _ = try other.create(CheckInDraft(type: .run, title: "Elsewhere", time: time))
    try other.close()
    screen.refresh()
    #expect(screen.totalCheckIns == 1 && screen.currentMonthCheckIns[place.today]?.title == "Elsewhere")
  }

  @Test("Of several check-ins a day the newest represents it")
  func newest() throws {
    try place.add(.gym, "Later", at: "2026-11-20T18:00:00+01:00")
    try place.add(.run, "Earlier", at: "2026-11-20T07:00:00+01:00")
    let day = try #require(month.calendar.days.first)
    #expect(day.newest.title == "Later" && day.checkIns == 2 && month.calendar.days.count == 1)
  }

  @Test("The last day of a month belongs to it, and months follow one another until the present one")
  func monthNavigation() throws {
    try place.add(.run, "Last of October", at: "2026-10-31T23:59:00+01:00")
    let screen = month
    #expect(!screen.hasNextMonth)
    screen.nextMonth()
    #expect(screen.currentMonth.description == "2026-11")
    screen.previousMonth()
    #expect(screen.currentMonth.description == "2026-10" && screen.hasNextMonth)
    #expect(screen.currentMonthCheckIns.values.map(\.title) == ["Last of October"])
    #expect(screen.calendar.statistics.days == 1)
    screen.nextMonth()
    #expect(screen.currentMonth.description == "2026-11" && screen.calendar.days.isEmpty)
  }

  @Test("Before January of year 1 there is no month")
  func firstMonth() throws {
    let first = try #require(CivilMonth("0001-01"))
    let screen = CheckInViewModel(journal: place.journal, month: first, today: { place.today })
    screen.previousMonth()
    #expect(screen.currentMonth == first)
  }

  @Test("All months with check-ins, newest first, none without")
  func allMonths() throws {
    try place.add(.run, "a", at: "2025-02-28T10:00:00+01:00")
    try place.add(.run, "b", at: "2026-11-01T10:00:00+01:00")
    try place.add(.run, "c", at: "2026-09-30T10:00:00+02:00")
    let screen = CalendarViewModel(journal: place.journal)
    #expect(screen.months.map(\.month.description) == ["2026-11", "2026-09", "2025-02"])
    #expect(screen.months.map { $0.days.map(\.newest.title) } == [["b"], ["c"], ["a"]])
  }

  @Test("Days count in the percentage, not check-ins")
  func percentage() throws {
    for hour in 10..<20 { try place.add(.run, "x", at: "2026-11-20T\(hour):00:00+01:00") }
    #expect(month.calendar.statistics.percentage == 3.3)
  }

  @Test("Home tells today's newest check-in, its time and the streak")
  func today() throws {
    try place.add(.run, "Yesterday", at: "2026-11-20T23:59:00+01:00")
    let screen = home
    #expect(!screen.hasCheckInToday && screen.currentStreak == 1)
    try place.add(.gym, "Today", at: "2026-11-21T00:01:00+01:00")
    screen.loadDashboard()
    #expect(screen.todayCheckIn?.title == "Today" && screen.checkInTimeText == "00:01")
    #expect(screen.currentStreak == 2 && screen.checkInButtonText == "Check in again" && screen.todayCount == 1)
  }

  @Test("A streak is counted over the whole history")
  func longStreak() throws {
    let first = place.today.adding(days: -399)
    for offset in 0..<400 { try place.add(.run, "x", at: "\(first.adding(days: offset))T06:00:00+01:00") }
    #expect(home.currentStreak == 400)
  }

  @Test("A gap ends the streak")
  func gap() throws {
    for day in ["15", "16", "17", "19", "21"] { try place.add(.run, "x", at: "2026-11-\(day)T06:00:00+01:00") }
    #expect(home.currentStreak == 1)
  }
}
