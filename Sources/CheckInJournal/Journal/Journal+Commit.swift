internal import Dispatch
internal import Glibc
internal import Synchronization

/// The writing side of a journal. Held by the thread that commits.
struct JournalCore {
  /// There once a commit was made; its lock may have been given back.
  var writer: LogWriter?
  var holdsLock = false
  var lockedAt = DispatchTime.now()
  /// Why this journal writes no more: a sync has failed (rule 8).
  var failure: JournalError?
}

extension Journal {
  /// Commits a command, together with those that wait at the same time: one write, one sync.
  func commit(progress: Progress? = nil, _ make: @escaping Plan.Maker) throws(JournalError) -> CommitOutcome {
    let command = PendingCommand(make, progress: progress)
    waiting.join(command)
    if command.outcome == nil {
      core.withLock { core in commitWaiting(&core) }
      waiting.handOver()
      if isUnlockWanted.load(ordering: .sequentiallyConsistent) { unlockIfIdle() }
    }
    guard let outcome = command.outcome else { throw JournalError(.internalFault, "A command was forgotten.") }
    return try outcome.get()
  }

  private func commitWaiting(_ core: inout JournalCore) {
    var commands = waiting.takeAll()
    do throws(JournalError) {
      let writer = try lockedWriter(&core)
      while !commands.isEmpty { commands = try commitGroup(commands, writer) }
    } catch {
      core.failure = core.failure ?? core.writer?.failure
      // Nothing of them was written; what became of those that were, they have been told.
      for command in commands { command.finish(.failure(core.failure.map(Self.refusal(after:)) ?? error)) }
      // What is in memory may be behind the log: whoever writes next reads it first, here or elsewhere. HEAD is left alone
      // before that.
      try? core.writer?.settle()
      if core.holdsLock { try? unlock(&core) }
    }
    unlockWhereSettled(&core)
  }

  /// Appends what the commands come to, leaving out those that depend on others of the same group.
  ///
  /// - Returns: what was left out.
  private func commitGroup(_ commands: [PendingCommand], _ writer: LogWriter) throws(JournalError) -> [PendingCommand] {
    var keys: Set<Plan.Key> = []
    var group: [(PendingCommand, Plan)] = []
    var left: [PendingCommand] = []
    for command in commands {
      if group.last?.1.isAlone ?? false {
        left.append(command)
        continue
      }
      do throws(JournalError) {
        let plan = try query(command.make)
        if !keys.isDisjoint(with: plan.keys) || (plan.isAlone && !group.isEmpty) {
          left.append(command)
          continue
        }
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
      for (command, outcome) in try append(group, writer) { command.finish(.success(outcome)) }
    } catch {
      for (command, _) in group { command.finish(.failure(error)) }
      throw error
    }
    return left
  }

  /// Numbers the events of the plans, writes them, and applies them once they are durable.
  private func append(
    _ group: [(PendingCommand, Plan)], _ writer: LogWriter
  ) throws(JournalError) -> [(PendingCommand, CommitOutcome)] {
    var outcomes: [(PendingCommand, CommitOutcome)] = []
    let recordedAt = Self.systemMilliseconds()
    var (sequence, lastNumber) = state.withLock { ($0.position.sequence, $0.timeline.directory.lastNumber) }
    var batch = AppendBatch()
    let start = sequence
    // A command that takes several writes is the only one of its group.
    func flush(isComplete: Bool) throws(JournalError) {
      let saved = state.withLock { $0.position.sequence } - start
      try self.flush(&batch, writer, isComplete: isComplete, savedEventCount: Int(saved))
    }
    for (command, plan) in group {
      let first = sequence + 1
      var outcome = CommitOutcome(checkIns: [], eventCount: plan.events.count)
      batch.beginCommand(isBulk: plan.isBulk)
      for (target, action) in plan.events {
        sequence += 1
        if case .new = target { lastNumber += 1 }
        let number = if case .checkIn(let number) = target { number } else { lastNumber }
        outcome.checkIns.append(number)
        batch.add(
          Event(
            sequence: sequence, recordedAtMilliseconds: recordedAt, origin: plan.origin ?? configuration.origin,
            checkIn: number, command: first, undoes: plan.undoes, action: action))
        if batch.isFull {
          try flush(isComplete: false)
          command.progress?(outcome.checkIns.count, plan.events.count)
        }
      }
      outcome.checkIns += plan.unchanged
      outcomes.append((command, outcome))
    }
    try flush(isComplete: true)
    return outcomes
  }

  /// Writes what the batch holds, and applies it once it is durable; `isComplete` where its commands end with it.
  ///
  /// - Parameter savedEventCount: how many events of the same commands were flushed before.
  func flush(
    _ batch: inout AppendBatch, _ writer: LogWriter, isComplete: Bool, savedEventCount: Int
  ) throws(JournalError) {
    let contents = batch.takeContents()
    guard !contents.isEmpty else { return }
    var end = state.withLock { $0.position }
    if end.fileOffset >= configuration.segmentByteLimit {
      let digest = try SegmentContent.digest(of: end.segment, in: directory)
      end = try writer.roll(after: end, previousDigest: digest)
      state.withLock { $0.position = end }
    }
    var frames: [UInt8] = []
    var lastFrameOffset = end.fileOffset
    for content in contents {
      lastFrameOffset = end.fileOffset + frames.count
      frames += try FrameEncoder.frame(of: content.bytes)
    }
    guard let sequence = contents.last?.lastSequence else { return }
    let position = try writer.append(
      frames, from: end, sequence: sequence, contentByteCount: contents.reduce(0) { $0 + $1.bytes.count },
      isComplete: isComplete, savedEventCount: savedEventCount, whenSettled: { [weak self] in self?.unlockIfIdle() })
    try state.withLock { state throws(JournalError) in
      do throws(TimelineFault) {
        for content in contents { try state.timeline.apply(content) }
        state.position = position
        state.lastFrame = LogFrame(offset: lastFrameOffset, end: position)
      } catch {
        // The events are durable; what is in memory is made anew from the log.
        do throws(JournalError) {
          state = try loader.load()
        } catch {
          throw JournalError(
            error.code,
            "\(error.message) \(isComplete ? "The change" : "A part of the change") was saved, but cannot be shown.")
        }
      }
    }
  }

  /// Waits until everything is durable, saves the snapshot where that is due, and gives the lock back.
  ///
  /// The journal can be used afterwards; it opens again what it needs.
  ///
  /// - Throws: `inputOutput` where HEAD or the snapshot could not be written. What was acknowledged is safe all the same.
  public func close() throws(JournalError) {
    try core.withLock { core throws(JournalError) in
      guard let writer = core.writer else { return }
      do throws(JournalError) {
        try writer.settle(isSaved: true)
      } catch {
        core.failure = core.failure ?? error
        if core.holdsLock { try? unlock(&core) }
        throw error
      }
      do throws(JournalError) {
        if core.failure == nil, isSnapshotDue {
          if !core.holdsLock { _ = try lockedWriter(&core) }
          try saveSnapshot(whole: false)
        }
      } catch {
        if core.holdsLock { try? unlock(&core) }
        // The snapshot is a cache, which another process will save later.
        if error.code != .busy { throw error }
      }
      if core.failure == nil { keepThumbnails(&core) }
      if core.holdsLock { try unlock(&core) }
    }
  }
}
