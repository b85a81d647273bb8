public import EventLog

/// How far a log goes, and what it says up to there: a replica's events are named by its journal's identity and their
/// sequence numbers, and the digest tells two logs apart that both claim to be that replica's.
///
/// The digest is the SHA-256 of the decompressed content of the segment that the event is in, up to the end of the
/// event's record. The segment's header names the digest of the segment before it, so this stands for the whole log up
/// to there, however it is framed: it is the digest of a ``Receipt``. Before the first event it is that of no bytes.
public struct ReplicaPosition: Hashable, Sendable {
  /// The last event; 0 for none.
  public var sequence: UInt64
  /// What the log says up to there.
  public var digest: Digest

  /// An event, and what the log says up to it.
  public init(sequence: UInt64, digest: Digest) {
    self.sequence = sequence
    self.digest = digest
  }

  /// Before the first event.
  public static let start = ReplicaPosition(sequence: 0, digest: Digest(of: []))
}
