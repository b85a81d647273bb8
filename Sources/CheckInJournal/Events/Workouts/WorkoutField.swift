/// The field numbers of the messages about workouts in `event_log.proto`, used by writer and reader.
enum ExerciseField {
  static let exercise: UInt64 = 1
  static let id: UInt64 = 2
  static let name: UInt64 = 3
  static let aliases: UInt64 = 4
  static let measure: UInt64 = 5
  static let load: UInt64 = 6
}

enum AliasesField {
  static let names: UInt64 = 1
}

enum PlanField {
  static let plan: UInt64 = 1
  static let id: UInt64 = 2
  static let name: UInt64 = 3
  static let items: UInt64 = 4
}

enum PlanItemField {
  static let exercise: UInt64 = 1
  static let sets: UInt64 = 2
  static let repsFrom: UInt64 = 3
  static let repsTo: UInt64 = 4
  static let seconds: UInt64 = 5
  static let millimetres: UInt64 = 6
  static let weight: UInt64 = 7
  static let rpeHalves: UInt64 = 8
  static let restSeconds: UInt64 = 9
  static let superset: UInt64 = 10
  static let warmUp: UInt64 = 11
}

enum WeightField {
  static let thousandths: UInt64 = 1
  static let unit: UInt64 = 2
}

enum SessionField {
  static let session: UInt64 = 1
  static let id: UInt64 = 2
  static let start: UInt64 = 3
  static let offsetMinutes: UInt64 = 4
  static let timeZone: UInt64 = 5
  static let dayOnly: UInt64 = 6
  static let title: UInt64 = 7
  static let note: UInt64 = 8
  static let plan: UInt64 = 9
  static let planVersion: UInt64 = 10
  static let end: UInt64 = 11
  static let cleared: UInt64 = 12
}

/// `OptionalSessionField`: what an edit of a session can clear.
enum ClearedSessionField {
  static let end: UInt64 = 1
}

enum SetField {
  static let session: UInt64 = 1
  static let set: UInt64 = 2
  static let id: UInt64 = 3
  static let exercise: UInt64 = 4
  static let kind: UInt64 = 5
  static let weight: UInt64 = 6
  static let reps: UInt64 = 7
  static let seconds: UInt64 = 8
  static let millimetres: UInt64 = 9
  static let rpeHalves: UInt64 = 10
  static let note: UInt64 = 11
  static let at: UInt64 = 12
  static let cleared: UInt64 = 13
}

/// `OptionalSetField`: what an edit of a set can clear.
enum ClearedSetField {
  static let weight: UInt64 = 1
  static let reps: UInt64 = 2
  static let seconds: UInt64 = 3
  static let millimetres: UInt64 = 4
  static let rpe: UInt64 = 5
  static let at: UInt64 = 6
}

enum ReminderField {
  static let days: UInt64 = 1
  static let minuteOfDay: UInt64 = 2
}

enum GoalField {
  static let type: UInt64 = 1
  static let count: UInt64 = 2
  static let period: UInt64 = 3
}
