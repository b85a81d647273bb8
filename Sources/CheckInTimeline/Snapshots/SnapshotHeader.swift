package import EventLog
package import FoundationEssentials

/// The journal state that a snapshot was taken of.
///
/// A snapshot is valid only for the same journal, for a log with the same content at its sequence number, and for the
/// same projection logic.
package struct SnapshotHeader: Hashable, Sendable {
  /// The version of the encoding of the file and its parts. Increment it if either changes.
  static let schemaVersion = 12

  package var journalID: UUID
  /// The digest of the projection's result for the built-in corpus.
  package var fingerprint: Digest
  /// The frame that ends with the last event in the snapshot.
  package var lastFrame: LogFrame
  /// The digest of the last event's record, which stays the same if a segment is reframed.
  package var lastRecordDigest: Digest
  /// The segments that existed.
  package var segments: [UInt64]

  package init(journalID: UUID, fingerprint: Digest, lastFrame: LogFrame, lastRecordDigest: Digest, segments: [UInt64])
  {
    self.journalID = journalID
    self.fingerprint = fingerprint
    self.lastFrame = lastFrame
    self.lastRecordDigest = lastRecordDigest
    self.segments = segments
  }

  /// The end of the last event in the snapshot.
  package var position: LogPosition { lastFrame.end }

  package var encoded: [UInt8] {
    var writer = WireWriter()
    withUnsafeBytes(of: journalID.uuid) { writer.presentBytes($0, field: 1) }
    writer.presentBytes(fingerprint.bytes, field: 2)
    writer.presentBytes(lastRecordDigest.bytes, field: 3)
    for number in [
      position.sequence, position.segment, UInt64(position.fileOffset), UInt64(position.contentOffset),
      UInt64(lastFrame.offset),
    ] + segments {
      writer.varint(number)
    }
    return writer.bytes
  }
}

extension SnapshotHeader {
  package init?(_ bytes: [UInt8]) {
    let span = bytes.span.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    var fields: [[UInt8]] = []
    for _ in 0..<3 {
      guard (try? reader.tag(in: span)) != nil, let range = try? reader.byteRange(in: span) else { return nil }
      fields.append(span.array(range))
    }
    var numbers: [UInt64] = []
    while !reader.isAtEnd {
      guard let number = try? reader.varint(in: span) else { return nil }
      numbers.append(number)
    }
    let id = fields[0]
    guard id.count == 16, let fingerprint = Digest(fields[1]), let lastRecordDigest = Digest(fields[2]),
      numbers.count >= 5, numbers.allSatisfy({ $0 < HeadFormat.numberLimit }), numbers[1] > 0,
      numbers[5...].contains(numbers[1]), let fileOffset = Int(exactly: numbers[2]),
      let contentOffset = Int(exactly: numbers[3]),
      let lastFrameOffset = Int(exactly: numbers[4])
    else { return nil }
    self.init(
      journalID: UUID(ByteRange(start: 0, end: 16), in: id.span.bytes), fingerprint: fingerprint,
      lastFrame: LogFrame(
        offset: lastFrameOffset,
        end: LogPosition(
          sequence: numbers[0], segment: numbers[1], fileOffset: fileOffset, contentOffset: contentOffset)),
      lastRecordDigest: lastRecordDigest, segments: Array(numbers[5...]))
  }
}

/// The header's row: the header, and the digests of the directory and of the list of contents.
///
/// A file with pages from several saves can have parts that are intact and yet don't belong together. The seal contains
/// the digests of the directory and of the list of contents as stored, and the list contains the digests of all other
/// parts, so a part from another save is detected. A long history has a long list, so the list is read with the first
/// other part.
struct SnapshotSeal: Hashable, Sendable {
  var header: SnapshotHeader
  var directory: Digest
  var contents: Digest

  var encoded: [UInt8] { directory.bytes + contents.bytes + header.encoded }

  init(header: SnapshotHeader, directory: Digest, contents: Digest) {
    self.header = header
    self.directory = directory
    self.contents = contents
  }

  init?(_ bytes: [UInt8]) {
    guard let directory = Digest(bytes.prefix(Digest.byteCount)),
      let contents = Digest(bytes.dropFirst(Digest.byteCount).prefix(Digest.byteCount)),
      let header = SnapshotHeader(Array(bytes.dropFirst(2 * Digest.byteCount)))
    else { return nil }
    self.init(header: header, directory: directory, contents: contents)
  }
}
