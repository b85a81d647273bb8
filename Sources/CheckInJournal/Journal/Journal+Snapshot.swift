package import EventLog
package import FoundationEssentials
internal import Synchronization

extension Journal {
  /// A snapshot is due when there is none, or when replaying what came since costs more than saving it.
  static let maximumTailEventCount: UInt64 = 256
  static let maximumChangedMonthCount = 4

  package var loader: JournalLoader {
    var loader = JournalLoader(directory: directory)
    loader.checksGroupFile = access == .readOnly
    return loader
  }

  /// Runs a query of the timeline that the journal shows; see ``readState(_:)``.
  ///
  /// - Throws: A `JournalError`, if the query throws another error, too.
  package func read<Result: Sendable>(_ body: (inout Timeline) throws -> Result) throws(JournalError) -> Result {
    try readState { try $0.ask(body) }
  }

  /// Runs a query. If a part of the snapshot cannot be read, reads the journal again and repeats the query.
  ///
  /// A journal that is opened for reading stays at its moment until it is refreshed: another process may have gone on
  /// and renewed the snapshot, and what is asked in several queries, such as an export, must be one answer.
  func readState<Result: Sendable>(_ body: (inout JournalState) throws -> Result) throws(JournalError) -> Result {
    try state.withLock { state throws(JournalError) in
      if let past = state.past, !past.isReplayed { try replay(&state, to: past.sequence) }
      do {
        return try body(&state)
      } catch {
        guard case .partUnreadable = JournalError(error).fault else { throw JournalError(error) }
      }
      state = try reloaded(state)
      do {
        return try body(&state)
      } catch {
        guard case .partUnreadable(let reason) = JournalError(error).fault else { throw JournalError(error) }
        state = try reloaded(state, ignoringSnapshot: true)
        state.snapshot = .invalid(reason: reason)
        state.messages.append(
          "Replayed \(pluralized(Int(clamping: state.position.sequence), "event")), because the snapshot "
            + "cannot be used: \(reason).")
      }
      return try withJournalErrors { try body(&state) }
    }
  }

  /// The journal read anew: of one that is opened for reading as it was, of another as it is.
  private func reloaded(_ state: JournalState, ignoringSnapshot: Bool = false) throws(JournalError) -> JournalState {
    let now = try loader.load(ignoringSnapshot: ignoringSnapshot)
    let sequence = state.timeline.directory.sequence
    // Damage is told by what is read now.
    guard access == .readOnly, now.problem == nil,
      now.timeline.directory.sequence != sequence || now.merged.ends != state.merged.ends
    else { return now }
    var same = state
    same.timeline = try replayed(to: sequence, end: now.position, now.journalID)
    same.snapshot = .absent
    if var logs = try GroupLogs(directory, journalID: state.journalID, asIn: state.merged) {
      same.merged = try logs.merged(upTo: state.position)
    }
    return same
  }

  var isSnapshotDue: Bool {
    guard directory.fileSystem.keepsDatabases else { return false }
    return state.withLock { state in
      guard state.position.sequence > 0, state.problem == nil else { return false }
      guard let store = state.snapshot.store else { return true }
      return state.position.sequence - store.header.position.sequence >= Self.maximumTailEventCount
        || state.timeline.changedMonths.count >= Self.maximumChangedMonthCount
    }
  }

  /// Writes the snapshot: the changed parts, or all of them. The lock is held, and HEAD is durable.
  ///
  /// Readers need the state, so a copy of it is saved, and nothing is locked meanwhile.
  package func saveSnapshot(whole: Bool) throws(JournalError) {
    guard directory.fileSystem.keepsDatabases else { return }
    var saved = state.withLock { $0 }
    guard let header = try snapshotHeader(saved, fingerprint: Fingerprint.current) else { return }
    do {
      guard let store = try save(header, from: &saved, whole: whole) else { return }
      state.withLock { state in
        guard state.journalID == header.journalID, state.timeline.directory.sequence == header.position.sequence else {
          return
        }
        state.timeline = saved.timeline
        state.timeline.setStored(in: store)
        state.snapshot = .loaded(store)
      }
    } catch let error as JournalError {
      throw error
    } catch let error as FileError {
      throw JournalError(.inputOutput, "\(JournalError(error)) The journal is complete; its snapshot is not.")
    } catch {
      throw JournalError(
        .inputOutput,
        "The snapshot in \(directory.path) cannot be written (\(SnapshotStore.words(for: error))). The journal is "
          + "complete without it.")
    }
  }

  /// Returns the header of a snapshot of the state.
  ///
  /// - Returns: `nil` if no frame of the log ends with the state's last event.
  func snapshotHeader(_ state: JournalState, fingerprint: Digest) throws(JournalError) -> SnapshotHeader? {
    guard let journalID = state.journalID, let known = state.lastFrame else { return nil }
    var frame = known
    var digest = try lastRecordDigest(in: frame)
    if digest == nil, let moved = try lastFrame(upTo: known.end, journalID), moved.end.sequence == known.end.sequence {
      // The segment was framed anew.
      frame = moved
      digest = try lastRecordDigest(in: frame)
    }
    guard let digest else { return nil }
    return SnapshotHeader(
      journalID: journalID, fingerprint: fingerprint, lastFrame: frame, lastRecordDigest: digest,
      segments: try withJournalErrors { try directory.segments() })
  }

  /// The digest of a frame's last event; `nil` where no frame with this event stands there.
  func lastRecordDigest(in frame: LogFrame) throws(JournalError) -> Digest? {
    let file = try withJournalErrors { try directory.open(segment: frame.end.segment) }
    let record = try withJournalErrors { try LastRecord.read(in: file, from: frame.offset, to: frame.end.fileOffset) }
    return record?.sequence == frame.end.sequence ? record?.digest : nil
  }

  /// The frame in which the events before `end` end, as its segment is framed now. Reads the segment up to there.
  ///
  /// - Throws: `damaged` where it cannot be read; `inputOutput`.
  package func lastFrame(upTo end: LogPosition, _ journalID: UUID?) throws(JournalError) -> LogFrame? {
    var reader = try EventReader(
      directory, journalID: journalID, from: LogPosition(beginningOf: end.segment), limit: end)
    while try reader.next() != nil {}
    if let failure = reader.failure { throw failure }
    return reader.scan.lastFrame
  }

  /// The store for what was saved; `nil` where another process has saved in the meantime.
  private func save(_ header: SnapshotHeader, from state: inout JournalState, whole: Bool) throws -> SnapshotStore? {
    if !whole, let store = state.snapshot.store {
      do {
        if let parts = try state.timeline.changedParts() {
          return try store.save(header, parts: parts, at: directory.snapshotDatabasePath)
        }
      } catch let error as JournalError {
        guard case .partUnreadable = error.fault else { throw error }
        // Then the parts that did not change are no longer those this timeline was loaded from.
        if store.isRenewed { return nil }
        // The log has what was in a part that is damaged.
        state.timeline = try replayed(to: header.position.sequence, end: state.position, state.journalID)
      }
    }
    return try SnapshotStore.create(header, at: directory.snapshotPath, in: directory.fileSystem) { put in
      try state.timeline.forEachSnapshotPart(put)
    }
  }
}
