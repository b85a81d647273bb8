internal import EventLog
internal import Synchronization

/// Saving of the group's snapshot, under the same conditions as the journal's own.
extension Journal {
  private var isGroupSnapshotDue: Bool {
    guard directory.fileSystem.keepsDatabases else { return false }
    return state.withLock { state in
      let merged = state.merged
      guard merged.isStorable, merged.limit == .end, state.past == nil, state.problem == nil, state.mergeFailure == nil
      else { return false }
      guard let stored = merged.storedEnds else { return true }
      let newEventCount = merged.writers.reduce(0 as UInt64) { $0 + ($1.lastSequence &- (stored[$1.replica] ?? 0)) }
      return newEventCount >= Self.maximumTailEventCount
        || merged.timeline.changedMonths.count >= Self.maximumChangedMonthCount
    }
  }

  /// Saves the group's snapshot where that is due. It is a cache, so nothing that goes wrong with it is an error; it is
  /// noted.
  func saveGroupSnapshotIfDue(_ lease: inout WriterLease) {
    guard isGroupSnapshotDue else { return }
    do throws(JournalError) {
      if !lease.isHeld { _ = try lockedWriter(&lease) }
      try saveGroupSnapshot(whole: false)
    } catch {
      if error.code != .busy { state.withLock { $0.closingMessages = [error.advice] } }
    }
  }

  /// Saves the group's snapshot where that is due, so that the next start need not take the news in again.
  ///
  /// ``close()`` does so after commands; this is for whoever has brought news and writes nothing.
  ///
  /// - Parameter always: whether it is saved in any case.
  /// - Throws: `readOnly`; `busy`; `inputOutput`.
  package func keepViewOfGroup(always: Bool = false) throws(JournalError) {
    try refresh()
    guard always || isGroupSnapshotDue else { return }
    try withWriteLock { _ throws(JournalError) in try saveGroupSnapshot(whole: false) }
  }

  /// Writes the group's snapshot, if there is a group: the changed parts, or all of them. The lock is held, and HEAD is
  /// durable.
  ///
  /// Readers need the state, so a copy of it is saved, and nothing is locked meanwhile.
  package func saveGroupSnapshot(whole: Bool) throws(JournalError) {
    guard directory.fileSystem.keepsDatabases else { return }
    var saved = state.withLock { $0 }
    // Whoever takes in news says so.
    guard saved.merged.isStorable,
      var logs = try GroupLogs(directory, journalID: saved.journalID, asIn: saved.merged),
      let header = try snapshotHeader(saved, fingerprint: Fingerprint.current)
    else { return }
    let (ends, isComplete) = (saved.merged.ends, saved.merged.isComplete)
    if whole || !saved.merged.hasHistory || !saved.merged.lineage.holds(ends) {
      if !whole, let stored = try loader.storedView(&logs, upTo: saved.position, needsHistory: true) {
        saved.merged = stored
      } else {
        saved.merged = try logs.merged(upTo: saved.position)
      }
    }
    do {
      guard let store = try GroupSnapshot(directory: directory).save(&saved.merged, header: header, logs: logs) else {
        return
      }
      saved.merged.setStored(in: store)
    } catch let error as JournalError {
      guard case .partUnreadable = error.fault else { throw error }
      saved.merged.isBroken = true
    } catch {
      throw JournalError(
        .inputOutput,
        "The snapshot of the group in \(directory.path) cannot be written (\(SnapshotStore.words(for: error))). The "
          + "journal is complete without it.")
    }
    state.withLock { state in
      if state.merged.ends == ends, state.merged.isComplete == isComplete { state.merged = saved.merged }
    }
  }
}
