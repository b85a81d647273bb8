internal import EventLog

/// The content of one frame, taken apart: at most one segment header, which comes first, and records.
struct FrameRecords {
  struct Record {
    var sequence: UInt64
    /// The record's message, in the content.
    var message: ByteRange
    /// The offset in the content at which the record ends.
    var end: Int
  }

  let content: [UInt8]
  private(set) var header: SegmentHeader?
  private(set) var records: [Record] = []

  /// - Throws: the reason why the content cannot be that of a frame.
  init(_ content: [UInt8]) throws(WireError) {
    self.content = content
    let bytes = content.span.bytes
    var reader = WireReader(start: 0, end: content.count)
    while !reader.isAtEnd {
      let isFirst = reader.offset == 0
      let tag = try reader.tag(in: bytes)
      let message = try reader.value(tag.type, in: bytes)
      switch tag {
      case .bytes(LogField.record):
        records.append(
          Record(sequence: try WireReader.sequence(of: message, in: bytes), message: message, end: reader.offset))
      case .bytes(LogField.segment):
        guard isFirst else { throw .invalidValue }
        header = try SegmentHeader(message, in: bytes)
      default:
        // What a newer version put there belongs to the record before it.
        guard let last = records.indices.last else { throw .invalidValue }
        records[last].end = reader.offset
      }
    }
  }

  /// The last event that the content ends with, or comes before where it is a header alone.
  var lastSequence: UInt64? { records.last?.sequence ?? header.map { $0.firstSequence &- 1 } }

  /// Returns the content after a record, up to the end of another record.
  ///
  /// If the content has no record up to `sequence`, it is returned from its start, header included.
  func content(after sequence: UInt64, upTo last: UInt64 = .max) -> ArraySlice<UInt8> {
    let start = records.last { $0.sequence <= sequence }?.end ?? 0
    let end = records.last { $0.sequence <= last }?.end ?? start
    return content[start..<max(start, end)]
  }
}
