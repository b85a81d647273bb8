internal import EventLog
internal import FoundationEssentials

// The messages of the directory's entries.

// MARK: - Exercises and their statistics

extension TrainingDirectory.ExerciseEntry: FieldMessage {
  init() { exercise = Exercise(WorkoutAction.NewExercise(), sequence: 0) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number(&exercise.number, of: .exercise)
    try visitor.value(&exercise.id, as: ExerciseField.id)
    try visitor.value(&exercise.name, as: ExerciseField.name)
    var aliases = RepeatedTexts(texts: exercise.aliases)
    try visitor.value(&aliases, as: ExerciseField.aliases)
    exercise.aliases = aliases.texts
    try visitor.value(&exercise.measure, as: ExerciseField.measure)
    try visitor.value(&exercise.load, as: ExerciseField.load)
    try visitor.value(&exercise.isRetired, as: WorkoutField(7))
    try visitor.value(&exercise.sequence, as: WorkoutField(8))
    // They were computed before.
    var statistics = statistics ?? ExerciseStatistics()
    try visitor.value(&statistics.sets, as: WorkoutField(9))
    try visitor.value(&statistics.sessions, as: WorkoutField(10))
    try visitor.message(&statistics.last, as: WorkoutField(11))
    try visitor.message(&statistics.record, as: WorkoutField(12))
    try visitor.list(&statistics.bestReps, as: WorkoutField(13))
    var estimate = statistics.estimatedMaximum?.set
    try visitor.message(&estimate, as: WorkoutField(14))
    statistics.estimatedMaximum = estimate.flatMap { EstimatedMaximum($0) }
    try visitor.message(&statistics.greatestVolume, as: WorkoutField(15))
    self.statistics = statistics
  }
}

private enum RecordField {
  static let weight = WorkoutField(1)
  static let reps = WorkoutField(2)
  static let seconds = WorkoutField(3)
  static let millimetres = WorkoutField(4)
  static let day = WorkoutField(5)
  static let session = WorkoutField(6)
  static let set = WorkoutField(7)
  static let sequence = WorkoutField(8)
  static let start = WorkoutField(9)
  static let kilogramThousandths = WorkoutField(10)
  static let poundThousandths = WorkoutField(11)
}

extension ExerciseStatistics.Occasion: FieldMessage {
  init() { self.init(day: CivilDay(dayNumber: 0), session: 0, localStartMilliseconds: 0) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.day(&day)
    try visitor.number(&session, of: .session, RecordField.session)
    try visitor.value(&localStartMilliseconds, as: RecordField.start)
  }
}

extension PersonalRecord: FieldMessage {
  init() {
    self.init(
      weight: nil, reps: nil, seconds: nil, millimetres: nil, day: CivilDay(dayNumber: 0), session: 0, set: 0,
      sequence: 0, localStartMilliseconds: 0)
  }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.optional(&weight, as: RecordField.weight)
    try visitor.optional(&reps, as: RecordField.reps)
    try visitor.optional(&seconds, as: RecordField.seconds)
    try visitor.optional(&millimetres, as: RecordField.millimetres)
    try visitor.day(&day)
    try visitor.number(&session, of: .session, RecordField.session)
    try visitor.number(&set, of: .set(session: session), RecordField.set)
    try visitor.value(&sequence, as: RecordField.sequence)
    try visitor.value(&localStartMilliseconds, as: RecordField.start)
  }
}

extension SessionVolume: FieldMessage {
  init() {
    self.init(
      volume: Volume(), day: CivilDay(dayNumber: 0), session: 0, sequence: 0, localStartMilliseconds: 0)
  }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.day(&day)
    try visitor.number(&session, of: .session, RecordField.session)
    try visitor.value(&sequence, as: RecordField.sequence)
    try visitor.value(&localStartMilliseconds, as: RecordField.start)
    try visitor.volume(&volume)
  }
}

// MARK: - Plans and months

extension TrainingDirectory.PlanEntry: FieldMessage {
  init() { self.init(number: 0, id: .zero, versions: [], sequence: 0) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number(&number, of: .plan)
    try visitor.value(&id, as: PlanField.id)
    try visitor.list(&versions, as: WorkoutField(3))
    try visitor.value(&isDiscarded, as: WorkoutField(4))
    try visitor.value(&sequence, as: WorkoutField(5))
  }
}

extension TrainingDirectory.PlanEntry.Version: FieldMessage {
  init() { self.init(sequence: 0, name: "", items: []) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.value(&sequence, as: WorkoutField(1))
    try visitor.value(&name, as: PlanField.name)
    try visitor.list(&items, as: PlanField.items)
    try visitor.value(&isReferenced, as: WorkoutField(5))
  }
}

extension TrainingDirectory.Month: FieldMessage {
  init() { self.init(month: CivilMonth(monthNumber: 0)) }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    var number = month.monthNumber
    try visitor.value(&number, as: WorkoutField(1))
    try visitor.require(number < TrainingCoding.monthNumberLimit, "A month lies in the calendar")
    month = CivilMonth(monthNumber: number)
    // They were computed before.
    var totals = totals ?? TrainingTotals()
    try visitor.value(&totals.sessions, as: WorkoutField(2))
    try visitor.value(&totals.sets, as: WorkoutField(3))
    var seconds = Int64(totals.seconds)
    try visitor.value(&seconds, as: WorkoutField(4))
    totals.seconds = Int(seconds)
    try visitor.volume(&totals.volume)
    self.totals = totals
  }
}

// MARK: - Values

extension FieldVisitor where Self: ~Copyable {
  fileprivate mutating func day(_ day: inout CivilDay) throws(Failure) {
    var number = Int64(day.dayNumber)
    try value(&number, as: RecordField.day)
    try require(Int32(exactly: number) != nil, "A day lies in the calendar")
    day = CivilDay(dayNumber: Int(number))
  }

  fileprivate mutating func volume(_ volume: inout Volume) throws(Failure) {
    var (kilograms, pounds) = (Int64(volume.kilogramThousandths), Int64(volume.poundThousandths))
    try value(&kilograms, as: RecordField.kilogramThousandths)
    try value(&pounds, as: RecordField.poundThousandths)
    volume = Volume(kilogramThousandths: Int(kilograms), poundThousandths: Int(pounds))
  }
}

/// A repeated text that is not in a message of its own.
private struct RepeatedTexts: MemberValue {
  var texts: [String]

  func write(to message: inout WireFieldWriter) {
    for text in texts { message.writer.presentText(text, field: message.field.number) }
  }

  static func read(from message: inout MessageFields) throws(WireError) -> RepeatedTexts? {
    RepeatedTexts(texts: try message.allTexts(message.field.number))
  }

  func write(to json: inout JSONWriter) { texts.write(to: &json) }

  static func read(_ name: String, in members: some JSONMembers) throws -> RepeatedTexts? {
    try [String].read(name, in: members).map { RepeatedTexts(texts: $0) }
  }
}
