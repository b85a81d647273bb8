internal import EventLog
internal import FoundationEssentials

extension WireWriter {
  /// Appends the action as the field of an event.
  mutating func workout(_ action: WorkoutAction) {
    message(field: UInt64(action.kind.rawValue)) { $0.fields(of: action) }
  }

  private mutating func fields(of action: WorkoutAction) {
    switch action {
    case .exerciseDefined(let exercise): exerciseDefined(exercise)
    case .exerciseEdited(let number, let changes): exerciseEdited(number, changes)
    case .exerciseRetired(let number), .exerciseRestored(let number), .planDiscarded(let number),
      .planRestored(let number), .sessionReopened(let number), .sessionDiscarded(let number),
      .sessionRestored(let number), .checkInLinked(session: let number):
      // What is concerned is the first field of every message.
      natural(number, field: 1)
    case .planCreated(let plan):
      natural(plan.number, field: PlanField.plan)
      identity(plan.id, field: PlanField.id)
      text(plan.name, field: PlanField.name)
      for item in plan.items { message(field: PlanField.items) { $0.planItem(item) } }
    case .planEdited(let number, let changes):
      natural(number, field: PlanField.plan)
      if let name = changes.name { presentText(name, field: PlanField.name) }
      for item in changes.items ?? [] { message(field: PlanField.items) { $0.planItem(item) } }
    case .planActivated(let number): natural(number ?? 0, field: PlanField.plan)
    case .sessionStarted(let session): sessionStarted(session)
    case .sessionEdited(let number, let changes): sessionEdited(number, changes)
    case .sessionCompleted(let number, let end):
      natural(number, field: SessionField.session)
      if let end { presentSigned(end, field: SessionField.end) }
    case .setLogged(let set): setLogged(set)
    case .setEdited(let reference, let changes): setEdited(reference, changes)
    case .setRemoved(let reference), .setRestored(let reference): setReference(reference)
    case .reminderSet(let reminder):
      natural(reminder.dayMap, field: ReminderField.days)
      natural(reminder.minuteOfDay, field: ReminderField.minuteOfDay)
    case .checkInUnlinked, .reminderCleared: break
    case .goalSet(let goal): self.goal(goal)
    case .goalCleared(let subject): goalSubject(subject)
    }
  }

  // MARK: Goals

  mutating func goal(_ goal: Goal) {
    goalSubject(goal.subject)
    natural(goal.count, field: GoalField.count)
    unsigned(UInt64(goal.period.rawValue), field: GoalField.period)
  }

  private mutating func goalSubject(_ subject: Goal.Subject) {
    if case .type(let type) = subject { presentUnsigned(UInt64(type.rawValue), field: GoalField.type) }
  }

  // MARK: Exercises and plans

  private mutating func exerciseDefined(_ exercise: WorkoutAction.NewExercise) {
    natural(exercise.number, field: ExerciseField.exercise)
    identity(exercise.id, field: ExerciseField.id)
    text(exercise.name, field: ExerciseField.name)
    if !exercise.aliases.isEmpty { aliases(exercise.aliases) }
    unsigned(UInt64(exercise.measure.rawValue), field: ExerciseField.measure)
    unsigned(UInt64(exercise.load.rawValue), field: ExerciseField.load)
  }

  private mutating func exerciseEdited(_ number: Int, _ changes: ExerciseChanges) {
    natural(number, field: ExerciseField.exercise)
    if let name = changes.name { presentText(name, field: ExerciseField.name) }
    if let names = changes.aliases { aliases(names) }
    if let measure = changes.measure { presentUnsigned(UInt64(measure.rawValue), field: ExerciseField.measure) }
    if let load = changes.load { presentUnsigned(UInt64(load.rawValue), field: ExerciseField.load) }
  }

  private mutating func aliases(_ names: [String]) {
    message(field: ExerciseField.aliases) { writer in
      for name in names { writer.presentText(name, field: AliasesField.names) }
    }
  }

  mutating func planItem(_ item: PlanItem) {
    let prescription = item.prescription
    natural(item.exercise, field: PlanItemField.exercise)
    natural(prescription.sets, field: PlanItemField.sets)
    switch prescription.target {
    case .reps(let range):
      natural(range.lowerBound, field: PlanItemField.repsFrom)
      natural(range.upperBound, field: PlanItemField.repsTo)
    case .seconds(let seconds): natural(seconds, field: PlanItemField.seconds)
    case .millimetres(let distance): natural(distance, field: PlanItemField.millimetres)
    }
    if let weight = prescription.weight { self.weight(weight, field: PlanItemField.weight) }
    if let rpe = prescription.rpe { natural(rpe.halves, field: PlanItemField.rpeHalves) }
    if let rest = prescription.restSeconds { natural(rest, field: PlanItemField.restSeconds) }
    if let superset = prescription.superset { natural(superset, field: PlanItemField.superset) }
    if prescription.isWarmUp { unsigned(1, field: PlanItemField.warmUp) }
  }

