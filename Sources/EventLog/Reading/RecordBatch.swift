/// Consecutive whole frames of the log, decompressed, with the place of each record in them.
///
/// The records are bytes: what they mean is for the reader to say. Their sequence numbers follow each other without a
/// gap.
///
/// ```swift
/// while let batch = try batches.next() {
///   for record in batch { print(record.sequence, record.message.count) }
/// }
/// ```
///
/// Where a record's copying and counting would cost too much, ``content`` and ``records`` are what it is made of.
public struct RecordBatch: Sendable {
  struct Frame: Sendable {
    /// The offset of the frame in the segment's file.
    var fileOffset: Int
    /// Its bytes in the file.
    var byteCount: Int
    /// Its content, in ``RecordBatch/content``.
    var content: ByteRange
    /// The number of the batch's records up to the end of this frame.
    var recordEnd: Int
  }

  /// The content of the frames, one after the other, whatever cannot be read at the end included.
  public internal(set) var content: [UInt8] = []
  /// The place of each record's message in ``content``, ascending.
  public internal(set) var records: [ByteRange] = []
  /// The sequence number of the first record; those of the others follow. 0 if there is none.
  public internal(set) var firstSequence: UInt64 = 0

  /// The segment that the frames are from, by its first sequence number.
  package internal(set) var segment: UInt64 = 0
  /// The offset of the batch in the segment's content.
  package internal(set) var contentOffset = 0
  var frames: [Frame] = []
  /// The header that the batch begins with, if it is the first of its segment.
  package internal(set) var header: SegmentHeader?
  /// Records that are neither a segment's header nor numbered: a newer version wrote them.
  var otherRecordCount = 0
  var isOfLastSegment = false
  /// The reason why reading the segment stopped after the frames; `nil` if more frames may follow.
  var stop: SegmentReader.Stop?
  /// The fault in the frame after the last of ``frames``; `nil` if there is none.
  var fault: Fault?

  /// A fault in a whole frame.
  struct Fault: Sendable {
    var fileOffset: Int
    var reason: String
  }

  /// Records that are not read from a file.
  ///
  /// - Parameters:
  ///   - content: holds the records, and whatever is between them.
  ///   - records: the place of each, ascending.
  package init(content: [UInt8], records: [ByteRange], firstSequence: UInt64) {
    self.content = content
    self.records = records
    self.firstSequence = firstSequence
  }

  /// The sequence number of the last record; 0 if there is none.
  public var lastSequence: UInt64 { records.isEmpty ? 0 : firstSequence + UInt64(records.count - 1) }

  /// The number of bytes of ``content`` in the first frame.
  package var firstFrameByteCount: Int { frames.first?.content.end ?? 0 }

  /// The number of bytes of ``content`` in the whole frames, without the unreadable rest.
  package var framedByteCount: Int { frames.last?.content.end ?? 0 }

  /// Returns positions between frames that can serve as seek points.
  ///
  /// The first is the position of the first frame; each further one comes at least `contentByteCount` bytes of content
  /// or `recordCount` records after the one before it. Call this only if ``records`` still includes the batch's first
  /// record.
  package func framePositions(everyBytes contentByteCount: Int, orRecords recordCount: Int) -> [LogPosition] {
    var positions: [LogPosition] = []
    var (nextContent, nextRecord, firstRecord) = (0, 0, 0)
    for frame in frames {
      guard firstRecord < records.count else { break }
      if frame.content.start >= nextContent || firstRecord >= nextRecord {
        positions.append(
          LogPosition(
            sequence: firstSequence - 1 + UInt64(firstRecord), segment: segment, fileOffset: frame.fileOffset,
            contentOffset: contentOffset + frame.content.start))
        (nextContent, nextRecord) = (frame.content.start + contentByteCount, firstRecord + recordCount)
      }
      firstRecord = frame.recordEnd
    }
    return positions
  }

  /// The batch with its first `count` records alone.
  package func prefix(_ count: Int) -> RecordBatch {
    var batch = self
    batch.records.removeLast(records.count - count)
    if count == 0 { batch.firstSequence = 0 }
    return batch
  }

