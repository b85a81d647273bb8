internal import EventLog
internal import FoundationEssentials

extension WorkoutAction {
  /// Reads the action that a field of an event holds.
  ///
  /// - Parameter isNotUnderstood: is set where it says something that this version does not know.
  /// - Throws: for what is no such message, and for values that no program writes.
  init(
    _ kind: WorkoutKind, _ range: ByteRange, in bytes: RawSpan, isNotUnderstood: inout Bool
  ) throws(WireError) {
    var fields = try MessageFields(kind, range, in: bytes)
    switch kind {
    case .exerciseDefined: self = .exerciseDefined(try NewExercise(&fields, in: bytes))
    case .exerciseEdited:
      self = .exerciseEdited(try fields.entity(ExerciseField.exercise), try ExerciseChanges(&fields, in: bytes))
    case .exerciseRetired: self = .exerciseRetired(try fields.entity(ExerciseField.exercise))
    case .exerciseRestored: self = .exerciseRestored(try fields.entity(ExerciseField.exercise))
    case .planCreated: self = .planCreated(try NewPlan(&fields, in: bytes))
    case .planEdited:
      let items = try fields.planItems(in: bytes)
      self = .planEdited(
        try fields.entity(PlanField.plan),
        PlanChanges(name: fields.text(PlanField.name, in: bytes), items: items.isEmpty ? nil : items))
    case .planActivated:
      self = .planActivated(fields.number(PlanField.plan) ?? 0 == 0 ? nil : try fields.entity(PlanField.plan))
    case .planDiscarded: self = .planDiscarded(try fields.entity(PlanField.plan))
    case .planRestored: self = .planRestored(try fields.entity(PlanField.plan))
    case .sessionStarted: self = .sessionStarted(try NewSession(fields, in: bytes))
    case .sessionEdited:
      self = .sessionEdited(try fields.entity(SessionField.session), try SessionChanges(&fields, in: bytes))
    case .sessionCompleted:
      self = .sessionCompleted(
        try fields.entity(SessionField.session), endMilliseconds: try fields.instant(SessionField.end))
    case .sessionReopened: self = .sessionReopened(try fields.entity(SessionField.session))
    case .sessionDiscarded: self = .sessionDiscarded(try fields.entity(SessionField.session))
    case .sessionRestored: self = .sessionRestored(try fields.entity(SessionField.session))
    case .setLogged:
      self = .setLogged(
        NewSet(
          try SetReference(fields), id: try fields.identity(SetField.id, in: bytes),
          exercise: try fields.entity(SetField.exercise), entry: try SetEntry(&fields, in: bytes),
          atMilliseconds: try fields.instant(SetField.at)))
    case .setEdited: self = .setEdited(try SetReference(fields), try SetChanges(&fields, in: bytes))
    case .setRemoved: self = .setRemoved(try SetReference(fields))
    case .setRestored: self = .setRestored(try SetReference(fields))
    case .checkInLinked: self = .checkInLinked(session: try fields.entity(SessionField.session))
    case .checkInUnlinked: self = .checkInUnlinked
    case .reminderSet:
      guard
        let reminder = Reminder(
          dayMap: try fields.natural(ReminderField.days) ?? 0,
          minuteOfDay: try fields.natural(ReminderField.minuteOfDay) ?? 0)
      else { throw .invalidValue }
      self = .reminderSet(reminder)
    case .reminderCleared: self = .reminderCleared
    case .goalSet: self = .goalSet(try Goal(&fields))
    case .goalCleared: self = .goalCleared(Goal.Subject(&fields))
    }
    if fields.isNotUnderstood { isNotUnderstood = true }
  }
}

extension MessageFields {
  fileprivate init(_ kind: WorkoutKind, _ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    switch kind {
    case .exerciseDefined:
      try self.init(range, in: bytes, varints: [1, 5, 6], lengths: [2, 3, 4])
    case .exerciseEdited: try self.init(range, in: bytes, varints: [1, 5, 6], lengths: [3, 4])
    case .planCreated: try self.init(range, in: bytes, varints: [1], lengths: [2, 3, 4])
    case .planEdited: try self.init(range, in: bytes, varints: [1], lengths: [3, 4])
    case .sessionStarted:
      try self.init(range, in: bytes, varints: [1, 3, 4, 6, 9, 10], lengths: [2, 5, 7, 8])
    case .sessionEdited:
      try self.init(range, in: bytes, varints: [1, 3, 4, 6, 11, 12], lengths: [5, 7, 8, 12])
    case .sessionCompleted: try self.init(range, in: bytes, varints: [1, 11])
    case .setLogged:
      try self.init(range, in: bytes, varints: [1, 2, 4, 5, 7, 8, 9, 10, 12], lengths: [3, 6, 11])
    case .setEdited:
      try self.init(range, in: bytes, varints: [1, 2, 4, 5, 7, 8, 9, 10, 12, 13], lengths: [6, 11, 13])
    case .setRemoved, .setRestored, .reminderSet: try self.init(range, in: bytes, varints: [1, 2])
    case .goalSet: try self.init(range, in: bytes, varints: [1, 2, 3])
    case .exerciseRetired, .exerciseRestored, .planActivated, .planDiscarded, .planRestored, .sessionReopened,
      .sessionDiscarded, .sessionRestored, .checkInLinked, .goalCleared:
      try self.init(range, in: bytes, varints: [1])
    case .checkInUnlinked, .reminderCleared: try self.init(range, in: bytes)
    }
  }

