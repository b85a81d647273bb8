internal import EventLog
public import struct FoundationEssentials.UUID

/// How far one replica of a group knew another's log: the events that come after it in the replica's own log were
/// written by somebody who could see the other's up to there.
///
/// It is recorded when a sync has brought news and something is then appended, and says in what order these events come
/// among those of all replicas, see <doc:Merging>.
///
/// ```swift
/// if case .seen(let seen) = event.action { print(seen.replica, seen.position.sequence) }
/// ```
public struct Seen: Hashable, Sendable {
  /// The identity of the other's journal.
  public var replica: UUID
  /// The last of its events that was known, and what its log said up to there.
  public var position: ReplicaPosition
  /// The latest moment that any event had which was known.
  public var clock: HybridClock
  /// By which the log's numbers name what the other created; see ``ReplicaNumber``.
  public var ordinal: Int
  /// Whether the log began as a copy of the other's: its first events, up to the position's, are the other's. See
  /// ``JournalFork``.
  public var continues: Bool

  /// What was known of a replica when something was written.
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
  init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
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
