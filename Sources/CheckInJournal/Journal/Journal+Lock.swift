internal import Dispatch
internal import Glibc
internal import Synchronization

/// When the journal's lock is taken, how long it is kept, and when it is given back.
extension Journal {
  /// How long the lock is kept at most while commits keep coming: others wait for it too.
  private static let lockHoldNanoseconds: UInt64 = 50_000_000

  /// The writer, its lock held and everything read that others appended.
  func lockedWriter(_ core: inout JournalCore) throws(JournalError) -> LogWriter {
    guard access == .readWrite else {
      throw JournalError(.internalFault, "The journal was opened for reading only.")
    }
    if let failure = core.failure { throw Self.refusal(after: failure) }
    if let writer = core.writer, core.holdsLock {
      if DispatchTime.now().uptimeNanoseconds - core.lockedAt.uptimeNanoseconds < Self.lockHoldNanoseconds {
        return writer
      }
      try writer.settle()
      try unlock(&core)
      usleep(1000)
    }
    let lock = try JournalLock.take(directory, timeoutSeconds: configuration.lockTimeoutSeconds)
    let writer = try catchUp(lock)
    core.writer = writer
    core.holdsLock = true
    core.lockedAt = DispatchTime.now()
    return writer
  }

  /// Reads what others appended, and puts the log's end in order.
  private func catchUp(_ lock: any File) throws(JournalError) -> LogWriter {
    let reading = try WitnessReading(directory)
    return try state.withLock { state throws(JournalError) in
      // Also where HEAD has not moved: it lags behind, and whoever wrote last may have died since.
      try loader.readOn(&state, to: reading)
      if let problem = state.problem { throw problem.error }
      guard let witness = reading.witness else {
        throw JournalError(.damaged, "HEAD cannot be read in \(directory.path), so nothing is appended.")
      }
      // Before the first acknowledgement: a creation that was cut off may have left names that are not durable (rule 10).
      if witness.generation == 0 { try directory.synchronize() }
      try JournalCreation.writeSchema(in: directory)
      let writer = try LogWriter(directory, lock: lock, witness: witness)
      try LogRecovery(directory).settle(state.position, state.torn, witness: witness, writer)
      state.torn = nil
      state.unvouched = nil
      return writer
    }
  }

  func unlock(_ core: inout JournalCore) throws(JournalError) {
    core.holdsLock = false
    try core.writer?.unlock()
  }

  /// Gives the lock back where HEAD is durable, or is written no more. Never waits.
  func unlockWhereSettled(_ core: inout JournalCore) {
    guard let writer = core.writer, writer.isSettled else { return }
    writer.noteFailureOfHead()
    core.failure = core.failure ?? writer.failure
    if core.holdsLock { try? unlock(&core) }
  }

  /// Gives the lock back when HEAD is durable and nobody commits. Whoever holds the core at that moment calls this again
  /// when it has let go, so that the lock is never forgotten.
  func unlockIfIdle() {
    isUnlockWanted.store(true, ordering: .sequentiallyConsistent)
    while isUnlockWanted.load(ordering: .sequentiallyConsistent) {
      let isDone: Void? = core.withLockIfAvailable { core in
        isUnlockWanted.store(false, ordering: .sequentiallyConsistent)
        unlockWhereSettled(&core)
      }
      if isDone == nil { return }
    }
  }

  /// Runs work while the lock is held, all that was appended is read, and HEAD is durable; it is again afterwards.
  func whileNobodyWrites<Result: Sendable>(
    _ body: (LogWriter) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try core.withLock { core throws(JournalError) in
      let writer = try lockedWriter(&core)
      do throws(JournalError) {
        try writer.settle()
        let result = try body(writer)
        try writer.settle()
        try unlock(&core)
        return result
      } catch {
        core.failure = core.failure ?? writer.failure
        try? writer.settle()
        try? unlock(&core)
        throw error
      }
    }
  }

  /// What a command is told after an earlier one's failure, whose words do not hold for this one.
  static func refusal(after failure: JournalError) -> JournalError {
    JournalError(
      failure.code, "Nothing was saved: an earlier write has failed, and this journal writes no more. Open it again.")
  }
}
