internal import EventLog
internal import FoundationEssentials

extension WorkoutSession {
  /// The expected version for an edit of the session's title, note and times.
  ///
  /// Logging another set changes the version.
  public var editVersion: WorkoutVersion {
    let changes = SessionChanges(
      start: start, endMilliseconds: endMilliseconds.map { .set($0) } ?? .clear, title: title, note: note)
    return WorkoutVersion(sequence: sequence, restating: .sessionEdited(number, changes))
  }
}

extension ExerciseSet {
  /// The expected version for an edit of the set.
  public var editVersion: WorkoutVersion {
    let none = ExerciseSet(number: number, id: id, exercise: 0, entry: SetEntry(), sequence: 0)
    let reference = WorkoutAction.SetReference(session: 0, number: number)
    return WorkoutVersion(sequence: sequence, restating: .setEdited(reference, SetChanges(from: none, to: self)))
  }
}

extension WorkoutPlan {
  /// The expected version for an edit of the plan's name and items.
  public var editVersion: WorkoutVersion {
    WorkoutVersion(
      sequence: version, restating: .planEdited(number, WorkoutAction.PlanChanges(name: name, items: items)))
  }
}

extension WorkoutVersion {
  /// - Parameter restatement: says all that an edit can change.
  fileprivate init(sequence: UInt64, restating restatement: WorkoutAction) {
    var writer = WireWriter()
    let action = Event.Action.workout(restatement)
    writer.record(
      Event(sequence: 1, recordedAtMilliseconds: 0, origin: .library, checkIn: 0, command: 1, action: action))
    self.init(sequence: sequence, values: Digest(of: writer.bytes).words.0.bigEndian)
  }
}
