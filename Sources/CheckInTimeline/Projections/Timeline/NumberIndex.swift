/// An index from check-in numbers to months.
///
/// It consists of blocks, so a number can be looked up without loading the rest.
struct NumberIndex {
  static let blockCount = 4096

  /// Months' numbers; `nil` if the block is in the snapshot and was not needed yet.
  private(set) var blocks: [[Int32]?] = []
  /// Blocks that differ from the snapshot.
  private(set) var changedBlocks: Set<Int> = []
  /// The months of the latest numbers, from ``recentStart`` on, until ``settle()`` puts them into their blocks.
  private var recent: [Int32] = []
  private var recentStart: Int

  /// An index whose first `count` numbers are in the snapshot.
  init(storedCount count: Int = 0) {
    blocks = Array(repeating: nil, count: (count + Self.blockCount - 1) / Self.blockCount)
    recentStart = count + 1
  }

  /// An index of the numbers from `number` on alone, which is never settled.
  init(beginningAt number: Int) {
    recentStart = number
  }

  static func block(of number: Int) -> Int { (number - 1) / blockCount }

  /// Stands for the month of a check-in that was lost.
  private static let noMonth: Int32 = -1

  /// The month of a number that was given, and whose block is loaded; `nil` for a check-in that was lost.
  subscript(number: Int) -> CivilMonth? {
    get {
      let month =
        number >= recentStart
        ? recent[number - recentStart] : blocks[Self.block(of: number)]?[(number - 1) % Self.blockCount] ?? 0
      return month == Self.noMonth ? nil : CivilMonth(monthNumber: Int(month))
    }
    set {
      if number >= recentStart {
        recent[number - recentStart] = Self.stored(newValue)
      } else {
        blocks[Self.block(of: number)]?[(number - 1) % Self.blockCount] = Self.stored(newValue)
        changedBlocks.insert(Self.block(of: number))
      }
    }
  }

  private static func stored(_ month: CivilMonth?) -> Int32 {
    month.map { Int32(truncatingIfNeeded: $0.monthNumber) } ?? noMonth
  }

  /// Takes note that everything is in the snapshot.
  mutating func setStored() {
    settle()
    changedBlocks = []
  }

  func isLoaded(_ block: Int) -> Bool { block < blocks.count && blocks[block] != nil }

  /// The block that has to be loaded before further numbers are added; `nil` if there is none.
  var growingBlock: Int? {
    let block = Self.block(of: recentStart)
    return recent.isEmpty && block < blocks.count && blocks[block] == nil ? block : nil
  }

  mutating func setLoaded(_ block: Int, with months: [Int32]) {
    blocks[block] = months
  }

  /// Adds the month of the next number, `nil` for a check-in that was lost. Its block, if there is one, is loaded.
  @inline(__always)
  mutating func append(_ month: CivilMonth?) {
    recent.append(Self.stored(month))
  }

  /// Adds the next numbers, as an index that begins with them has them. Their block, if there is one, is loaded.
  mutating func append(_ other: NumberIndex) {
    recent.append(contentsOf: other.recent)
  }

  /// Puts the latest numbers into their blocks.
  mutating func settle() {
    var months = recent[...]
    while !months.isEmpty {
      let block = Self.block(of: recentStart)
      if block == blocks.count { blocks.append([]) }
      let count = min(months.count, Self.blockCount - (recentStart - 1) % Self.blockCount)
      blocks[block]?.append(contentsOf: months.prefix(count))
      changedBlocks.insert(block)
      months = months.dropFirst(count)
      recentStart += count
    }
    recent = []
  }
}
