internal import Glibc

/// Reads a baseline JPEG with one scan and without restart intervals (ITU-T T.81): what the worker writes.
struct BaselineJPEG {
  private static let sideLimit = 1000

  private struct Component {
    var identifier: UInt8
    var horizontal: Int
    var vertical: Int
    var quantization: Int
    var directTable = 0
    var alternatingTable = 0
    /// The value before, which the next one's difference is from.
    var prediction = 0
    /// Samples, row by row; rows have `stride` of them.
    var samples: [UInt8] = []
    var stride = 0
  }

  private let bytes: [UInt8]
  private var width = 0
  private var height = 0
  private var components: [Component] = []
  private var quantization = [[Int]](repeating: [], count: 4)
  private var direct = [HuffmanTable?](repeating: nil, count: 4)
  private var alternating = [HuffmanTable?](repeating: nil, count: 4)
  private var scan = 0

  /// Reads everything up to the scan; `nil` for bytes that are something else.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var offset = 2
    while bytes.count - offset >= 4, bytes[offset] == 0xFF {
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      guard length >= 2, length <= bytes.count - offset - 2 else { return nil }
      let content = Array(bytes[offset + 4..<offset + 2 + length])
      let isUnderstood: Bool
      switch bytes[offset + 1] {
      case 0xDB: isUnderstood = readQuantization(content)
      case 0xC4: isUnderstood = readHuffman(content)
      case 0xC0: isUnderstood = readFrame(content)
      case 0xDA:
        scan = offset + 2 + length
        guard readScan(content) else { return nil }
        return
      case 0xE0...0xEF, 0xFE: isUnderstood = true
      default: isUnderstood = false
      }
      guard isUnderstood else { return nil }
      offset += 2 + length
    }
    return nil
  }

  /// `nil` where the scan is damaged.
  mutating func decode() -> PixelImage? {
    let maximumHorizontal = components.map(\.horizontal).max() ?? 1
    let maximumVertical = components.map(\.vertical).max() ?? 1
    let across = (width + 8 * maximumHorizontal - 1) / (8 * maximumHorizontal)
    let down = (height + 8 * maximumVertical - 1) / (8 * maximumVertical)
    for index in components.indices {
      components[index].stride = across * 8 * components[index].horizontal
      let rows = down * 8 * components[index].vertical
      components[index].samples = [UInt8](repeating: 128, count: components[index].stride * rows)
    }
    var bits = JPEGBits(bytes, from: scan)
    for unit in 0..<across * down {
      for index in components.indices {
        for row in 0..<components[index].vertical {
          for column in 0..<components[index].horizontal {
            let x = 8 * (unit % across * components[index].horizontal + column)
            let y = 8 * (unit / across * components[index].vertical + row)
            guard decodeBlock(of: index, x: x, y: y, &bits) else { return nil }
          }
        }
      }
    }
    return pixels(maximumHorizontal, maximumVertical)
  }

  private mutating func decodeBlock(of index: Int, x: Int, y: Int, _ bits: inout JPEGBits) -> Bool {
    let component = components[index]
    guard let directTable = direct[component.directTable], let table = alternating[component.alternatingTable],
      let size = directTable.next(&bits), size <= 11, let difference = bits.number(Int(size))
    else { return false }
    let factors = quantization[component.quantization]
    components[index].prediction += difference
    var block = [Float](repeating: 0, count: 64)
    block[0] = Float(components[index].prediction * factors[0])
    var position = 1
    while position < 64 {
      guard let symbol = table.next(&bits) else { return false }
      let (run, size) = (Int(symbol >> 4), Int(symbol & 15))
      if size == 0 {
        if run < 15 { break }
        position += 16
        continue
      }
      position += run
      guard position < 64, let value = bits.number(size) else { return false }
      block[InverseCosine.zigzag[position]] = Float(value * factors[position])
      position += 1
    }
    InverseCosine.transform(&block)
    for row in 0..<8 {
      let start = (y + row) * component.stride + x
      for column in 0..<8 {
        components[index].samples[start + column] = Self.clamped(block[8 * row + column] + 128)
      }
    }
    return true
  }

  /// Brings all components to full size and to RGB (JFIF 1.02).
  private func pixels(_ maximumHorizontal: Int, _ maximumVertical: Int) -> PixelImage {
    var result: [UInt8] = []
    result.reserveCapacity(3 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let values = components.map { component in
          Float(
            component.samples[
              y * component.vertical / maximumVertical * component.stride + x * component.horizontal / maximumHorizontal
            ])
        }
        guard values.count == 3 else {
          result += [UInt8](repeating: Self.clamped(values[0]), count: 3)
          continue
        }
        let (blue, red) = (values[1] - 128, values[2] - 128)
        result.append(Self.clamped(values[0] + 1.402 * red))
        result.append(Self.clamped(values[0] - 0.344_136 * blue - 0.714_136 * red))
        result.append(Self.clamped(values[0] + 1.772 * blue))
      }
    }
    return PixelImage(width: width, height: height, bytes: result)
  }

  private static func clamped(_ value: Float) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }

  // MARK: Segments; each answers whether it is understood

  private mutating func readQuantization(_ content: [UInt8]) -> Bool {
    var rest = content[...]
    while let head = rest.popFirst() {
      guard head < 4, rest.count >= 64 else { return false }
      quantization[Int(head)] = rest.prefix(64).map(Int.init)
      rest = rest.dropFirst(64)
    }
    return true
  }

  private mutating func readHuffman(_ content: [UInt8]) -> Bool {
    var rest = content[...]
    while let head = rest.popFirst() {
      guard head & 0x0F < 4, head >> 4 < 2, rest.count >= 16 else { return false }
      let counts = Array(rest.prefix(16))
      rest = rest.dropFirst(16)
      let count = counts.reduce(0) { $0 + Int($1) }
      guard rest.count >= count, let table = HuffmanTable(counts: counts, values: Array(rest.prefix(count))) else {
        return false
      }
      rest = rest.dropFirst(count)
      if head >> 4 == 0 { direct[Int(head)] = table } else { alternating[Int(head & 0x0F)] = table }
    }
    return true
  }

  private mutating func readFrame(_ content: [UInt8]) -> Bool {
    guard content.count >= 6, content[0] == 8, components.isEmpty, [1, 3].contains(content[5]),
      content.count == 6 + 3 * Int(content[5])
    else { return false }
    height = Int(content[1]) << 8 | Int(content[2])
    width = Int(content[3]) << 8 | Int(content[4])
    guard (1...Self.sideLimit).contains(width), (1...Self.sideLimit).contains(height) else { return false }
    for start in stride(from: 6, to: content.count, by: 3) {
      let component = Component(
        identifier: content[start], horizontal: Int(content[start + 1] >> 4), vertical: Int(content[start + 1] & 15),
        quantization: Int(content[start + 2]))
      guard (1...2).contains(component.horizontal), (1...2).contains(component.vertical), component.quantization < 4
      else { return false }
      components.append(component)
    }
    // A single component is stored block by block, whatever its factors say.
    if components.count == 1 { (components[0].horizontal, components[0].vertical) = (1, 1) }
    return true
  }

  private mutating func readScan(_ content: [UInt8]) -> Bool {
    guard !components.isEmpty, content.count == 4 + 2 * components.count, Int(content[0]) == components.count else {
      return false
    }
    for index in components.indices {
      let tables = content[2 + 2 * index]
      guard content[1 + 2 * index] == components[index].identifier, tables >> 4 < 4, tables & 15 < 4,
        quantization[components[index].quantization].count == 64
      else { return false }
      components[index].directTable = Int(tables >> 4)
      components[index].alternatingTable = Int(tables & 15)
    }
    return true
  }
}

