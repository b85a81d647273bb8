internal import EventLog
internal import FoundationEssentials

// What the directory lists, each in a message of its own.

// MARK: - Exercises and their statistics

private enum ExerciseEntryField {
  static let exercise: UInt64 = 1
  static let id: UInt64 = 2
  static let name: UInt64 = 3
  static let aliases: UInt64 = 4
  static let measure: UInt64 = 5
  static let load: UInt64 = 6
  static let retired: UInt64 = 7
  static let sequence: UInt64 = 8
  static let sets: UInt64 = 9
  static let sessions: UInt64 = 10
  static let last: UInt64 = 11
  static let record: UInt64 = 12
  static let bestReps: UInt64 = 13
  static let estimatedMaximum: UInt64 = 14
  static let greatestVolume: UInt64 = 15
}

private enum RecordField {
  static let weight: UInt64 = 1
  static let reps: UInt64 = 2
  static let seconds: UInt64 = 3
  static let millimetres: UInt64 = 4
  static let day: UInt64 = 5
  static let session: UInt64 = 6
  static let set: UInt64 = 7
  static let sequence: UInt64 = 8
  static let start: UInt64 = 9
  static let kilogramThousandths: UInt64 = 10
  static let poundThousandths: UInt64 = 11
}

extension WireWriter {
  mutating func exercise(_ entry: TrainingDirectory.ExerciseEntry) {
    let exercise = entry.exercise
    natural(exercise.number, field: ExerciseEntryField.exercise)
    identity(exercise.id, field: ExerciseEntryField.id)
    text(exercise.name, field: ExerciseEntryField.name)
    for alias in exercise.aliases { presentText(alias, field: ExerciseEntryField.aliases) }
    unsigned(UInt64(exercise.measure.rawValue), field: ExerciseEntryField.measure)
    unsigned(UInt64(exercise.load.rawValue), field: ExerciseEntryField.load)
    unsigned(exercise.isRetired ? 1 : 0, field: ExerciseEntryField.retired)
    unsigned(exercise.sequence, field: ExerciseEntryField.sequence)
    // They were settled before.
    guard let statistics = entry.statistics else { return }
    natural(statistics.sets, field: ExerciseEntryField.sets)
    natural(statistics.sessions, field: ExerciseEntryField.sessions)
    if let last = statistics.last { message(field: ExerciseEntryField.last) { $0.occasion(last) } }
    if let record = statistics.record { message(field: ExerciseEntryField.record) { $0.record(record) } }
    for best in statistics.bestReps { message(field: ExerciseEntryField.bestReps) { $0.record(best) } }
    if let estimate = statistics.estimatedMaximum {
      message(field: ExerciseEntryField.estimatedMaximum) { $0.record(estimate.set) }
    }
    if let volume = statistics.greatestVolume {
      message(field: ExerciseEntryField.greatestVolume) { writer in
        writer.signed(Int64(volume.day.dayNumber), field: RecordField.day)
        writer.natural(volume.session, field: RecordField.session)
        writer.unsigned(volume.sequence, field: RecordField.sequence)
        writer.signed(volume.localStartMilliseconds, field: RecordField.start)
        writer.volume(volume.volume)
      }
    }
  }

  private mutating func occasion(_ occasion: ExerciseStatistics.Occasion) {
    signed(Int64(occasion.day.dayNumber), field: RecordField.day)
    natural(occasion.session, field: RecordField.session)
    signed(occasion.localStartMilliseconds, field: RecordField.start)
  }

  private mutating func record(_ record: PersonalRecord) {
    if let weight = record.weight { self.weight(weight, field: RecordField.weight) }
    natural(record.reps ?? 0, field: RecordField.reps)
    natural(record.seconds ?? 0, field: RecordField.seconds)
    natural(record.millimetres ?? 0, field: RecordField.millimetres)
    signed(Int64(record.day.dayNumber), field: RecordField.day)
    natural(record.session, field: RecordField.session)
    natural(record.set, field: RecordField.set)
    unsigned(record.sequence, field: RecordField.sequence)
    signed(record.localStartMilliseconds, field: RecordField.start)
  }