  /// The batch with the records alone that come after one and up to another, by their sequence numbers; the batch
  /// itself if those are all.
  package consuming func records(after first: UInt64, upTo last: UInt64) -> RecordBatch {
    guard !records.isEmpty, firstSequence <= first || lastSequence > last else { return self }
    let start = count(upTo: first)
    let end = Swift.max(start, count(upTo: last))
    firstSequence &+= UInt64(start)
    records = Array(records[start..<end])
    return self
  }

  /// Returns the number of records up to a sequence number, which need not be in the batch.
  private func count(upTo sequence: UInt64) -> Int {
    guard sequence >= firstSequence, !records.isEmpty else { return 0 }
    return Int(Swift.min(sequence - firstSequence, UInt64(records.count - 1))) + 1
  }
}

extension RecordBatch {
  /// Creates a batch of the records in some frames, up to the first that violates the format.
  ///
  /// Each record must be readable, sequence numbers must increase by one, and a segment must start with its only
  /// header.
  init(_ batch: consuming FrameBatch, segment: UInt64, contentOffset: Int, isOfLastSegment: Bool) {
    self.segment = segment
    self.contentOffset = contentOffset
    self.isOfLastSegment = isOfLastSegment
    stop = batch.stop
    let content = batch.content
    self.content = content
    frames.reserveCapacity(batch.frames.count)
    records.reserveCapacity(content.count / 80)
    let bytes = content.span.bytes
    for frame in batch.frames {
      do throws(RecordFault) {
        try findRecords(of: frame, in: bytes)
      } catch {
        fault = Fault(fileOffset: frame.fileOffset, reason: error.reason)
        stop = nil
        return
      }
      frames.append(
        Frame(
          fileOffset: frame.fileOffset, byteCount: frame.byteCount, content: frame.content, recordEnd: records.count))
    }
  }

  private struct RecordFault: Error {
    var reason: String
  }

  private mutating func findRecords(of frame: FrameBatch.Frame, in bytes: RawSpan) throws(RecordFault) {
    var reader = WireReader(frame.content)
    while !reader.isAtEnd {
      let isFirstOfSegment = frame.fileOffset == 0 && reader.offset == frame.content.start
      let tag: WireReader.Tag
      let record: ByteRange
      var sequence: UInt64 = 0
      var found: SegmentHeader?
      do throws(WireError) {
        tag = try reader.tag(in: bytes)
        record = try reader.value(tag.type, in: bytes)
        if tag == .bytes(LogField.record) {
          sequence = try WireReader.sequence(of: record, in: bytes)
        } else if tag == .bytes(LogField.segment) {
          found = try SegmentHeader(record, in: bytes)
        }
      } catch {
        throw RecordFault(reason: error.reason)
      }
      if tag == .bytes(LogField.record) {
        if let reason = fault(in: sequence, isFirstOfSegment: isFirstOfSegment) {
          // A record that cannot be read at all need not mean its number.
          throw RecordFault(reason: WireReader.fault(in: record, in: bytes)?.reason ?? reason)
        }
        records.append(record)
      } else if let found {
        guard isFirstOfSegment else { throw RecordFault(reason: "a segment header stands within the segment") }
        header = found
      } else {
        otherRecordCount += 1
      }
    }
  }

  /// Returns the reason why a record with this number can't follow; `nil` if it can.
  @inline(__always)
  private mutating func fault(in sequence: UInt64, isFirstOfSegment: Bool) -> String? {
    if isFirstOfSegment { return "the segment does not begin with its header" }
    if records.isEmpty {
      firstSequence = sequence
      return nil
    }
    let last = firstSequence &+ UInt64(records.count) &- 1
    return sequence == last &+ 1 && sequence > last ? nil : Self.gapReason(sequence, after: last)
  }

  static func gapReason(_ sequence: UInt64, after last: UInt64) -> String {
    "sequence numbers increase by exactly one, but \(sequence) follows \(last)"
  }
}

extension SHA256Hasher {
  /// Goes on with what the batch's whole frames hold.
  package mutating func update(_ batch: RecordBatch) {
    update(batch.content.span.bytes.extracting(first: batch.framedByteCount))
  }
}
