extension Training {
  /// Whether what other devices of a group did since stands against actions that would bring back what was: they would
  /// build on what is not there any more, take the name or the turn that something else has by now, or take away what
  /// something else builds on.
  ///
  /// - Parameters:
  ///   - past: what was to be brought back.
  ///   - taken: what is taken away besides.
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

  /// Whether a plan asks for an exercise, or a set was one of it. Loads all sessions, unless a plan does.
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
