public import EventLog
public import struct FoundationEssentials.UUID

/// Consecutive events of a replica, as its log has them: what is copied from one device to the others.
///
/// ```swift
/// var chunks = try journal.ownLog.chunks(after: 0)
/// while let chunk = try chunks.next() { print(chunk.firstSequence) }
/// ```
public struct ReplicaChunk: Hashable, Sendable {
  /// The identity of the replica's journal.
  public var replica: UUID
  /// The number of its first event.
  public var firstSequence: UInt64
  /// The number of its last event.
  public var lastSequence: UInt64
  /// Of the log before the first of these events; see ``ReplicaPosition``.
  public var previousDigest: Digest
  /// Of the log up to the last.
  public var digest: Digest
  /// Whole frames of the log, one after the other. Where an event is the first of a segment, the segment's header comes
  /// before it.
  public var body: [UInt8]

  /// Events of a log that follow each other, with the digests before and after them.
  public init(
    replica: UUID, firstSequence: UInt64, lastSequence: UInt64, previousDigest: Digest, digest: Digest, body: [UInt8]
  ) {
    self.replica = replica
    self.firstSequence = firstSequence
    self.lastSequence = lastSequence
    self.previousDigest = previousDigest
    self.digest = digest
    self.body = body
  }
}

extension ReplicaChunk {
  /// The maximum size of a chunk's content, in bytes: what its frames decompress to.
  ///
  /// A chunk is closed at half of it, so that an event of the largest size and a segment's header always fit.
  package static let maximumContentByteCount = 16 << 20

  /// The size of the content in bytes, as the body's frames state it. Nothing is decompressed.
  ///
  /// Decompression stops at the first byte that isn't part of a frame, and so does this sum.
  ///
  /// - Complexity: O(*n*), where *n* is the number of blocks of 64 KiB.
  package var contentByteCount: Int {
    let bytes = body.span.bytes
    var (offset, total) = (0, 0)
    while offset < bytes.byteCount,
      case .frame(let byteCount, let contentByteCount) = FrameFormat.inspect(bytes, at: offset)
    {
      offset += byteCount
      total += contentByteCount
    }
    return total
  }
}
