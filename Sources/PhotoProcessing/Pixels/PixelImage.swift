/// A picture as pixels, for terminals that take no JPEG.
public struct PixelImage: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// Red, green and blue of each pixel, row by row.
  public let bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// The pixels of a thumbnail, as ``PhotoProcessor`` makes them; `nil` for any other bytes.
  ///
  /// Only the kind of JPEG that the worker writes is read: baseline, Huffman codes, at most 1,000 pixels a side. Whatever the
  /// bytes are, nothing but arrays with checked bounds is touched, so no process of its own is needed.
  public init?(thumbnail jpeg: [UInt8]) {
    guard var decoder = BaselineJPEG(jpeg), let image = decoder.decode() else { return nil }
    self = image
  }

  /// The picture in another size: each pixel is the mean of those that fall into it, or the nearest where none does.
  ///
  /// - Parameter side: width and height of the result, at least 1.
  public func scaled(toSide side: Int) -> PixelImage {
    var result: [UInt8] = []
    result.reserveCapacity(3 * side * side)
    for row in 0..<side {
      let top = row * height / side
      let bottom = max(top + 1, (row + 1) * height / side)
      for column in 0..<side {
        let left = column * width / side
        let right = max(left + 1, (column + 1) * width / side)
        var sums = (0, 0, 0)
        for y in top..<bottom {
          for x in left..<right {
            let offset = 3 * (y * width + x)
            sums.0 += Int(bytes[offset])
            sums.1 += Int(bytes[offset + 1])
            sums.2 += Int(bytes[offset + 2])
          }
        }
        let count = (bottom - top) * (right - left)
        for sum in [sums.0, sums.1, sums.2] { result.append(UInt8(truncatingIfNeeded: (sum + count / 2) / count)) }
      }
    }
    return PixelImage(width: side, height: side, bytes: result)
  }
}
