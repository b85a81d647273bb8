import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import TestSupport
import Testing

@Suite("Goals on screens")
struct GoalRingTests {
  private func day(_ text: String) throws -> CivilDay { try #require(CivilDay(text)) }

  /// A goal of November 2026, or of the week that Monday 16 begins.
  private func ring(_ goal: Goal, done: Int) throws -> GoalRing {
    // What the words are made of is what the journal says, so it is asked.
    let place = try ScreenJournal()
    for index in 0..<done {
      guard case .type(let type) = goal.subject else { break }
      let time = CheckInTime(instantMilliseconds: place.now - Int64(index) * 1000, offsetMinutes: 60)
      try place.journal.create(CheckInDraft(type: type, title: "x", time: time))
    }
    try place.journal.setGoal(goal)
    let progress = try place.journal.goals(today: day("2026-11-21"), firstWeekday: .monday)
    return GoalRing(try #require(progress.first), in: Localization())
  }

  @Test("The words of a goal are whole phrases, for one and for many")
  func words() throws {
    let runs = try ring(Goal(.type(.run), count: 3, each: .week), done: 2)
    #expect((runs.title, runs.figure, runs.period) == ("3 runs a week", "2 of 3 runs", "this week"))
    #expect(runs.streak == nil && !runs.isKept && abs(runs.fraction - 2 / 3) < 0.001)
    let swim = try ring(Goal(.type(.swim), count: 1, each: .month), done: 2)
    #expect((swim.title, swim.figure, swim.period) == ("1 swim a month", "2 of 1 swim", "in November"))
    #expect(swim.streak == "1 month in a row" && swim.isKept && swim.fraction == 1)
    let days = try ring(Goal(.days, count: 20, each: .month), done: 0)
    #expect((days.title, days.figure) == ("20 days a month", "0 of 20 days"))
    for subject in Goal.Subject.selectable where subject.quantity == nil {
      let title = Localization().title(of: Goal(subject, count: 2, each: .week))
      #expect(title.hasPrefix("2 ") && title.hasSuffix("s a week"), "\(title)")
    }
  }

  @Test("A sum has its unit, in kilometres or miles, and every period its words")
  func sums() throws {
    let place = try ScreenJournal()
    let time = CheckInTime(instantMilliseconds: place.now, offsetMinutes: 60)
    var draft = CheckInDraft(type: .run, title: "x", time: time)
    draft[.distance] = 16_093
    draft[.duration] = 5400
    try place.journal.create(draft)
    func ring(_ text: String, in unit: DistanceUnit = .kilometres) throws -> GoalRing {
      let goal = try Goal(text)
      try place.journal.setGoal(goal)
      let progress = try place.journal.goals(today: day("2026-11-21"), firstWeekday: .monday)
      return GoalRing(try #require(progress.first { $0.goal == goal }), in: Localization(), unit: unit)
    }
    let week = try ring("run 40km/week")
    #expect((week.title, week.figure, week.period) == ("Run: 40 km a week", "Run: 16.093 of 40 km", "this week"))
    #expect(try ring("run 40km/week", in: .miles).figure == "Run: 10 of 24.85 mi")
    let year = try ring("1000km/year")
    #expect((year.title, year.figure, year.period) == ("1,000 km a year", "16.093 of 1,000 km", "in 2026"))
    let hours = try ring("5h/month")
    #expect((hours.figure, hours.period) == ("1:30:00 of 5 h", "in November"))
    let done = try ring("1h/day")
    #expect((done.figure, done.period, done.streak) == ("1:30:00 of 1 h", "today", "1 day in a row"))
    #expect(try ring("2000kcal/week").figure == "0 of 2,000 kcal")
  }

  @Test("Home has all goals, and shows the first three as rings")
  func home() throws {
    let place = try ScreenJournal()
    let screen = HomeViewModel(journal: place.journal, zone: place.zone, now: { place.now })
    #expect(screen.goals.isEmpty)
    for text in ["yoga 1/week", "run 3/week", "days 20/month", "gym 4/month"] {
      try place.journal.setGoal(Goal(text))
    }
    screen.loadDashboard()
    #expect(screen.goals.map(\.goal.text) == ["days 20/month", "Run 3/week", "Gym 4/month", "Yoga 1/week"])
    let rings = GoalRing.rings(screen.goals, in: Localization())
    #expect(rings.map(\.title) == ["20 days a month", "3 runs a week", "4 gym visits a month"])
    // Sunday belongs to another week where weeks start with it.
    let sunday = place.zone.resolve(try #require(WrittenTime("2026-11-15T12:00"))).time
    try place.journal.create(CheckInDraft(type: .run, title: "Sunday", time: sunday))
    screen.loadDashboard()
    #expect(screen.goals[1].done == 0)
    let american = HomeViewModel(
      journal: place.journal, zone: place.zone, firstWeekday: .sunday, now: { place.now })
    #expect(american.goals[1].done == 1)
  }
}
