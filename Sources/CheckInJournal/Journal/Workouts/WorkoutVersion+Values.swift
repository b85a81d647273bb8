internal import EventLog
internal import FoundationEssentials

extension WorkoutSession {
  /// What an edit of its title, note and times that is based on this expects. A set that was logged since makes it
  /// another.
  public var editVersion: WorkoutVersion {
    let changes = SessionChanges(
      start: start, endMilliseconds: endMilliseconds.map { .set($0) } ?? .clear, title: title, note: note)
    return WorkoutVersion(sequence, .sessionEdited(number, changes))
  }
}

extension ExerciseSet {
  /// What an edit of it that is based on this expects.
  public var editVersion: WorkoutVersion {
    let none = ExerciseSet(number: number, id: id, exercise: 0, entry: SetEntry(), sequence: 0)
    let reference = WorkoutAction.SetReference(session: 0, number: number)
    return WorkoutVersion(sequence, .setEdited(reference, SetChanges(from: none, to: self)))
  }
}

extension WorkoutPlan {
  /// What an edit of its name and items that is based on this expects.
  public var editVersion: WorkoutVersion {
    WorkoutVersion(version, .planEdited(number, WorkoutAction.PlanChanges(name: name, items: items)))
  }
}

extension WorkoutVersion {
  /// - Parameter restatement: says all that an edit can change.
  fileprivate init(_ sequence: UInt64, _ restatement: WorkoutAction) {
    var writer = WireWriter()
    let action = Event.Action.workout(restatement)
    writer.record(
      Event(sequence: 1, recordedAtMilliseconds: 0, origin: .library, checkIn: 0, command: 1, action: action))
    self.init(sequence: sequence, values: Digest(of: writer.bytes).words.0.bigEndian)
  }
}
