/// Unpacks what DEFLATE packed (RFC 1951), from a source that gives bytes to a sink that takes them, in a bounded
/// amount of memory.
struct Inflater {
  /// The packed bytes are not what DEFLATE writes.
  struct Damaged: Error {}

  private static let windowByteCount = 1 << 15
  private static let flushByteCount = 1 << 18

  private let source: () throws -> [UInt8]
  private let sink: ([UInt8]) throws -> Void
  private var input: [UInt8] = []
  private var position = 0
  private var bits: UInt64 = 0
  private var bitCount: UInt64 = 0
  /// What was unpacked and not handed on, behind the window that it can refer to.
  private var output: [UInt8] = []
  private var windowCount = 0

  /// - Parameters:
  ///   - source: gives the next bytes; none at the end.
  ///   - sink: takes bytes in their order.
  init(source: @escaping () throws -> [UInt8], sink: @escaping ([UInt8]) throws -> Void) {
    self.source = source
    self.sink = sink
  }

  /// Unpacks all of it.
  ///
  /// - Throws: ``Damaged``, and what the source and the sink throw.
  mutating func run() throws {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try stored()
      case 1: try coded(Self.fixedLengths, Self.fixedDistances)
      case 2:
        let (lengths, distances) = try dynamicCodes()
        try coded(lengths, distances)
      default: throw Damaged()
      }
    }
    try flush(keeping: 0)
  }

  // MARK: Bits

  private mutating func need(_ count: UInt64) throws {
    while bitCount < count {
      if position == input.count {
        input = try source()
        position = 0
        guard !input.isEmpty else { throw Damaged() }
      }
      bits |= UInt64(input[position]) << bitCount
      position += 1
      bitCount += 8
    }
  }

  private mutating func take(_ count: UInt64) throws -> Int {
    try need(count)
    let value = bits & ((1 << count) - 1)
    bits >>= count
    bitCount -= count
    return Int(value)
  }

  // MARK: Codes

  /// A prefix code. The table is indexed by the next bits; an entry is the symbol, then the length of its code in the
  /// lowest four bits, or 0 where there is no such code.
  private struct Code {
    let table: [UInt16]
    let maximumLength: UInt64

    /// `nil` where the lengths are no prefix code.
    init?(lengths: ArraySlice<UInt8>) {
      var counts = [Int](repeating: 0, count: 16)
      for length in lengths { counts[Int(length)] += 1 }
      counts[0] = 0
      let maximum = counts.lastIndex { $0 > 0 } ?? 1
      var next = [Int](repeating: 0, count: 16)
      var code = 0
      for length in 1...15 {
        next[length] = code
        guard code + counts[length] <= 1 << length else { return nil }
        code = (code + counts[length]) << 1
      }
      var table = [UInt16](repeating: 0, count: 1 << maximum)
      for (symbol, length) in lengths.enumerated() where length > 0 {
        let length = Int(length)
        var reversed = 0
        for bit in 0..<length where next[length] >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
        next[length] += 1
        for index in stride(from: reversed, to: table.count, by: 1 << length) {
          table[index] = UInt16(symbol << 4 | length)
        }
      }
      self.table = table
      self.maximumLength = UInt64(maximum)
    }
  }

  private static let fixedLengths = Code(
    lengths: ([UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
      + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8))[...])
  private static let fixedDistances = Code(lengths: [UInt8](repeating: 5, count: 30)[...])

  private mutating func symbol(_ code: Code) throws -> Int {
    // The last code of all can be shorter than the longest, with nothing after it.
    while bitCount < code.maximumLength {
      if position == input.count {
        input = try source()
        position = 0
        if input.isEmpty { break }
      }
      bits |= UInt64(input[position]) << bitCount
      position += 1
      bitCount += 8
    }
    let entry = code.table[Int(bits & ((1 << code.maximumLength) - 1))]
    let length = UInt64(entry & 15)
    guard length > 0, length <= bitCount else { throw Damaged() }
    bits >>= length
    bitCount -= length
    return Int(entry >> 4)
  }

  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func dynamicCodes() throws -> (Code?, Code?) {
    let lengthCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let codeCount = try take(4) + 4
    guard lengthCount <= 286, distanceCount <= 30 else { throw Damaged() }
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<codeCount { codeLengths[Self.lengthOrder[index]] = UInt8(try take(3)) }
    guard let code = Code(lengths: codeLengths[...]) else { throw Damaged() }
    var lengths: [UInt8] = []
    while lengths.count < lengthCount + distanceCount {
      let symbol = try symbol(code)
      switch symbol {
      case 0..<16: lengths.append(UInt8(symbol))
      case 16:
        guard let last = lengths.last else { throw Damaged() }
        lengths += [UInt8](repeating: last, count: try take(2) + 3)
      case 17: lengths += [UInt8](repeating: 0, count: try take(3) + 3)
      default: lengths += [UInt8](repeating: 0, count: try take(7) + 11)
      }
    }
    guard lengths.count == lengthCount + distanceCount else { throw Damaged() }
    return (Code(lengths: lengths[..<lengthCount]), Code(lengths: lengths[lengthCount...]))
  }

  // MARK: Blocks

  private mutating func stored() throws {
    _ = try take(bitCount % 8)
    let count = try take(16)
    guard try take(16) == ~count & 0xFFFF else { throw Damaged() }
    for _ in 0..<count { try put(UInt8(try take(8))) }
  }

  private static let lengthBases: [Int] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits: [UInt64] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases: [Int] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12_289, 16_385, 24_577,
  ]
  private static let distanceBits: [UInt64] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]

  private mutating func coded(_ lengths: Code?, _ distances: Code?) throws {
    guard let lengths, let distances else { throw Damaged() }
    while true {
      let symbol = try symbol(lengths)
      if symbol < 256 {
        try put(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      let index = symbol - 257
      guard index < Self.lengthBases.count else { throw Damaged() }
      let length = Self.lengthBases[index] + (try take(Self.lengthBits[index]))
      let distanceIndex = try self.symbol(distances)
      guard distanceIndex < Self.distanceBases.count else { throw Damaged() }
      let distance = Self.distanceBases[distanceIndex] + (try take(Self.distanceBits[distanceIndex]))
      guard distance <= output.count else { throw Damaged() }
      for _ in 0..<length { output.append(output[output.count - distance]) }
      if output.count >= Self.flushByteCount { try flush(keeping: Self.windowByteCount) }
    }
  }

  private mutating func put(_ byte: UInt8) throws {
    output.append(byte)
    if output.count >= Self.flushByteCount { try flush(keeping: Self.windowByteCount) }
  }

  private mutating func flush(keeping count: Int) throws {
    try sink(Array(output[windowCount...]))
    output.removeFirst(max(0, output.count - count))
    windowCount = output.count
  }
}
