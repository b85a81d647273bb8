/// The last record of a frame, by which a place in the log is known again.
package struct LastRecord {
  package var sequence: UInt64
  /// Of the record's bytes.
  package var digest: Digest

  /// The last record in a frame's content, up to a sequence number; `nil` where there is none.
  package init?(in bytes: RawSpan, _ content: ByteRange, upTo limit: UInt64 = .max) {
    var reader = WireReader(content)
    var last: (record: ByteRange, sequence: UInt64)?
    while !reader.isAtEnd {
      guard let tag = try? reader.tag(in: bytes), tag.type == .bytes, let record = try? reader.byteRange(in: bytes)
      else { return nil }
      guard tag.field == LogField.record else { continue }
      guard let sequence = try? WireReader.sequence(of: record, in: bytes) else { return nil }
      if sequence > limit { break }
      last = (record, sequence)
    }
    guard let last else { return nil }
    sequence = last.sequence
    digest = Digest(of: bytes.array(last.record))
  }

  /// The last record of the frame that lies at `start..<end` of a segment; `nil` where that is no frame.
  package static func read(in file: any File, from start: Int, to end: Int) throws(LogError) -> LastRecord? {
    guard start >= 0, end > start, end - start <= FrameFormat.maximumByteCount else { return nil }
    return try withLogErrors {
      let frame = try file.readBytes(at: start, count: end - start)
      guard let content = FrameDecoder().content(of: frame.span.bytes) else { return nil }
      return LastRecord(in: content.span.bytes, ByteRange(start: 0, end: content.count))
    }
  }
}
