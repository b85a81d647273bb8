internal import EventLog
internal import Synchronization

/// A merged state with its history, which finds the events of a few check-ins in all logs.
///
/// Every answer is `nil` if only a fold of all logs can give it. The history is a hint: what the events of a check-in
/// come to must be the check-in as it is.
struct IndexedGroup {
  /// A fold of all logs takes less than reading so many events one by one.
  private static let maximumCount = 4096

  fileprivate var merged: MergedJournal
  fileprivate let logs: GroupLogs
  /// The end of this journal's own log.
  fileprivate let end: LogPosition

  /// Returns the events of a check-in with their changes, in the order of all events.
  mutating func entries(ofCheckIn number: Int) throws(JournalError) -> [AuditEntry]? {
    guard let number = UInt32(exactly: number) else { return nil }
    return try entries(ofCheckIns: [number], and: [], where: { _ in true })
  }

  /// Returns the last events of all with their changes.
  mutating func lastEntries(_ count: Int) throws(JournalError) -> [AuditEntry]? {
    guard count <= Self.maximumCount, let events = try logs.lastEvents(count, in: merged, upTo: end) else { return nil }
    var checkIns: Set<UInt32> = []
    var others: [MergedJournal.GatheredEvent] = []
    for one in events {
      // An event whose subject isn't here is not among the last ones that an audit shows.
      let event = one.view.flatMap { merged.local($0, of: one.writer) }
      guard let number = event.flatMap({ UInt32(exactly: $0.checkIn) }) else { return nil }
      if number > 0 { checkIns.insert(number) } else { others.append(one) }
    }
    let wanted = Set(events.map { FieldRegisters.Write(writer: $0.writer, sequence: $0.sequence) })
    return try entries(ofCheckIns: checkIns, and: others) {
      wanted.contains(FieldRegisters.Write(writer: $0.writer, sequence: $0.sequence))
    }
  }

  private mutating func entries(
    ofCheckIns checkIns: Set<UInt32>, and others: [MergedJournal.GatheredEvent],
    where isWanted: (MergedJournal.GatheredEvent) -> Bool
  ) throws(JournalError) -> [AuditEntry]? {
    var entries: [AuditEntry] = []
    var current: [UInt64: CheckIn] = [:]
    let isSound = try forEach(checkIns, and: others) { merged, one, event, checkIn in
      let before = current[event.checkIn]
      current[event.checkIn] = checkIn
      guard isWanted(one) else { return }
      entries.append(merged.entry(of: event, in: one.bytes.span.bytes, by: one.writer, before: before, after: checkIn))
    }
    return isSound ? entries : nil
  }

  /// Returns the state before a command of the check-ins that it changed, and what other devices did to them since.
  mutating func past(of survey: ReversalSurvey) throws(JournalError) -> Journal.Past? {
    guard survey.workouts.isEmpty, !survey.checkIns.isEmpty else { return nil }
    var past = Journal.Past(ends: merged.ends)
    var current: [Int: CheckIn] = [:]
    var isBegun = false
    let numbers = Set(survey.checkIns)
    let isSound = try forEach(Set(survey.checkIns.compactMap { UInt32(exactly: $0) }), and: []) {
      merged, one, event, checkIn in
      let isOwn = merged.isOwn(writer: one.writer, sequence: one.sequence)
      if isOwn, !isBegun, one.sequence >= survey.command {
        isBegun = true
        past.checkIns = current.filter { !survey.created.contains($0.key) }
      }
      let number = Int(clamping: event.checkIn)
      current[number] = checkIn
      if isOwn, one.sequence == survey.lastSequence { past.after = current }
      // Events of other devices can come between those of the command.
      if !isOwn, isBegun { past.changedByPeers[number, default: []].formUnion(event.saidFields) }
    }
    guard isSound, past.after.map({ Set($0.keys) == numbers }) ?? false,
      Set(past.checkIns.keys) == Set(survey.earlier)
    else { return nil }
    return past
  }

  /// Calls `body` with each event of some check-ins, in the order of all events, and the check-in after it.
  ///
  /// - Parameter others: Events without a check-in that are to come among them.
  /// - Returns: `true` if the check-ins come to what they are.
  private mutating func forEach(
    _ checkIns: Set<UInt32>, and others: [MergedJournal.GatheredEvent],
    _ body: (MergedJournal, MergedJournal.GatheredEvent, EventView, CheckIn?) -> Void
  ) throws(JournalError) -> Bool {
    let count = merged.events.flatMap { log in checkIns.map { log.sequences(of: $0).count } }.reduce(0, +)
    let isUnited = checkIns.contains { merged.timeline.others?.isUnited($0) ?? false }
    guard !isUnited, (try? merged.timeline.training.directory()) != nil, count <= Self.maximumCount,
      let gathered = try logs.events(of: checkIns, in: merged, upTo: end)
    else { return false }
    var isolated: [UInt64: IsolatedCheckIn] = [:]
    for number in checkIns { isolated[UInt64(number)] = IsolatedCheckIn(Int(number), in: merged) }
    for one in merged.ordered(gathered.values.flatMap(\.self) + others) {
      guard let view = one.view, let event = merged.local(view, of: one.writer),
        view.kind != .workout || showsAlike(event, in: one)
      else { return false }
      if event.checkIn > 0 {
        guard isolated[event.checkIn]?.apply(event, of: one, in: merged) ?? false else { return false }
      }
      body(merged, one, event, try? isolated[event.checkIn]?.checkIn(in: merged))
    }
    for (number, var checkIn) in isolated {
      guard let present = try? merged.timeline.checkIn(Int(number)), try checkIn.checkIn(in: merged) == present else {
        return false
      }
    }
    return true
  }
}

extension IndexedGroup {
  /// Returns `true` if an event about workouts was applied, and names what it names now.
  ///
  /// A fold rejects an event whose session isn't here, and shows what was united later by its number at the event.
  private func showsAlike(_ event: EventView, in one: MergedJournal.GatheredEvent) -> Bool {
    let training = merged.timeline.training
    guard merged.exercises.isEmpty, training.mergedSessions.isEmpty,
      case .workout(let written) = Event.Action(event, in: one.bytes.span.bytes),
      let action = merged.local(written, of: one.writer)
    else { return false }
    guard case .checkInLinked(let session) = action else { return true }
    return training.loadedDirectory?.sessionIndex(session) != nil
  }
}

extension Journal {
  /// Returns the merged state of the group with its history.
  ///
  /// - Returns: `nil` if the journal has no peer logs, shows an earlier moment, or can show only a part of the logs.
  func indexedGroup() throws(JournalError) -> IndexedGroup? {
    let (end, journalID, known) = state.withLock { ($0.position, $0.journalID, $0.merged) }
    guard known.isStorable, !known.isBroken, known.limit == .end,
      var logs = try GroupLogs(directory, journalID: journalID, asIn: known), logs.haveSameWriters(as: known)
    else { return nil }
    if known.hasHistory { return IndexedGroup(merged: known, logs: logs, end: end) }
    guard let stored = try loader.storedView(&logs, upTo: end, needsHistory: true), stored.ends == known.ends,
      stored.hasHistory
    else { return nil }
    return IndexedGroup(merged: stored, logs: logs, end: end)
  }
}
