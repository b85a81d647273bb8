import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInModel

/// Goals as they are set and cleared, and read from text.
@Suite("Goals")
struct GoalTests {
  private let directory: TemporaryDirectory
  private let journal: Journal

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal(
      at: directory.path + "/journal", configuration: Journal.Configuration(now: { RandomHistory.now }))
  }

  @Test(
    "A goal is read from what a person types",
    arguments: [
      ("run 3/week", Goal(.type(.run), count: 3, each: .week)),
      ("Runs 3/Week", Goal(.type(.run), count: 3, each: .week)),
      ("days 20/month", Goal(.days, count: 20, each: .month)),
      ("DAY 7/week", Goal(.days, count: 7, each: .week)),
      ("strength   training 12/month", Goal(.type(.strengthTraining), count: 12, each: .month)),
      ("Cycling 99/month", Goal(.type(.cycling), count: 99, each: .month)),
      ("run 1/day", Goal(.type(.run), count: 1, each: .day)),
      ("days 200/year", Goal(.days, count: 200, each: .year)),
      ("40 km/week", Goal(.sum(.distance, of: nil), count: 40_000, each: .week)),
      ("run 2.5 KM / month", Goal(.sum(.distance, of: .run), count: 2500, each: .month)),
      ("40k/week", Goal(.sum(.distance, of: nil), count: 40_000, each: .week)),
      ("25mi/week", Goal(.sum(.distance, of: nil), count: 40_234, each: .week)),
      ("swim 100m/day", Goal(.sum(.distance, of: .swim), count: 100, each: .day)),
      ("run 4000 m/day", Goal(.sum(.distance, of: .run), count: 4000, each: .day)),
      ("5 h/week", Goal(.sum(.duration, of: nil), count: 18_000, each: .week)),
      ("yoga 1 h 30 min/week", Goal(.sum(.duration, of: .yoga), count: 5400, each: .week)),
      ("strength training 45min/day", Goal(.sum(.duration, of: .strengthTraining), count: 2700, each: .day)),
      ("2000 kcal/week", Goal(.sum(.calories, of: nil), count: 2000, each: .week)),
      ("run distance 40km/year", Goal(.sum(.distance, of: .run), count: 40_000, each: .year)),
      ("3x run/week", Goal(.type(.run), count: 3, each: .week)),
      ("3/week", Goal(.days, count: 3, each: .week)),
    ])
  func reading(text: String, goal: Goal) throws {
    #expect(try Goal(text) == goal)
    #expect(try Goal(goal.text) == goal)
  }

  @Test(
    "What is no goal is refused, with the remedy",
    arguments: [
      ("", "How often?"), ("run", "such as 3/week"), ("run 3", "such as 3/week"), ("run 3/decade", "such as 3/week"),
      ("run x/week", "such as 3/week"), ("run +3/week", "such as 3/week"), ("run 3/week/2", "such as 3/week"),
      ("hike 3/week", "Run, Gym"), ("unknown 3/week", "Run, Gym"),
      ("run 0/week", "from 1 to 99"), ("run 100/month", "from 1 to 99"), ("run -3/week", "from 1 to 99"),
      ("days 8/week", "from 1 to 7"), ("days 32/month", "from 1 to 31"),
      ("run 99999999999999999999/week", "such as 3/week"), ("days 2/day", "from 1 to 1"), ("run 1000/year", "to 999"),
      ("12,000 km/year", "such as 3/week"),
      ("40 parsecs/week", "no goal for \"parsecs\""), ("hike 40 km/week", "Run, Gym"), ("distance 40/week", "its unit"),
      ("run calories 40 km/week", "Run, Gym"), ("0 km/week", "more than 0"), ("169 h/week", "at most 168h"),
      ("7001 km/week", "at most 7000km"), ("-5 kcal/week", "more than 0"), ("45m/week", "Write 45 min or 0.045km"),
    ])
  func refused(text: String, remedy: String) throws {
    let error = #expect(throws: JournalError.self) { try Goal(text) }
    #expect(error?.code == .invalidValue && error?.messages.map(\.text).joined().contains(remedy) ?? false, "\(text)")
  }

  @Test("A subject has one goal: another takes its place, whatever its period, and all of it is undone")
  func register() throws {
    let weekly = Goal(.type(.run), count: 3, each: .week)
    let monthly = Goal(.type(.run), count: 12, each: .month)
    let days = Goal(.days, count: 20, each: .month)
    #expect(try journal.setGoal(weekly) && journal.setGoal(days))
    #expect(try journal.goals() == [days, weekly], "days come first")
    #expect(try !journal.setGoal(weekly), "nothing changes")
    #expect(try journal.setGoal(monthly))
    #expect(try journal.goals() == [days, monthly])
    #expect(journal.sequence == 3)
    #expect(try journal.undo().workout == "goalSet")
    #expect(try journal.goals() == [days, weekly])
    #expect(try journal.redo().workout == "goalSet")
    #expect(try journal.clearGoal(of: .type(.run)) && !journal.clearGoal(of: .type(.swim)))
    #expect(try journal.goals() == [days])
    #expect(try journal.undo().workout == "goalCleared")
    #expect(try journal.goals() == [days, monthly])
    try journal.close()
    let past = try Journal(at: directory.path + "/journal", asOf: .sequence(2))
    #expect(try past.goals() == [days, weekly])
  }

  @Test("A type has a goal of check-ins and one of each sum, which don't replace each other")
  func sums() throws {
    let goals = [
      Goal(.days, count: 20, each: .month), Goal(.sum(.distance, of: nil), count: 40_000, each: .week),
      Goal(.type(.run), count: 3, each: .week), Goal(.sum(.duration, of: .run), count: 18_000, each: .week),
      Goal(.sum(.distance, of: .run), count: 100_000, each: .month),
    ]
    for goal in goals.reversed() { try journal.setGoal(goal) }
    #expect(try journal.goals() == goals)
    let longer = Goal(.sum(.distance, of: .run), count: 1_000_000, each: .year)
    try journal.setGoal(longer)
    #expect(try journal.goals() == goals.dropLast() + [longer])
    #expect(try journal.clearGoal(of: .sum(.duration, of: .run)))
    #expect(try journal.undo().workout == "goalCleared")
    #expect(try journal.undo().workout == "goalSet")
    try journal.close()
    #expect(try Journal(at: directory.path + "/journal", for: .readOnly).goals() == goals)
  }

  @Test("Devices that set a sum differently are in conflict, and other goals of the type are not")
  func conflictOfSums() throws {
    for name in ["laptop", "phone"] { try Journal(at: directory.path + "/" + name).close() }
    let devices = try TwoDevices(laptop: directory.path + "/laptop", phone: directory.path + "/phone")
    let (laptop, phone) = (try Journal(at: devices.laptop), try Journal(at: devices.phone))
    try laptop.setGoal(Goal(.sum(.distance, of: .run), count: 40_000, each: .week))
    try laptop.setGoal(Goal(.type(.run), count: 3, each: .week))
    try phone.setGoal(Goal(.sum(.distance, of: .run), count: 100_000, each: .month))
    try phone.setGoal(Goal(.sum(.duration, of: .run), count: 3600, each: .day))
    try devices.sync()
    try laptop.refresh()
    try phone.refresh()
    #expect(try laptop.goals() == phone.goals() && laptop.goals().count == 3)
    let conflicts = laptop.conflicts()
    #expect(conflicts.map(\.subject) == [.goal(.sum(.distance, of: .run))])
    #expect(Set(conflicts.flatMap(\.candidates).map(\.value)) == ["40km/week", "100km/month"])
    try laptop.close()
    try phone.close()
    #expect(try Journal(at: devices.phone).conflicts().map(\.subject) == conflicts.map(\.subject), "after a snapshot")
  }

  @Test("A goal that others have changed meanwhile is not overwritten")
  func conflict() throws {
    let goals = (1...3).map { Goal(.type(.gym), count: $0, each: .week) }
    try journal.setGoal(goals[0], replacing: nil)
    try journal.setGoal(goals[1], replacing: goals[0])
    for command: () throws -> Void in [
      { try journal.setGoal(goals[2], replacing: goals[0]) }, { try journal.setGoal(goals[2], replacing: nil) },
      { try journal.clearGoal(goals[0]) },
    ] {
      #expect { try command() } throws: { ($0 as? JournalError)?.code == .conflict }
    }
    #expect(try journal.goals() == [goals[1]])
    try journal.setGoal(goals[1], replacing: goals[0])
    try journal.clearGoal(goals[1])
    try journal.clearGoal(goals[1])
    #expect(try journal.goals().isEmpty, "what is so already is no conflict")
  }

  @Test("A goal that cannot be chosen is refused, and nothing is written")
  func invalid() throws {
    for goal in [
      Goal(.type(.unknown), count: 1, each: .week), Goal(.days, count: 0, each: .week),
      Goal(.days, count: 8, each: .week), Goal(.type(.run), count: .max, each: .month),
    ] {
      #expect { try journal.setGoal(goal) } throws: { ($0 as? JournalError)?.code == .invalidValue }
    }
    #expect(journal.sequence == 0)
  }

  @Test("Lint names a goal that today's rules would not accept")
  func lint() throws {
    let event = Event(
      sequence: 1, recordedAtMilliseconds: RandomHistory.now, origin: .cli, checkIn: 0, command: 1,
      action: .workout(.goalSet(Goal(.days, count: 400, each: .month))))
    var records = EventRecords()
    records.append(event)
    #expect(try journal.reproduce(records) == 1)
    #expect(try journal.lint().findings.map(\.message) == ["A goal for a month is from 1 to 31 days"])
  }
}