/// The inverse cosine transform of a block of eight by eight, in its plain form: rows, then columns.
enum InverseCosine {
  /// Where in the block the coefficients stand, in the order in which they are stored.
  static let zigzag: [Int] = {
    var order: [Int] = []
    for diagonal in 0..<15 {
      let rows = (max(0, diagonal - 7)...min(7, diagonal)).map { 8 * $0 + diagonal - $0 }
      order += diagonal.isMultiple(of: 2) ? rows.reversed() : rows
    }
    return order
  }()

  private static let factors: [Float] = (0..<64).map { index in
    let (position, frequency) = (index / 8, index % 8)
    let scale = frequency == 0 ? 0.5 / 2.0.squareRoot() : 0.5
    return Float(scale * cos(Double((2 * position + 1) * frequency) * .pi / 16))
  }

  static func transform(_ block: inout [Float]) {
    var half = [Float](repeating: 0, count: 64)
    for row in 0..<8 {
      for position in 0..<8 {
        var sum: Float = 0
        for frequency in 0..<8 { sum += factors[8 * position + frequency] * block[8 * row + frequency] }
        half[8 * row + position] = sum
      }
    }
    for column in 0..<8 {
      for position in 0..<8 {
        var sum: Float = 0
        for frequency in 0..<8 { sum += factors[8 * position + frequency] * half[8 * frequency + column] }
        block[8 * position + column] = sum
      }
    }
  }
}
