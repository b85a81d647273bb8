/// Which month a check-in lies in, by its number. Kept in blocks, so that one can be looked up without loading the
/// rest.
struct NumberIndex {
  static let blockCount = 4096

  /// Months' numbers; `nil` where the block stands in the snapshot and was not needed yet.
  private(set) var blocks: [[Int32]?] = []
  /// Blocks that differ from the snapshot.
  private(set) var changedBlocks: Set<Int> = []
  /// The block that was found in ``changedBlocks`` last: replay asks for it again and again.
  private var latestChanged: Int?

  /// An index whose first `count` numbers stand in the snapshot.
  init(storedCount count: Int = 0) {
    blocks = Array(repeating: nil, count: (count + Self.blockCount - 1) / Self.blockCount)
  }

  static func block(of number: Int) -> Int { (number - 1) / blockCount }

  /// Stands for the month of a check-in that was lost.
  private static let noMonth: Int32 = -1

  /// The month of a number, whose block is loaded and contains it; `nil` for a check-in that was lost.
  subscript(number: Int) -> CivilMonth? {
    get {
      let month = blocks[Self.block(of: number)]?[(number - 1) % Self.blockCount] ?? 0
      return month == Self.noMonth ? nil : CivilMonth(monthNumber: Int(month))
    }
    set {
      blocks[Self.block(of: number)]?[(number - 1) % Self.blockCount] = Self.stored(newValue)
      noteChange(of: Self.block(of: number))
    }
  }

  private static func stored(_ month: CivilMonth?) -> Int32 { month.map { Int32($0.monthNumber) } ?? noMonth }

  /// Takes note that everything stands in the snapshot.
  mutating func setStored() {
    changedBlocks = []
    latestChanged = nil
  }

  private mutating func noteChange(of block: Int) {
    guard block != latestChanged else { return }
    changedBlocks.insert(block)
    latestChanged = block
  }

  func isLoaded(_ block: Int) -> Bool { block < blocks.count && blocks[block] != nil }

  mutating func setLoaded(_ block: Int, _ months: [Int32]) {
    blocks[block] = months
  }

  /// Adds the month of the next number, `nil` for a check-in that was lost; its block, where there is one, is loaded.
  mutating func append(_ month: CivilMonth?, number: Int) {
    let block = Self.block(of: number)
    if block == blocks.count { blocks.append([]) }
    blocks[block]?.append(Self.stored(month))
    noteChange(of: block)
  }
}
