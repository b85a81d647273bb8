internal import EventLog
internal import Synchronization

extension Journal {
  /// So much of the log is reread after a command: 2 to 3 milliseconds' worth.
  public static let scrubByteCount = 2 << 20

  /// Rereads the next part of the log to find damage in old events.
  ///
  /// Opening a journal with a snapshot doesn't read those events. When the end of the log is reached, the cycle starts
  /// again. Call it after a command has produced its result, and from time to time in programs that run for long.
  ///
  /// The position is stored in the snapshot. Damage that is found becomes ``readOnlyReason``, here and in every process
  /// that opens the journal until the log is whole again.
  ///
  /// - Parameter byteCount: The approximate number of bytes of decompressed log to read.
  /// - Returns: The damage, or the reason why the log couldn't be read, which doesn't count as damage; `nil` if no
  ///   problem was found.
  @discardableResult
  public func scrub(byteCount: Int = Journal.scrubByteCount) -> JournalError? {
    guard let head = try? directory.lookAtHead().head else { return nil }
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
    // A server can be idle for long, and the files may have been moved meanwhile.
    directory.forget()
    scrub(byteCount: byteCount)
    if let closing { throw closing }
  }
}
