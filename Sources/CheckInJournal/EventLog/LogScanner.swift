internal import FoundationEssentials

/// How a pass over the log ended.
struct LogScan {
  /// What stands where no further frame could be read.
  enum Ending {
    /// Nothing: the log ends with a whole frame.
    case clean
    /// Bytes that are no frame, with no frame behind them. Whether anybody was promised them, HEAD tells.
    case unreadable(segment: UInt64, offset: Int, byteCount: Int, reason: String)
    /// Whole frames that say something impossible, or a frame behind unreadable bytes.
    case damaged(JournalError)
  }

  /// The end of what was read.
  var position: LogPosition
  /// The last frame that was read and has events in it.
  var lastFrame: LogFrame?
  var ending = Ending.clean
  /// Events, and other records, that this version does not understand.
  var notUnderstood = 0
  /// The highest format version that a segment header named.
  var formatVersion = EventLogSchema.formatVersion

  /// Why the pass did not get to its limit, for those who know that what lies before the limit was there.
  var failure: JournalError? {
    switch ending {
    case .clean: nil
    case .damaged(let error): error
    case .unreadable(let segment, let offset, _, let reason):
      .damaged(segment: LogDirectory.segmentName(segment), offset: offset, reason: reason)
    }
  }

  /// Why the pass did not get to the place that it was to end at; `nil` where it did, or went further, as it can where
  /// the segment was framed anew since.
  func failure(upTo end: LogPosition) -> JournalError? {
    if let failure { return failure }
    guard position.sequence < end.sequence else { return nil }
    return JournalError(
      .damaged, "The log ends before event \(end.sequence); 'checkin verify' tells where it is damaged.")
  }
}

/// What a pass over the log is made for.
protocol LogVisitor {
  /// Whether the pass may end; looked at after every frame.
  var isFinished: Bool { get }
  /// The content of the next whole frame, before its records are visited.
  mutating func visit(frame content: RawSpan, ofSegment segment: UInt64)
  /// A segment's header, which fits the log.
  ///
  /// - Throws: `damaged` ends the pass as damage of the log does; anything else is thrown on.
  mutating func visit(_ header: SegmentHeader) throws(JournalError)
  /// The next event, in the bytes that it stands in.
  ///
  /// - Throws: as for a header.
  mutating func visit(_ event: EventView, in bytes: RawSpan) throws(JournalError)
}

extension LogVisitor {
  var isFinished: Bool { false }
  mutating func visit(frame content: RawSpan, ofSegment segment: UInt64) {}
  mutating func visit(_ header: SegmentHeader) throws(JournalError) {}
}

/// A pass that looks at the log's structure alone.
struct StructureOnly: LogVisitor {
  /// Stored, as values of no size share one address, which the thread sanitizer takes for a race.
  let isFinished = false

  mutating func visit(_ event: EventView, in bytes: RawSpan) throws(JournalError) {}
}

/// Reads the log in order, from a position on, and hands every event to a visitor.
///
/// Rules applied here: 4 (sequence numbers are contiguous), 5 (segment headers; only the last segment may end
/// unreadable), 15 (looking past the first bad byte), 20 (what is not understood is counted, never skipped).
struct LogScanner {
  let directory: LogDirectory
  /// `nil` where it is not known yet: the first header tells.
  var journalID: UUID?
  /// Where to stop: frames whose content begins at or behind it are not read. Its place in the file does not count,
  /// since the segment may have been framed anew since; for the same reason a frame can reach over it.
  var limit: LogPosition?

  /// - Throws: what the visitor throws, and `inputOutput` where the system cannot read. Damage is no error here,
  ///   whether this scanner or the visitor finds it: it is how the pass ended.
  func scan(from start: LogPosition, visitor: inout some LogVisitor) throws(JournalError) -> LogScan {
    var scan = LogScan(position: start)
    let segments = try directory.segments().filter { $0 >= start.segment }
    if let first = segments.first, first != start.segment {
      scan.ending = .damaged(missingSegment(start.segment))
      return scan
    }
    for (index, segment) in segments.enumerated() {
      if index > 0 {
        guard segment == scan.position.sequence + 1 else {
          scan.ending = .damaged(missingSegment(scan.position.sequence + 1))
          return scan
        }
        scan.position = LogPosition(
          sequence: scan.position.sequence, segment: segment, fileOffset: 0, contentOffset: 0)
      }
      let isLast = index == segments.count - 1
      try scanSegment(segment, isLast: isLast, &scan, &visitor)
      guard case .clean = scan.ending, !visitor.isFinished else { return scan }
      if isAtLimit(scan.position) { break }
    }
    return scan
  }

  private func isAtLimit(_ position: LogPosition) -> Bool {
    guard let limit else { return false }
    return (position.segment, position.contentOffset) >= (limit.segment, limit.contentOffset)
  }

