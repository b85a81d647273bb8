/// An index from each event to the previous event of the same check-in.
///
/// With it, a check-in's history can be followed backwards without reading the log from its start.
///
/// Most events create a check-in and have no previous event, so only links of other events are stored. The snapshot
/// holds them in blocks of consecutive sequence numbers, except the ``recent`` ones.
package struct EventIndex: Sendable {
  /// An event that is not the first of its check-in.
  struct Link: Hashable, Sendable {
    var sequence: UInt64
    /// The event before it that concerns the same check-in.
    var previous: UInt64
  }

  /// The number of sequence numbers in a block.
  static let blockCount: UInt64 = 65_536

  /// The snapshot holds the links of events up to this one.
  private(set) var storedSequence: UInt64
  /// Blocks of the snapshot that were needed, without what is recent.
  private var loaded: [Int: [Link]] = [:]
  /// The links of later events, ascending.
  private(set) var recent: [Link] = []

  package init(storedSequence: UInt64 = 0) {
    self.storedSequence = storedSequence
  }

  static func block(of sequence: UInt64) -> Int { Int(truncatingIfNeeded: (sequence &- 1) / blockCount) }

  /// The sequence numbers of a block.
  static func sequences(of block: Int) -> ClosedRange<UInt64> {
    let first = UInt64(block) * blockCount + 1
    return first...first + blockCount - 1
  }

  /// Takes note of an event that changed a check-in.
  @inline(__always)
  mutating func append(_ sequence: UInt64, after previous: UInt64) {
    recent.append(Link(sequence: sequence, previous: previous))
  }

  /// Takes the links of the check-ins that a later chunk creates; those of its patches follow, until
  /// ``interleave(from:and:)`` puts them in order.
  mutating func append(_ other: EventIndex) {
    if recent.isEmpty { recent = other.recent } else { recent.append(contentsOf: other.recent) }
  }

  /// Puts recent links in order that come in two runs, each of which ascends.
  ///
  /// - Parameters:
  ///   - first: where the first run begins.
  ///   - second: where the second run begins, which goes on to the end.
  mutating func interleave(from first: Int, and second: Int) {
    guard first < second, second < recent.count, recent[second - 1].sequence > recent[second].sequence else { return }
    let earlier = Array(recent[first..<second])
    var (next, place, target) = (0, second, first)
    while next < earlier.count {
      if place < recent.count, recent[place].sequence < earlier[next].sequence {
        recent[target] = recent[place]
        place += 1
      } else {
        recent[target] = earlier[next]
        next += 1
      }
      target += 1
    }
  }

  /// Takes note that the snapshot holds all links, which end with this event.
  mutating func setStored(upTo sequence: UInt64) {
    self = EventIndex(storedSequence: sequence)
  }

  /// The block of the snapshot that has to be loaded to know the event before this one; `nil` if none has to.
  func missingBlock(for sequence: UInt64) -> Int? {
    let block = Self.block(of: sequence)
    return sequence <= storedSequence && loaded[block] == nil ? block : nil
  }

  mutating func setLoaded(_ block: Int, with links: [Link]) {
    loaded[block] = links
  }

  /// The event before this one of the same check-in, 0 if it is the first; its block is loaded. Logarithmic.
  func previous(of sequence: UInt64) -> UInt64 {
    let links = sequence > storedSequence ? recent : loaded[Self.block(of: sequence)] ?? []
    let index = links.insertionIndex(in: 0..<links.count) { $0.sequence < sequence }
    return index < links.count && links[index].sequence == sequence ? links[index].previous : 0
  }

  /// Every link of a block, ascending; what the snapshot holds of it is loaded.
  func links(of block: Int) -> [Link] {
    let sequences = Self.sequences(of: block)
    let start = recent.insertionIndex(in: 0..<recent.count) { $0.sequence < sequences.lowerBound }
    let end = recent.insertionIndex(in: start..<recent.count) { $0.sequence <= sequences.upperBound }
    return (loaded[block] ?? []) + recent[start..<end]
  }
}
