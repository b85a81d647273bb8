package import EventLog
package import FoundationEssentials

/// `peers/snapshot.sqlite`: what the logs of the group come to, as `snapshot.sqlite` has it of the journal's own log. A
/// cache.
package struct GroupSnapshot {
  /// Of the journal.
  package let directory: LogDirectory

  package init(directory: LogDirectory) {
    self.directory = directory
  }

  var path: String { "\(directory.path)/\(PeerLog.directoryName)/snapshot.sqlite" }
  var databasePath: String { directory.fileSystem.pathForSQLite(path) }

  /// The view that is stored, without its history, if each log still says the same up to where it was read; `nil`
  /// otherwise.
  ///
  /// - Throws: `inputOutput`.
  func view(of logs: GroupLogs) throws(JournalError) -> MergedJournal? {
    guard directory.fileSystem.keepsDatabases,
      try withJournalErrors({ try directory.fileSystem.kind(of: path) }) == .file,
      let store = try? SnapshotStore(readingFrom: databasePath), store.header.journalID == logs.journalID,
      store.header.fingerprint == Fingerprint.current, let timeline = Timeline(store),
      let content = (try? store.part(.writers)) ?? nil,
      let (view, ends) = MergedJournalCoding.view(from: content, timeline: timeline),
      view.writers[0].replica == logs.journalID,
      view.ownSequence == store.header.position.sequence
    else { return nil }
    var merged = view
    var stored: [UUID: UInt64] = [:]
    for (index, writer) in merged.writers.enumerated() {
      stored[writer.replica] = writer.lastSequence
      guard let end = ends[index] else { continue }
      guard let log = logs.directory(of: writer.replica), try says(end, in: log, of: writer.replica) else { return nil }
    }
    merged.storedEnds = stored
    return merged
  }

  /// Returns `true` if a log still has the same last frame and event at the end that was read.
  private func says(
    _ end: MergedJournalCoding.LogEnd, in log: LogDirectory, of replica: UUID
  ) throws(JournalError) -> Bool {
    guard
      try withJournalErrors({ try log.fileSystem.kind(of: log.segmentPath(end.lastFrame.end.segment)) }) == .file
    else { return false }
    let header = SnapshotHeader(
      journalID: replica, fingerprint: Fingerprint.current, lastFrame: end.lastFrame,
      lastRecordDigest: end.lastRecordDigest, segments: [])
    return try SnapshotCheck(log).place(of: header)?.lastFrame == end.lastFrame
  }

  /// Compares the stored snapshot with the merged state of the logs up to the same positions.
  ///
  /// - Parameter known: The merged state of the whole logs, if it is already known.
  /// - Returns: The differences as readable text; `nil` if the snapshot can't be used.
  /// - Throws: `inputOutput`; `damaged` if a log can't be read.
  package func differences(journalID: UUID?, from known: MergedJournal? = nil) throws(JournalError) -> [String]? {
    guard var logs = try GroupLogs(directory, journalID: journalID), var stored = try view(of: logs) else { return nil }
    logs.useOrdinals(of: stored, isOfSnapshot: true)
    // The logs alone decide which of them start with the same events.
    logs.lineage = Lineage()
    guard logs.haveSameWriters(as: stored) else { return nil }
    logs.limit(to: stored)
    let end = stored.events[0].end.position
    stored.ends = logs.ends(own: end.sequence)
    var whole: MergedJournal
    if let known, known.hasHistory, known.isComplete, known.ends == stored.ends {
      whole = known
    } else {
      whole = try logs.merged(upTo: end)
    }
    guard whole.isComplete else { return nil }
    do throws(JournalError) {
      try whole.timeline.removeEmptyMonths()
      try stored.timeline.removeEmptyMonths()
      var differences = try whole.timeline.differences(from: &stored.timeline)
      try stored.loadHistory()
      if MergedJournalCoding.comparable(whole) != MergedJournalCoding.comparable(stored) {
        differences.append("who wrote what, and knew what")
      }
      return differences.map { "of the group, \($0)" }
    } catch {
      return ["of the group, a part that is damaged"]
    }
  }

  /// Saves a view: what has changed since it was loaded, or all of it.
  ///
  /// - Parameter header: of the journal's own log, up to which the view goes.
  /// - Returns: The store of the saved state; `nil` if another process has saved in the meantime, or a log differs from
  ///   what was read of it.
  /// - Throws: what SQLite or the file system says.
  func save(_ merged: inout MergedJournal, header: SnapshotHeader, logs: GroupLogs) throws -> SnapshotStore? {
    var digests: [Digest?] = []
    for (index, writer) in merged.writers.enumerated() {
      guard writer.lastSequence > 0 else {
        digests.append(nil)
        continue
      }
      guard let log = logs.directory(of: writer.replica), let frame = merged.events[index].lastFrame,
        frame.end.sequence == writer.lastSequence
      else { return nil }
      let file = try log.open(segment: frame.end.segment)
      guard let record = try LastRecord.read(in: file, from: frame.offset, to: frame.end.fileOffset),
        record.sequence == writer.lastSequence
      else { return nil }
      digests.append(record.digest)
    }
    let parts =
      [(TimelinePartID.writers, MergedJournalCoding.writers(merged, digests: digests))]
      + MergedJournalCoding.history(merged)
    if merged.storedEnds != nil, let store = merged.timeline.parts as? SnapshotStore,
      let changed = try merged.timeline.changedParts()
    {
      return try store.save(header, parts: changed + parts, at: databasePath)
    }
    return try SnapshotStore.create(header, at: path, in: directory.fileSystem) { put in
      try merged.timeline.forEachSnapshotPart(put)
      for (id, content) in parts { try put(try SnapshotPart(id, content: content)) }
    }
  }
}
