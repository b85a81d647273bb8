internal import EventLog
internal import FoundationEssentials

extension WorkoutAction {
  /// Reads the action that a field of an event holds.
  ///
  /// - Parameter isNotUnderstood: Becomes `true` if this version does not know something in it.
  /// - Throws: for bytes that are not such a message, and for values that no program writes.
  init(
    _ kind: WorkoutKind, at range: ByteRange, in bytes: RawSpan, isNotUnderstood: inout Bool
  ) throws(WireError) {
    self.init(kind)
    try read(MessageFields(range, in: bytes), isNotUnderstood: &isNotUnderstood)
  }
}

extension WireWriter {
  /// Appends the action as the field of an event.
  mutating func workout(_ action: WorkoutAction) {
    message(field: UInt64(action.kind.rawValue)) { $0.fields(of: action) }
  }
}

// MARK: - Exercises and plans

extension WorkoutAction.NewExercise: FieldMessage {
  init() { self.init(number: 0, id: .zero, ExerciseDraft(name: "")) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number(&number, of: .exercise)
    try visitor.value(&id, as: ExerciseField.id)
    try visitor.value(&name, as: ExerciseField.name)
    try visitor.value(&aliases, as: ExerciseField.aliases)
    try visitor.value(&measure, as: ExerciseField.measure)
    try visitor.value(&load, as: ExerciseField.load)
  }
}

extension ExerciseChanges: FieldMessage {
  package init() { self.init(name: nil) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.change(&name, as: ExerciseField.name)
    try visitor.change(&aliases, as: ExerciseField.aliases)
    try visitor.change(&measure, as: ExerciseField.measure)
    try visitor.change(&load, as: ExerciseField.load)
  }
}

extension WorkoutAction.NewPlan: FieldMessage {
  init() { self.init(number: 0, id: .zero, name: "", items: []) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number(&number, of: .plan)
    try visitor.value(&id, as: PlanField.id)
    try visitor.value(&name, as: PlanField.name)
    try visitor.list(&items, as: PlanField.items)
  }
}

extension WorkoutAction.PlanChanges: FieldMessage {
  package init() { self.init(name: nil) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.change(&name, as: PlanField.name)
    try visitor.list(&items, as: PlanField.items.change)
  }
}

extension PlanItem: FieldMessage {
  init() { self.init(exercise: 0, Prescription(sets: 0, target: .seconds(0))) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number(&exercise, of: .exercise, PlanItemField.exercise)
    try visitor.value(&prescription.sets, as: PlanItemField.sets)
    try visitor.value(&prescription.target, as: PlanItemField.reps)
    try visitor.optional(&prescription.weight, as: PlanItemField.weight)
    try visitor.optional(&prescription.rpe, as: PlanItemField.rpe)
    try visitor.optional(&prescription.restSeconds, as: PlanItemField.rest)
    try visitor.optional(&prescription.superset, as: PlanItemField.superset)
    try visitor.value(&prescription.isWarmUp, as: PlanItemField.warmUp)
  }
}

// MARK: - Sessions and sets

extension WorkoutAction.NewSession: FieldMessage {
  init() {
    let start = CheckInTime(instantMilliseconds: 0, offsetMinutes: 0)
    self.init(number: 0, id: .zero, SessionDraft(start: start, title: ""), plan: nil)
  }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number(&number, of: .session)
    try visitor.value(&id, as: SessionField.id)
    try visitor.value(&start, as: SessionField.start)
    try visitor.value(&title, as: SessionField.title)
    try visitor.value(&note, as: SessionField.note)
    try visitor.plan(&plan)
  }
}

extension SessionChanges: FieldMessage {
  package init() { self.init(start: nil) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.change(&start, as: SessionField.start)
    if !Visitor.isOrderedByNumber { try visitor.change(&endMilliseconds, as: SessionField.end) }
    try visitor.change(&title, as: SessionField.title)
    try visitor.change(&note, as: SessionField.note)
    if Visitor.isOrderedByNumber { try visitor.change(&endMilliseconds, as: SessionField.end) }
  }
}

extension WorkoutAction.SetReference: FieldMessage {
  init() { self.init(session: 0, number: 0) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number(&session, of: .session)
    try visitor.number(&number, of: .set(session: session))
  }
}

extension WorkoutAction.NewSet: FieldMessage {
  init() { self.init(WorkoutAction.SetReference(), id: .zero, exercise: 0, entry: SetEntry()) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try reference.visitFields(with: &visitor)
    try visitor.value(&id, as: SetField.id)
    try visitor.number(&exercise, of: .exercise, SetField.exercise)
    try entry.visitFields(with: &visitor)
    try visitor.optional(&atMilliseconds, as: SetField.at)
  }
}

extension SetEntry: FieldMessage {
  package init() { self.init(kind: .normal) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.value(&kind, as: SetField.kind)
    try visitor.optional(&weight, as: SetField.weight)
    try visitor.optional(&reps, as: SetField.reps)
    try visitor.optional(&seconds, as: SetField.seconds)
    try visitor.optional(&millimetres, as: SetField.millimetres)
    try visitor.optional(&rpe, as: SetField.rpe)
    try visitor.value(&note, as: SetField.note)
  }
}

extension SetChanges: FieldMessage {
  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number(&exercise, of: .exercise, SetField.exercise.change)
    try visitor.change(&kind, as: SetField.kind)
    try visitor.change(&weight, as: SetField.weight)
    try visitor.change(&reps, as: SetField.reps)
    try visitor.change(&seconds, as: SetField.seconds)
    try visitor.change(&millimetres, as: SetField.millimetres)
    try visitor.change(&rpe, as: SetField.rpe)
    try visitor.change(&note, as: SetField.note)
    try visitor.change(&atMilliseconds, as: SetField.at)
  }
}

// MARK: - The reminder, goals and marks of days

extension Reminder: FieldMessage {
  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.value(&weekdays, as: ReminderField.days)
    try visitor.value(&minuteOfDay, as: ReminderField.minuteOfDay)
    try visitor.require(
      !weekdays.isEmpty && (0..<1440).contains(minuteOfDay),
      "A reminder has weekdays, such as Monday, and a minute of the day")
  }
}

extension Goal: FieldMessage {
  init() { self.init(.days, count: 0, each: .week) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    var (type, quantity) = (GoalType(subject), GoalQuantity(subject))
    try visitor.value(&type, as: GoalField.type)
    try visitor.value(&count, as: GoalField.count)
    try visitor.require(count > 0, "A goal has a count from 1 on")
    try visitor.value(&period, as: GoalField.period)
    try visitor.value(&quantity, as: GoalField.quantity)
    subject = Goal.Subject(type.type, quantity.quantity)
  }
}

extension Goal.Subject: FieldMessage {
  init() { self = .days }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    var (type, quantity) = (GoalType(self), GoalQuantity(self))
    try visitor.value(&type, as: GoalField.type)
    try visitor.value(&quantity, as: GoalField.quantity)
    self = Goal.Subject(type.type, quantity.quantity)
  }
}

extension DayMark: FieldMessage {
  init() { self.init(CivilDay(dayNumber: 0)) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.value(&day, as: DayMarkField.day)
    try visitor.value(&kind, as: DayMarkField.kind)
    try visitor.optional(&note, as: DayMarkField.note)
  }
}

extension UUID {
  /// The identity of a message that is not read yet.
  static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