  mutating func weight(_ weight: Weight, field: UInt64) {
    message(field: field) { writer in
      writer.natural(weight.thousandths, field: WeightField.thousandths)
      writer.unsigned(UInt64(weight.unit.rawValue), field: WeightField.unit)
    }
  }

  // MARK: Sessions and sets

  mutating func sessionStarted(_ session: WorkoutAction.NewSession) {
    natural(session.number, field: SessionField.session)
    identity(session.id, field: SessionField.id)
    signed(session.start.instantMilliseconds, field: SessionField.start)
    signed(Int64(session.start.offsetMinutes), field: SessionField.offsetMinutes)
    text(session.start.timeZone ?? "", field: SessionField.timeZone)
    if !session.start.isTimeOfDayKnown { unsigned(1, field: SessionField.dayOnly) }
    text(session.title, field: SessionField.title)
    text(session.note, field: SessionField.note)
    if let plan = session.plan {
      natural(plan.number, field: SessionField.plan)
      unsigned(plan.version, field: SessionField.planVersion)
    }
  }

  private mutating func sessionEdited(_ number: Int, _ changes: SessionChanges) {
    natural(number, field: SessionField.session)
    if let start = changes.start {
      presentSigned(start.instantMilliseconds, field: SessionField.start)
      presentSigned(Int64(start.offsetMinutes), field: SessionField.offsetMinutes)
      presentText(start.timeZone ?? "", field: SessionField.timeZone)
      presentUnsigned(start.isTimeOfDayKnown ? 0 : 1, field: SessionField.dayOnly)
    }
    if let title = changes.title { presentText(title, field: SessionField.title) }
    if let note = changes.note { presentText(note, field: SessionField.note) }
    if case .set(let end) = changes.endMilliseconds { presentSigned(end, field: SessionField.end) }
    cleared(changes.endMilliseconds == .clear ? [ClearedSessionField.end] : [], field: SessionField.cleared)
  }

  private mutating func setReference(_ reference: WorkoutAction.SetReference) {
    natural(reference.session, field: SetField.session)
    natural(reference.number, field: SetField.set)
  }

  mutating func setLogged(_ set: WorkoutAction.NewSet) {
    setReference(set.reference)
    identity(set.id, field: SetField.id)
    natural(set.exercise, field: SetField.exercise)
    unsigned(UInt64(set.entry.kind.rawValue), field: SetField.kind)
    if let weight = set.entry.weight { self.weight(weight, field: SetField.weight) }
    natural(set.entry.reps ?? 0, field: SetField.reps)
    natural(set.entry.seconds ?? 0, field: SetField.seconds)
    natural(set.entry.millimetres ?? 0, field: SetField.millimetres)
    natural(set.entry.rpe?.halves ?? 0, field: SetField.rpeHalves)
    text(set.entry.note, field: SetField.note)
    if let at = set.atMilliseconds { presentSigned(at, field: SetField.at) }
  }

  private mutating func setEdited(_ reference: WorkoutAction.SetReference, _ changes: SetChanges) {
    setReference(reference)
    if let exercise = changes.exercise { presentUnsigned(UInt64(exercise), field: SetField.exercise) }
    if let kind = changes.kind { presentUnsigned(UInt64(kind.rawValue), field: SetField.kind) }
    if case .set(let weight) = changes.weight { self.weight(weight, field: SetField.weight) }
    if case .set(let reps) = changes.reps { presentUnsigned(UInt64(reps), field: SetField.reps) }
    if case .set(let seconds) = changes.seconds { presentUnsigned(UInt64(seconds), field: SetField.seconds) }
    if case .set(let distance) = changes.millimetres { presentUnsigned(UInt64(distance), field: SetField.millimetres) }
    if case .set(let rpe) = changes.rpe { presentUnsigned(UInt64(rpe.halves), field: SetField.rpeHalves) }
    if let note = changes.note { presentText(note, field: SetField.note) }
    if case .set(let at) = changes.atMilliseconds { presentSigned(at, field: SetField.at) }
    var fields: [UInt64] = []
    if changes.weight == .clear { fields.append(ClearedSetField.weight) }
    if changes.reps == .clear { fields.append(ClearedSetField.reps) }
    if changes.seconds == .clear { fields.append(ClearedSetField.seconds) }
    if changes.millimetres == .clear { fields.append(ClearedSetField.millimetres) }
    if changes.rpe == .clear { fields.append(ClearedSetField.rpe) }
    if changes.atMilliseconds == .clear { fields.append(ClearedSetField.at) }
    cleared(fields, field: SetField.cleared)
  }

  // MARK: Values

  mutating func natural(_ value: Int, field: UInt64) { unsigned(UInt64(max(0, value)), field: field) }

  mutating func identity(_ id: UUID, field: UInt64) {
    withUnsafeBytes(of: id.uuid) { presentBytes($0, field: field) }
  }

  private mutating func cleared(_ fields: [UInt64], field: UInt64) {
    guard !fields.isEmpty else { return }
    var packed = WireWriter()
    for cleared in fields { packed.varint(cleared) }
    presentBytes(packed.bytes, field: field)
  }
}
