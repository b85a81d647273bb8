internal import EventLog

/// The later changes of other devices to the workout objects that a command changed.
struct RemoteWorkoutChanges {
  /// The subjects that the command changed, with their counterparts in the merged state.
  private var subjects: [WorkoutSubject: WorkoutSubject] = [:]
  /// The subjects that other devices have changed since.
  private var changed: Set<WorkoutSubject> = []
  /// The subjects that other devices have used since.
  ///
  /// These are sessions with their sets or check-ins, plans that they follow, and exercises that they do.
  private var used: Set<WorkoutSubject> = []

  /// `true` if other devices have changed or used any subject that the command changed.
  var hasChanges: Bool { subjects.values.contains { changed.contains($0) || used.contains($0) } }

  /// Returns a subject's counterpart in the merged state.
  ///
  /// The local log may use another number for it if another device created the same thing first.
  func shared(_ subject: WorkoutSubject) -> WorkoutSubject { subjects[subject] ?? subject }

  /// Returns `true` if a subject must stay because the events would discard other devices' changes.
  ///
  /// Returns `false` for a subject that the command didn't change.
  func keeps(_ subject: WorkoutSubject, from actions: [WorkoutAction]) -> Bool {
    guard let shared = subjects[subject] else { return false }
    return changed.contains(shared) || used.contains(shared) && actions.contains(where: \.removesSubject)
  }

  /// Takes note of an event of the command, which was applied.
  mutating func recordCommandEvent(_ source: MergeSource, in merged: MergedJournal) {
    guard let own = source.workoutAction, let shared = merged.local(own, of: source.writer) else { return }
    let checkIn = Int(clamping: source.event.checkIn)
    subjects[WorkoutSubject(own, checkIn: checkIn)] = WorkoutSubject(shared, checkIn: checkIn)
  }

  /// Takes note of an event of the command that is about to be applied: what others have said already is theirs, too.
  mutating func recordEarlierChange(_ source: MergeSource, in merged: inout MergedJournal) throws(JournalError) {
    guard let own = source.workoutAction, let action = merged.local(own, of: source.writer) else { return }
    let checkIn = Int(clamping: source.event.checkIn)
    guard try merged.timeline.training.isRedundant(action, checkIn: merged.resolved(checkIn)) else { return }
    changed.insert(WorkoutSubject(action, checkIn: checkIn))
  }

  /// Takes note of an event of another device, which was applied after the command.
  ///
  /// - Parameter event: the same with this journal's numbers.
  mutating func record(_ source: MergeSource, as event: EventView, in merged: MergedJournal) {
    guard !subjects.isEmpty, let action = source.workoutAction.flatMap({ merged.local($0, of: source.writer) }) else {
      return
    }
    changed.insert(WorkoutSubject(action, checkIn: Int(clamping: event.checkIn)))
    used.formUnion(action.usedSubjects)
  }

  /// Takes note that all events were applied: check-ins that several devices recorded have one number from now on.
  mutating func finish(_ merged: MergedJournal) {
    func resolved(_ subject: WorkoutSubject) -> WorkoutSubject {
      if case .link(let checkIn) = subject { return .link(checkIn: merged.resolved(checkIn)) }
      return merged.timeline.training.resolved(subject)
    }
    subjects = subjects.mapValues(resolved)
    changed = Set(changed.map(resolved))
    used = Set(used.map(resolved))
  }
}

extension Training {
  /// Returns `true` if an event has no effect because another device recorded the same earlier.
  ///
  /// It starts the same session, logs the same set, or links the same check-in.
  fileprivate mutating func isRedundant(_ action: WorkoutAction, checkIn: Int) throws(JournalError) -> Bool {
    switch action {
    case .sessionStarted(let new): sessionsByIdentity?[new.id] != nil
    case .setLogged(let new):
      try storedSession(new.reference.session)?.sets.contains { $0.id == new.id } ?? false
    case .checkInLinked(let session):
      try directory().session(ofCheckIn: checkIn) == mergedSessions.resolved(session: session)
    default: false
    }
  }
}

extension MergeSource {
  /// The number of the check-in that the event that is due concerns, as its writer calls it.
  var checkIn: Int { Int(clamping: event.checkIn) }

  /// The workout action of the current event, with its writer's numbers; `nil` for other events.
  fileprivate var workoutAction: WorkoutAction? {
    let content = batch.content
    guard event.kind == .workout, case .workout(let action) = Event.Action(event, in: content.span.bytes) else {
      return nil
    }
    return action
  }
}
