package import EventLog
internal import Synchronization

internal import struct FoundationEssentials.UUID

/// The journal's lock: taking it, holding it and releasing it.
extension Journal {
  /// Returns the writer, with the lock held and every event read that other processes appended.
  ///
  /// A writer that has failed is replaced. The new one reads the events that the failed one left and makes them durable
  /// again, because events written before a failed sync may not be durable.
  ///
  /// - Throws: `readOnly`; `busy`; the error of ``readOnlyReason``; `inputOutput`.
  func lockedWriter(_ lease: inout WriterLease) throws(JournalError) -> LogWriter {
    guard access == .readWrite, state.withLock({ $0.past == nil }) else {
      throw JournalError(.readOnly, "The journal was opened for reading only; open it for writing to change it.")
    }
    if state.withLock({ $0.problem?.kind == .logMissing }) {
      // Not even the lock's file is made where a log is gone, unless somebody has restored it.
      let found = try loader.reload()
      if let problem = found.problem { throw problem.error }
      state.withLock { $0 = found }
    }
    if let writer = try withJournalErrors({ try lease.current() }) { return writer }
    let opening = try withJournalErrors {
      try lease.takeLock(directory, timeoutSeconds: configuration.lockTimeoutSeconds)
    }
    let writer = try openWriter(opening, &lease)
    lease.hold(writer)
    return writer
  }

  /// Reads what others appended, and takes over the log's end.
  ///
  /// Readers need the state, so it isn't locked while the log's end is made durable.
  private func openWriter(
    _ opening: WriterLease.Opening, _ lease: inout WriterLease
  ) throws(JournalError) -> LogWriter {
    let (tail, devices) = try readTail(opening)
    try withJournalErrors {
      // Before the first acknowledgement: an interrupted creation may have left names that aren't durable.
      if tail.head.generation == 0 { try directory.synchronize() }
      try JournalCreation.writeSchema(in: directory)
    }
    let writer = try withJournalErrors { try lease.openWriter(after: tail, opening) }
    try state.withLock { state throws(JournalError) in
      try state.requireEnd(writer.end)
      try requireSameNumbers(of: devices, in: state)
      state.position = writer.end
      if state.lastRecordDigest == nil, let frame = state.lastFrame {
        state.lastRecordDigest = try lastRecordDigest(in: frame)
      }
      state.torn = nil
      state.tornDoubt = nil
      state.framesBeyondHead = nil
    }
    return writer
  }

  /// Reads what others appended up to the log's end, while the lock is held.
  ///
  /// - Returns: The end, and the devices whose numbers the caller may have used.
  private func readTail(_ opening: WriterLease.Opening) throws(JournalError) -> (tail: LogTail, devices: [UUID]) {
    let reading = try withJournalErrors { try directory.reading }
    return try state.withLock { state throws(JournalError) in
      let devices = state.merged.writers.map(\.replica)
      // Also where HEAD has not moved: it lags behind, and whoever wrote last may have died since.
      try loader.catchUp(&state, to: reading)
      if let problem = state.problem { throw problem.error }
      let tail = try withJournalErrors {
        try LogTail(directory, lock: opening.lock, check: EventView.check, isFirst: opening.isFirst)
      }
      // What is in memory may be of no use since a reading that failed, or of another log that was here before.
      let isOfThisLog = try isOfThisLog(state)
      if !isOfThisLog || !state.isAt(tail.end) { state = try loader.reload() }
      try state.requireEnd(tail.end)
      try requireSameNumbers(of: devices, in: state)
      return (tail, devices)
    }
  }

  /// Whoever is about to write has chosen check-ins by the numbers that they had: those of another device's are others
  /// where another process has named the group's devices otherwise meanwhile.
  func requireSameNumbers(of devices: [UUID], in state: JournalState) throws(JournalError) {
    guard zip(devices, state.merged.writers).allSatisfy({ $0 == $1.replica }) else {
      throw JournalError(
        .conflict, "The devices of the group have been named otherwise meanwhile. Look at it and decide again.")
    }
  }

  /// Returns `true` if the last event that was read is still at its position in the log.
  ///
  /// It isn't if other files have replaced the log's.
  private func isOfThisLog(_ state: JournalState) throws(JournalError) -> Bool {
    guard let known = state.lastRecordDigest, let frame = state.lastFrame else { return true }
    return try lastRecordDigest(in: frame) == known
  }

  /// Gives the lock back when HEAD is durable and nobody commits. Whoever has the lease at that moment calls this
  /// again when it has let go, so that the lock is never forgotten.
  func unlockIfIdle() {
    isUnlockWanted.store(true, ordering: .sequentiallyConsistent)
    while isUnlockWanted.load(ordering: .sequentiallyConsistent) {
      let isDone: Void? = lease.withLockIfAvailable { lease in
        isUnlockWanted.store(false, ordering: .sequentiallyConsistent)
        lease.releaseIfDurable()
      }
      if isDone == nil { return }
    }
  }

  /// Runs work while the lock is held, all that was appended is read, and HEAD is durable; it is again afterwards.
  package func withWriteLock<Result: Sendable>(
    _ body: (LogWriter) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try lease.withLock { lease throws(JournalError) in
      do throws(JournalError) {
        let writer = try lockedWriter(&lease)
        try withJournalErrors { try writer.waitUntilDurable() }
        let result = try body(writer)
        try withJournalErrors { try lease.releaseWhenDurable() }
        return result
      } catch {
        try? lease.releaseWhenDurable()
        throw error
      }
    }
  }

  /// Lets HEAD name everything that the journal's own log holds: what a writer that was killed has acknowledged, and
  /// what a power cut kept and HEAD does not know of.
  ///
  /// - Throws: what stands against writing; `busy`; `inputOutput`.
  package static func finishRecovery(
    at path: String, configuration: Configuration = Configuration()
  ) throws(JournalError) {
    try Journal(at: path, configuration: configuration).withWriteLock { (_) throws(JournalError) in }
  }

  /// Returns the error for a command that failed because an earlier one did. The earlier message doesn't apply to it.
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
        """
        Event \(timeline.directory.sequence) was read last, but the log ends with event \(end.sequence). Nothing was \
        saved; \(run: .verify, or: "verify the journal").
        """)
    }
  }
}
