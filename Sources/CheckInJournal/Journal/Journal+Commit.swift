internal import EventLog
internal import Synchronization

internal import struct FoundationEssentials.UUID

extension Journal {
  /// Commits a command that is judged by the check-ins and workouts that the journal shows.
  package func commit(
    progress: Progress? = nil, _ prepare: @escaping @Sendable (inout Timeline) throws(JournalError) -> Plan
  ) throws(JournalError) -> CommitOutcome {
    try commitWithState(progress: progress) { state throws(JournalError) in try state.ask(prepare) }
  }

  /// Commits a command, together with those that wait at the same time: one write, one sync.
  func commitWithState(
    progress: Progress? = nil, _ prepare: @escaping Plan.Preparation
  ) throws(JournalError) -> CommitOutcome {
    let command = PendingCommand(prepare, progress: progress)
    waiting.join(command)
    if command.outcome == nil {
      lease.withLock { lease in commitWaiting(&lease) }
      waiting.handOver()
      if isUnlockWanted.load(ordering: .sequentiallyConsistent) { unlockIfIdle() }
    }
    guard let outcome = command.outcome else { throw JournalError(.internalFault, "A command was forgotten.") }
    return try outcome.get()
  }

  private func commitWaiting(_ lease: inout WriterLease) {
    var commands = waiting.takeAll()
    do throws(JournalError) {
      let writer: LogWriter
      do throws(JournalError) {
        writer = try lockedWriter(&lease)
      } catch {
        for command in commands { command.finish(.failure(error)) }
        throw error
      }
      while !commands.isEmpty { commands = try commitGroup(commands, to: writer) }
    } catch {
      // Nothing of them was written; what became of those that were, they have been told.
      for command in commands { command.finish(.failure(Self.refusal(after: error))) }
      // What is in memory may be behind the log: whoever writes next reads it first, here or elsewhere. HEAD is left
      // alone before that.
      try? lease.releaseWhenDurable()
    }
    lease.releaseIfDurable()
  }

  /// Appends what the commands come to, leaving out those that depend on others of the same group.
  ///
  /// - Returns: what was left out.
  private func commitGroup(_ commands: [PendingCommand], to writer: LogWriter) throws(JournalError) -> [PendingCommand]
  {
    var keys: Set<Plan.Key> = []
    var group: [(PendingCommand, Plan)] = []
    var left: [PendingCommand] = []
    var capacity = TimelineCapacity()
    let (known, devices) = state.withLock { ($0.merged.ends, $0.merged.writers.map(\.replica)) }
    for command in commands {
      if group.last?.1.isExclusive ?? false {
        left.append(command)
        continue
      }
      do throws(JournalError) {
        let plan = try self.plan(command, endingAt: writer.end)
        if !keys.isDisjoint(with: plan.keys) || (plan.isExclusive && !group.isEmpty) {
          left.append(command)
          continue
        }
        var capacityWithThis = capacity
        do throws(JournalError) {
          try read { try capacityWithThis.reserve(plan.events, in: &$0) }
        } catch {
          // Together with others it may be too much, and by itself not.
          guard group.isEmpty else {
            left.append(command)
            continue
          }
          throw error
        }
        capacity = capacityWithThis
        for jpeg in plan.photos { _ = try photos.store(jpeg) }
        if plan.events.isEmpty {
          command.finish(.success(CommitOutcome(checkIns: plan.unchanged, eventCount: 0)))
        } else {
          keys.formUnion(plan.keys)
          group.append((command, plan))
        }
      } catch {
        command.finish(.failure(error))
      }
    }
    do throws(JournalError) {
      guard let outcomes = try append(group, knowing: known, writer) else {
        try state.withLock { state throws(JournalError) in try requireSameNumbers(of: devices, in: state) }
        return group.map(\.0) + left
      }
      for (command, outcome) in outcomes { command.finish(.success(outcome)) }
    } catch {
      for (command, _) in group { command.finish(.failure(error)) }
      throw error
    }
    return left
  }