  fileprivate mutating func aliases(in bytes: RawSpan) throws(WireError) -> [String]? {
    guard let range = range(ExerciseField.aliases) else { return nil }
    let fields = try MessageFields(range, in: bytes, lengths: [AliasesField.names])
    note(isNotUnderstood: fields.isNotUnderstood)
    return fields.allRanges(AliasesField.names).map { bytes.text($0) }
  }

  mutating func planItems(in bytes: RawSpan) throws(WireError) -> [PlanItem] {
    var items: [PlanItem] = []
    for range in allRanges(PlanField.items) {
      var fields = try MessageFields(range, in: bytes, varints: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11], lengths: [7])
      items.append(try PlanItem(&fields, in: bytes))
      note(isNotUnderstood: fields.isNotUnderstood)
    }
    return items
  }

  mutating func weight(_ field: UInt64, in bytes: RawSpan) throws(WireError) -> Weight? {
    guard let range = range(field) else { return nil }
    var fields = try MessageFields(
      range, in: bytes, varints: [WeightField.thousandths, WeightField.unit])
    let unit: Weight.Unit = fields.enumerated(WeightField.unit) ?? .kilograms
    note(isNotUnderstood: fields.isNotUnderstood)
    guard let weight = Weight(thousandths: try fields.natural(WeightField.thousandths) ?? 0, unit: unit) else {
      throw .invalidValue
    }
    return weight
  }

  func rpe(_ field: UInt64) throws(WireError) -> RPE? {
    guard let halves = try natural(field) else { return nil }
    guard let rpe = RPE(halves: halves) else { throw .invalidValue }
    return rpe
  }

  fileprivate func start(in bytes: RawSpan) throws(WireError) -> CheckInTime {
    let offset = signed(SessionField.offsetMinutes) ?? 0
    guard CheckInTime.offsetRange.contains(Int(clamping: offset)) else { throw .invalidValue }
    let zone = text(SessionField.timeZone, in: bytes) ?? ""
    return CheckInTime(
      instantMilliseconds: try instant(SessionField.start) ?? 0, offsetMinutes: Int(offset),
      timeZone: zone.isEmpty ? nil : zone, isTimeOfDayKnown: number(SessionField.dayOnly) ?? 0 == 0)
  }
}

extension WorkoutAction.NewExercise {
  fileprivate init(_ fields: inout MessageFields, in bytes: RawSpan) throws(WireError) {
    self.init(
      number: try fields.entity(ExerciseField.exercise), id: try fields.identity(ExerciseField.id, in: bytes),
      ExerciseDraft(
        name: fields.text(ExerciseField.name, in: bytes) ?? "", aliases: try fields.aliases(in: bytes) ?? [],
        measure: fields.enumerated(ExerciseField.measure) ?? .weightAndReps,
        load: fields.enumerated(ExerciseField.load) ?? .external))
  }
}

extension ExerciseChanges {
  fileprivate init(_ fields: inout MessageFields, in bytes: RawSpan) throws(WireError) {
    self.init(
      name: fields.text(ExerciseField.name, in: bytes), aliases: try fields.aliases(in: bytes),
      measure: fields.enumerated(ExerciseField.measure), load: fields.enumerated(ExerciseField.load))
  }
}

extension WorkoutAction.NewPlan {
  fileprivate init(_ fields: inout MessageFields, in bytes: RawSpan) throws(WireError) {
    self.init(
      number: try fields.entity(PlanField.plan), id: try fields.identity(PlanField.id, in: bytes),
      name: fields.text(PlanField.name, in: bytes) ?? "", items: try fields.planItems(in: bytes))
  }
}

extension PlanItem {
  fileprivate init(_ fields: inout MessageFields, in bytes: RawSpan) throws(WireError) {
    let target: Prescription.Target
    if let from = try fields.natural(PlanItemField.repsFrom) {
      let to = try fields.natural(PlanItemField.repsTo) ?? from
      guard from <= to else { throw .invalidValue }
      target = .reps(from...to)
    } else if let seconds = try fields.natural(PlanItemField.seconds) {
      target = .seconds(seconds)
    } else if let distance = try fields.natural(PlanItemField.millimetres) {
      target = .millimetres(distance)
    } else {
      throw .invalidValue
    }
    self.init(
      exercise: try fields.entity(PlanItemField.exercise),
      Prescription(
        sets: try fields.natural(PlanItemField.sets) ?? 0, target: target,
        weight: try fields.weight(PlanItemField.weight, in: bytes), rpe: try fields.rpe(PlanItemField.rpeHalves),
        restSeconds: try fields.natural(PlanItemField.restSeconds),
        superset: try fields.natural(PlanItemField.superset),
        isWarmUp: fields.number(PlanItemField.warmUp) ?? 0 != 0))
  }
}

