import TestSupport
import Testing

/// A JPEG as `djpeg` decodes it: a program that shares no code with ours.
struct DecodedPicture {
  static let side = 8

  let width: Int
  let height: Int
  /// Red, green, blue of each pixel.
  private let pixels: ArraySlice<UInt8>

  init(_ jpeg: [UInt8]) throws {
    let scratch = try TemporaryDirectory()
    let result = try Tool.shell("djpeg -strict -rgb -pnm", in: scratch.path, input: jpeg)
    try #require(result.status == 0, "\(result.errorText)")
    // P6, width and height, 255, pixels.
    let header = result.output.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
    try #require(header.count == 4 && header[0].elementsEqual("P6".utf8))
    let size = String(decoding: header[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    try #require(size.count == 2 && header[3].count == size[0] * size[1] * 3)
    (width, height) = (size[0], size[1])
    pixels = header[3]
  }

  /// The mean colours of eight by eight fields, row by row.
  var colors: [Double] {
    var sums = [Double](repeating: 0, count: Self.side * Self.side * 3)
    var counts = sums
    for y in 0..<height {
      for x in 0..<width {
        let field = (y * Self.side / height * Self.side + x * Self.side / width) * 3
        let pixel = pixels.startIndex + (y * width + x) * 3
        for channel in 0..<3 {
          sums[field + channel] += Double(pixels[pixel + channel])
          counts[field + channel] += 1
        }
      }
    }
    return zip(sums, counts).map { $0 / max($1, 1) }
  }
}

/// How far the picture is from expected colours, of 255.
struct ColorDifference {
  /// The largest anywhere.
  private(set) var largest = 0.0
  /// The largest in the fields that do not touch the middle, where the scene has its edges and a JPEG blurs colours.
  private(set) var largestInside = 0.0

  init(_ picture: DecodedPicture, _ hexadecimal: String) throws {
    let digits = Array(hexadecimal)
    let colors = picture.colors
    try #require(digits.count == colors.count * 2)
    for (index, color) in colors.enumerated() {
      let expected = try #require(UInt8(String(digits[2 * index...2 * index + 1]), radix: 16))
      let difference = abs(color - Double(expected))
      let column = index / 3 % DecodedPicture.side
      let row = index / 3 / DecodedPicture.side
      largest = max(largest, difference)
      if ![3, 4].contains(column), ![3, 4].contains(row) { largestInside = max(largestInside, difference) }
    }
  }
}
