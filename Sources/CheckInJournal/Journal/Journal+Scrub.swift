internal import EventLog
internal import Synchronization

extension Journal {
  /// So much of the log is reread after a command: 2 to 3 milliseconds' worth.
  public static let scrubByteCount = 2 << 20

  /// Rereads the next part of the log, round and round, so that damage to old events is noticed although a snapshot
  /// spares the reading of them. To be called after a command has answered, and now and then by programs that run for
  /// long.
  ///
  /// The place is remembered in the snapshot. Damage that is found becomes ``readOnlyReason``, here and wherever the
  /// journal is opened until the log is whole again.
  ///
  /// - Parameter byteCount: about how many bytes of decompressed log to read.
  /// - Returns: what is damaged, or could not be read, which is no damage (rule 17); `nil` where nothing was found.
  @discardableResult
  public func scrub(byteCount: Int = Journal.scrubByteCount) -> JournalError? {
    guard let head = try? HeadState(directory).head else { return nil }
    let (record, store, isPast) = state.withLock { ($0.scrub, $0.snapshot.store, $0.past != nil) }
    guard !isPast, access == .readWrite else { return nil }
    let scrub = LogScrub(directory, head: head, check: EventView.check)
    var next = record
    var finding: JournalError?
    do throws(JournalError) {
      let part = try withJournalErrors { try scrub.advance(record, byteLimit: byteCount) }
      next = part.record
      finding = part.damage.map { JournalError($0) }
    } catch {
      finding = error
      next = (try? scrub.passing(record)) ?? record
    }
    if let damage = finding, damage.code == .damaged {
      let problem = JournalProblem(kind: .logDamaged, error: damage)
      state.withLock { $0.note(problem) }
      finding = problem.error
    }
    state.withLock { $0.scrub = next }
    // Where it cannot be kept, the next part is the same once more.
    if next != store?.scrub { try? store?.keep(next, after: record, at: directory.snapshotDatabasePath) }
    return finding
  }
}

extension Journal {
  /// Does what can wait, for programs that keep a journal open for long: saves the snapshot where that is due, keeps
  /// new thumbnails, and rereads the next part of the log. To be called now and then, from any thread.
  ///
  /// - Parameter byteCount: as for ``scrub(byteCount:)``.
  /// - Throws: as ``close()``.
  public func maintain(scrubbing byteCount: Int = Journal.scrubByteCount) throws(JournalError) {
    let closing: JournalError?
    do throws(JournalError) {
      // Somebody may have restored what was damaged. Nobody commits meanwhile.
      try lease.withLock { _ throws(JournalError) in
        guard state.withLock({ $0.problem?.kind == .logDamaged }) else { return }
        let found = try loader.reload()
        state.withLock { $0 = found }
      }
      try close()
      closing = nil
    } catch {
      closing = error
    }
    scrub(byteCount: byteCount)
    if let closing { throw closing }
  }
}
