/// The sequence number of another replica's event, as one number that is none of this journal's own: from 2^52 on,
/// and below 2^53, so that every reader of JSON can hold it.
///
/// ```swift
/// let sequence = ReplicaSequence(ordinal: 0, sequence: 413).rawValue   // what the command calls "phone/413"
/// ```
public struct ReplicaSequence: Hashable, Sendable {
  /// The ordinal of the replica; see ``ReplicaNumber``.
  public var ordinal: Int
  /// The number that the event has in that replica's log.
  public var sequence: UInt64

  /// An event of a replica's log.
  public init(ordinal: Int, sequence: UInt64) {
    self.ordinal = ordinal
    self.sequence = sequence
  }

  /// `nil` for a number of the journal's own.
  public init?(_ rawValue: UInt64) {
    guard rawValue >> 52 == 1 else { return nil }
    self.init(ordinal: Int(rawValue >> 47 & 31), sequence: rawValue & (1 << 47 - 1))
  }

  /// The number that it is written as.
  public var rawValue: UInt64 { 1 << 52 | UInt64(ordinal) << 47 | sequence & (1 << 47 - 1) }
}

extension ReplicaSequence {
  /// Returns `true` if something has changed since it was read, judging by its latest event then and now.
  ///
  /// The numbers of other devices' events are greater than all of this device's, and don't show which event came later.
  /// Any different number is therefore a change.
  package static func hasChanged(since seen: UInt64, latest: UInt64) -> Bool {
    ReplicaSequence(seen) == nil ? latest > seen : latest != seen
  }
}
