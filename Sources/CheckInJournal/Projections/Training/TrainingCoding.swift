internal import EventLog
internal import FoundationEssentials

/// How the training's parts are written into a snapshot: messages, as events are, and with the same fields where they
/// say the same.
///
/// They depend on nothing but what the training is. Each part is protected by the checksums of the frames it is stored
/// in, so what is checked here is that it fits together, and that hostile content cannot make its user trap.
enum TrainingCoding {
  // MARK: The directory

  private enum DirectoryField {
    static let exercises: UInt64 = 1
    static let plans: UInt64 = 2
    static let activePlan: UInt64 = 3
    static let sessions: UInt64 = 4
    static let months: UInt64 = 5
    static let openSessions: UInt64 = 6
    static let links: UInt64 = 7
    static let reminderDays: UInt64 = 8
    static let reminderMinute: UInt64 = 9
    static let goals: UInt64 = 10
    static let givenExercise: UInt64 = 11
    static let givenPlan: UInt64 = 12
    static let givenSession: UInt64 = 13
    static let unitedSessions: UInt64 = 14
    static let unitedSets: UInt64 = 15
    static let sessionsOfSeveral: UInt64 = 16
  }

  static func directory(_ directory: TrainingDirectory) -> [UInt8] {
    var writer = WireWriter()
    for entry in directory.exercises { writer.message(field: DirectoryField.exercises) { $0.exercise(entry) } }
    for plan in directory.plans { writer.message(field: DirectoryField.plans) { $0.plan(plan) } }
    writer.natural(directory.activePlan ?? 0, field: DirectoryField.activePlan)
    writer.packed(
      directory.sessions.flatMap { [UInt64($0.number), UInt64($0.month.monthNumber)] },
      field: DirectoryField.sessions)
    for month in directory.months { writer.message(field: DirectoryField.months) { $0.month(month) } }
    writer.packed(directory.openSessions.map { UInt64($0) }, field: DirectoryField.openSessions)
    writer.packed(
      directory.links.flatMap { [UInt64($0.checkIn), UInt64($0.session)] }, field: DirectoryField.links)
    if let reminder = directory.reminder {
      writer.natural(reminder.dayMap, field: DirectoryField.reminderDays)
      writer.natural(reminder.minuteOfDay, field: DirectoryField.reminderMinute)
    }
    for goal in directory.goals { writer.message(field: DirectoryField.goals) { $0.goal(goal) } }
    writer.natural(directory.given.exercise, field: DirectoryField.givenExercise)
    writer.natural(directory.given.plan, field: DirectoryField.givenPlan)
    writer.natural(directory.given.session, field: DirectoryField.givenSession)
    let united = directory.united
    writer.packed(
      united.sessions.sorted { $0.key < $1.key }.flatMap { [UInt64($0.key), UInt64($0.value)] },
      field: DirectoryField.unitedSessions)
    writer.packed(
      united.sets.sorted { $0.key < $1.key }.flatMap { session, sets in
        sets.flatMap { [UInt64(session), UInt64($0.first), UInt64($0.count), UInt64($0.here)] }
      }, field: DirectoryField.unitedSets)
    writer.packed(united.sets.keys.sorted().map(UInt64.init), field: DirectoryField.sessionsOfSeveral)
    return writer.bytes
  }

  static func directory(_ bytes: [UInt8]) -> TrainingDirectory? { try? readDirectory(bytes) }

  private static func readDirectory(_ content: [UInt8]) throws(WireError) -> TrainingDirectory {
    let bytes = content.span.bytes
    let fields = try MessageFields(
      ByteRange(start: 0, end: content.count), in: bytes, varints: [3, 8, 9, 11, 12, 13],
      lengths: [1, 2, 4, 5, 6, 7, 10, 14, 15, 16])
    var directory = TrainingDirectory()
    for range in fields.allRanges(DirectoryField.exercises) {
      directory.exercises.append(try TrainingDirectory.ExerciseEntry(range, in: bytes))
    }
    for range in fields.allRanges(DirectoryField.plans) {
      directory.plans.append(try TrainingDirectory.PlanEntry(range, in: bytes))
    }
    directory.activePlan = try fields.natural(DirectoryField.activePlan)
    for (number, month) in try fields.pairs(DirectoryField.sessions, in: bytes) {
      directory.sessions.append(
        TrainingDirectory.SessionPlace(number: try number32(number), month: try civilMonth(month)))
    }
    for range in fields.allRanges(DirectoryField.months) {
      directory.months.append(try TrainingDirectory.Month(range, in: bytes))
    }
    for number in try fields.allNumbers(DirectoryField.openSessions, in: bytes) {
      directory.openSessions.append(Int(try number32(number)))
    }
    for (checkIn, session) in try fields.pairs(DirectoryField.links, in: bytes) {
      directory.links.append(
        TrainingDirectory.Link(checkIn: try number32(checkIn), session: try number32(session)))
    }
    if let days = try fields.natural(DirectoryField.reminderDays) {
      let minute = try fields.natural(DirectoryField.reminderMinute) ?? 0
      directory.reminder = Reminder(dayMap: days, minuteOfDay: minute)
    }
    for range in fields.allRanges(DirectoryField.goals) {
      var goal = try MessageFields(range, in: bytes, varints: [1, 2, 3])
      directory.goals.append(try Goal(&goal))
      guard !goal.isNotUnderstood else { throw .invalidValue }
    }
    directory.given.exercise = try fields.natural(DirectoryField.givenExercise) ?? 0
    directory.given.plan = try fields.natural(DirectoryField.givenPlan) ?? 0
    directory.given.session = try fields.natural(DirectoryField.givenSession) ?? 0
    directory.united = try united(fields, in: bytes)
    guard !fields.isNotUnderstood, directory.isInOrder else { throw .invalidValue }
    return directory
  }