  private func scanSegment(
    _ segment: UInt64, isLast: Bool, _ scan: inout LogScan, _ visitor: inout some LogVisitor
  ) throws(JournalError) {
    let file = try directory.open(segment: segment)
    let batches = try FrameBatches(file, from: scan.position.fileOffset)
    while true {
      let (batch, stop) = try batches.next()
      for frame in batch.frames {
        if isAtLimit(scan.position) { return }
        let content = batch.content.span.bytes
        let sequence = scan.position.sequence
        visitor.visit(frame: content.extracting(frame.content.start..<frame.content.end), ofSegment: segment)
        do throws(RecordFault) {
          try scanFrame(frame, in: content, &scan, &visitor)
        } catch {
          switch error {
          case .journal(let error) where error.code == .damaged:
            scan.ending = .damaged(error)
            return
          case .journal(let error): throw error
          case .malformed(let reason):
            scan.ending = .damaged(
              .damaged(segment: LogDirectory.segmentName(segment), offset: frame.fileOffset, reason: reason))
            return
          }
        }
        scan.position.fileOffset += frame.byteCount
        scan.position.contentOffset += frame.content.count
        if scan.position.sequence > sequence {
          scan.lastFrame = LogFrame(offset: frame.fileOffset, end: scan.position)
        }
        if visitor.isFinished { return }
      }
      batches.recycle(batch)
      guard let stop else { continue }
      // What stands at the limit or behind it is not this pass's business.
      if isAtLimit(scan.position) { return }
      if case .invalid(let offset, let reason) = stop {
        scan.ending = try ending(file, segment, offset, reason, isLast: isLast, after: scan.position.sequence)
      } else if scan.position.fileOffset == 0 {
        scan.ending = .damaged(
          .damaged(segment: LogDirectory.segmentName(segment), offset: 0, reason: "the file is empty"))
      }
      return
    }
  }

  /// What went wrong in a whole frame.
  private enum RecordFault: Error {
    case malformed(String)
    case journal(JournalError)
  }

  private func scanFrame(
    _ frame: FrameBatch.Frame, in bytes: RawSpan, _ scan: inout LogScan, _ visitor: inout some LogVisitor
  ) throws(RecordFault) {
    var reader = WireReader(frame.content)
    while !reader.isAtEnd {
      let isFirstRecord = frame.fileOffset == 0 && reader.offset == frame.content.start
      let tag: WireReader.Tag
      let record: ByteRange
      do throws(WireError) {
        tag = try reader.tag(in: bytes)
        record = try reader.value(tag.type, in: bytes)
      } catch {
        throw .malformed(error.reason)
      }
      switch tag {
      case .bytes(LogField.event):
        guard !isFirstRecord else { throw .malformed("the segment does not begin with its header") }
        try scanEvent(record, in: bytes, &scan, &visitor)
      case .bytes(LogField.segment):
        try scanHeader(record, in: bytes, isFirstRecord: isFirstRecord, &scan, &visitor)
      default:
        scan.notUnderstood += 1
      }
    }
  }

  @inline(__always)
  private func scanEvent(
    _ record: ByteRange, in bytes: RawSpan, _ scan: inout LogScan, _ visitor: inout some LogVisitor
  ) throws(RecordFault) {
    let event: EventView
    do throws(WireError) { event = try EventView(record, in: bytes) } catch { throw .malformed(error.reason) }
    guard event.sequence == scan.position.sequence + 1 else {
      throw .malformed(
        "sequence numbers increase by exactly one, but \(event.sequence) follows \(scan.position.sequence)")
    }
    if event.isNotUnderstood { scan.notUnderstood += 1 }
    do throws(JournalError) { try visitor.visit(event, in: bytes) } catch { throw .journal(error) }
    scan.position.sequence += 1
  }

  private func scanHeader(
    _ record: ByteRange, in bytes: RawSpan, isFirstRecord: Bool, _ scan: inout LogScan, _ visitor: inout some LogVisitor
  ) throws(RecordFault) {
    let header: SegmentHeader
    do throws(WireError) { header = try SegmentHeader(record, in: bytes) } catch { throw .malformed(error.reason) }
    try check(header, isFirstRecord: isFirstRecord, &scan)
    do throws(JournalError) { try visitor.visit(header) } catch { throw .journal(error) }
  }

  private func check(_ header: SegmentHeader, isFirstRecord: Bool, _ scan: inout LogScan) throws(RecordFault) {
    scan.formatVersion = max(scan.formatVersion, header.formatVersion)
    guard isFirstRecord else { throw .malformed("a segment header stands within the segment") }
    guard header.firstSequence == scan.position.segment else {
      throw .malformed("the segment's header says that it begins with \(header.firstSequence)")
    }
    guard header.journalID == journalID || journalID == nil else {
      throw .malformed("the segment belongs to another journal")
    }
    guard (header.previousDigest == nil) == (header.firstSequence == 1) else {
      throw .malformed("the segment's header does not name the segment before it")
    }
  }

  private func missingSegment(_ firstSequence: UInt64) -> JournalError {
    JournalError(
      .damaged,
      "Segment \(LogDirectory.segmentName(firstSequence)) is missing from \(directory.logPath): events from number "
        + "\(firstSequence) on cannot be read. Restore the file from a backup.")
  }

  private func ending(
    _ file: any File, _ segment: UInt64, _ offset: Int, _ reason: String, isLast: Bool, after sequence: UInt64
  ) throws(JournalError) -> LogScan.Ending {
    let name = LogDirectory.segmentName(segment)
    guard isLast else { return .damaged(.damaged(segment: name, offset: offset, reason: reason)) }
    do throws(FileError) {
      if try FrameSearch.nextFrame(in: file, after: offset, holdingEventsAfter: sequence) != nil {
        return .damaged(.damaged(segment: name, offset: offset, reason: reason + ", and whole frames follow"))
      }
      let byteCount = try file.size() - offset
      guard byteCount > 0 else {
        return .damaged(.damaged(segment: name, offset: offset, reason: "the file ends before this place"))
      }
      return .unreadable(segment: segment, offset: offset, byteCount: byteCount, reason: reason)
    } catch {
      throw JournalError(error)
    }
  }
}
