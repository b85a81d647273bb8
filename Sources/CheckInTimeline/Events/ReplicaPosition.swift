public import EventLog

/// A position in a replica's log: its last event, and a digest of the log up to that event.
///
/// A replica's events are identified by its journal's UUID and their sequence numbers. The digest distinguishes two
/// logs that both claim to belong to that replica.
///
/// The digest is the SHA-256 of the decompressed content of the segment that contains the event, up to the end of the
/// event's record. The segment's header contains the digest of the segment before it, so the digest covers the whole
/// log up to the event, regardless of its framing: it equals the digest of a ``Receipt``. Before the first event, it is
/// the digest of zero bytes.
public struct ReplicaPosition: Hashable, Sendable {
  /// The sequence number of the last event; 0 if there is none.
  public var sequence: UInt64
  /// The digest of the log up to the event.
  public var digest: Digest

  /// Creates a position from an event's sequence number and the digest of the log up to it.
  public init(sequence: UInt64, digest: Digest) {
    self.sequence = sequence
    self.digest = digest
  }

  /// The position before the first event.
  public static let start = ReplicaPosition(sequence: 0, digest: Digest(of: []))
}
