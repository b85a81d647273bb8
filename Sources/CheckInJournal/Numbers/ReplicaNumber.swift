/// The number of something that another replica created, in 32 bits: from 2^31 on, so that it is never one of this
/// journal's own.
///
/// The other's own number takes 26 bits, and 5 say whose it is: its *ordinal*, by which this journal's `Seen` records
/// introduce that replica. So a number means the same for as long as the log is there, on this device; another device
/// has ordinals of its own.
///
/// ```swift
/// let number = ReplicaNumber(ordinal: 0, number: 17).rawValue   // what the command calls "phone/17"
/// ```
public struct ReplicaNumber: Hashable, Sendable {
  /// How many other replicas can be told apart.
  public static let ordinalCount = 32
  /// The highest number of a replica's own that others can name.
  public static let maximumNumber = 1 << 26 - 1

  /// Which replica, from 0 on.
  public var ordinal: Int
  /// What it calls the thing itself, from 1 on.
  public var number: Int

  /// What a replica calls by a number of its own.
  public init(ordinal: Int, number: Int) {
    self.ordinal = ordinal
    self.number = number
  }

  /// `nil` for a number of the journal's own.
  public init?(_ rawValue: Int) {
    guard rawValue >= 1 << 31, rawValue < 1 << 32, rawValue & Self.maximumNumber > 0 else { return nil }
    self.init(ordinal: rawValue >> 26 & 31, number: rawValue & Self.maximumNumber)
  }

  /// The numbers of whoever created what has this number: of this journal, or of one other replica.
  static func range(of rawValue: Int) -> ClosedRange<Int> {
    guard let number = ReplicaNumber(rawValue) else { return 1...1 << 31 - 1 }
    let first = ReplicaNumber(ordinal: number.ordinal, number: 1).rawValue
    return first...first + maximumNumber - 1
  }

  /// The number that it is written as.
  public var rawValue: Int { 1 << 31 | ordinal << 26 | number }
}
