package import FoundationEssentials

extension Training {
  // MARK: Exercises and plans

  /// All exercises as they were defined, those that are retired included; see ``RecordingOrder``.
  package mutating func exercises() throws(JournalError) -> [Exercise] {
    let exercises = try directory().exercises.map { named($0.exercise) }
    return names == nil
      ? exercises : exercises.sorted { exerciseOrder.place(of: $0.number) < exerciseOrder.place(of: $1.number) }
  }

  /// `nil` where there is no such exercise.
  package mutating func exercise(_ number: Int) throws(JournalError) -> Exercise? {
    let directory = try directory()
    return directory.exerciseIndex(number).map { named(directory.exercises[$0].exercise) }
  }

  /// Exercises with sets that count and what these say, those that were done last first.
  package mutating func executedExercises() throws(JournalError) -> [ExecutedExercise] {
    var executed: [ExecutedExercise] = []
    for entry in try settle().exercises {
      guard let statistics = entry.statistics, statistics.sets > 0 else { continue }
      executed.append(ExecutedExercise(exercise: named(entry.exercise), statistics: named(statistics)))
    }
    return executed.sorted { left, right in
      guard let last = left.statistics.last, let other = right.statistics.last, last.session != other.session else {
        return exerciseOrder.place(of: left.exercise.number) < exerciseOrder.place(of: right.exercise.number)
      }
      return last.isLater(than: other, sessionOrder)
    }
  }

  /// Returns an exercise's statistics from completed sessions; `nil` if the exercise doesn't exist.
  package mutating func statistics(of number: Int) throws(JournalError) -> ExerciseStatistics? {
    let directory = try settle()
    return directory.exerciseIndex(number).flatMap { directory.exercises[$0].statistics }.map { named($0) }
  }

  /// All plans as they were made, those that were discarded included; see ``RecordingOrder``.
  package mutating func plans() throws(JournalError) -> [WorkoutPlan] {
    let directory = try directory()
    let plans = directory.plans.compactMap { WorkoutPlan($0, isActive: directory.activePlan == $0.number) }
    if names == nil { return plans }
    return plans.sorted { planOrder.place(of: $0.number) < planOrder.place(of: $1.number) }.map { named($0) }
  }

  /// `nil` where there is no such plan.
  package mutating func plan(_ number: Int) throws(JournalError) -> WorkoutPlan? {
    let directory = try directory()
    return directory.planIndex(number).flatMap {
      WorkoutPlan(directory.plans[$0], isActive: directory.activePlan == number)
    }.map { named($0) }
  }

  /// The plan as it was when a session was started from it; `nil` where there is none.
  package mutating func plan(_ reference: WorkoutSession.PlanReference) throws(JournalError) -> WorkoutPlan? {
    let directory = try directory()
    guard let index = directory.planIndex(reference.number) else { return nil }
    return WorkoutPlan(
      directory.plans[index], version: reference.version, isActive: directory.activePlan == reference.number
    ).map { named($0) }
  }

  /// The plan that is active and not discarded.
  package mutating func activePlan() throws(JournalError) -> WorkoutPlan? {
    guard let number = try directory().activePlan, let plan = try plan(number), !plan.isDiscarded else { return nil }
    return plan
  }

  // MARK: Sessions

  /// The session with this number, discarded or not, without the sets that were removed; `nil` where there is none.
  package mutating func session(_ number: Int) throws(JournalError) -> WorkoutSession? {
    guard let session = try storedSession(number) else { return nil }
    return shown(session, namedBy: try directory().checkIn(ofSession: number))
  }

  /// Returns `true` if a plan, a session or a set exists, discarded or not; a goal can be cleared
  /// at any time.
  package mutating func contains(_ subject: WorkoutSubject) throws(JournalError) -> Bool {
    switch subject {
    case .plan(let number): try directory().planIndex(number) != nil
    case .session(let number): try locate(number) != nil
    case .set(let reference): try storedSession(reference.session)?.setIndex(reference.number) != nil
    case .goal: true
    case .exercise, .activePlan, .link, .reminder, .dayMark: false
    }
  }

  /// The session with a number, with the sets that were removed; `nil` if there is none.
  package mutating func storedSession(_ number: Int) throws(JournalError) -> WorkoutSession? {
    guard let place = try locate(number) else { return nil }
    return try page(at: place.page).sessions[place.session]
  }

  /// The sessions that are open, the one that was started last first.
  package mutating func openSessions() throws(JournalError) -> [WorkoutSession] {
    var sessions: [WorkoutSession] = []
    for number in try directory().openSessions {
      if let session = try session(number) { sessions.append(session) }
    }
    return sessions.sorted { sessionOrder.isLater($0, than: $1) }
  }

  /// The sessions that count, by their local start, newest first; ties: see ``RecordingOrder``. Loads only the months
  /// that it needs.
  package mutating func completedSessions(from start: Int = 0, limit: Int) throws(JournalError) -> [WorkoutSession] {
    try sessions(from: start, limit: limit) { $0.counts }
  }

  /// The sessions that were discarded, as ``completedSessions(from:limit:)`` does. Loads all months.
  package mutating func discardedSessions() throws(JournalError) -> [WorkoutSession] {
    try sessions(from: 0, limit: .max) { $0.isDiscarded }
  }

  private mutating func sessions(
    from start: Int, limit: Int, where isWanted: (WorkoutSession) -> Bool
  ) throws(JournalError) -> [WorkoutSession] {
    let directory = try directory()
    let checkIns = Dictionary(directory.links.map { ($0.session, $0.checkIn) }, uniquingKeysWith: min)
    var result: [WorkoutSession] = []
    var skipped = 0
    for index in directory.months.indices.reversed() where result.count < limit {
      let wanted = try page(at: index).sessions.filter(isWanted)
      for session in wanted.sorted(by: { sessionOrder.isLater($0, than: $1) }) where result.count < limit {
        guard skipped >= start else {
          skipped += 1
          continue
        }
        let checkIn = UInt32(exactly: session.number).flatMap { checkIns[$0] }.map { Int($0) }
        result.append(shown(session, namedBy: checkIn))
      }
    }
    return result
  }

  /// Sessions that count, and what was done in them, by month, ascending; months without any are left out.
  package mutating func totalsByMonth() throws(JournalError) -> [MonthTrainingTotals] {
    try settle().months.compactMap { month in
      guard let totals = month.totals, totals.sessions > 0 else { return nil }
      return MonthTrainingTotals(month: month.month, totals: totals)
    }
  }

  /// Returns the totals of a session, such as the volume of its sets.
  package mutating func totals(of session: WorkoutSession) throws(JournalError) -> TrainingTotals {
    try directory().totals(of: session)
  }

  /// The numbers of all sessions by their identities. Loads all of them.
  package mutating func sessionNumbers() throws(JournalError) -> [UUID: Int] {
    var numbers: [UUID: Int] = [:]
    for index in try directory().months.indices {
      for session in try page(at: index).sessions { numbers[session.id] = session.number }
    }
    return numbers
  }
}

extension WorkoutPlan {
  /// - Parameter version: the sequence number of its version; `nil` for the present one.
  init?(_ entry: TrainingDirectory.PlanEntry, version: UInt64? = nil, isActive: Bool) {
    let found = version.map { sequence in entry.versions.first { $0.sequence == sequence } } ?? entry.versions.last
    guard let found else { return nil }
    self.init(
      number: entry.number, id: entry.id, name: found.name, items: found.items, isActive: isActive,
      isDiscarded: entry.isDiscarded, version: found.sequence, sequence: entry.sequence)
  }
}
