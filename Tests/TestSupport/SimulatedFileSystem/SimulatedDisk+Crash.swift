/// Decides what becomes of unsynced changes.
package protocol CrashChoices {
  /// A number in `0..<count`; 0 is the harmless one.
  mutating func choose(_ count: Int) -> Int
  /// Whether writes are torn in few ways, so that all of them can be tried.
  var isCoarse: Bool { get }
}

/// Choices that follow from a seed.
package struct SeededChoices: CrashChoices {
  private var generator: RandomSource
  package let isCoarse = false

  package init(seed: UInt64) {
    generator = RandomSource(seed: seed)
  }

  package mutating func choose(_ count: Int) -> Int {
    generator.number(0...count - 1)
  }
}

/// All combinations of choices, one after the other.
package struct EnumeratedChoices: CrashChoices {
  private var digits: [(value: Int, count: Int)] = []
  private var position = 0
  package let isCoarse = true

  package init() {}

  package mutating func choose(_ count: Int) -> Int {
    if position == digits.count { digits.append((0, count)) }
    defer { position += 1 }
    return digits[position].value
  }

  /// Goes on to the next combination; `false` after the last one.
  package mutating func advance() -> Bool {
    position = 0
    while let last = digits.last, last.value + 1 == last.count { digits.removeLast() }
    guard !digits.isEmpty else { return false }
    digits[digits.count - 1].value += 1
    return true
  }
}

extension SimulatedDisk {
  /// Changes that a crash can lose.
  package var unsyncedChangeCount: Int {
    nodes.values.reduce(0) { $0 + $1.unsyncedChanges.count + $1.unsyncedEntryChanges.count }
  }

  /// The disk after the power has come back: of what was not synced, each change is kept, dropped, torn or zeroed. Any
  /// subset may survive, so a later change can be kept where an earlier one is lost.
  package func crashed(_ choices: inout some CrashChoices) -> SimulatedDisk {
    var disk = self
    disk.nodes = [:]
    var waiting = [Self.root]
    while let id = waiting.popLast() {
      guard var node = nodes[id], disk.nodes[id] == nil else { continue }
      for change in node.unsyncedEntryChanges where choices.choose(2) == 0 { node.durableEntries.apply(change) }
      node.durableContent.settle(node.unsyncedChanges, &choices)
      node.entries = node.durableEntries
      node.content = node.durableContent
      node.unsyncedEntryChanges = []
      node.unsyncedChanges = []
      disk.nodes[id] = node
      for name in node.entries.keys.sorted() { waiting.append(node.entries[name] ?? Self.root) }
    }
    return disk
  }

  /// A sync of the file fails: its pages count as clean from now on, and what stands on the disk is decided.
  mutating func failSynchronization(of node: NodeID, _ choices: inout some CrashChoices) {
    guard let changes = nodes[node]?.unsyncedChanges, var durable = nodes[node]?.durableContent else { return }
    durable.settle(changes, &choices)
    nodes[node]?.durableContent = durable
    nodes[node]?.unsyncedChanges = []
  }
}

/// A disk's smallest unit of writing.
private let sectorByteCount = 512

extension [UInt8] {
  /// Lets each change be kept, dropped, torn or zeroed.
  ///
  /// Zeros take the place only of what lay behind the durable end: blocks that were allocated and not written. Where
  /// there was content before, a sector has the old or the new one.
  fileprivate mutating func settle(_ changes: [SimulatedDisk.ContentChange], _ choices: inout some CrashChoices) {
    let durableCount = count
    for change in changes {
      guard case .write(let offset, let bytes) = change else {
        if choices.choose(2) == 0 { apply(change) }
        continue
      }
      switch choices.choose(choices.isCoarse ? 4 : 5) {
      case 0: apply(change)
      case 1: break
      case 2: zero(offset, bytes.count, from: durableCount)
      case 3:
        let kept = choices.isCoarse ? bytes.count / 2 : choices.choose(bytes.count + 1)
        apply(.write(offset: offset, bytes: Array(bytes.prefix(kept))))
      default:
        for sector in Self.sectors(offset, bytes.count) {
          switch choices.choose(3) {
          case 0: apply(.write(offset: offset + sector.lowerBound, bytes: Array(bytes[sector])))
          case 1: break
          default: zero(offset + sector.lowerBound, sector.count, from: durableCount)
          }
        }
      }
    }
  }

  private mutating func zero(_ offset: Int, _ byteCount: Int, from durableCount: Int) {
    let start = Swift.max(offset, durableCount)
    guard start < offset + byteCount else { return }
    apply(.write(offset: start, bytes: Array(repeating: 0, count: offset + byteCount - start)))
  }

  /// The parts of a write that lie in one sector each, as ranges of its bytes.
  private static func sectors(_ offset: Int, _ byteCount: Int) -> [Range<Int>] {
    var sectors: [Range<Int>] = []
    var start = 0
    while start < byteCount {
      let end = Swift.min(byteCount, ((offset + start) / sectorByteCount + 1) * sectorByteCount - offset)
      sectors.append(start..<end)
      start = end
    }
    return sectors
  }
}