  private static func united(_ fields: MessageFields, in bytes: RawSpan) throws(WireError) -> UnitedSessions {
    var sessions: [Int: Int] = [:]
    for (number, here) in try fields.pairs(DirectoryField.unitedSessions, in: bytes) {
      sessions[Int(try number32(number))] = Int(try number32(here))
    }
    let numbers = try fields.allNumbers(DirectoryField.unitedSets, in: bytes)
    guard numbers.count % 4 == 0 else { throw .invalidValue }
    var sets: [Int: [UnitedSessions.Sets]] = [:]
    for start in stride(from: 0, to: numbers.count, by: 4) {
      let run = UnitedSessions.Sets(
        first: Int(try number32(numbers[start + 1])), count: Int(try number32(numbers[start + 2])),
        here: Int(try number32(numbers[start + 3])))
      sets[Int(try number32(numbers[start])), default: []].append(run)
    }
    guard var united = UnitedSessions(sessions: sessions, sets: sets) else { throw .invalidValue }
    for number in try fields.allNumbers(DirectoryField.sessionsOfSeveral, in: bytes) {
      united.noteSeveralDevices(ofSession: Int(try number32(number)))
    }
    return united
  }

  static func number32(_ number: UInt64) throws(WireError) -> UInt32 {
    guard let number = UInt32(exactly: number), number > 0 else { throw .invalidValue }
    return number
  }

  static func civilMonth(_ number: UInt64) throws(WireError) -> CivilMonth {
    guard number < 120_100 else { throw .invalidValue }
    return CivilMonth(monthNumber: Int(number))
  }

  // MARK: A page

  private static let sessionField: UInt64 = 1

  static func page(_ page: SessionPage) -> [UInt8] {
    var writer = WireWriter()
    for session in page.sessions { writer.message(field: sessionField) { $0.session(session) } }
    return writer.bytes
  }

  static func page(_ bytes: [UInt8], month: CivilMonth) -> SessionPage? { try? readPage(bytes, month) }

  private static func readPage(_ content: [UInt8], _ month: CivilMonth) throws(WireError) -> SessionPage {
    let bytes = content.span.bytes
    let fields = try MessageFields(
      ByteRange(start: 0, end: content.count), in: bytes, lengths: [sessionField])
    var page = SessionPage(month: month)
    page.isChanged = false
    for range in fields.allRanges(sessionField) { page.sessions.append(try WorkoutSession(range, in: bytes)) }
    guard !fields.isNotUnderstood, page.sessions.map(\.number).isAscending,
      page.sessions.allSatisfy({ $0.day.month == month })
    else { throw .invalidValue }
    return page
  }
}

extension TrainingDirectory {
  /// Whether everything is where it is looked for.
  fileprivate var isInOrder: Bool {
    exercises.map(\.exercise.number).isAscending && plans.map(\.number).isAscending
      && sessions.map(\.number).isAscending && months.map(\.month).isAscending && openSessions.isAscending
      && links.map(\.checkIn).isAscending && goals.map(\.subject).isAscending
      && plans.allSatisfy { !$0.versions.isEmpty }
  }
}

extension Array where Element: Comparable {
  fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}

extension WireWriter {
  fileprivate mutating func packed(_ numbers: [UInt64], field: UInt64) {
    guard !numbers.isEmpty else { return }
    var writer = WireWriter()
    for number in numbers { writer.varint(number) }
    presentBytes(writer.bytes, field: field)
  }
}

