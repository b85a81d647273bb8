/// A field of a message about workouts: a row of the table that all encoders and decoders of such messages share.
///
/// ``FieldMessage/visitFields(with:)`` binds the rows to the values of a message.
struct WorkoutField {
  /// Its number in `event_log.proto`, or in the snapshot.
  let number: UInt64
  /// Its member in JSON; empty for a field of the snapshot alone.
  let member: String
  /// The field of an edit that lists what it clears, and its number there; 0 if it cannot be cleared.
  let cleared: (list: UInt64, number: UInt64)
  /// Its presence in the message that is being visited.
  private(set) var presence = FieldPresence.value

  init(_ number: UInt64, member: String = "", cleared: UInt64 = 0, in list: UInt64 = 0) {
    self.number = number
    self.member = member
    self.cleared = (list, cleared)
  }

  var optional: WorkoutField { with(.optional) }
  var change: WorkoutField { with(.change) }

  private func with(_ presence: FieldPresence) -> WorkoutField {
    var field = self
    field.presence = presence
    return field
  }
}

enum ExerciseField {
  static let exercise = WorkoutField(1, member: "exercise")
  static let id = WorkoutField(2, member: "id")
  static let name = WorkoutField(3, member: "name")
  static let aliases = WorkoutField(4, member: "aliases")
  static let measure = WorkoutField(5, member: "measures")
  static let load = WorkoutField(6, member: "load")
}

enum PlanField {
  static let plan = WorkoutField(1, member: "plan")
  static let id = WorkoutField(2, member: "id")
  static let name = WorkoutField(3, member: "name")
  static let items = WorkoutField(4, member: "items")
}

enum PlanItemField {
  static let exercise = WorkoutField(1, member: "exercise")
  static let sets = WorkoutField(2, member: "sets")
  static let reps = WorkoutField(3, member: "reps")  // from; up to is 4
  static let seconds = WorkoutField(5, member: "seconds")
  static let millimetres = WorkoutField(6, member: "millimetres")
  static let weight = WorkoutField(7, member: "weight")
  static let rpe = WorkoutField(8, member: "rpe")
  static let rest = WorkoutField(9, member: "rest")
  static let superset = WorkoutField(10, member: "superset")
  static let warmUp = WorkoutField(11, member: "warmUp")
}

enum SessionField {
  static let session = WorkoutField(1, member: "session")
  static let id = WorkoutField(2, member: "id")
  static let start = WorkoutField(3, member: "start")  // offset, zone and whether the day alone is known: 4 to 6
  static let title = WorkoutField(7, member: "title")
  static let note = WorkoutField(8, member: "note")
  static let plan = WorkoutField(9, member: "plan")  // its version: 10
  static let end = WorkoutField(11, member: "end", cleared: 1, in: 12)
}

enum SetField {
  static let session = WorkoutField(1, member: "session")
  static let set = WorkoutField(2, member: "set")
  static let id = WorkoutField(3, member: "id")
  static let exercise = WorkoutField(4, member: "exercise")
  static let kind = WorkoutField(5, member: "kind")
  static let weight = WorkoutField(6, member: "weight", cleared: 1, in: 13)
  static let reps = WorkoutField(7, member: "reps", cleared: 2, in: 13)
  static let seconds = WorkoutField(8, member: "seconds", cleared: 3, in: 13)
  static let millimetres = WorkoutField(9, member: "millimetres", cleared: 4, in: 13)
  static let rpe = WorkoutField(10, member: "rpe", cleared: 5, in: 13)
  static let note = WorkoutField(11, member: "note")
  static let at = WorkoutField(12, member: "at", cleared: 6, in: 13)
}

enum ReminderField {
  static let days = WorkoutField(1, member: "weekdays")
  static let minuteOfDay = WorkoutField(2, member: "minuteOfDay")
}

enum GoalField {
  static let type = WorkoutField(1, member: "goal")
  static let count = WorkoutField(2, member: "count")
  static let period = WorkoutField(3, member: "period")
  static let quantity = WorkoutField(4, member: "quantity")
}

enum DayMarkField {
  static let day = WorkoutField(1, member: "day")
  static let kind = WorkoutField(2, member: "kind")
  static let note = WorkoutField(3, member: "note")
}
