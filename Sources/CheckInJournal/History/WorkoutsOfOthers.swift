internal import EventLog

/// What other devices of a group did after a command with what it changed of the workouts.
struct WorkoutsOfOthers {
  /// What the command changed, with what that is on all devices.
  private var subjects: [WorkoutSubject: WorkoutSubject] = [:]
  /// What others said something of since.
  private var said: Set<WorkoutSubject> = []
  /// What others have built on since: a session with their sets or check-ins, a plan that they follow, an exercise that
  /// they do.
  private var used: Set<WorkoutSubject> = []

  /// Whether any of what the command changed was.
  var isSaid: Bool { subjects.values.contains { said.contains($0) || used.contains($0) } }

  /// Whether something that the command changed stays as it is, since others would lose what they did by the actions.
  func keeps(_ subject: WorkoutSubject, from actions: [WorkoutAction]) -> Bool {
    guard let shared = subjects[subject] else { return false }
    return said.contains(shared) || used.contains(shared) && actions.contains(where: \.takesItsSubjectAway)
  }

  /// Takes note of an event of the command, which was applied.
  mutating func noteOfCommand(_ source: MergeSource, in merged: MergedJournal) {
    guard let own = source.workoutAction, let shared = merged.local(own, of: source.writer) else { return }
    let checkIn = Int(clamping: source.event.checkIn)
    subjects[WorkoutSubject(own, checkIn: checkIn)] = WorkoutSubject(shared, checkIn: checkIn)
  }

  /// Takes note of an event of another device, which was applied after the command.
  mutating func note(_ source: MergeSource, in merged: MergedJournal) {
    guard let action = source.workoutAction.flatMap({ merged.local($0, of: source.writer) }),
      let event = merged.local(source)
    else { return }
    said.insert(WorkoutSubject(action, checkIn: Int(clamping: event.checkIn)))
    switch action {
    case .setLogged(let new): used.formUnion([.session(new.reference.session), .exercise(new.exercise)])
    case .setEdited(let reference, let changes):
      used.insert(.session(reference.session))
      if let exercise = changes.exercise { used.insert(.exercise(exercise)) }
    case .setRestored(let reference): used.insert(.session(reference.session))
    case .checkInLinked(let session): used.insert(.session(session))
    case .planActivated(let plan?): used.insert(.plan(plan))
    case .planCreated(let new): used.formUnion(new.items.map { .exercise($0.exercise) })
    case .planEdited(_, let changes): used.formUnion((changes.items ?? []).map { .exercise($0.exercise) })
    case .sessionStarted(let new): if let plan = new.plan { used.insert(.plan(plan.number)) }
    default: break
    }
  }

  /// Takes note that all events were applied: check-ins that several devices recorded have one number from now on.
  mutating func finish(_ merged: MergedJournal) {
    func resolved(_ subject: WorkoutSubject) -> WorkoutSubject {
      if case .link(let checkIn) = subject { .link(checkIn: merged.resolved(checkIn)) } else { subject }
    }
    subjects = subjects.mapValues(resolved)
    said = Set(said.map(resolved))
  }
}

extension MergeSource {
  /// What the event that is due does in the workouts, with its writer's numbers; `nil` for nothing.
  fileprivate var workoutAction: WorkoutAction? {
    guard event.kind == .workout else { return nil }
    var view = event
    let content = batch.content
    return try? view.workoutAction(in: content.span.bytes)
  }
}

extension WorkoutAction {
  /// Whether what it concerns is not shown any more after it.
  fileprivate var takesItsSubjectAway: Bool {
    switch self {
    case .exerciseRetired, .planDiscarded, .sessionDiscarded, .setRemoved: true
    default: false
    }
  }
}
