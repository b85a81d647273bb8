/// A QR code (ISO/IEC 18004:2015): text as bytes, versions 1 to 10, error correction of level M, which 15 % of damage
/// does not harm.
///
/// ```swift
/// for line in QRCode("https://192.168.1.20:8428/pair")?.lines(.colored) ?? [] { print(line) }
/// ```
public struct QRCode: Sendable {
  /// The light border, in modules, that readers need around the code.
  static let quietZone = 4

  /// Modules in a row, without the quiet zone.
  let size: Int
  private var isDarkModule: [Bool]

  /// The smallest code that holds the text; `nil` if it has more than 213 bytes of UTF-8.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let version = QRVersion.all.first(where: { bytes.count <= $0.maximumByteCount }) else { return nil }
    let pattern = QRPattern(version, codewords: version.codewords(for: bytes))
    let masked = (0..<8).map { pattern.masked(by: $0) }.min { $0.penalty < $1.penalty }
    guard let masked else { return nil }
    size = version.size
    isDarkModule = masked.isDark
  }

  /// Returns `true` if a module is dark.
  ///
  /// Modules outside of the code are light.
  func isDark(column: Int, row: Int) -> Bool {
    let range = 0..<size
    return range.contains(column) && range.contains(row) && isDarkModule[row * size + column]
  }
}

/// The properties of one size of code at level M, from ISO/IEC 18004.
struct QRVersion {
  let number: Int
  /// All bytes of the code, and those of them that correct errors in each block.
  let codewordCount, correctionCount: Int
  let blockCount: Int
  /// The centres of the alignment patterns, in both directions.
  let alignments: [Int]

  static let all = [
    QRVersion(1, codewords: 26, correction: 10, blocks: 1, alignments: []),
    QRVersion(2, codewords: 44, correction: 16, blocks: 1, alignments: [6, 18]),
    QRVersion(3, codewords: 70, correction: 26, blocks: 1, alignments: [6, 22]),
    QRVersion(4, codewords: 100, correction: 18, blocks: 2, alignments: [6, 26]),
    QRVersion(5, codewords: 134, correction: 24, blocks: 2, alignments: [6, 30]),
    QRVersion(6, codewords: 172, correction: 16, blocks: 4, alignments: [6, 34]),
    QRVersion(7, codewords: 196, correction: 18, blocks: 4, alignments: [6, 22, 38]),
    QRVersion(8, codewords: 242, correction: 22, blocks: 4, alignments: [6, 24, 42]),
    QRVersion(9, codewords: 292, correction: 22, blocks: 5, alignments: [6, 26, 46]),
    QRVersion(10, codewords: 346, correction: 26, blocks: 5, alignments: [6, 28, 50]),
  ]

  private init(_ number: Int, codewords: Int, correction: Int, blocks: Int, alignments: [Int]) {
    self.number = number
    codewordCount = codewords
    correctionCount = correction
    blockCount = blocks
    self.alignments = alignments
  }

  var size: Int { 17 + 4 * number }
  private var dataCount: Int { codewordCount - correctionCount * blockCount }
  /// Bits that say how many bytes follow.
  private var lengthBitCount: Int { number < 10 ? 8 : 16 }
  /// Bytes of text, after four bits for the mode and the length.
  var maximumByteCount: Int { (dataCount * 8 - 4 - lengthBitCount) / 8 }

  /// The bytes of the code in the order in which they are drawn: blocks interleaved, their corrections after them.
  func codewords(for bytes: [UInt8]) -> [UInt8] {
    let data = dataCodewords(for: bytes)
    // The last blocks are longer by one byte where the data does not divide evenly.
    let shortCount = blockCount - codewordCount % blockCount
    let shortLength = dataCount / blockCount
    var blocks: [ArraySlice<UInt8>] = []
    var start = 0
    for index in 0..<blockCount {
      let end = start + shortLength + (index < shortCount ? 0 : 1)
      blocks.append(data[start..<end])
      start = end
    }
    let corrections = blocks.map { ReedSolomon.remainder(of: $0, degree: correctionCount) }
    var result: [UInt8] = []
    for offset in 0...shortLength {
      for block in blocks where offset < block.count { result.append(block[block.startIndex + offset]) }
    }
    for offset in 0..<correctionCount { result += corrections.map { $0[offset] } }
    return result
  }

  private func dataCodewords(for bytes: [UInt8]) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for shift in (0..<count).reversed() { bits.append(value >> shift & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, lengthBitCount)
    for byte in bytes { append(Int(byte), 8) }
    append(0, min(4, dataCount * 8 - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var result = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    for padding in 0..<(dataCount - result.count) { result.append(padding % 2 == 0 ? 0xEC : 0x11) }
    return result
  }
}

/// Reed and Solomon's code over the field of 256 elements, with the polynomial of QR codes.
private enum ReedSolomon {
  /// The bytes that correct errors in a block.
  static func remainder(of data: some Sequence<UInt8>, degree: Int) -> [UInt8] {
    let generator = generator(degree: degree)
    var result = [UInt8](repeating: 0, count: degree)
    for byte in data {
      let factor = byte ^ result.removeFirst()
      result.append(0)
      for index in 0..<degree { result[index] ^= multiplied(generator[index], factor) }
    }
    return result
  }

  /// The product of (x - 2^i) for i below the degree, without its leading coefficient.
  private static func generator(degree: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        result[index] = multiplied(result[index], root) ^ (index + 1 < degree ? result[index + 1] : 0)
      }
      root = multiplied(root, 2)
    }
    return result
  }

  private static func multiplied(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var result: UInt8 = 0
    for shift in (0..<8).reversed() {
      result = (result << 1) ^ (result >> 7 == 1 ? 0x1D : 0)
      if second >> shift & 1 == 1 { result ^= first }
    }
    return result
  }
}
