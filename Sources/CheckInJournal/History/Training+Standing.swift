extension Training {
  /// Returns `true` if other devices' later changes rule out events that restore an earlier state.
  ///
  /// They do if an event would depend on something that no longer exists, take a name or a place that something else
  /// has now, or remove something that is now in use.
  ///
  /// - Parameters:
  ///   - past: The state to restore.
  ///   - taken: The subjects that the reversal removes as well.
  mutating func stands(
    against actions: [WorkoutAction], asIn past: inout Training, withoutThose taken: Set<WorkoutSubject>
  ) throws(JournalError) -> Bool {
    for action in actions where try stands(against: action, asIn: &past, withoutThose: taken) { return true }
    return false
  }

  private mutating func stands(
    against action: WorkoutAction, asIn past: inout Training, withoutThose taken: Set<WorkoutSubject>
  ) throws(JournalError) -> Bool {
    switch action {
    case .checkInLinked(let session):
      guard let now = try storedSession(session) else { return true }
      let wasDiscarded = try past.storedSession(session)?.isDiscarded ?? false
      return now.isDiscarded && !wasDiscarded
    case .planActivated(let plan?): return try self.plan(plan)?.isDiscarded ?? true
    case .planEdited(_, let changes):
      for item in changes.items ?? [] {
        let wasRetired = try past.exercise(item.exercise)?.isRetired ?? false
        if try exercise(item.exercise)?.isRetired ?? true, !wasRetired { return true }
      }
      return false
    case .exerciseEdited(let number, let changes):
      return try isTaken(([changes.name] + (changes.aliases ?? [])).compactMap { $0 }, except: number)
    case .exerciseRetired(let number):
      if try past.exercise(number) != nil { return false }
      return try isUsed(exercise: number, withoutThose: taken)
    case .sessionReopened(let number): return try openSessions().contains { $0.number != number }
    case .sessionRestored(let number):
      guard try storedSession(number)?.state == .open else { return false }
      return try openSessions().contains { $0.number != number }
    default: return false
    }
  }

  private mutating func isTaken(_ names: [String], except number: Int) throws(JournalError) -> Bool {
    let wanted = Set(names.map(ExerciseName.folded))
    return try exercises().contains { other in
      other.number != number && ([other.name] + other.aliases).contains { wanted.contains(ExerciseName.folded($0)) }
    }
  }

  /// Returns `true` if a plan contains an exercise, or if a set of it was logged. Loads all sessions, unless a plan
  /// contains it.
  private mutating func isUsed(
    exercise: Int, withoutThose taken: Set<WorkoutSubject>
  ) throws(JournalError) -> Bool {
    let isPlanned = try plans().contains { plan in
      !plan.isDiscarded && !taken.contains(.plan(plan.number)) && plan.items.contains { $0.exercise == exercise }
    }
    if isPlanned { return true }
    for index in try directory().months.indices {
      for session in try page(at: index).sessions {
        if session.isDiscarded || taken.contains(.session(session.number)) { continue }
        for set in session.sets where set.exercise == exercise && !set.isRemoved {
          let reference = WorkoutAction.SetReference(session: session.number, number: set.number)
          if !taken.contains(.set(reference)) { return true }
        }
      }
    }
    return false
  }
}
