package import FoundationEssentials

/// The first record of every segment: whose it is, where it begins, and what came before.
package struct SegmentHeader: Hashable, Sendable {
  package var journalID: UUID
  package var firstSequence: UInt64
  /// SHA-256 of the previous segment's decompressed content; `nil` in the first segment.
  package var previousDigest: Digest?
  package var formatVersion = LogFormat.version

  package init(journalID: UUID, firstSequence: UInt64, previousDigest: Digest?) {
    self.journalID = journalID
    self.firstSequence = firstSequence
    self.previousDigest = previousDigest
  }

  /// Reads the header in `range` of `bytes`.
  package init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    var firstSequence: UInt64 = 0
    var formatVersion: UInt64 = 0
    var id = ByteRange()
    var digest = ByteRange()
    var reader = WireReader(range)
    while !reader.isAtEnd {
      let tag = try reader.tag(in: bytes)
      switch tag {
      case .bytes(SegmentHeaderField.journalID): id = try reader.byteRange(in: bytes)
      case .varint(SegmentHeaderField.firstSequence): firstSequence = try reader.varint(in: bytes)
      case .bytes(SegmentHeaderField.previousDigest): digest = try reader.byteRange(in: bytes)
      case .varint(SegmentHeaderField.formatVersion): formatVersion = try reader.varint(in: bytes)
      case _ where (1...4).contains(tag.field): throw .unexpectedWireType
      default: try reader.skip(tag.type, in: bytes)
      }
    }
    guard id.count == 16, digest.isEmpty || digest.count == Digest.byteCount else { throw .invalidValue }
    self.init(
      journalID: UUID(id, in: bytes), firstSequence: firstSequence, previousDigest: Digest(bytes.array(digest)))
    self.formatVersion = formatVersion
  }
}

extension WireWriter {
  /// Appends the header as one record of the log.
  package mutating func record(_ header: SegmentHeader) {
    message(field: LogField.segment) { writer in
      withUnsafeBytes(of: header.journalID.uuid) { writer.presentBytes($0, field: SegmentHeaderField.journalID) }
      writer.unsigned(header.firstSequence, field: SegmentHeaderField.firstSequence)
      if let digest = header.previousDigest {
        writer.presentBytes(digest.bytes, field: SegmentHeaderField.previousDigest)
      }
      writer.unsigned(header.formatVersion, field: SegmentHeaderField.formatVersion)
    }
  }
}

extension SegmentHeader {
  /// The header that a segment's file begins with; `nil` where it cannot be read.
  package init?(of file: any File) throws(FileError) {
    for byteCount in [128, 4096, FrameFormat.maximumByteCount] {
      let bytes = try file.readBytes(at: 0, count: byteCount)
      guard case .frame(let frameByteCount, _) = FrameFormat.inspect(bytes.span.bytes, at: 0) else { continue }
      let frame = bytes.span.bytes.extracting(0..<frameByteCount)
      guard let content = FrameDecoder().content(of: frame) else { return nil }
      guard let found = Self.first(in: content.span.bytes) else { return nil }
      self = found.header
      return
    }
    return nil
  }

  /// Returns the header that a segment's content begins with, and its end; `nil` if it can't be read.
  static func first(in content: RawSpan) -> (header: SegmentHeader, end: Int)? {
    var reader = WireReader(start: 0, end: content.byteCount)
    guard let tag = try? reader.tag(in: content), tag == .bytes(LogField.segment),
      let record = try? reader.byteRange(in: content), let header = try? SegmentHeader(record, in: content)
    else { return nil }
    return (header, reader.offset)
  }
}
