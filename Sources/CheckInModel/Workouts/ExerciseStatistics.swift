/// An exercise that was done, and what the completed sessions say of it.
///
/// ```swift
/// for one in try journal.executedExercises() { print(one.exercise.name, one.statistics.sets) }
/// ```
public struct ExecutedExercise: Hashable, Sendable {
  /// The exercise itself.
  public var exercise: Exercise
  /// The statistics of the exercise's sets.
  public var statistics: ExerciseStatistics

  /// These two, for tests and previews.
  public init(exercise: Exercise, statistics: ExerciseStatistics) {
    self.exercise = exercise
    self.statistics = statistics
  }
}

/// The statistics of one exercise over the completed sessions.
///
/// Warm-ups and removed sets never count.
///
/// ```swift
/// let statistics = try journal.statistics(ofExercise: 1)
/// print(statistics.record?.text ?? "none yet")  // 100.0kg × 6
/// ```
public struct ExerciseStatistics: Hashable, Sendable {
  /// A session with sets that count.
  public struct Occasion: Hashable, Sendable {
    /// The day of the session.
    public var day: CivilDay
    /// The session's number.
    public var session: Int
    /// The start of the session on its own clock; see ``CheckInTime/localMilliseconds``.
    package var localStartMilliseconds: Int64

    package init(day: CivilDay, session: Int, localStartMilliseconds: Int64) {
      self.day = day
      self.session = session
      self.localStartMilliseconds = localStartMilliseconds
    }
  }

  /// Sets that count.
  public package(set) var sets = 0
  /// Sessions with such sets.
  public package(set) var sessions = 0
  /// The latest of these sessions, by its start.
  public package(set) var last: Occasion?
  /// The personal record: the greatest weight; at that weight the most repetitions; of those the most recent.
  public package(set) var record: PersonalRecord?
  /// The most repetitions at each weight, the heaviest first.
  public package(set) var bestReps: [PersonalRecord] = []
  /// The greatest of the estimates; `nil` for exercises whose weight is not all that is lifted.
  public package(set) var estimatedMaximum: EstimatedMaximum?
  /// The session in which its sets added up to most; `nil` where none has a volume.
  public package(set) var greatestVolume: SessionVolume?

  /// Before any session.
  public init() {}

  /// Adds what a session that counts says of the exercise. In whatever order sessions are added, the statistics are the
  /// same.
  ///
  /// - Parameter order: the order of sessions that began at the same time.
  package mutating func add(
    _ session: WorkoutSession, exercise: Int, load: Exercise.Load, _ order: RecordingOrder
  ) {
    let counted = session.sets.filter { $0.exercise == exercise && !$0.isRemoved && $0.entry.counts }
    guard !counted.isEmpty else { return }
    sets += counted.count
    sessions += 1
    let occasion = Occasion(
      day: session.day, session: session.number, localStartMilliseconds: session.start.localMilliseconds)
    if last.map({ occasion.isLater(than: $0, order) }) ?? true { last = occasion }
    var volume = Volume()
    for set in counted {
      let candidate = PersonalRecord(set, of: session)
      if record.map({ candidate.takesPlace(of: $0, load: load, order) }) ?? true { record = candidate }
      addReps(candidate, in: order)
      if load == .external, let estimate = EstimatedMaximum(candidate),
        estimatedMaximum.map({ estimate.isGreater(than: $0, order) }) ?? true
      {
        estimatedMaximum = estimate
      }
      set.entry.addVolume(to: &volume, load: load)
    }
    let whole = SessionVolume(
      volume: volume, day: session.day, session: session.number, sessionInGroup: session.numberInGroup,
      sequence: counted.map(\.sequence).max() ?? 0, localStartMilliseconds: session.start.localMilliseconds)
    if !volume.isZero, greatestVolume.map({ whole.isGreater(than: $0, order) }) ?? true { greatestVolume = whole }
  }

  private mutating func addReps(_ candidate: PersonalRecord, in order: RecordingOrder) {
    guard let weight = candidate.weight, let reps = candidate.reps else { return }
    let index = bestReps.firstIndex { !($0.weight?.isHeavier(than: weight) ?? false) } ?? bestReps.count
    guard index < bestReps.count, let known = bestReps[index].weight, known.isAsHeavy(as: weight) else {
      return bestReps.insert(candidate, at: index)
    }
    let best = bestReps[index].reps ?? 0
    if reps > best || (reps == best && candidate.isAsLate(as: bestReps[index], order)) { bestReps[index] = candidate }
  }
}

extension ExerciseStatistics.Occasion {
  package func isLater(than other: Self, _ order: RecordingOrder) -> Bool {
    (localStartMilliseconds, order.place(of: session))
      > (other.localStartMilliseconds, order.place(of: other.session))
  }
}

extension SetEntry {
  /// Adds weight × repetitions. A weight that assists is not lifted.
  package func addVolume(to volume: inout Volume, load: Exercise.Load) {
    if load != .assisted, counts, let weight, let reps { volume.add(weight, repetitions: reps) }
  }
}
