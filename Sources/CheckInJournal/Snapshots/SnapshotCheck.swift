internal import FoundationEssentials

/// Decides whether a snapshot may be used: the one place where its validity rules stand.
struct SnapshotCheck {
  enum Verdict {
    case absent
    case invalid(reason: String)
    /// The log says less than the snapshot: acknowledged events are missing (rule 19).
    case ahead(JournalError)
    /// The frame that ends with the snapshot's last event, as the log is framed now.
    case valid(SnapshotStore, LogFrame, Timeline)
  }

  let directory: LogDirectory

  init(_ directory: LogDirectory) {
    self.directory = directory
  }

  /// - Parameter witness: what HEAD says; without it no snapshot is trusted.
  func check(witness: Witness?, segments: [UInt64]) throws(JournalError) -> Verdict {
    do throws(FileError) {
      guard try directory.fileSystem.kind(of: directory.snapshotPath) == .file else { return .absent }
    } catch {
      throw JournalError(error)
    }
    let store: SnapshotStore
    do throws(SnapshotStore.Unusable) {
      store = try SnapshotStore(readingFrom: directory.snapshotPath)
    } catch {
      return .invalid(reason: error.reason)
    }
    guard let witness else { return .invalid(reason: "HEAD cannot be read") }
    let header = store.header
    guard header.journalID == witness.journalID else { return .invalid(reason: "it belongs to another journal") }
    guard header.fingerprint == Fingerprint.current else {
      return .invalid(reason: "the logic of the projection has changed since")
    }
    if let missing = header.segments.first(where: { !segments.contains($0) }) {
      return .ahead(
        JournalError(
          .damaged,
          "Segment \(LogDirectory.segmentName(missing)) is missing from \(directory.logPath): the snapshot was taken "
            + "while it was there. Restore it from a backup."))
    }
    guard header.position.sequence <= witness.position.sequence else {
      return .ahead(
        JournalError(
          .damaged,
          "Events were lost: the snapshot was taken at event \(header.position.sequence), but the log ends with "
            + "\(witness.position.sequence). Restore the log from a backup."))
    }
    guard let frame = try place(of: header) else {
      return .invalid(reason: "the log no longer says the same at event \(header.position.sequence)")
    }
    guard let timeline = Timeline(store) else { return .invalid(reason: "its directory is damaged") }
    return .valid(store, frame, timeline)
  }

  /// Where the snapshot's last event ends in the log as it is now, or `nil` where the log says something else there.
  func place(of header: SnapshotHeader) throws(JournalError) -> LogFrame? {
    let end = header.position
    let file = try directory.open(segment: end.segment)
    if let record = try LastRecord.read(in: file, from: header.lastFrame.offset, to: end.fileOffset) {
      return record.sequence == end.sequence && record.digest == header.lastRecordDigest
        ? header.lastFrame : nil
    }
    // The segment was framed anew: look for the event from the segment's beginning.
    var position = LogPosition(sequence: end.segment - 1, segment: end.segment, fileOffset: 0, contentOffset: 0)
    var found: LogFrame?
    do throws(FileError) {
      let reader = try SegmentReader(file, from: 0)
      var batch = FrameBatch()
      var stop: SegmentReader.Stop?
      while stop == nil, found == nil {
        stop = try reader.read(into: &batch)
        for frame in batch.frames where found == nil {
          position.fileOffset = frame.fileOffset + frame.byteCount
          position.contentOffset += frame.content.count
          let record = LastRecord(in: batch.content.span.bytes, frame.content)
          position.sequence = record?.sequence ?? position.sequence
          if position.sequence == end.sequence, record?.digest == header.lastRecordDigest {
            found = LogFrame(offset: frame.fileOffset, end: position)
          }
        }
      }
    } catch {
      throw JournalError(error)
    }
    return found
  }
}

/// The last event of a frame, by which a place in the log is known again.
struct LastRecord {
  var sequence: UInt64
  /// Of the record's bytes.
  var digest: Digest

  /// The last event in a frame's content; `nil` where there is none.
  init?(in bytes: RawSpan, _ content: ByteRange) {
    var reader = WireReader(content)
    var last: ByteRange?
    while !reader.isAtEnd {
      guard let tag = try? reader.tag(in: bytes), tag.type == .bytes, let record = try? reader.byteRange(in: bytes)
      else {
        return nil
      }
      last = tag.field == LogField.event ? record : nil
    }
    guard let last, let event = try? EventView(last, in: bytes) else { return nil }
    sequence = event.sequence
    digest = Digest(of: bytes.array(last))
  }

  /// The last event of the frame that lies at `start..<end` of a segment; `nil` where that is no frame.
  static func read(in file: any File, from start: Int, to end: Int) throws(JournalError) -> LastRecord? {
    guard start >= 0, end > start, end - start <= FrameFormat.maximumByteCount else { return nil }
    do throws(FileError) {
      let frame = try file.readBytes(at: start, count: end - start)
      guard let content = FrameDecoder().content(of: frame.span.bytes) else { return nil }
      return LastRecord(in: content.span.bytes, ByteRange(start: 0, end: content.count))
    } catch {
      throw JournalError(error)
    }
  }
}
