/// A square picture as pixels, for terminals that take no JPEG.
public struct PixelImage: Hashable, Sendable {
  /// Width and height in pixels.
  public let side: Int
  /// Red, green and blue of each pixel, row by row: `3 * side * side` bytes.
  public let bytes: [UInt8]
}
