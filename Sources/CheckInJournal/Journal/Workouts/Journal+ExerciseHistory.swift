internal import FoundationEssentials

/// An exercise over time: what each session says of it, and which sets were its record.
///
/// ```swift
/// let history = try journal.exerciseHistory(of: bench.number)
/// for occasion in history.occasions { print(occasion.day, occasion.estimatedKilograms ?? 0) }
/// ```
public struct ExerciseHistory: Hashable, Sendable {
  /// A session with sets of the exercise that count.
  public struct Occasion: Hashable, Sendable {
    /// The day on which the session began.
    public var day: CivilDay
    /// The session's number.
    public var session: Int
    /// The session's; empty where it has none.
    public var title: String
    /// The number of sets of the exercise.
    public var sets: Int
    /// The best set of the session; see ``ExerciseStatistics/record``.
    public var best: PersonalRecord?
    /// The greatest estimate of what could be lifted once, in kilograms; `nil` where there is none.
    public var estimatedKilograms: Double?
    /// The total volume of these sets.
    public var volume: Volume
  }

  /// Ascending by the start of the sessions.
  public internal(set) var occasions: [Occasion] = []
  /// The sets that were the record when they were done, ascending; the last one is the record now.
  public internal(set) var records: [PersonalRecord] = []
}

extension Journal {
  /// Returns an exercise's history, session by session, from the completed sessions.
  ///
  /// The history is empty if the exercise was never done. Loads all sessions.
  public func exerciseHistory(of number: Int) throws(JournalError) -> ExerciseHistory {
    try read { timeline in
      var history = ExerciseHistory()
      guard let load = try timeline.training.exercise(number)?.load else { return history }
      let order = timeline.training.sessionOrder
      var statistics = ExerciseStatistics()
      for session in try timeline.training.countedSessions() {
        guard let occasion = ExerciseHistory.Occasion(session, exercise: number, load: load, order) else { continue }
        history.occasions.append(occasion)
        statistics.add(session, exercise: number, load: load, order)
        guard let record = statistics.record, record != history.records.last else { continue }
        // The same once more is no new record, but the most recent one.
        if history.records.last?.text == record.text { history.records.removeLast() }
        history.records.append(record)
      }
      return history
    }
  }

  /// The estimates of what could be lifted once, in kilograms: for each exercise those of its sessions since a day,
  /// ascending. Loads the months since then.
  public func estimatedMaxima(since day: CivilDay) throws(JournalError) -> [Int: [Double]] {
    try read { timeline in
      let loads = Dictionary(
        try timeline.training.exercises().map { ($0.number, $0.load) }, uniquingKeysWith: { first, _ in first })
      let order = timeline.training.sessionOrder
      var maxima: [Int: [Double]] = [:]
      for session in try timeline.training.countedSessions(since: day) {
        for number in Set(session.sets.map(\.exercise)) {
          guard let load = loads[number],
            let estimate = ExerciseHistory.Occasion(session, exercise: number, load: load, order)?.estimatedKilograms
          else { continue }
          maxima[number, default: []].append(estimate)
        }
      }
      return maxima
    }
  }
}

extension ExerciseHistory.Occasion {
  /// `nil` for a session without sets of the exercise that count.
  init?(_ session: WorkoutSession, exercise: Int, load: Exercise.Load, _ order: RecordingOrder) {
    var statistics = ExerciseStatistics()
    statistics.add(session, exercise: exercise, load: load, order)
    guard statistics.sets > 0 else { return nil }
    self.init(
      day: session.day, session: session.number, title: session.title, sets: statistics.sets, best: statistics.record,
      estimatedKilograms: statistics.estimatedMaximum?.kilograms,
      volume: statistics.greatestVolume?.volume ?? Volume())
  }
}

extension Training {
  /// The sessions that count, ascending by their local start, without those before a day.
  fileprivate mutating func countedSessions(since day: CivilDay? = nil) throws(JournalError) -> [WorkoutSession] {
    var sessions: [WorkoutSession] = []
    let months = try directory().months
    for index in months.indices where day.map({ $0.month <= months[index].month }) ?? true {
      let counted = try page(at: index).sessions.filter { session in
        session.counts && (day.map { $0 <= session.day } ?? true)
      }
      sessions += counted.sorted { sessionOrder.isLater($1, than: $0) }.map { shown($0) }
    }
    return sessions
  }
}
