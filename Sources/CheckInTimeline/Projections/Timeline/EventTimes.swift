/// The earliest recording time in each block of 1,024 events.
///
/// With it, the last event that was recorded by a point in time can be found without reading all events, although
/// clocks are set back occasionally.
package struct EventTimes: Sendable {
  /// The number of sequence numbers in a block.
  static let blockCount: UInt64 = 1024

  /// `true` if the snapshot has the times of earlier blocks that aren't loaded.
  private(set) var isStored: Bool
  /// The block that the first of the times below belongs to; 0 if all are loaded.
  private var firstBlock: Int
  /// In milliseconds since 1970, of all blocks before the latest.
  private var earlier: [Int64] = []
  /// Of the latest block.
  private var latest = Int64.max
  /// The last sequence number of the latest block.
  private var latestEnd: UInt64

  /// - Parameters:
  ///   - sequence: the event before the first one that is noted.
  ///   - isStored: whether the snapshot has the times up to it.
  package init(after sequence: UInt64 = 0, isStored: Bool = false) {
    self.isStored = isStored
    firstBlock = Int(truncatingIfNeeded: sequence / Self.blockCount)
    latestEnd = (sequence / Self.blockCount &+ 1) &* Self.blockCount
  }

  static func block(of sequence: UInt64) -> Int { Int(truncatingIfNeeded: (sequence &- 1) / blockCount) }

  /// The sequence numbers of a block.
  package static func sequences(of block: Int) -> ClosedRange<UInt64> {
    UInt64(block) * blockCount + 1...UInt64(block) * blockCount + blockCount
  }

  /// Returns the number of blocks that contain the events up to one.
  static func blockCount(upTo sequence: UInt64) -> Int { sequence == 0 ? 0 : block(of: sequence) + 1 }

  private var latestBlock: Int { firstBlock + earlier.count }

  /// Takes note of when the next event was recorded.
  @inline(__always)
  mutating func note(_ milliseconds: Int64, of sequence: UInt64) {
    if sequence > latestEnd { advance(to: Self.block(of: sequence)) }
    if milliseconds < latest { latest = milliseconds }
  }

  /// Takes the times of the events that follow.
  mutating func append(_ other: borrowing EventTimes) {
    for (index, milliseconds) in other.earlier.enumerated() { note(milliseconds, inBlock: other.firstBlock + index) }
    note(other.latest, inBlock: other.latestBlock)
  }

  private mutating func note(_ milliseconds: Int64, inBlock block: Int) {
    advance(to: block)
    latest = min(latest, milliseconds)
  }

  @inline(never)
  private mutating func advance(to block: Int) {
    guard block > latestBlock else { return }
    guard block == latestBlock + 1 else {
      // No log goes on like this, and nothing is to take memory for what is left out.
      self = EventTimes(after: UInt64(block) &* Self.blockCount)
      return
    }
    earlier.append(latest)
    latest = .max
    latestEnd &+= Self.blockCount
  }

  /// Puts the times that the snapshot has before the others.
  mutating func setLoaded(_ stored: [Int64]) {
    let recent = self
    self = EventTimes()
    for (block, milliseconds) in stored.enumerated() { note(milliseconds, inBlock: block) }
    append(recent)
  }

  /// The times of the blocks up to an event; what the snapshot holds is loaded.
  func times(upTo sequence: UInt64) -> [Int64] {
    Array((earlier + [latest]).prefix(Self.blockCount(upTo: sequence)))
  }
}
