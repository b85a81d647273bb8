/// The modules of a code: the patterns by which readers find and measure it, and the codewords.
struct QRPattern {
  private let version: QRVersion
  private(set) var isDark: [Bool]
  /// The modules that no mask changes, marked with `true`.
  private var isFixed: [Bool]

  private var size: Int { version.size }

  init(_ version: QRVersion, codewords: [UInt8]) {
    self.version = version
    isDark = [Bool](repeating: false, count: version.size * version.size)
    isFixed = isDark
    drawTiming()
    for (column, row) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(column, row) }
    drawAlignments()
    drawFormat(mask: 0)
    drawVersion()
    draw(codewords)
  }

  private mutating func set(_ column: Int, _ row: Int, _ dark: Bool) {
    isDark[row * size + column] = dark
    isFixed[row * size + column] = true
  }

  private mutating func drawTiming() {
    for index in 0..<size {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
  }

  private mutating func drawFinder(_ column: Int, _ row: Int) {
    for y in max(0, row - 4)...min(size - 1, row + 4) {
      for x in max(0, column - 4)...min(size - 1, column + 4) {
        let distance = max(abs(x - column), abs(y - row))
        set(x, y, distance != 2 && distance != 4)
      }
    }
  }

  private mutating func drawAlignments() {
    let last = version.alignments.count - 1
    for (i, row) in version.alignments.enumerated() {
      for (j, column) in version.alignments.enumerated() {
        // Not over the finders.
        if [[0, 0], [0, last], [last, 0]].contains([i, j]) { continue }
        for y in (row - 2)...(row + 2) {
          for x in (column - 2)...(column + 2) { set(x, y, max(abs(x - column), abs(y - row)) != 1) }
        }
      }
    }
  }

  /// Level and mask, twice, protected by a code of their own.
  private mutating func drawFormat(mask: Int) {
    // Level M is 00.
    var remainder = mask
    for _ in 0..<10 { remainder = (remainder << 1) ^ ((remainder >> 9) * 0x537) }
    let bits = (mask << 10 | remainder) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0...5 { set(8, index, bit(index)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for index in 9..<15 { set(14 - index, 8, bit(index)) }
    for index in 0..<8 { set(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { set(8, size - 15 + index, bit(index)) }
    set(8, size - 8, true)
  }

  /// The version, twice, where it cannot be told from the size alone.
  private mutating func drawVersion() {
    guard version.number >= 7 else { return }
    var remainder = version.number
    for _ in 0..<12 { remainder = (remainder << 1) ^ ((remainder >> 11) * 0x1F25) }
    let bits = version.number << 12 | remainder
    for index in 0..<18 {
      let dark = bits >> index & 1 == 1
      let (far, near) = (size - 11 + index % 3, index / 3)
      set(far, near, dark)
      set(near, far, dark)
    }
  }

  /// In columns of two modules, from the right, upwards and downwards in turn.
  private mutating func draw(_ codewords: [UInt8]) {
    var index = 0
    // The vertical timing pattern has a column of its own.
    for right in [8...size - 1, 1...5].flatMap({ $0.reversed().filter { ($0 % 2 == 0) == ($0 > 6) } }) {
      let isUpward = (right + 1) & 2 == 0
      for step in 0..<size {
        let row = isUpward ? size - 1 - step : step
        for column in [right, right - 1] where !isFixed[row * size + column] && index < codewords.count * 8 {
          isDark[row * size + column] = codewords[index / 8] >> (7 - index % 8) & 1 == 1
          index += 1
        }
      }
    }
  }

  /// The code with a mask, which breaks up areas that confuse readers.
  func masked(by mask: Int) -> QRPattern {
    var result = self
    for row in 0..<size {
      for column in 0..<size where !isFixed[row * size + column] && Self.inverts(mask, column: column, row: row) {
        result.isDark[row * size + column].toggle()
      }
    }
    result.drawFormat(mask: mask)
    return result
  }

  private static func inverts(_ mask: Int, column: Int, row: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }

  /// The penalty for patterns that are hard to read, by the four rules of ISO/IEC 18004, 7.8.3.1.
  var penalty: Int {
    var result = 0
    for index in 0..<size {
      let row = Array(isDark[(index * size)..<((index + 1) * size)])
      let column = (0..<size).map { isDark[$0 * size + index] }
      result += Self.penalty(ofLine: row) + Self.penalty(ofLine: column)
    }
    for row in 0..<(size - 1) {
      for column in 0..<(size - 1) {
        let start = row * size + column
        let corner = isDark[start]
        if isDark[start + 1] == corner, isDark[start + size] == corner, isDark[start + size + 1] == corner {
          result += 3
        }
      }
    }
    let darkCount = isDark.count { $0 }
    return result + abs(darkCount * 20 - isDark.count * 10) / isDark.count * 10
  }

  private static let finderLike = [true, false, true, true, true, false, true, false, false, false, false]

  /// Runs of five or more, and what looks like a finder.
  private static func penalty(ofLine line: [Bool]) -> Int {
    var result = 0
    var runLength = 0
    for index in line.indices {
      runLength = index > 0 && line[index] == line[index - 1] ? runLength + 1 : 1
      result += runLength == 5 ? 3 : runLength > 5 ? 1 : 0
    }
    for start in 0...(line.count - finderLike.count) {
      let window = line[start..<(start + finderLike.count)]
      if window.elementsEqual(finderLike) || window.elementsEqual(finderLike.reversed()) { result += 40 }
    }
    return result
  }
}
