import PhotoProcessing

/// Sixel graphics as on the VT340: strips of six rows, drawn once for each colour in them.
enum Sixel {
  /// Levels of each component of a colour; their cube is the size of the palette.
  private static let steps = 6
  /// Bayer's thresholds for ordered dithering, four by four: without it, skies are striped.
  private static let thresholds = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  /// The sequence that draws a picture.
  static func text(of image: PixelImage) -> String {
    let colors = (0..<image.side * image.side).map { pixel in
      // In sixteenths of a step, all below a whole one.
      let threshold = 255 * thresholds[pixel / image.side % 4 * 4 + pixel % image.side % 4]
      return (0..<3).reduce(0) { color, part in
        color * steps + (16 * (steps - 1) * Int(image.bytes[3 * pixel + part]) + threshold) / (16 * 255)
      }
    }
    // Pixels are square, and those that are not drawn stay as they are.
    var text = "\u{1b}P0;1;0q\"1;1;\(image.side);\(image.side)"
    for color in Set(colors).sorted() {
      let parts = [color / (steps * steps), color / steps % steps, color % steps].map { $0 * 100 / (steps - 1) }
      text += "#\(color);2;\(parts[0]);\(parts[1]);\(parts[2])"
    }
    for top in stride(from: 0, to: image.side, by: 6) {
      let rows = top..<min(top + 6, image.side)
      let used = Set(colors[rows.lowerBound * image.side..<rows.upperBound * image.side]).sorted()
      let lines = used.map { color in
        "#\(color)"
          + runs(
            (0..<image.side).map { column in
              rows.reduce(0) { bits, row in
                colors[row * image.side + column] == color ? bits | 1 << (row - top) : bits
              }
            })
      }
      text += lines.joined(separator: "$") + "-"
    }
    return text + "\u{1b}\\"
  }

  /// Sixels as characters, with counts for those that repeat.
  private static func runs(_ sixels: [Int]) -> String {
    var text = ""
    var rest = sixels[...]
    while let first = rest.first {
      let count = rest.prefix { $0 == first }.count
      let character = String(UnicodeScalar(UInt8(63 + first)))
      text += count > 3 ? "!\(count)\(character)" : String(repeating: character, count: count)
      rest = rest.dropFirst(count)
    }
    return text
  }
}
