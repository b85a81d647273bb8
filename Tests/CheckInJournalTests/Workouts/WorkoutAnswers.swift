import CheckInJournal
import Foundation
import TestSupport
import Testing

@testable import CheckInModel
@testable import CheckInTimeline

/// Everything that a journal shows of workouts, without the sequence numbers of events: after an undo these are others.
struct WorkoutAnswers: Equatable {
  var exercises: [Exercise] = []
  var plans: [WorkoutPlan] = []
  var activePlan: Int?
  /// Those that are not discarded, by number; their sets without those that were removed.
  var sessions: [WorkoutSession] = []
  /// The items of the plan that each session was started from, as they were then.
  var items: [Int: [PlanItem]] = [:]
  var statistics: [Int: ExerciseStatistics] = [:]
  var totals: [CivilMonth: TrainingTotals] = [:]
  var openSession: Int?
  /// Numbers, newest first.
  var completed: [Int] = []
  var reminder: Reminder?
  var goals: [Goal] = []
  var marks: [DayMark] = []

  init() {}

  init(_ journal: Journal, lastSession: Int) throws {
    exercises = try journal.exercises().filter { !$0.isRetired }
    plans = try journal.plans()
    activePlan = try journal.activePlan()?.number
    for number in stride(from: 1, through: lastSession, by: 1) {
      let session = try journal.existingSession(number)
      if !session.isDiscarded { sessions.append(session) }
      if let plan = session.plan, !session.isDiscarded { items[number] = try journal.plan(plan)?.items }
    }
    for one in try journal.executedExercises() { statistics[one.exercise.number] = one.statistics }
    for one in try journal.trainingTotals() { totals[one.month] = one.totals }
    openSession = try journal.openSession()?.number
    completed = try journal.completedSessions().map(\.number)
    reminder = try journal.reminder()
    goals = try journal.goals()
    marks = try journal.dayMarks()
    // What made a record is the set as it is in its session.
    for record in statistics.values.compactMap(\.record) {
      let set = try journal.existingSession(record.session).sets.first { $0.number == record.set }
      #expect(set?.sequence == record.sequence)
    }
    forgetSequences()
  }

  mutating func forgetSequences() {
    for index in exercises.indices { exercises[index].sequence = 0 }
    for index in plans.indices {
      plans[index].sequence = 0
      plans[index].version = 0
    }
    for index in sessions.indices {
      sessions[index].sequence = 0
      sessions[index].plan?.version = 0
      for set in sessions[index].sets.indices { sessions[index].sets[set].sequence = 0 }
    }
    for number in statistics.keys { statistics[number]?.forgetSequences() }
  }
}

extension ExerciseStatistics {
  fileprivate mutating func forgetSequences() {
    record?.sequence = 0
    for index in bestReps.indices { bestReps[index].sequence = 0 }
    estimatedMaximum?.set.sequence = 0
    greatestVolume?.sequence = 0
  }
}