extension WorkoutAction.NewSession {
  init(_ fields: MessageFields, in bytes: RawSpan) throws(WireError) {
    let start = try fields.start(in: bytes)
    var plan: WorkoutSession.PlanReference?
    if let version = fields.number(SessionField.planVersion), version > 0 {
      plan = WorkoutSession.PlanReference(number: try fields.entity(SessionField.plan), version: version)
    }
    self.init(
      number: try fields.entity(SessionField.session), id: try fields.identity(SessionField.id, in: bytes),
      SessionDraft(
        start: start, title: fields.text(SessionField.title, in: bytes) ?? "",
        note: fields.text(SessionField.note, in: bytes) ?? ""),
      plan: plan)
  }
}

extension SessionChanges {
  fileprivate init(_ fields: inout MessageFields, in bytes: RawSpan) throws(WireError) {
    // The fields of a start come together.
    let isStarted = fields.number(SessionField.start) != nil
    guard (fields.number(SessionField.offsetMinutes) != nil) == isStarted else { throw .invalidValue }
    self.init(
      start: isStarted ? try fields.start(in: bytes) : nil,
      endMilliseconds: try fields.instant(SessionField.end).map { .set($0) },
      title: fields.text(SessionField.title, in: bytes), note: fields.text(SessionField.note, in: bytes))
    for field in try fields.allNumbers(SessionField.cleared, in: bytes) {
      if field == ClearedSessionField.end {
        endMilliseconds = .clear
      } else {
        fields.note(isNotUnderstood: true)
      }
    }
  }
}

extension Goal {
  /// - Throws: `invalidValue` for a goal of nothing.
  init(_ fields: inout MessageFields) throws(WireError) {
    let subject = Subject(&fields)
    guard let count = try fields.natural(GoalField.count) else { throw .invalidValue }
    self.init(subject, count: count, each: fields.enumerated(GoalField.period) ?? .week)
  }
}

extension Goal.Subject {
  /// A type that this version does not know is Unknown, as it is in check-ins.
  fileprivate init(_ fields: inout MessageFields) {
    self =
      fields.number(GoalField.type) == nil
      ? .days : .type(fields.enumerated(GoalField.type) ?? .unknown)
  }
}

extension WorkoutAction.SetReference {
  fileprivate init(_ fields: MessageFields) throws(WireError) {
    self.init(session: try fields.entity(SetField.session), number: try fields.entity(SetField.set))
  }
}

extension SetEntry {
  init(_ fields: inout MessageFields, in bytes: RawSpan) throws(WireError) {
    self.init(
      kind: fields.enumerated(SetField.kind) ?? .normal, weight: try fields.weight(SetField.weight, in: bytes),
      reps: try fields.natural(SetField.reps), seconds: try fields.natural(SetField.seconds),
      millimetres: try fields.natural(SetField.millimetres), rpe: try fields.rpe(SetField.rpeHalves),
      note: fields.text(SetField.note, in: bytes) ?? "")
  }
}

extension SetChanges {
  fileprivate init(_ fields: inout MessageFields, in bytes: RawSpan) throws(WireError) {
    self.init()
    if fields.number(SetField.exercise) != nil { exercise = try fields.entity(SetField.exercise) }
    kind = fields.enumerated(SetField.kind)
    weight = try fields.weight(SetField.weight, in: bytes).map { .set($0) }
    reps = try fields.natural(SetField.reps).map { .set($0) }
    seconds = try fields.natural(SetField.seconds).map { .set($0) }
    millimetres = try fields.natural(SetField.millimetres).map { .set($0) }
    rpe = try fields.rpe(SetField.rpeHalves).map { .set($0) }
    note = fields.text(SetField.note, in: bytes)
    atMilliseconds = try fields.instant(SetField.at).map { .set($0) }
    for field in try fields.allNumbers(SetField.cleared, in: bytes) {
      switch field {
      case ClearedSetField.weight: weight = .clear
      case ClearedSetField.reps: reps = .clear
      case ClearedSetField.seconds: seconds = .clear
      case ClearedSetField.millimetres: millimetres = .clear
      case ClearedSetField.rpe: rpe = .clear
      case ClearedSetField.at: atMilliseconds = .clear
      default: fields.note(isNotUnderstood: true)
      }
    }
  }
}
