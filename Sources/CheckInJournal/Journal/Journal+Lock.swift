internal import Dispatch
internal import EventLog
internal import Glibc
internal import Synchronization

/// When the journal's lock is taken, how long it is kept, and when it is given back.
extension Journal {
  /// How long the lock is kept at most while commits keep coming: others wait for it too.
  private static let lockHoldNanoseconds: UInt64 = 50_000_000

  /// The writer, its lock held and everything read that others appended. One that has failed is replaced: what it left
  /// is read and made durable again (rule 8).
  ///
  /// - Throws: `readOnly`; `busy`; what stands against writing; `inputOutput`.
  func lockedWriter(_ core: inout WriterState) throws(JournalError) -> LogWriter {
    guard access == .readWrite, state.withLock({ $0.past == nil }) else {
      throw JournalError(.readOnly, "The journal was opened for reading only; open it for writing to change it.")
    }
    if state.withLock({ $0.problem?.kind == .logMissing }) {
      // Not even the lock's file is made where a log is gone, unless somebody has restored it.
      let found = try loader.reload()
      if let problem = found.problem { throw problem.error }
      state.withLock { $0 = found }
    }
    core.hasFailed = core.hasFailed || core.writer?.failure != nil
    if let writer = core.writer, core.holdsLock, !core.hasFailed {
      if DispatchTime.now().uptimeNanoseconds - core.lockedAt.uptimeNanoseconds < Self.lockHoldNanoseconds {
        return writer
      }
      try withJournalErrors { try writer.waitUntilDurable() }
      try unlock(&core)
      usleep(1000)
    }
    if core.holdsLock { try? unlock(&core) }
    let lock = try withJournalErrors { try LogLock.take(directory, timeoutSeconds: configuration.lockTimeoutSeconds) }
    let writer = try openWriter(
      lock, isFirst: core.writer == nil, durableHead: core.writer?.durableHead, renewsHead: core.hasFailed)
    core.writer = writer
    core.hasFailed = false
    core.holdsLock = true
    core.lockedAt = DispatchTime.now()
    return writer
  }

  /// Reads what others appended, and takes over the log's end.
  private func openWriter(
    _ lock: LogLock, isFirst: Bool, durableHead: Head?, renewsHead: Bool
  ) throws(JournalError) -> LogWriter {
    let reading = try withJournalErrors { try HeadState(directory) }
    return try state.withLock { state throws(JournalError) in
      // Also where HEAD has not moved: it lags behind, and whoever wrote last may have died since.
      try loader.catchUp(&state, to: reading)
      if let problem = state.problem { throw problem.error }
      let tail = try withJournalErrors {
        try LogTail(directory, lock: lock, check: EventView.check, isFirst: isFirst)
      }
      // What is in memory may be of no use since a reading that failed, or of another log that was here before.
      let isOfThisLog = try isOfThisLog(state)
      if !isOfThisLog || !state.isAt(tail.end) { state = try loader.reload() }
      try state.requireEnd(tail.end)
      // Before the first acknowledgement: a creation that was cut off may have left names that are not durable (rule
      // 10).
      if tail.head.generation == 0 { try withJournalErrors { try directory.synchronize() } }
      try JournalCreation.writeSchema(in: directory)
      let writer = try withJournalErrors {
        try LogWriter(recovering: tail, durableHead: durableHead, renewsHead: renewsHead)
      }
      state.position = writer.end
      if state.lastRecordDigest == nil, let frame = state.lastFrame {
        state.lastRecordDigest = try lastRecordDigest(in: frame)
      }
      state.torn = nil
      state.framesBeyondHead = nil
      return writer
    }
  }

  /// Whether the event that was read last is still the one at its place: the files may have been replaced by others.
  private func isOfThisLog(_ state: JournalState) throws(JournalError) -> Bool {
    guard let known = state.lastRecordDigest, let frame = state.lastFrame else { return true }
    return try lastRecordDigest(in: frame) == known
  }

  /// Gives the lock back. Where the system refuses that, the writer goes, and with its last file the lock.
  func unlock(_ core: inout WriterState) throws(JournalError) {
    core.holdsLock = false
    do throws(JournalError) {
      try withJournalErrors { try core.writer?.unlock() }
    } catch {
      core.hasFailed = core.hasFailed || core.writer?.failure != nil
      core.writer = nil
      throw error
    }
  }

  /// Gives the lock back where HEAD is durable, or is written no more. Never waits.
  func unlockIfDurable(_ core: inout WriterState) {
    guard let writer = core.writer, writer.isDurable else { return }
    writer.noteFailureOfHead()
    if core.holdsLock { try? unlock(&core) }
  }

  /// Gives the lock back when HEAD is durable and nobody commits. Whoever holds the core at that moment calls this
  /// again when it has let go, so that the lock is never forgotten.
  func unlockIfIdle() {
    isUnlockWanted.store(true, ordering: .sequentiallyConsistent)
    while isUnlockWanted.load(ordering: .sequentiallyConsistent) {
      let isDone: Void? = core.withLockIfAvailable { core in
        isUnlockWanted.store(false, ordering: .sequentiallyConsistent)
        unlockIfDurable(&core)
      }
      if isDone == nil { return }
    }
  }

  /// Runs work while the lock is held, all that was appended is read, and HEAD is durable; it is again afterwards.
  func withWriteLock<Result: Sendable>(
    _ body: (LogWriter) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try core.withLock { core throws(JournalError) in
      do throws(JournalError) {
        let writer = try lockedWriter(&core)
        try withJournalErrors { try writer.waitUntilDurable() }
        let result = try body(writer)
        try withJournalErrors { try writer.waitUntilDurable() }
        try unlock(&core)
        return result
      } catch {
        try? core.writer?.waitUntilDurable()
        if core.holdsLock { try? unlock(&core) }
        throw error
      }
    }
  }

  /// What a command is told after an earlier one's failure, whose words do not hold for this one.
  static func refusal(after failure: JournalError) -> JournalError {
    JournalError(failure.code, "Nothing was saved: a command just before has failed. Try again.")
  }
}

extension JournalState {
  func isAt(_ end: LogPosition) -> Bool {
    position.sequence == end.sequence && timeline.directory.sequence == end.sequence
  }

  /// Checks that what was read is sound, and ends where the log does: else nothing may be judged or numbered by it.
  func requireEnd(_ end: LogPosition) throws(JournalError) {
    if let problem { throw problem.error }
    guard isAt(end) else {
      throw JournalError(
        .internalFault,
        "Event \(timeline.directory.sequence) was read last, but the log ends with event \(end.sequence). Nothing was "
          + "saved; run 'checkin verify'.")
    }
  }
}
