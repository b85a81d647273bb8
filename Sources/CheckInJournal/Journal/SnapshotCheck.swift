package import EventLog
package import FoundationEssentials

/// Decides whether a snapshot may be used: the one place where its validity rules stand.
package struct SnapshotCheck {
  package enum Verdict {
    case absent
    case invalid(reason: Message)
    /// The log ends before the snapshot, or lacks one of its segments: acknowledged events are missing.
    case ahead(JournalError)
    case valid(SnapshotStore, SnapshotPlace, Timeline)

    package var store: SnapshotStore? {
      if case .valid(let store, _, _) = self { store } else { nil }
    }
  }

  let directory: LogDirectory

  package init(_ directory: LogDirectory) {
    self.directory = directory
  }

  /// The verdict on the snapshot as it is now. Others may append and save one meanwhile.
  package func check() throws(JournalError) -> Verdict {
    while true {
      let reading = try withJournalErrors { try directory.look() }
      let verdict = try check(head: reading.head, segments: try withJournalErrors { try directory.segments() })
      if case .ahead = verdict, try withJournalErrors({ try directory.look() }) != reading { continue }
      return verdict
    }
  }

  /// Describes the events that the snapshot has but the log doesn't, as readable text.
  ///
  /// A snapshot of another journal than the log's is described, too.
  ///
  /// - Returns: `nil` if there are no such events, or if the snapshot can't be used.
  package func loss(in state: JournalState) throws(JournalError) -> Message? {
    guard let (store, timeline) = try remains(of: nil) else { return nil }
    let header = store.header
    guard let own = try withJournalErrors({ try directory.journalID() }), header.journalID == own else {
      return
        "The snapshot is of another journal than the log, with \(pluralized(timeline.directory.total, "check-in")): "
        + "one of the two was put here from elsewhere, and nothing tells which. Put the log that belongs here back, or "
        + "remove \(directory.snapshotPath) if it does not."
    }
    let missing = header.segments.filter { ((try? directory.segments()) ?? []).contains($0) == false }
    guard header.position.sequence > state.position.sequence || !missing.isEmpty else { return nil }
    return "Events were lost: the snapshot was taken at event \(header.position.sequence), but the log ends with "
      + "\(state.position.sequence)."
  }

  /// The timeline of a snapshot whose log is gone or damaged, whatever moment it is of; `nil` where nothing can be
  /// used.
  ///
  /// - Parameter journalID: whose it has to be, where that is known.
  package func remains(of journalID: UUID?) throws(JournalError) -> (store: SnapshotStore, timeline: Timeline)? {
    do throws(FileError) {
      guard try directory.fileSystem.kind(of: directory.snapshotPath) == .file else { return nil }
    } catch {
      throw JournalError(error)
    }
    guard let store = try? SnapshotStore(readingFrom: directory.snapshotDatabasePath),
      store.header.journalID == journalID ?? store.header.journalID, store.header.fingerprint == Fingerprint.current
    else { return nil }
    return Timeline(store).map { (store, $0) }
  }

  /// - Parameter head: what HEAD says; without it no snapshot is trusted.
  func check(head: Head?, segments: [UInt64]) throws(JournalError) -> Verdict {
    switch try withJournalErrors({ try directory.fileSystem.kind(of: directory.snapshotPath) }) {
    case nil: return .absent
    case .file: break
    default: return .invalid(reason: "\(directory.snapshotPath) is not a file; move it away")
    }
    let store: SnapshotStore
    do throws(SnapshotStore.Unusable) {
      store = try SnapshotStore(readingFrom: directory.snapshotDatabasePath)
    } catch {
      return .invalid(reason: error.reason)
    }
    guard let head else { return .invalid(reason: "HEAD cannot be read") }
    let header = store.header
    guard header.journalID == head.journalID else { return .invalid(reason: "it belongs to another journal") }
    guard header.fingerprint == Fingerprint.current else {
      return .invalid(reason: "the logic of the projection has changed since")
    }
    let stored = Timeline(store)
    guard stored != nil || store.isRenewed else { return .invalid(reason: "its directory is damaged") }
    if let missing = header.segments.first(where: { !segments.contains($0) }) {
      return .ahead(
        JournalError(
          .damaged,
          "Segment \(LogDirectory.segmentName(missing)) is missing from \(directory.logPath): the snapshot was taken "
            + "while it was there. Restore it from a backup."))
    }
    // HEAD is behind it where its newer half is damaged, or where others have written since it was read: then the log
    // has what the snapshot was taken of.
    let place = try place(of: header)
    guard place != nil || header.position.sequence <= head.position.sequence else {
      return .ahead(
        JournalError(
          .damaged,
          "Events were lost: the snapshot was taken at event \(header.position.sequence), but the log ends with "
            + "\(head.position.sequence). Restore the log from a backup."))
    }
    guard let place else {
      return .invalid(reason: "the log no longer says the same at event \(header.position.sequence)")
    }
    // Renewed while it was looked at, so it is looked at once more.
    guard let timeline = stored else { return try check(head: head, segments: segments) }
    return .valid(store, place, timeline)
  }

  /// Returns the current position of the snapshot's last event in the log.
  ///
  /// - Returns: `nil` if the log has other content at that event.
  func place(of header: SnapshotHeader) throws(JournalError) -> SnapshotPlace? {
    let end = header.position
    let file = try withJournalErrors { try directory.open(segment: end.segment) }
    let record = try withJournalErrors {
      try LastRecord.read(in: file, from: header.lastFrame.offset, to: end.fileOffset)
    }
    if let record {
      return record.digest == header.lastRecordDigest ? SnapshotPlace(resume: end, lastFrame: header.lastFrame) : nil
    }
    // The segment was framed anew: look for the event from the segment's beginning.
    var start = LogPosition(sequence: end.segment - 1, segment: end.segment, fileOffset: 0, contentOffset: 0)
    return try withJournalErrors {
      let reader = try SegmentReader(file, from: 0)
      var stop: SegmentReader.Stop?
      while stop == nil {
        let batch = try reader.next()
        stop = batch.stop
        for frame in batch.frames {
          let bytes = batch.content.span.bytes
          if let record = LastRecord(in: bytes, frame.content, upTo: end.sequence), record.sequence == end.sequence {
            // The frame may go on behind the event; then it is read again, and what is known in it passed over.
            return record.digest == header.lastRecordDigest ? SnapshotPlace(resume: start, lastFrame: nil) : nil
          }
          start.sequence = LastRecord(in: bytes, frame.content)?.sequence ?? start.sequence
          start.fileOffset += frame.byteCount
          start.contentOffset += frame.content.count
        }
      }
      return nil
    }
  }
}

/// The position after a snapshot at which reading continues.
package struct SnapshotPlace: Hashable {
  var resume: LogPosition
  /// The frame that ends at `resume`; `nil` where `resume` lies before events that the snapshot has.
  var lastFrame: LogFrame?
}
