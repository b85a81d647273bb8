import Foundation
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInModel

/// What in workouts is probably a mistake is reported, with what can be done about it; the rest is not.
@Suite("Lint of workouts")
struct WorkoutLintTests {
  private static let now: Int64 = 1_700_000_000_000
  private let journal: Journal

  init() throws {
    var configuration = Journal.Configuration(now: { Self.now })
    configuration.fileSystem = SimulatedFileSystem()
    journal = try Journal(at: "/journal", configuration: configuration)
  }

  /// A time so many minutes ago.
  private func time(_ minutes: Int64) -> CheckInTime {
    CheckInTime(instantMilliseconds: Self.now - minutes * 60_000, offsetMinutes: 60)
  }

  private func log(_ weight: Int, _ exercise: String = "bench", minutesAgo: Int64) throws {
    let entry = SetEntry(weight: Weight(thousandths: weight * 1000, unit: .kilograms), reps: 5)
    try journal.log([entry], exercise: exercise, at: time(minutesAgo), isTimeGiven: true)
  }

  private func findings() throws -> [Lint.Finding] { try journal.lint().findings }

  @Test("Training as it is meant is not odd")
  func nothing() throws {
    for (minutes, weight) in [(3000, 80), (2000, 90), (1000, 100)] {
      try log(weight, minutesAgo: Int64(minutes))
      try journal.completeSession(endMilliseconds: time(Int64(minutes) - 60).instantMilliseconds)
    }
    try log(100, minutesAgo: 30)
    #expect(try findings() == [])
  }

  @Test("A session that was never finished")
  func openSession() throws {
    try log(80, minutesAgo: 1441)
    let found = try #require(try findings().first)
    #expect(found.message.hasSuffix("; finish it, or discard it.") && found.message.hasPrefix("Session 1 "))
    #expect(found.remedies == [.finishSession, .discardSession(1)])
    try log(80, minutesAgo: 1439)
    #expect(try findings() == [], "what was logged last counts")
  }

  @Test("A set far out of line")
  func outOfLine() throws {
    for weight in [20, 25, 30] { try log(weight, minutesAgo: 30) }
    try log(299, minutesAgo: 29)
    #expect(try findings() == [])
    try journal.removeSet(4, ofSession: 1)
    try log(499, minutesAgo: 28)
    let found = try findings()
    #expect(found.count == 1)
    #expect(found.first?.remedies == [.correctSet(session: 1, set: 5), .removeSet(session: 1, set: 5)])
    try journal.removeSet(5, ofSession: 1)
    #expect(try findings() == [])
  }

  @Test("A weight of twice the record of the other sessions, or above 500 kg")
  func doubtfulWeights() throws {
    func train(_ weights: [Int], _ exercise: String = "bench", minutesAgo: Int64) throws {
      for weight in weights { try log(weight, exercise, minutesAgo: minutesAgo) }
      try journal.completeSession(endMilliseconds: time(minutesAgo - 60).instantMilliseconds)
    }
    try train([80, 90], minutesAgo: 3000)
    try train([179, 500], "squat", minutesAgo: 2500)
    try train([179], minutesAgo: 2000)
    #expect(try findings() == [])
    try train([180, 358], minutesAgo: 1000)
    let found = try findings()
    #expect(found.count == 1 && found[0].message.contains("358 kg is at least twice the record of 179 kg"), "\(found)")
    #expect(found.first?.remedies == [.correctSet(session: 4, set: 2), .removeSet(session: 4, set: 2)])
    // Progress makes a weight usual.
    try train([200], minutesAgo: 500)
    #expect(try findings() == [])
    try train([501], "deadlift", minutesAgo: 300)
    #expect(try findings().map(\.message.isEmpty) == [false])
    #expect(throws: JournalError.self) { try log(2001, minutesAgo: 10) }
  }

  @Test("Sessions that overlap")
  func overlap() throws {
    for (start, end) in [(300, 200), (250, 240), (200, 100)] as [(Int64, Int64)] {
      try journal.startSession(SessionDraft(start: time(start), title: "Push"))
      try journal.completeSession(endMilliseconds: time(end).instantMilliseconds)
    }
    let found = try findings()
    #expect(found.count == 1 && found[0].message.contains("Session 2"))
    #expect(found[0].message.contains("before session 1 ends"))
    #expect(found[0].remedies == [.correctTimes(session: 2), .discardSession(2)])
    try journal.editSession(
      2, with: SessionChanges(start: time(320), endMilliseconds: .set(time(310).instantMilliseconds)))
    #expect(try findings() == [])
  }

  @Test("Exercises that have nearly the same name")
  func names() throws {
    try journal.defineExercise(ExerciseDraft(name: "Développé couché"))
    try journal.defineExercise(ExerciseDraft(name: "Developpe  Couche"))
    try journal.defineExercise(ExerciseDraft(name: "Développé incliné"))
    let found = try findings()
    #expect(found.count == 1 && found[0].message.contains("Exercises 1 and 2"))
    #expect(found[0].remedies == [.renameExercise, .retireExercise])
    try journal.retireExercise(2)
    #expect(try findings() == [])
  }

  @Test("A plan with a retired exercise")
  func retired() throws {
    let entry = PlanText.Entry(exercise: "bench", Prescription(sets: 3, target: .reps(5...5)))
    try journal.createPlan(name: "Push", [entry, entry])
    try journal.retireExercise(1)
    let found = try findings()
    #expect(found.count == 1 && found[0].remedies == [.editPlan(1), .restoreExercise("Bench Press")])
    try journal.discardPlan(1)
    #expect(try findings() == [])
  }

  @Test("A check-in that names a discarded session, as a merge or a salvage can leave one")
  func link() throws {
    try log(80, minutesAgo: 30)
    try journal.completeSession(
      endMilliseconds: Self.now, checkIn: .added(CheckInDraft(type: .gym, title: "", time: time(30))))
    // The command clears the link; an event alone does not.
    _ = try journal.commitWorkout { _, command throws(JournalError) in command.add(.sessionDiscarded(1)) }
    let found = try #require(try journal.lint().findings.first)
    #expect(found.checkIn == 1)
    #expect(found.remedies == [.unlinkCheckIn(1), .restoreSession(1)])
    try journal.unlink(checkIn: 1)
    #expect(try findings() == [])
  }

  @Test("What no command would have recorded")
  func rules() throws {
    _ = try journal.commitWorkout { _, command throws(JournalError) in
      command.define(ExerciseDraft(name: ""))
    }
    #expect(try findings().map(\.message) == [WorkoutValidation.nameMissing.text])
  }
}
