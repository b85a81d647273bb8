internal import EventLog
internal import FoundationEssentials

/// The merged state of a group's logs: this journal's own log and the peer logs.
///
/// It is the same on every device that has the same logs, except for the numbers, which are this journal's.
package struct MergedJournal: Sendable {
  /// A device that writes a log.
  package struct Writer: Sendable {
    let replica: UUID
    let name: String
    /// The hybrid timestamp of its latest event.
    var clock = HybridClock()
    /// Its latest event.
    var lastSequence: UInt64 = 0
    /// For each other writer, its last event that this writer had observed, directly or through others.
    var known: [UInt64]
    /// The value of ``known`` before each event that could extend it. Empty if the history isn't loaded.
    var earlier: [(sequence: UInt64, known: [UInt64])] = []
    /// By which ordinals its log's numbers name other replicas.
    var ordinals: [Int: UUID] = [:]
  }

  /// The position of an event in the total order: its hybrid timestamp and its writer.
  struct HybridTimestamp: Hashable, Sendable {
    var clock = HybridClock()
    var writer = 0
  }

  /// `true` if there are other replicas' logs. Without them, the merged state is not used.
  package var isActive: Bool { writers.count > 1 }

  var timeline = Timeline()
  /// This journal, and then the others by their ordinals.
  package var writers: [Writer] = []
  /// For each writer its last event that was here, according to the `Seen` records of this journal's own log; 0 if
  /// there is none.
  private(set) var read: [UInt64] = []
  /// The error that describes missing events that were present before; `nil` if none are missing.
  var missing: JournalError?
  /// The latest moment of any event.
  var clock = HybridClock()
  private(set) var indexes: [UUID: Int] = [:]
  var registers: [MergeConflict.Subject: FieldRegisters] = [:]
  /// The write histories that are still encoded as in the snapshot, and not in ``registers``.
  ///
  /// Without the history, only those with conflicts.
  var storedRegisters = StoredRegisters()
  /// For each writer the events that created its check-ins, by their numbers from 1 on; of the history.
  var creations: [[UInt64]] = []
  /// Exercises that several replicas defined, by the numbers that they do not have.
  var exercises: [Int: Int] = [:]
  var exerciseNumbers: [UUID: Int] = [:]
  /// The latest of all events.
  var latest = HybridTimestamp()
  /// For each writer its events; without the history, only where they end.
  var events: [WriterEvents] = []
  /// `true` if the history is loaded.
  ///
  /// The history is the events of each check-in, their writers, and the events that each writer had observed. Without
  /// it, only events of this journal that observed all other events can be applied.
  var hasHistory = true
  /// `true` if this state no longer matches its events.
  ///
  /// This happens if part of a snapshot can't be read, or if the history is needed but wasn't loaded.
  var isBroken = false
  /// `true` if all logs could be read to their ends.
  var isComplete = true
  /// `true` if everything in the logs was understood.
  var isUnderstood = true
  /// The last event of each log in the stored snapshot; `nil` if there is no usable snapshot.
  var storedEnds: [UUID: UInt64]?
  /// For each writer its place in the order of identities.
  private(set) var ranks: [Int] = []
  /// A replica to which the journal's own log gives another ordinal than was assumed. All logs must be folded again.
  private(set) var otherOrdinal: (replica: UUID, ordinal: Int)?
  /// The logs that start with the same events.
  private(set) var lineage = Lineage()
  /// The earliest recording time of any event, in milliseconds since 1970; `nil` if there are no events.
  var firstRecordedMilliseconds: Int64?
  /// The end of this state in the total order.
  var limit = GroupLogs.Limit.end
  /// The last event of each log that this state was built from.
  var ends: [UUID: UInt64] = [:]
  /// The state of each peer log that this was folded from; empty if the state is complete.
  var copies: [UUID: GroupLogs.CopyState] = [:]
  /// The last event of this journal's own.
  var ownSequence: UInt64 { writers.first?.lastSequence ?? 0 }

  /// None.
  init() {}

  /// - Parameter writers: this journal first, then the others by their ordinals.
  init(writers: [(replica: UUID, name: String)], lineage: Lineage) {
    self.lineage = lineage
    self.writers = writers.map {
      Writer(replica: $0.replica, name: $0.name, known: Array(repeating: 0, count: writers.count))
    }
    for (index, writer) in writers.enumerated() { indexes[writer.replica] = index }
    creations = Array(repeating: [], count: writers.count)
    read = Array(repeating: 0, count: writers.count)
    events = writers.indices.map { index in
      let first = index > 0 ? ReplicaNumber(ordinal: index - 1, number: 1).rawValue : 1
      return WriterEvents(firstNumber: UInt32(truncatingIfNeeded: first))
    }
    ranks = MergeOrder.ranks(of: writers.map(\.replica))
    timeline.setPeers(ReplicaNumbers(names: writers.dropFirst().map(\.name), ranks: ranks))
    timeline.directory.isOfGroup = true
  }

  /// `true` if the state can be stored in a snapshot.
  var isStorable: Bool { isActive && isComplete && isUnderstood && lineage.newClaims.isEmpty }

  /// Takes note that everything is in the store now. What is loaded stays.
  mutating func setStored(in store: any TimelineParts) {
    timeline.setStored(in: store)
    timeline.events = EventIndex()
    storedEnds = [:]
    for writer in writers { storedEnds?[writer.replica] = writer.lastSequence }
  }

  // MARK: Events

  /// Takes the next event of all.
  mutating func apply(_ source: MergeSource) {
    let content = source.batch.content
    apply(source.event, in: content.span.bytes, by: source.writer)
  }

  /// Takes notice of the next event of all, without applying it to its check-in.
  mutating func pass(_ source: MergeSource) {
    let content = source.batch.content
    _ = pass(source.event, in: content.span.bytes, by: source.writer)
  }

  /// Applies events that this journal has just appended.
  ///
  /// - Parameter lastFrame: The frame that the events end with.
  /// - Returns: `false` if an event of another device comes after one of them, or if applying them needs the history,
  ///   which isn't loaded. Then the state must be brought up to the logs.
  mutating func append(_ batches: [RecordBatch], endingWith lastFrame: LogFrame) -> Bool {
    for batch in batches {
      let bytes = batch.content.span.bytes
      var event = EventView()
      for record in batch.records {
        guard (try? event.read(record, in: bytes)) != nil else { continue }
        if hasHistory {
          guard comesLast(event, in: bytes) else { return false }
          apply(event, in: bytes, by: 0)
        } else if !applyLocal(event, in: bytes) {
          isBroken = true
        }
      }
    }
    if isBroken { return false }
    events[0].end = WriterEvents.Place(position: lastFrame.end, clock: writers[0].clock)
    events[0].lastFrame = lastFrame
    ends[writers[0].replica] = ownSequence
    return true
  }

  /// Takes the next event of this journal's own where that takes no history: its writer knew everything that is here.
  ///
  /// - Returns: `false` if it did not, or the event has to do with a conflict; then this is not to be used any more.
  mutating func applyLocal(_ event: EventView, in bytes: RawSpan) -> Bool {
    if event.kind == .seen {
      guard event.sequence == ownSequence + 1, let seen = try? Seen(event.message, in: bytes),
        let index = indexes[seen.replica], index > 0,
        seen.position.sequence == writers[index].lastSequence
      else { return false }
      apply(event, in: bytes, by: 0)
      return otherOrdinal == nil
    }
    guard comesLast(event, in: bytes),
      writers.indices.dropFirst().allSatisfy({ writers[0].known[$0] >= writers[$0].lastSequence }),
      storedRegisters[.checkIn(resolved(Int(clamping: event.checkIn)))] == nil
    else { return false }
    if event.kind == .workout, !storedRegisters.isEmpty {
      var view = event
      guard let own = try? view.workoutAction(in: bytes), let action = local(own, of: 0),
        let subjects = try? subjects(of: action, checkIn: event.checkIn),
        subjects.allSatisfy({ storedRegisters[$0] == nil })
      else { return false }
    }
    if event.kind == .created {
      guard (try? timeline.number(of: UUID(event.fields.id, in: bytes)) == nil) == true else { return false }
    }
    apply(event, in: bytes, by: 0)
    return !isBroken
  }

  /// Returns `true` if this journal's next event comes last, and no other writer has observed it.
  private func comesLast(_ event: EventView, in bytes: RawSpan) -> Bool {
    var clock = writers[0].clock
    clock.advance(to: event, in: bytes)
    return event.sequence == ownSequence + 1 && !isBefore(HybridTimestamp(clock: clock, writer: 0), latest)
      && writers.dropFirst().allSatisfy { $0.known[0] <= ownSequence }
  }

  /// Returns `true` if an event comes before another in the total order.
  ///
  /// The events must have different writers or timestamps.
  func isBefore(_ first: HybridTimestamp, _ second: HybridTimestamp) -> Bool {
    first.clock != second.clock ? first.clock < second.clock : ranks[first.writer] < ranks[second.writer]
  }

  /// Returns the causality records that this journal's log still lacks.
  ///
  /// Each contains the latest timestamp of all events.
  ///
  /// - Parameter digest: Returns the digest of a replica's log up to an event.
  func newCausalityRecords(_ digest: (UUID, UInt64) -> Digest) -> [Seen] {
    guard isActive else { return [] }
    let unknown = writers.indices.dropFirst().filter { index in
      let last = writers[index].lastSequence
      return last > writers[0].known[index]
        || last > 0 && writers[0].ordinals[index - 1] != writers[index].replica
    }
    return unknown.map { index in
      let writer = writers[index]
      return Seen(
        replica: writer.replica,
        position: ReplicaPosition(
          sequence: writer.lastSequence, digest: digest(writer.replica, writer.lastSequence)),
        clock: clock, ordinal: index - 1)
    }
  }

  private mutating func apply(_ event: EventView, in bytes: RawSpan, by writer: Int) {
    guard let local = pass(event, in: bytes, by: writer) else { return }
    if event.kind == .seen { return note(event, in: bytes, by: writer) }
    if lineage.isRepeated(writer: writer, sequence: event.sequence) {
      return pass(repeated: event, local, in: bytes, by: writer)
    }
    let origin = lineage.origin(writer: writer, sequence: event.sequence)
    fold(local, in: bytes, FieldRegisters.Write(writer: origin, sequence: event.sequence), by: writer)
  }

  /// Returns `true` if an event is in this journal's own log.
  ///
  /// This includes events that the log started with as a copy of another log, and that count there.
  func isOwn(_ source: MergeSource) -> Bool { isOwn(writer: source.writer, sequence: source.event.sequence) }

  /// Returns `true` as ``isOwn(_:)``, for an event by its writer's index and its number.
  func isOwn(writer: Int, sequence: UInt64) -> Bool {
    writer == 0 || lineage.origin(writer: 0, sequence: sequence) == writer
  }

  /// Returns `true` if an event counts in its own log, and not in another log that also has it.
  func counts(_ source: MergeSource) -> Bool {
    !lineage.isRepeated(writer: source.writer, sequence: source.event.sequence)
  }

  /// `true` if no event has been applied yet.
  var isAtStart: Bool { writers.allSatisfy { $0.lastSequence == 0 } }

  /// Returns the position of an event in the total order.
  func timestamp(at clock: HybridClock, writer: Int, sequence: UInt64) -> HybridTimestamp {
    HybridTimestamp(clock: clock, writer: lineage.origin(writer: writer, sequence: sequence))
  }

  /// Takes notice of what an event created that counts in another log.
  private mutating func pass(repeated event: EventView, _ local: EventView, in bytes: RawSpan, by writer: Int) {
    switch event.kind {
    case .created, .lost:
      guard let number = timeline.others?.next(local.checkIn) else { return }
      let identity = event.kind == .created ? UUID(event.fields.id, in: bytes) : nil
      let present = identity.flatMap { (try? timeline.number(of: $0)) ?? nil }
      timeline.others?.append(number, with: nil)
      if let present { timeline.others?.unite(number, with: UInt32(present)) }
    case .workout:
      var view = event
      guard let created = try? view.workoutAction(in: bytes).created else { return }
      if case .set(let session) = created.subject {
        guard let session = number(session, of: writer) else { return }
        let subject = WorkoutAction.NumberedSubject.set(session: lineage.counting(.session, number: session))
        lineage.note(created.number, of: subject, createdBy: writer, event.sequence)
      } else {
        lineage.note(created.number, of: created.subject, createdBy: writer, event.sequence)
        uniteNumbers(of: created.subject, created.number, by: writer)
      }
    default: break
    }
  }

  /// Takes note that what a repeated event created is the same as in the log that it counts in.
  mutating func uniteNumbers(of subject: WorkoutAction.NumberedSubject, _ number: Int, by writer: Int) {
    guard let given = self.number(number, of: writer), let copy = UInt32(exactly: given),
      let counting = UInt32(exactly: lineage.counting(subject, number: given))
    else { return }
    switch subject {
    case .exercise: timeline.training.exerciseOrder.unite(copy, with: counting)
    case .plan: timeline.training.planOrder.unite(copy, with: counting)
    case .session:
      let here = timeline.training.mergedSessions.resolved(session: Int(counting))
      timeline.training.sessionOrder.unite(copy, with: UInt32(clamping: here))
    case .set: break
    }
  }

  /// Takes notice of the next event.
  ///
  /// - Returns: the event with this journal's numbers; `nil` if there are none for what it concerns.
  private mutating func pass(_ event: EventView, in bytes: RawSpan, by writer: Int) -> EventView? {
    writers[writer].clock.advance(to: event, in: bytes)
    clock = max(clock, writers[writer].clock)
    let timestamp = timestamp(at: writers[writer].clock, writer: writer, sequence: event.sequence)
    if !isBefore(timestamp, latest) { latest = timestamp }
    writers[writer].lastSequence = event.sequence
    timeline.directory.laterFields.formUnion(event.laterFields)
    firstRecordedMilliseconds = min(firstRecordedMilliseconds ?? .max, event.recordedAtMilliseconds)
    if writer == 0 { timeline.directory.sequence = event.sequence } else { timeline.discardEvaluatedGoals() }
    let local = local(event, of: writer)
    if hasHistory {
      if event.kind == .created || event.kind == .lost { creations[writer].append(event.sequence) }
      events[writer].append(event.kind == .seen ? 0 : local?.checkIn ?? 0)
    }
    if lineage.isLastShared(writer: writer, sequence: event.sequence) {
      inherit(writer: writer, sequence: event.sequence)
    }
    return local
  }

  /// Applies an event, with this journal's numbers, to what it concerns.
  private mutating func fold(
    _ event: EventView, in bytes: RawSpan, _ write: FieldRegisters.Write, by writer: Int
  ) {
    do throws(JournalError) {
      switch event.kind {
      case .created: try create(event, in: bytes, write, by: writer)
      case .edited, .photoAttached, .photoCleared, .restored: try change(event, in: bytes, write)
      case .discarded: try discard(event, with: write)
      case .workout: try train(event, in: bytes, write, by: writer)
      case .lost: try timeline.applyMerged(event, in: bytes)
      case .seen, .unknown: break
      }
    } catch {
      // It concerns something that is not there, or is otherwise by now: all others come to the same.
      if case .partUnreadable = error.fault { isBroken = true }
    }
  }

  /// Applies an event, with this journal's numbers, whose writer knew so much of each log.
  mutating func fold(_ event: EventView, in bytes: RawSpan, _ write: FieldRegisters.Write, known: [UInt64]) {
    writers[write.writer].known = known
    if event.kind == .created { creations[write.writer].append(write.sequence) }
    fold(event, in: bytes, write, by: write.writer)
  }

  /// Returns the write history of a subject; `nil` if there is only its creation, or if it isn't loaded.
  func register(of subject: MergeConflict.Subject) -> FieldRegisters? { registers[subject] ?? storedRegisters[subject] }

  mutating func setRegister(_ register: FieldRegisters?, of subject: MergeConflict.Subject) {
    registers[subject] = register
    storedRegisters.remove(subject)
  }

  private mutating func note(_ event: EventView, in bytes: RawSpan, by writer: Int) {
    guard let seen = try? Seen(event.message, in: bytes) else { return }
    let index = indexes[seen.replica]
    guard index != writer else { return }
    writers[writer].ordinals[seen.ordinal] = seen.replica
    if writer == 0, index != seen.ordinal + 1 { otherOrdinal = (seen.replica, seen.ordinal) }
    if seen.continues, seen.position.sequence < event.sequence {
      lineage.note(
        Lineage.Claim(fork: writers[writer].replica, original: seen.replica, last: seen.position.sequence))
    }
    guard let index else { return }
    var sequence = seen.position.sequence
    if writer == 0, !seen.continues, read.indices.contains(index) { read[index] = max(read[index], sequence) }
    // The original may have gone on otherwise before it.
    if seen.continues { sequence = min(sequence, lineage.shared(writer, index)) }
    // Whoever knows an event knows what its writer knew.
    var passedOn = writers[index].earlier.first { $0.sequence > sequence }?.known ?? writers[index].known
    passedOn[index] = max(passedOn[index], sequence)
    lineage.extend(&passedOn, writer: index, sequence: sequence)
    if hasHistory { writers[writer].earlier.append((event.sequence, writers[writer].known)) }
    for other in passedOn.indices where other != writer {
      writers[writer].known[other] = max(writers[writer].known[other], passedOn[other])
    }
  }

  /// Takes note that what a log goes on with knows the copies of what it began with.
  private mutating func inherit(writer: Int, sequence: UInt64) {
    let before = writers[writer].known
    if lineage.extend(&writers[writer].known, writer: writer, sequence: sequence) {
      writers[writer].earlier.append((sequence, before))
    }
  }

  /// Returns a function that says whether a writer has observed an event by now.
  func knows(_ writer: Int) -> (FieldRegisters.Write) -> Bool {
    let known = writers[writer].known
    return { $0.writer == writer || known[$0.writer] >= $0.sequence }
  }

  // MARK: Check-ins

  private mutating func create(
    _ event: EventView, in bytes: RawSpan, _ write: FieldRegisters.Write, by writer: Int
  ) throws(JournalError) {
    guard let number = UInt32(exactly: event.checkIn) else { return }
    if let present = try timeline.number(of: UUID(event.fields.id, in: bytes)) {
      let known = UInt32(present)
      if writer == 0 {
        let register = takeRegister(of: .checkIn(present))
        if hasHistory { registers[.checkIn(Int(number))] = register }
        try timeline.renumber(known, as: number)
        _ = try timeline.training.directory()
        timeline.training.renumberLink(from: known, to: number)
      } else {
        try timeline.unite(number, with: known)
      }
      return try change(event.asChange, in: bytes, write)
    }
    try timeline.applyMerged(event, in: bytes)
  }

  /// Removes and returns a subject's write history; the caller must put it back.
  mutating func takeRegister(of subject: MergeConflict.Subject) -> FieldRegisters {
    // Nothing that this journal knows of is in conflict with it.
    guard hasHistory else { return FieldRegisters() }
    if let known = registers.removeValue(forKey: subject) ?? storedRegisters.remove(subject) { return known }
    guard case .checkIn(let number) = subject else { return newRegister(of: subject) }
    let code = ReplicaNumber(number)
    let writer = code.map { $0.ordinal + 1 } ?? 0
    let index = (code?.number ?? number) - 1
    let sequence = creations[writer].indices.contains(index) ? creations[writer][index] : 0
    return FieldRegisters(
      creation: FieldRegisters.Write(writer: lineage.origin(writer: writer, sequence: sequence), sequence: sequence))
  }

  /// Brings a subject's write history up to an event.
  mutating func updateRegister<Result>(
    of subject: MergeConflict.Subject, _ body: (inout FieldRegisters) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    var register = takeRegister(of: subject)
    defer { if hasHistory { registers[subject] = register } }
    return try body(&register)
  }

  /// Returns an event with the number that its check-in has here, and whether the check-in is discarded.
  mutating func located(_ event: EventView) throws(JournalError) -> (event: EventView, isDiscarded: Bool) {
    guard let place = try timeline.locate(event.checkIn), let row = timeline.pages[place.page]?.rows[place.row] else {
      throw .inconsistent("there is no such check-in")
    }
    var event = event
    event.checkIn = UInt64(row.number)
    return (event, row.isDiscarded)
  }

  private mutating func change(
    _ event: EventView, in bytes: RawSpan, _ write: FieldRegisters.Write
  ) throws(JournalError) {
    let (event, isDiscarded) = try located(event)
    let number = Int(clamping: event.checkIn)
    let knows = knows(write.writer)
    var register = takeRegister(of: .checkIn(number))
    defer { if hasHistory { registers[.checkIn(number)] = register } }
    register.change(write, knows: knows)
    // An earlier discard did not know of this change, so the change wins.
    if isDiscarded, event.kind != .restored {
      var restored = event
      restored.kind = .restored
      try timeline.applyMerged(restored, in: bytes)
    }
    let written = event.writtenFields
    let conflicting = register.conflicting(written, by: knows)
    guard !conflicting.isEmpty else {
      try timeline.applyMerged(event, in: bytes)
      return register.write(write, of: written, values: [:], knows: knows)
    }
    let before = try timeline.checkIn(number)
    try timeline.applyMerged(event, in: bytes)
    let after = try timeline.checkIn(number)
    var values: [CheckInField: (before: FieldRegisters.Value, after: FieldRegisters.Value)] = [:]
    for field in conflicting { values[field] = (before.value(of: field), after.value(of: field)) }
    register.write(write, of: written, values: values, knows: knows)
  }

  private mutating func discard(
    _ event: EventView, with write: FieldRegisters.Write
  ) throws(JournalError) {
    let (event, _) = try located(event)
    let knows = knows(write.writer)
    let isApplied = try updateRegister(of: .checkIn(Int(clamping: event.checkIn))) { register throws(JournalError) in
      register.discard(write, knows: knows)
    }
    if isApplied { try timeline.applyMerged(event, in: RawSpan()) }
  }
}