  /// Returns the plan of a command, validated against a state that is sound and ends where the log does.
  private func plan(_ command: PendingCommand, endingAt end: LogPosition) throws(JournalError) -> Plan {
    // Judged again where the state had to be read anew: the log may have turned out to be damaged, too.
    try readState { state in
      try state.requireEnd(end)
      return try command.prepare(&state)
    }
  }

  /// Numbers the events of the plans, writes them, and applies them once they are durable.
  ///
  /// - Parameter known: how far the group's logs go that the plans were judged by.
  /// - Returns: `nil` where news of other devices was taken in since. Nothing is written then: the events would say
  ///   that their writer knew of it.
  private func append(
    _ group: [(PendingCommand, Plan)], knowing known: [UUID: UInt64], _ writer: LogWriter
  ) throws(JournalError) -> [(PendingCommand, CommitOutcome)]? {
    var outcomes: [(PendingCommand, CommitOutcome)] = []
    let recordedAt = configuration.recordedAt()
    var lastNumber = try state.withLock { state throws(JournalError) in
      try state.requireEnd(writer.end)
      return state.timeline.directory.lastNumber
    }
    guard let records = newCausalityRecords(knowing: known) else { return nil }
    let start = writer.end.sequence
    var sequence = start
    var batch = AppendBatch()
    // A command that takes several writes is the only one of its group.
    func flush(isComplete: Bool) throws(JournalError) {
      try self.flush(&batch, to: writer, isComplete: isComplete, savedEventCount: Int(writer.end.sequence - start))
    }
    // Whoever reads these events is to know what was known when they were written.
    for seen in group.isEmpty ? [] : records {
      sequence += 1
      batch.add(
        Event(
          sequence: sequence, recordedAtMilliseconds: recordedAt, origin: configuration.origin, checkIn: 0,
          command: sequence, action: .seen(seen)))
    }
    for (command, plan) in group {
      let first = sequence + 1
      var outcome = CommitOutcome(checkIns: [], eventCount: plan.events.count)
      let device = (command.device ?? configuration.device).flatMap { DeviceName.normalized($0) }
      batch.beginCommand(isBulk: plan.isBulk)
      for (target, action) in plan.events {
        sequence += 1
        if case .new = target { lastNumber += 1 }
        let number =
          switch target {
          case .checkIn(let number): number
          case .new, .lastCreated: lastNumber
          case .noCheckIn: 0
          }
        if number > 0 { outcome.checkIns.append(number) }
        batch.add(
          Event(
            sequence: sequence, recordedAtMilliseconds: recordedAt, origin: plan.origin ?? configuration.origin,
            checkIn: number, command: first, undoes: plan.undoes, device: device, action: action))
        if batch.isFull {
          try flush(isComplete: false)
          command.progress?(Int(sequence - first) + 1, plan.events.count)
        }
      }
      outcome.checkIns += plan.unchanged
      outcome.lastEvent = sequence
      outcomes.append((command, outcome))
    }
    try flush(isComplete: true)
    return outcomes
  }

  /// Returns the causality records of remote events that the log doesn't contain yet.
  ///
  /// - Parameter known: The version vector of the group's logs that the caller knows.
  /// - Returns: The records; `nil` if the journal knows more events by now than `known`.
  private func newCausalityRecords(knowing known: [UUID: UInt64]) -> [Seen]? {
    let merged = state.withLock { $0.merged }
    guard merged.ends == known else { return nil }
    return merged.newCausalityRecords { replica, sequence in
      // A copy that cannot be read any more keeps nobody from writing.
      (try? peerLog(of: replica).log.digest(at: sequence)) ?? ReplicaPosition.start.digest
    }
  }

