/// A Huffman code of a JPEG (ITU-T T.81, annexes C and F).
struct HuffmanTable {
  /// For each length of 1 to 16 bits: the first code, and where its values begin.
  private var firstCodes = [Int](repeating: 0, count: 17)
  private var counts = [Int](repeating: 0, count: 17)
  private var firstIndices = [Int](repeating: 0, count: 17)
  private let values: [UInt8]

  /// - Parameters:
  ///   - counts: how many codes have 1, 2, … 16 bits.
  ///   - values: what they stand for, in the order of the codes.
  /// `nil` where these are no code.
  init?(counts: [UInt8], values: [UInt8]) {
    guard counts.count == 16, counts.reduce(0, { $0 + Int($1) }) == values.count else { return nil }
    self.values = values
    var code = 0
    var index = 0
    for length in 1...16 {
      let count = Int(counts[length - 1])
      firstCodes[length] = code
      firstIndices[length] = index
      self.counts[length] = count
      code += count
      index += count
      guard code <= 1 << length else { return nil }
      code <<= 1
    }
  }

  /// The next value; `nil` where the bits are no code.
  func next(_ bits: inout JPEGBits) -> UInt8? {
    var code = 0
    for length in 1...16 {
      guard let bit = bits.next() else { return nil }
      code = code << 1 | bit
      let offset = code - firstCodes[length]
      if offset >= 0, offset < counts[length] { return values[firstIndices[length] + offset] }
    }
    return nil
  }
}

/// The bits of a JPEG's scan, the highest of each byte first. A byte of ones is followed by a stuffed byte of zeros.
struct JPEGBits {
  private let bytes: [UInt8]
  private var offset: Int
  private var current = 0
  private var remaining = 0

  init(_ bytes: [UInt8], from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  /// The next bit; `nil` at the end or at a marker.
  mutating func next() -> Int? {
    if remaining == 0 {
      guard offset < bytes.count else { return nil }
      current = Int(bytes[offset])
      offset += 1
      if current == 0xFF {
        guard offset < bytes.count, bytes[offset] == 0 else { return nil }
        offset += 1
      }
      remaining = 8
    }
    remaining -= 1
    return current >> remaining & 1
  }

  /// A number of `count` bits (0...15), extended as figure F.12 of the standard says: the lower half is negative.
  mutating func number(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let bit = next() else { return nil }
      value = value << 1 | bit
    }
    return count > 0 && value < 1 << (count - 1) ? value - (1 << count) + 1 : value
  }
}
