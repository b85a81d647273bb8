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
    ])
  func reading(text: String, goal: Goal) throws {
    #expect(try Goal(text) == goal)
    #expect(try Goal(goal.text) == goal)
  }

  @Test(
    "What is no goal is refused, with the remedy",
    arguments: [
      ("", "How often?"), ("run", "such as 3/week"), ("run 3", "such as 3/week"), ("run 3/day", "such as 3/week"),
      ("run x/week", "such as 3/week"), ("run +3/week", "such as 3/week"), ("run 3/week/2", "such as 3/week"),
      ("3/week", "A goal of what?"), ("hike 3/week", "Run, Gym"), ("unknown 3/week", "Run, Gym"),
      ("run 0/week", "from 1 to 99"), ("run 100/month", "from 1 to 99"), ("run -3/week", "from 1 to 99"),
      ("days 8/week", "from 1 to 7"), ("days 32/month", "from 1 to 31"),
      ("run 99999999999999999999/week", "such as 3/week"),
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