  /// Writes what the batch holds, and applies it once it is durable; `isComplete` where its commands end with it.
  ///
  /// - Parameter savedEventCount: how many events of the same commands were flushed before.
  func flush(
    _ batch: inout AppendBatch, to writer: LogWriter, isComplete: Bool, savedEventCount: Int
  ) throws(JournalError) {
    let written = try write(&batch, to: writer, isComplete: isComplete, savedEventCount: savedEventCount)
    guard let written else { return }
    try state.withLock { state throws(JournalError) in
      do throws(JournalError) {
        try state.requireEnd(written.start)
        var isMerged = true
        // They are understood, since this version wrote them or has read them.
        var notUnderstood = 0
        for batch in written.batches { try state.timeline.fold(batch, notUnderstood: &notUnderstood) }
        state.timeline.seekIndex.append(written.start)
        if state.merged.isActive { isMerged = state.merged.append(written.batches, endingWith: written.lastFrame) }
        state.setEnd(written)
        if !isMerged { try loader.merge(&state) }
      } catch {
        // The events are durable; what is in memory is made anew from the log.
        try reload(&state, afterSaving: isComplete ? "The change" : "A part of the change")
      }
    }
    changes.send()
  }

  /// Reads the journal anew after a write that is durable.
  ///
  /// - Parameter change: what was saved, for the message of the error.
  func reload(_ state: inout JournalState, afterSaving change: String) throws(JournalError) {
    do throws(JournalError) {
      state = try loader.reload()
    } catch {
      throw error.afterSaving(change)
    }
  }

  /// Writes what the batch holds, and makes it durable. What it comes to is not applied.
  ///
  /// - Parameters:
  ///   - isComplete: whether its commands end with it.
  ///   - savedEventCount: how many events of the same commands were written before.
  /// - Returns: `nil` where the batch holds nothing.
  func write(
    _ batch: inout AppendBatch, to writer: LogWriter, isComplete: Bool, savedEventCount: Int
  ) throws(JournalError) -> WrittenFrames? {
    let batches = batch.takeFrames()
    if batches.isEmpty { return nil }
    let start = writer.end
    let lastFrame = try withJournalErrors {
      try writer.append(
        batches, segmentByteLimit: configuration.segmentByteLimit, isComplete: isComplete,
        savedEventCount: savedEventCount, whenDurable: { [weak self] in self?.unlockIfIdle() })
    }
    return WrittenFrames(batches: batches, start: start, lastFrame: lastFrame)
  }

  /// Waits until every event is durable, saves the snapshot if that is due, and releases the lock.
  ///
  /// The journal can be used afterwards; it reopens the files that it needs.
  ///
  /// A failure to write a cache is not an error, because acknowledged events are complete without it. See
  /// ``closingMessages``.
  ///
  /// - Throws: `inputOutput` if HEAD couldn't be written. Acknowledged events are safe even then.
  public func close() throws(JournalError) {
    try lease.withLock { lease throws(JournalError) in
      guard let writer = lease.writer else { return }
      do throws(JournalError) {
        try withJournalErrors { try writer.waitUntilDurable(isSaved: true) }
      } catch {
        if lease.isHeld { try? lease.release() }
        throw error
      }
      if writer.failure == nil {
        saveSnapshotIfDue(&lease)
        saveGroupSnapshotIfDue(&lease)
        keepThumbnails(&lease)
      }
      if lease.isHeld { try withJournalErrors { try lease.release() } }
    }
  }

  /// Saves the snapshot where that is due. It is a cache, so nothing that goes wrong with it is an error; it is noted.
  func saveSnapshotIfDue(_ lease: inout WriterLease) {
    guard isSnapshotDue else { return }
    do throws(JournalError) {
      if !lease.isHeld { _ = try lockedWriter(&lease) }
      try saveSnapshot(whole: false)
    } catch {
      // Where another process is writing, that one will save it.
      if error.code != .busy { state.withLock { $0.closingMessages = [error.advice] } }
    }
  }
}

/// Frames that were appended and are durable.
struct WrittenFrames {
  let batches: [RecordBatch]
  /// The end of the log before the append.
  let start: LogPosition
  let lastFrame: LogFrame

  /// Of the last event's record; `nil` for none.
  var lastRecordDigest: Digest? {
    guard let batch = batches.last, let record = batch.records.last else { return nil }
    return Digest(of: batch.content[record.start..<record.end])
  }
}

extension JournalState {
  /// Takes note that the log ends with these frames now.
  mutating func setEnd(_ written: WrittenFrames) {
    position = written.lastFrame.end
    lastFrame = written.lastFrame
    lastRecordDigest = written.lastRecordDigest
  }
}
