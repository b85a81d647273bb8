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
  /// - Returns: what is damaged; `nil` where nothing was found, or nothing could be read now.
  @discardableResult
  public func scrub(byteCount: Int = Journal.scrubByteCount) -> JournalError? {
    guard let head = try? WitnessReading(directory).witness else { return nil }
    let (record, store, isPast) = state.withLock { ($0.scrub, $0.snapshot.store, $0.isPast) }
    guard !isPast, access == .readWrite,
      let part = try? LogScrub(directory: directory, head: head).advance(record, byteLimit: byteCount)
    else { return nil }
    state.withLock { state in
      state.scrub = part.record
      if let damage = part.damage { state.note(.logDamaged, damage) }
    }
    // Where it cannot be kept, the next part is the same once more.
    if part.record != store?.scrub { try? store?.keep(part.record, at: directory.snapshotPath) }
    return part.damage
  }
}

extension Journal {
  /// Does what can wait, for programs that keep a journal open for long: saves the snapshot where that is due, keeps
  /// new thumbnails, and rereads the next part of the log. To be called now and then, from any thread.
  ///
  /// - Parameter byteCount: as for ``scrub(byteCount:)``.
  /// - Throws: as ``close()``.
  public func maintain(scrubbing byteCount: Int = Journal.scrubByteCount) throws(JournalError) {
    try close()
    scrub(byteCount: byteCount)
  }
}
