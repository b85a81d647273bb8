internal import EventLog
internal import FoundationEssentials

extension TrainingCoding {
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
