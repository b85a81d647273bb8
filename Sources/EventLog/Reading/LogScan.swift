package import FoundationEssentials

/// The outcome of a pass over the log.
package struct LogScan {
  /// The condition of the log at the position where no further frame could be read.
  package enum Ending {
    /// Nothing: the log ends with a whole frame.
    case clean
    /// Bytes that are no frame, with no frame after them. HEAD tells whether they were acknowledged, as far as that is
    /// known: see ``LogScan/doubt(after:)``.
    case unreadable(segment: UInt64, offset: Int, byteCount: Int, reason: String, shape: TailShape)
    /// Whole frames that say something impossible, or a frame after unreadable bytes.
    case damaged(LogError)
  }

  let directory: LogDirectory
  /// `nil` if it is not known yet: the first header tells.
  let journalID: UUID?
  /// The place that reading began at.
  let start: LogPosition
  /// The end of what was read.
  package private(set) var position: LogPosition
  /// The last frame that was read and has records in it.
  package private(set) var lastFrame: LogFrame?
  /// The last record of the last frame that ends an append; 0 if none was read. The other frames of an append are full.
  private(set) var lastAppendSequence: UInt64 = 0
  package private(set) var ending = Ending.clean
  /// Records that are neither numbered nor a segment's header.
  package private(set) var otherRecordCount = 0
  /// The highest format version that a segment header named.
  package private(set) var formatVersion = LogFormat.version
  /// The end of the segment before the one that is read.
  private var endBeforeSegment: LogPosition?
  /// The start of the batch that was accepted last.
  private var batchStart: (position: LogPosition, lastFrame: LogFrame?)

  package init(_ directory: LogDirectory, journalID: UUID?, from start: LogPosition) {
    self.directory = directory
    self.journalID = journalID
    self.start = start
    position = start
    batchStart = (start, nil)
  }

  /// The error at which the pass ended; `nil` if the log ends with a whole frame.
  ///
  /// Unreadable bytes at the log's end are an error, too. So use this only if everything before the pass's limit is
  /// known to have been present.
  package var failure: LogError? {
    switch ending {
    case .clean: nil
    case .damaged(let error): error
    case .unreadable(let segment, let offset, _, let reason, _):
      .damaged(segment: LogDirectory.segmentName(segment), offset: offset, reason: reason)
    }
  }

  /// Returns the error that kept the pass from reaching a position; `nil` if it reached the position.
  ///
  /// A pass may go past the position if the segment was reframed in the meantime.
  package func failure(upTo end: LogPosition) -> LogError? {
    if let failure { return failure }
    guard position.sequence < end.sequence else { return nil }
    return LogError(
      .damaged,
      before: "The log ends before event \(end.sequence); ", remedy: .verification,
      after: " tells where it is damaged.",
      in: directory.vocabulary)
  }

  /// `true` if the pass may continue.
  package var isSound: Bool { if case .clean = ending { true } else { false } }
}

extension LogScan {
  /// Accepts the next batch, in the order of the log.
  ///
  /// The batch must continue the batches accepted before: its sequence numbers must follow theirs, and a new segment's
  /// header must match.
  ///
  /// - Returns: The part of the batch that continues them. ``ending`` describes the fault of the rest.
  /// - Throws: `inputOutput`.
  package mutating func accept(_ batch: RecordBatch) throws(LogError) -> RecordBatch {
    if batch.segment != position.segment {
      guard batch.segment == position.sequence + 1 else {
        ending = .damaged(missingSegment(position.sequence + 1))
        return batch.prefix(0)
      }
      endBeforeSegment = position
      position = LogPosition(sequence: position.sequence, segment: batch.segment, fileOffset: 0, contentOffset: 0)
    }
    batchStart = (position, lastFrame)
    if let header = batch.header {
      formatVersion = max(formatVersion, header.formatVersion)
      if let reason = reason(against: header) {
        ending = .damaged(damage(in: batch, at: 0, reason))
        return batch.prefix(0)
      }
    }
    if !batch.records.isEmpty, batch.firstSequence != position.sequence + 1 {
      let place = batch.frames.first { $0.recordEnd > 0 }?.fileOffset ?? batch.fault?.fileOffset ?? 0
      advance(over: batch, recordCount: 0)
      let unreadable = WireReader.fault(in: batch.records[0], in: batch.content.span.bytes)
      let reason = unreadable?.reason ?? RecordBatch.gapReason(batch.firstSequence, after: position.sequence)
      ending = .damaged(damage(in: batch, at: place, reason))
      return batch.prefix(0)
    }
    otherRecordCount += batch.otherRecordCount
    advance(over: batch, recordCount: batch.records.count)
    if let fault = batch.fault {
      ending = .damaged(damage(in: batch, at: fault.fileOffset, fault.reason))
    } else if case .invalid(let offset, let reason)? = batch.stop {
      ending = try ending(of: batch, at: offset, reason)
      // A segment that has not even its header is none: the log ends with the one before it.
      if case .unreadable = ending, position.fileOffset == 0 { position = endBeforeSegment ?? position }
    } else if batch.stop == .end, position.fileOffset == 0 {
      ending = .damaged(damage(in: batch, at: 0, "the file is empty"))
    }
    return batch
  }

