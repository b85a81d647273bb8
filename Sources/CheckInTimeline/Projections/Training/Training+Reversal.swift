extension Training {
  /// Returns the actions that restore a subject to its past state.
  ///
  /// A subject that didn't exist then is retired, discarded or removed.
  package mutating func actions(
    making subject: WorkoutSubject, asIn past: inout Training
  ) throws(JournalError) -> [WorkoutAction] {
    switch subject {
    case .exercise(let number):
      guard let now = try exercise(number) else { return [] }
      return now.actions(toBecome: try past.exercise(number))
    case .plan(let number):
      guard let now = try plan(number) else { return [] }
      return now.actions(toBecome: try past.plan(number))
    case .activePlan:
      let earlier = try past.directory().activePlan
      return try directory().activePlan == earlier ? [] : [.planActivated(earlier)]
    case .session(let number):
      guard let now = try storedSession(number) else { return [] }
      return now.actions(toBecome: try past.storedSession(number))
    case .set(let reference):
      guard let now = try storedSession(reference.session)?.set(reference.number) else { return [] }
      return now.actions(toBecome: try past.storedSession(reference.session)?.set(reference.number), reference)
    case .link(let checkIn):
      let earlier = try past.directory().session(ofCheckIn: checkIn)
      guard try directory().session(ofCheckIn: checkIn) != earlier else { return [] }
      return [earlier.map { .checkInLinked(session: $0) } ?? .checkInUnlinked]
    case .reminder:
      let earlier = try past.directory().reminder
      return try directory().reminder == earlier ? [] : [earlier.map { .reminderSet($0) } ?? .reminderCleared]
    case .goal(let subject):
      let earlier = try past.directory().goal(subject)
      return try directory().goal(subject) == earlier ? [] : [earlier.map { .goalSet($0) } ?? .goalCleared(subject)]
    case .dayMark(let day):
      let earlier = try past.directory().mark(of: day)
      return try directory().mark(of: day) == earlier ? [] : [earlier.map { .dayMarked($0) } ?? .dayUnmarked(day)]
    }
  }
}

extension Exercise {
  fileprivate func actions(toBecome past: Exercise?) -> [WorkoutAction] {
    guard let past else { return isRetired ? [] : [.exerciseRetired(number)] }
    var actions: [WorkoutAction] = []
    if isRetired, !past.isRetired { actions.append(.exerciseRestored(number)) }
    let changes = ExerciseChanges(defining: WorkoutAction.NewExercise(past)).difference(from: self)
    if !changes.isEmpty { actions.append(.exerciseEdited(number, changes)) }
    if !isRetired, past.isRetired { actions.append(.exerciseRetired(number)) }
    return actions
  }
}

extension WorkoutPlan {
  fileprivate func actions(toBecome past: WorkoutPlan?) -> [WorkoutAction] {
    guard let past else { return isDiscarded ? [] : [.planDiscarded(number)] }
    var actions: [WorkoutAction] = []
    if isDiscarded, !past.isDiscarded { actions.append(.planRestored(number)) }
    let changes = WorkoutAction.PlanChanges(
      name: name == past.name ? nil : past.name, items: items == past.items ? nil : past.items)
    if changes != WorkoutAction.PlanChanges() { actions.append(.planEdited(number, changes)) }
    if !isDiscarded, past.isDiscarded { actions.append(.planDiscarded(number)) }
    return actions
  }
}

extension WorkoutSession {
  fileprivate func set(_ number: Int) -> ExerciseSet? { setIndex(number).map { sets[$0] } }

  /// Its sets are not looked at.
  fileprivate func actions(toBecome past: WorkoutSession?) -> [WorkoutAction] {
    guard let past else { return isDiscarded ? [] : [.sessionDiscarded(number)] }
    var actions: [WorkoutAction] = []
    if isDiscarded, !past.isDiscarded { actions.append(.sessionRestored(number)) }
    var reopened = self
    if state != past.state {
      switch past.state {
      case .open:
        actions.append(.sessionReopened(number))
        reopened.endMilliseconds = nil
      case .completed:
        actions.append(.sessionCompleted(number, endMilliseconds: past.endMilliseconds))
        reopened.endMilliseconds = past.endMilliseconds
      }
    }
    let changes = SessionChanges(
      start: past.start,
      endMilliseconds: past.endMilliseconds.map { .set($0) } ?? .clear, title: past.title, note: past.note
    ).difference(from: reopened, comparingTextsBy: ==)
    if !changes.isEmpty { actions.append(.sessionEdited(number, changes)) }
    if !isDiscarded, past.isDiscarded { actions.append(.sessionDiscarded(number)) }
    return actions
  }
}

extension ExerciseSet {
  fileprivate func actions(
    toBecome past: ExerciseSet?, _ reference: WorkoutAction.SetReference
  ) -> [WorkoutAction] {
    guard let past else { return isRemoved ? [] : [.setRemoved(reference)] }
    var actions: [WorkoutAction] = []
    if isRemoved, !past.isRemoved { actions.append(.setRestored(reference)) }
    let changes = SetChanges(from: self, to: past)
    if !changes.isEmpty { actions.append(.setEdited(reference, changes)) }
    if !isRemoved, past.isRemoved { actions.append(.setRemoved(reference)) }
    return actions
  }
}
