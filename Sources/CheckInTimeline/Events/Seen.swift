package import EventLog

public import struct FoundationEssentials.UUID

/// A causality record: the position up to which one replica of a group observed another replica's log.
///
/// The author of the events that follow it in the replica's own log could see the other log up to that position.
///
/// It is recorded when events are appended after a sync has downloaded remote changes, and determines the place of
/// these events in the total order of all replicas' events; see <doc:Merging>.
///
/// ```swift
/// if case .seen(let seen) = event.action { print(seen.replica, seen.position.sequence) }
/// ```
public struct Seen: Hashable, Sendable {
  /// The UUID of the other replica's journal.
  public var replica: UUID
  /// The last event of the other log that was observed, and the digest of that log up to it.
  public var position: ReplicaPosition
  /// The latest hybrid timestamp of any observed event.
  public var clock: HybridClock
  /// The other replica's ordinal, used in this log's numbers; see ``ReplicaNumber``.
  public var ordinal: Int
  /// A Boolean value that indicates whether this log began as a copy of the other log.
  ///
  /// If so, its first events, up to the position, are the other log's. See ``JournalFork``.
  public var continues: Bool

  /// Creates a record of the position up to which another replica's log was observed.
  public init(replica: UUID, position: ReplicaPosition, clock: HybridClock, ordinal: Int, continues: Bool = false) {
    self.replica = replica
    self.position = position
    self.clock = clock
    self.ordinal = ordinal
    self.continues = continues
  }
}

extension WireWriter {
  mutating func seen(_ seen: Seen) {
    withUnsafeBytes(of: seen.replica.uuid) { presentBytes($0, field: SeenField.replica) }
    unsigned(seen.position.sequence, field: SeenField.sequence)
    presentBytes(seen.position.digest.bytes, field: SeenField.digest)
    signed(seen.clock.milliseconds, field: SeenField.clock)
    unsigned(seen.clock.counter, field: SeenField.counter)
    unsigned(UInt64(seen.ordinal), field: SeenField.ordinal)
    unsigned(seen.continues ? 1 : 0, field: SeenField.continues)
  }
}

extension Seen {
  package init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    var isNotUnderstood = false
    try self.init(range, in: bytes, isNotUnderstood: &isNotUnderstood)
  }

  /// Reads the message in `range` of `bytes`.
  ///
  /// - Parameter isNotUnderstood: becomes true for a field that this version does not know.
  init(_ range: ByteRange, in bytes: RawSpan, isNotUnderstood: inout Bool) throws(WireError) {
    var (replica, digest) = (ByteRange(), ByteRange())
    var (sequence, counter, ordinal, continues): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var milliseconds: Int64 = 0
    var reader = WireReader(range)
    while !reader.isAtEnd {
      let tag = try reader.tag(in: bytes)
      switch tag {
      case .bytes(SeenField.replica): replica = try reader.byteRange(in: bytes)
      case .varint(SeenField.sequence): sequence = try reader.varint(in: bytes)
      case .bytes(SeenField.digest): digest = try reader.byteRange(in: bytes)
      case .varint(SeenField.clock): milliseconds = try reader.signedVarint(in: bytes)
      case .varint(SeenField.counter): counter = try reader.varint(in: bytes)
      case .varint(SeenField.ordinal): ordinal = try reader.varint(in: bytes)
      case .varint(SeenField.continues): continues = try reader.varint(in: bytes)
      case _ where (1...7).contains(tag.field): throw .unexpectedWireType
      default:
        isNotUnderstood = true
        try reader.skip(tag.type, in: bytes)
      }
    }
    guard replica.count == 16, let digest = Digest(digest, in: bytes), sequence > 0,
      ordinal < UInt64(ReplicaNumber.ordinalCount)
    else { throw .invalidValue }
    self.init(
      replica: UUID(replica, in: bytes), position: ReplicaPosition(sequence: sequence, digest: digest),
      clock: HybridClock(milliseconds: milliseconds, counter: counter), ordinal: Int(ordinal),
      continues: continues > 0)
  }
}