  /// Ends the pass at a record, whose reader finds that it cannot be: as damage of the log does.
  ///
  /// - Parameters:
  ///   - index: of the record in the batch that was accepted last.
  ///   - error: what is wrong; see ``damage(in:atRecord:reason:)``.
  package mutating func stop(at index: Int, of batch: RecordBatch, _ error: LogError) {
    (position, lastFrame) = batchStart
    advance(over: batch, recordCount: index)
    ending = .damaged(error)
  }

  /// The error for a record that breaks a rule.
  package func damage(in batch: RecordBatch, atRecord index: Int, reason: String) -> LogError {
    let frame = batch.frames.first { $0.recordEnd > index }
    return damage(in: batch, at: frame?.fileOffset ?? batch.fault?.fileOffset ?? 0, reason)
  }

  /// Moves on over the frames that hold nothing but the batch's first `recordCount` records. Records of the next frame
  /// move the sequence number alone.
  private mutating func advance(over batch: RecordBatch, recordCount: Int) {
    var seen = 0
    for frame in batch.frames.prefix(while: { $0.recordEnd <= recordCount }) {
      position.fileOffset = frame.fileOffset + frame.byteCount
      position.contentOffset = batch.contentOffset + frame.content.end
      if frame.recordEnd > seen {
        seen = frame.recordEnd
        lastFrame = LogFrame(offset: frame.fileOffset, end: position)
        lastFrame?.end.sequence = batch.firstSequence + UInt64(seen - 1)
        if frame.content.count < FrameFormat.bulkContentByteCount {
          lastAppendSequence = batch.firstSequence + UInt64(seen - 1)
        }
      }
    }
    position.sequence += UInt64(recordCount)
  }

  /// Returns the reason why a segment can't have this header; `nil` if it can.
  private func reason(against header: SegmentHeader) -> String? {
    if header.firstSequence != position.segment {
      return "the segment's header says that it begins with \(header.firstSequence)"
    }
    if let journalID, header.journalID != journalID { return "the segment belongs to another journal" }
    if (header.previousDigest == nil) != (header.firstSequence == 1) {
      return "the segment's header does not name the segment before it"
    }
    return nil
  }

  /// Says that the segment is not there which begins with this number.
  mutating func noteMissing(_ firstSequence: UInt64) {
    ending = .damaged(missingSegment(firstSequence))
  }

  private func missingSegment(_ firstSequence: UInt64) -> LogError {
    LogError(
      .damaged,
      "Segment \(LogDirectory.segmentName(firstSequence)) is missing from \(directory.logPath): events from number "
        + "\(firstSequence) on cannot be read. Restore the file from a backup.")
  }

  private func damage(in batch: RecordBatch, at offset: Int, _ reason: String) -> LogError {
    .damaged(segment: LogDirectory.segmentName(batch.segment), offset: offset, reason: reason)
  }

  /// Returns the meaning of bytes that are not a frame: an unreadable end of the log, or damage.
  ///
  /// Only the last segment may end with such bytes, and only if no whole frame follows them. Otherwise they are damage.
  private func ending(of batch: RecordBatch, at offset: Int, _ reason: String) throws(LogError) -> Ending {
    guard batch.isOfLastSegment else { return .damaged(damage(in: batch, at: offset, reason)) }
    let file = try directory.open(segment: batch.segment)
    return try withLogErrors {
      if try FrameSearch.nextFrame(in: file, after: offset, holdingRecordsAfter: position.sequence) != nil {
        return .damaged(damage(in: batch, at: offset, reason + ", and whole frames follow"))
      }
      let byteCount = try file.size() - offset
      guard byteCount > 0 else {
        return .damaged(damage(in: batch, at: offset, "the file ends before this place"))
      }
      let bytes = try file.readBytes(at: offset, count: min(byteCount, FrameFormat.maximumByteCount))
      return .unreadable(
        segment: batch.segment, offset: offset, byteCount: byteCount, reason: reason,
        shape: TailShape(bytes.span.bytes, at: offset))
    }
  }
}
