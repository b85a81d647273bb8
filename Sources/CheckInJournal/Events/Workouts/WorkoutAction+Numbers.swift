extension WorkoutAction {
  /// Something about workouts that has a number.
  enum NumberedSubject {
    case exercise, plan, session
    /// By the other number of its session.
    case set(session: Int)
  }

  /// The action with other numbers for what it creates and concerns.
  ///
  /// - Parameters:
  ///   - number: gives the other number; `nil` where there is none.
  ///   - sequence: gives the other sequence number of an event.
  /// - Returns: `nil` if there is none for one of its numbers.
  func renumbered(
    _ number: (NumberedSubject, Int) -> Int?, sequence: (UInt64) -> UInt64?
  ) -> WorkoutAction? {
    func reference(_ old: SetReference) -> SetReference? {
      guard let session = number(.session, old.session), let set = number(.set(session: session), old.number) else {
        return nil
      }
      return SetReference(session: session, number: set)
    }
    func items(_ old: [PlanItem]) -> [PlanItem]? {
      var new = old
      for index in new.indices {
        guard let exercise = number(.exercise, new[index].exercise) else { return nil }
        new[index].exercise = exercise
      }
      return new
    }
    switch self {
    case .exerciseDefined(var new):
      guard let own = number(.exercise, new.number) else { return nil }
      new.number = own
      return .exerciseDefined(new)
    case .exerciseEdited(let old, let changes): return number(.exercise, old).map { .exerciseEdited($0, changes) }
    case .exerciseRetired(let old): return number(.exercise, old).map { .exerciseRetired($0) }
    case .exerciseRestored(let old): return number(.exercise, old).map { .exerciseRestored($0) }
    case .planCreated(var new):
      guard let own = number(.plan, new.number), let items = items(new.items) else { return nil }
      new.number = own
      new.items = items
      return .planCreated(new)
    case .planEdited(let old, var changes):
      guard let own = number(.plan, old) else { return nil }
      if let old = changes.items {
        guard let new = items(old) else { return nil }
        changes.items = new
      }
      return .planEdited(own, changes)
    case .planActivated(let old):
      guard let old else { return self }
      return number(.plan, old).map { .planActivated($0) }
    case .planDiscarded(let old): return number(.plan, old).map { .planDiscarded($0) }
    case .planRestored(let old): return number(.plan, old).map { .planRestored($0) }
    case .sessionStarted(var new):
      guard let own = number(.session, new.number) else { return nil }
      new.number = own
      if let plan = new.plan {
        guard let own = number(.plan, plan.number), let version = sequence(plan.version) else { return nil }
        new.plan = WorkoutSession.PlanReference(number: own, version: version)
      }
      return .sessionStarted(new)
    case .sessionEdited(let old, let changes): return number(.session, old).map { .sessionEdited($0, changes) }
    case .sessionCompleted(let old, let end):
      return number(.session, old).map { .sessionCompleted($0, endMilliseconds: end) }
    case .sessionReopened(let old): return number(.session, old).map { .sessionReopened($0) }
    case .sessionDiscarded(let old): return number(.session, old).map { .sessionDiscarded($0) }
    case .sessionRestored(let old): return number(.session, old).map { .sessionRestored($0) }
    case .setLogged(var new):
      guard let own = reference(new.reference), let exercise = number(.exercise, new.exercise) else { return nil }
      new.reference = own
      new.exercise = exercise
      return .setLogged(new)
    case .setEdited(let old, var changes):
      guard let own = reference(old) else { return nil }
      if let old = changes.exercise {
        guard let exercise = number(.exercise, old) else { return nil }
        changes.exercise = exercise
      }
      return .setEdited(own, changes)
    case .setRemoved(let old): return reference(old).map { .setRemoved($0) }
    case .setRestored(let old): return reference(old).map { .setRestored($0) }
    case .checkInLinked(let old): return number(.session, old).map { .checkInLinked(session: $0) }
    case .checkInUnlinked, .reminderSet, .reminderCleared, .goalSet, .goalCleared: return self
    }
  }
}