  fileprivate mutating func volume(_ volume: Volume) {
    signed(Int64(volume.kilogramThousandths), field: RecordField.kilogramThousandths)
    signed(Int64(volume.poundThousandths), field: RecordField.poundThousandths)
  }
}

extension TrainingDirectory.ExerciseEntry {
  init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    var fields = try MessageFields(
      range, in: bytes, varints: [1, 5, 6, 7, 8, 9, 10], lengths: [2, 3, 4, 11, 12, 13, 14, 15])
    exercise = Exercise(
      number: try fields.entity(ExerciseEntryField.exercise),
      id: try fields.identity(ExerciseEntryField.id, in: bytes),
      name: fields.text(ExerciseEntryField.name, in: bytes) ?? "",
      aliases: fields.allRanges(ExerciseEntryField.aliases).map { bytes.text($0) },
      measure: fields.enumerated(ExerciseEntryField.measure) ?? .weightAndReps,
      load: fields.enumerated(ExerciseEntryField.load) ?? .external,
      isRetired: fields.number(ExerciseEntryField.retired) ?? 0 != 0,
      sequence: fields.number(ExerciseEntryField.sequence) ?? 0)
    var statistics = ExerciseStatistics()
    statistics.sets = try fields.natural(ExerciseEntryField.sets) ?? 0
    statistics.sessions = try fields.natural(ExerciseEntryField.sessions) ?? 0
    if let last = fields.range(ExerciseEntryField.last) {
      let fields = try MessageFields(record: last, in: bytes)
      statistics.last = ExerciseStatistics.Occasion(
        day: try fields.day(), session: try fields.entity(RecordField.session),
        localStartMilliseconds: fields.signed(RecordField.start) ?? 0)
    }
    if let record = fields.range(ExerciseEntryField.record) {
      statistics.record = try PersonalRecord(record, in: bytes)
    }
    for best in fields.allRanges(ExerciseEntryField.bestReps) {
      statistics.bestReps.append(try PersonalRecord(best, in: bytes))
    }
    if let estimate = fields.range(ExerciseEntryField.estimatedMaximum) {
      statistics.estimatedMaximum = EstimatedMaximum(try PersonalRecord(estimate, in: bytes))
    }
    if let volume = fields.range(ExerciseEntryField.greatestVolume) {
      let fields = try MessageFields(record: volume, in: bytes)
      statistics.greatestVolume = SessionVolume(
        volume: fields.volume(), day: try fields.day(), session: try fields.entity(RecordField.session),
        sequence: fields.number(RecordField.sequence) ?? 0,
        localStartMilliseconds: fields.signed(RecordField.start) ?? 0)
    }
    self.statistics = statistics
    guard !fields.isNotUnderstood else { throw .invalidValue }
  }
}

extension MessageFields {
  fileprivate init(record range: ByteRange, in bytes: RawSpan) throws(WireError) {
    try self.init(range, in: bytes, varints: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11], lengths: [1])
  }

  fileprivate func day() throws(WireError) -> CivilDay {
    guard let day = Int32(exactly: signed(RecordField.day) ?? 0) else { throw .invalidValue }
    return CivilDay(dayNumber: Int(day))
  }

  fileprivate func volume() -> Volume {
    Volume(
      kilogramThousandths: Int(signed(RecordField.kilogramThousandths) ?? 0),
      poundThousandths: Int(signed(RecordField.poundThousandths) ?? 0))
  }
}

