public import CheckInJournal
public import Observation

/// The screen of what was achieved: the completed workouts, and the exercises with their records.
///
/// ```swift
/// let screen = ProgressViewModel(journal: journal)
/// screen.selectedTab = .exercises
/// for exercise in screen.executedExercises {
///   print(exercise.exerciseName, exercise.personalRecord?.formattedRecord ?? "no record")
/// }
/// ```
///
/// It belongs to the thread that shows it. Reading takes the same time however long the history is: exercises have
/// their statistics, and of the workouts only those that are shown are read.
@Observable
public final class ProgressViewModel {
  /// One of the two lists.
  public enum ProgressTab: String, CaseIterable, Sendable {
    /// Sessions, month by month.
    case workouts = "Workouts"
    /// Exercises, with their statistics.
    case exercises = "Exercises"
  }

  /// The number of workouts that are read at a time.
  public static let pageSize = 50

  /// The one that is shown.
  public var selectedTab = ProgressTab.workouts
  /// Completed workouts, newest first; ``loadMoreWorkouts()`` adds older ones.
  public private(set) var completedSessions: [WorkoutSession] = []
  /// A Boolean value that indicates whether there are older workouts than ``completedSessions``.
  public private(set) var hasMoreWorkouts = false
  /// Exercises that were done, those that were done last first.
  public private(set) var executedExercises: [ExerciseStats] = []
  /// A Boolean value that indicates whether the journal is being read.
  public private(set) var isLoading = false
  /// The error of the last read; `nil` if it succeeded.
  ///
  /// After an error, the shown workouts and exercises may be out of date.
  public private(set) var error: JournalError?

  @ObservationIgnored private let journal: Journal
  @ObservationIgnored private let start: Int

  /// - Parameter start: how many of the newest workouts are left out.
  public init(journal: Journal, skippingWorkouts start: Int = 0) {
    self.journal = journal
    self.start = max(0, start)
    loadWorkoutHistory()
    loadExerciseHistory()
  }

  /// Reads the newest workouts again, including what other processes have written.
  public func loadWorkoutHistory(limit: Int = pageSize) {
    load { screen throws(JournalError) in
      try screen.journal.refresh()
      screen.completedSessions = []
      try screen.read(limit)
    }
  }

  /// Reads the workouts before those that are shown.
  public func loadMoreWorkouts() {
    guard hasMoreWorkouts else { return }
    load { screen throws(JournalError) in try screen.read(Self.pageSize) }
  }

  /// Reads the exercises with their statistics.
  public func loadExerciseHistory() {
    load { screen throws(JournalError) in
      screen.executedExercises = try screen.journal.executedExercises().compactMap { one in
        let (exercise, statistics) = (one.exercise, one.statistics)
        guard let last = statistics.last else { return nil }
        return ExerciseStats(
          id: exercise.number, exerciseName: exercise.name, lastExecutionDate: last.day,
          totalSetsExecuted: statistics.sets, personalRecord: statistics.record)
      }
    }
  }

  private func read(_ count: Int) throws(JournalError) {
    // One more than wanted shows whether there are others.
    let found = try journal.completedSessions(from: start + completedSessions.count, limit: count + 1)
    completedSessions += found.prefix(count)
    hasMoreWorkouts = found.count > count
  }

  private func load(_ body: (ProgressViewModel) throws(JournalError) -> Void) {
    isLoading = true
    defer { isLoading = false }
    do throws(JournalError) {
      try body(self)
      error = nil
    } catch {
      self.error = error
    }
  }
}

/// The statistics of an exercise, from the completed workouts.
///
/// The exercise is the identity, so a renamed exercise keeps its history.
public struct ExerciseStats: Hashable, Sendable, Identifiable {
  /// The exercise's number.
  public var id: Int
  /// As it is shown.
  public var exerciseName: String
  /// The day of the last workout that it was done in.
  public var lastExecutionDate: CivilDay
  /// Warm-ups left out.
  public var totalSetsExecuted: Int
  /// The greatest weight; at that weight the most repetitions; of those the most recent.
  public var personalRecord: PersonalRecord?
}

extension PersonalRecord {
  /// `100.0kg × 6`.
  public var formattedRecord: String { text }
}
