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
  /// The maximum number of other replicas that can be distinguished.
  public static let ordinalCount = 32
  /// The highest of a replica's own numbers that other replicas can represent.
  public static let maximumNumber = 1 << 26 - 1

  /// The ordinal of the replica, starting at 0.
  public var ordinal: Int
  /// The number that the replica itself assigned, starting at 1.
  public var number: Int

  /// Creates the number of something that another replica created.
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
  package static func range(of rawValue: Int) -> ClosedRange<Int> {
    guard let number = ReplicaNumber(rawValue) else { return 1...1 << 31 - 1 }
    let first = ReplicaNumber(ordinal: number.ordinal, number: 1).rawValue
    return first...first + maximumNumber - 1
  }

  /// The number that it is written as.
  public var rawValue: Int { 1 << 31 | ordinal << 26 | number }
}

/// The number of something of this journal, with what people call it: `17`, or `phone/17` if another device of the
/// group created it.
package struct ShownNumber: Hashable, Sendable, CustomStringConvertible {
  /// By which this journal knows it.
  package var number: Int
  /// `nil` for one of the journal's own.
  package var numberInGroup: String?

  package init(number: Int, numberInGroup: String?) {
    self.number = number
    self.numberInGroup = numberInGroup
  }

  package var description: String { numberInGroup ?? String(number) }
}