extension PersonalRecord {
  fileprivate init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    var fields = try MessageFields(record: range, in: bytes)
    self.init(
      weight: try fields.weight(RecordField.weight, in: bytes), reps: try fields.natural(RecordField.reps),
      seconds: try fields.natural(RecordField.seconds), millimetres: try fields.natural(RecordField.millimetres),
      day: try fields.day(), session: try fields.entity(RecordField.session), set: try fields.entity(RecordField.set),
      sequence: fields.number(RecordField.sequence) ?? 0,
      localStartMilliseconds: fields.signed(RecordField.start) ?? 0)
    guard !fields.isNotUnderstood else { throw .invalidValue }
  }
}

// MARK: - Plans and months

private enum PlanEntryField {
  static let plan: UInt64 = 1
  static let id: UInt64 = 2
  static let versions: UInt64 = 3
  static let discarded: UInt64 = 4
  static let sequence: UInt64 = 5
}

/// Beside the name and the items, which have the numbers of ``PlanField``.
private enum PlanVersionField {
  static let sequence: UInt64 = 1
  static let referenced: UInt64 = 5
}

private enum MonthField {
  static let month: UInt64 = 1
  static let sessions: UInt64 = 2
  static let sets: UInt64 = 3
  static let seconds: UInt64 = 4
  // The volume has the numbers of ``RecordField``.
}

extension WireWriter {
  mutating func plan(_ plan: TrainingDirectory.PlanEntry) {
    natural(plan.number, field: PlanEntryField.plan)
    identity(plan.id, field: PlanEntryField.id)
    for version in plan.versions {
      message(field: PlanEntryField.versions) { writer in
        writer.unsigned(version.sequence, field: PlanVersionField.sequence)
        writer.text(version.name, field: PlanField.name)
        for item in version.items { writer.message(field: PlanField.items) { $0.planItem(item) } }
        writer.unsigned(version.isReferenced ? 1 : 0, field: PlanVersionField.referenced)
      }
    }
    unsigned(plan.isDiscarded ? 1 : 0, field: PlanEntryField.discarded)
    unsigned(plan.sequence, field: PlanEntryField.sequence)
  }

  mutating func month(_ month: TrainingDirectory.Month) {
    natural(month.month.monthNumber, field: MonthField.month)
    // They were settled before.
    guard let totals = month.totals else { return }
    natural(totals.sessions, field: MonthField.sessions)
    natural(totals.sets, field: MonthField.sets)
    signed(Int64(totals.seconds), field: MonthField.seconds)
    volume(totals.volume)
  }
}

extension TrainingDirectory.PlanEntry {
  init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    let fields = try MessageFields(range, in: bytes, varints: [1, 4, 5], lengths: [2, 3])
    var versions: [Version] = []
    for range in fields.allRanges(PlanEntryField.versions) {
      var version = try MessageFields(range, in: bytes, varints: [1, 5], lengths: [3, 4])
      versions.append(
        Version(
          sequence: version.number(PlanVersionField.sequence) ?? 0, name: version.text(PlanField.name, in: bytes) ?? "",
          items: try version.planItems(in: bytes),
          isReferenced: version.number(PlanVersionField.referenced) ?? 0 != 0))
      guard !version.isNotUnderstood else { throw .invalidValue }
    }
    self.init(
      number: try fields.entity(PlanEntryField.plan), id: try fields.identity(PlanEntryField.id, in: bytes),
      versions: versions, isDiscarded: fields.number(PlanEntryField.discarded) ?? 0 != 0,
      sequence: fields.number(PlanEntryField.sequence) ?? 0)
    guard !fields.isNotUnderstood else { throw .invalidValue }
  }
}

extension TrainingDirectory.Month {
  init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    let fields = try MessageFields(range, in: bytes, varints: [1, 2, 3, 4, 10, 11])
    month = try TrainingCoding.civilMonth(fields.number(MonthField.month) ?? 0)
    totals = TrainingTotals(
      sessions: try fields.natural(MonthField.sessions) ?? 0, sets: try fields.natural(MonthField.sets) ?? 0,
      seconds: Int(fields.signed(MonthField.seconds) ?? 0), volume: fields.volume())
    guard !fields.isNotUnderstood else { throw .invalidValue }
  }
}
