internal import EventLog
internal import FoundationEssentials

extension TrainingCoding {
  static func page(_ page: SessionPage) -> [UInt8] {
    var writer = WireWriter()
    writer.fields(of: SessionList(sessions: page.sessions))
    return writer.bytes
  }

  static func page(_ bytes: [UInt8], month: CivilMonth) -> SessionPage? {
    guard let list = try? SessionList(known: MessageFields(bytes)), list.sessions.map(\.number).isAscending,
      list.sessions.allSatisfy({ $0.day.month == month })
    else { return nil }
    var page = SessionPage(month: month)
    page.sessions = list.sessions
    page.isChanged = false
    return page
  }
}

/// The sessions of a page.
private struct SessionList: FieldMessage {
  var sessions: [WorkoutSession] = []

  init() {}

  init(sessions: [WorkoutSession]) {
    self.sessions = sessions
  }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.list(&sessions, as: WorkoutField(1))
  }
}

extension WorkoutSession: FieldMessage {
  init() {
    self.init(WorkoutAction.NewSession(), sequence: 0)
  }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number(&number, of: .session)
    try visitor.value(&id, as: SessionField.id)
    try visitor.value(&start, as: SessionField.start)
    try visitor.value(&title, as: SessionField.title)
    try visitor.value(&note, as: SessionField.note)
    try visitor.plan(&plan)
    try visitor.optional(&endMilliseconds, as: SessionField.end)
    try visitor.value(&state, as: WorkoutField(13))
    try visitor.value(&isDiscarded, as: WorkoutField(14))
    try visitor.value(&sequence, as: WorkoutField(15))
    try visitor.list(&sets, as: WorkoutField(16))
    // Each device numbers its own sets as it logs them.
    let numbers = Dictionary(grouping: sets.map(\.number)) { ReplicaNumber.range(of: $0).lowerBound }
    try visitor.require(numbers.values.allSatisfy(\.isAscending), "The sets of a device have ascending numbers")
  }
}

extension ExerciseSet: FieldMessage {
  init() {
    self.init(WorkoutAction.NewSet(), sequence: 0)
  }

  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure) {
    // The session's number is that of the session that it is in.
    try visitor.number(&number, of: .set(session: 0))
    try visitor.value(&id, as: SetField.id)
    try visitor.number(&exercise, of: .exercise, SetField.exercise)
    try entry.visitFields(with: &visitor)
    try visitor.optional(&atMilliseconds, as: SetField.at)
    try visitor.value(&isRemoved, as: WorkoutField(14))
    try visitor.value(&sequence, as: WorkoutField(15))
  }
}