extension MessageFields {
  fileprivate func pairs(_ field: UInt64, in bytes: RawSpan) throws(WireError) -> [(UInt64, UInt64)] {
    let numbers = try allNumbers(field, in: bytes)
    guard numbers.count % 2 == 0 else { throw .invalidValue }
    return stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }
}

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
  fileprivate mutating func exercise(_ entry: TrainingDirectory.ExerciseEntry) {
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
  fileprivate init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
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
  fileprivate mutating func plan(_ plan: TrainingDirectory.PlanEntry) {
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

  fileprivate mutating func month(_ month: TrainingDirectory.Month) {
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
  fileprivate init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
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
  fileprivate init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    let fields = try MessageFields(range, in: bytes, varints: [1, 2, 3, 4, 10, 11])
    month = try TrainingCoding.civilMonth(fields.number(MonthField.month) ?? 0)
    totals = TrainingTotals(
      sessions: try fields.natural(MonthField.sessions) ?? 0, sets: try fields.natural(MonthField.sets) ?? 0,
      seconds: Int(fields.signed(MonthField.seconds) ?? 0), volume: fields.volume())
    guard !fields.isNotUnderstood else { throw .invalidValue }
  }
}

// MARK: - Sessions

/// Beside the fields of ``SessionField``, which have the numbers that events give them.
private enum StoredSessionField {
  static let state: UInt64 = 13
  static let discarded: UInt64 = 14
  static let sequence: UInt64 = 15
  static let sets: UInt64 = 16
}

/// Beside the fields of ``SetField``, which have the numbers that events give them.
private enum StoredSetField {
  static let removed: UInt64 = 14
  static let sequence: UInt64 = 15
}

extension WireWriter {
  fileprivate mutating func session(_ session: WorkoutSession) {
    sessionStarted(
      WorkoutAction.NewSession(
        number: session.number, id: session.id,
        SessionDraft(
          start: session.start, title: session.title, note: session.note),
        plan: session.plan))
    if let end = session.endMilliseconds { presentSigned(end, field: SessionField.end) }
    unsigned(UInt64(session.state.rawValue), field: StoredSessionField.state)
    unsigned(session.isDiscarded ? 1 : 0, field: StoredSessionField.discarded)
    unsigned(session.sequence, field: StoredSessionField.sequence)
    for set in session.sets {
      message(field: StoredSessionField.sets) { writer in
        writer.setLogged(
          WorkoutAction.NewSet(
            WorkoutAction.SetReference(session: 0, number: set.number), id: set.id, exercise: set.exercise,
            entry: set.entry, atMilliseconds: set.atMilliseconds))
        writer.unsigned(set.isRemoved ? 1 : 0, field: StoredSetField.removed)
        writer.unsigned(set.sequence, field: StoredSetField.sequence)
      }
    }
  }
}

extension WorkoutSession {
  fileprivate init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    var fields = try MessageFields(
      range, in: bytes, varints: [1, 3, 4, 6, 9, 10, 11, 13, 14, 15], lengths: [2, 5, 7, 8, 16])
    let new = try WorkoutAction.NewSession(fields, in: bytes)
    self.init(
      number: new.number, id: new.id, start: new.start,
      endMilliseconds: try fields.instant(SessionField.end), title: new.title, note: new.note, plan: new.plan,
      state: fields.enumerated(StoredSessionField.state) ?? .open,
      isDiscarded: fields.number(StoredSessionField.discarded) ?? 0 != 0,
      sequence: fields.number(StoredSessionField.sequence) ?? 0)
    for range in fields.allRanges(StoredSessionField.sets) { sets.append(try ExerciseSet(range, in: bytes)) }
    // Each device numbers its own as it logs them.
    let numbers = Dictionary(grouping: sets.map(\.number)) { ReplicaNumber.range(of: $0).lowerBound }
    guard !fields.isNotUnderstood, numbers.values.allSatisfy(\.isAscending) else { throw .invalidValue }
  }
}

extension ExerciseSet {
  fileprivate init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    var fields = try MessageFields(
      range, in: bytes, varints: [2, 4, 5, 7, 8, 9, 10, 12, 14, 15], lengths: [3, 6, 11])
    self.init(
      number: try fields.entity(SetField.set), id: try fields.identity(SetField.id, in: bytes),
      exercise: try fields.entity(SetField.exercise), entry: try SetEntry(&fields, in: bytes),
      atMilliseconds: try fields.instant(SetField.at), isRemoved: fields.number(StoredSetField.removed) ?? 0 != 0,
      sequence: fields.number(StoredSetField.sequence) ?? 0)
    guard !fields.isNotUnderstood else { throw .invalidValue }
  }
}
