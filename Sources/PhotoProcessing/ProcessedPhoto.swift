/// A photo as it is stored and shown: upright, in sRGB, without metadata. ``PhotoProcessor`` makes it.
public struct ProcessedPhoto: Hashable, Sendable {
  /// The parts of the original that the result doesn't contain.
  public struct Removed: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The place where the photo was taken.
    public static let location = Removed(rawValue: 1)
    /// Any other metadata: camera, times, captions, embedded videos.
    public static let otherMetadata = Removed(rawValue: 2)
  }

  /// A baseline JPEG of less than ``PhotoProcessor/outputByteLimit`` bytes.
  public var jpeg: [UInt8]
  /// Width of the upright picture in pixels, from 1 to 65,500.
  public var width: Int
  /// Height of the upright picture in pixels, from 1 to 65,500.
  public var height: Int
  /// A JPEG of 200 × 200 pixels, from the centre of the picture.
  public var thumbnail: [UInt8]
  /// The parts of the original that were removed.
  public var removed: Removed

  /// Creates the result of processing a photo.
  public init(jpeg: [UInt8], width: Int, height: Int, thumbnail: [UInt8], removed: Removed) {
    self.jpeg = jpeg
    self.width = width
    self.height = height
    self.thumbnail = thumbnail
    self.removed = removed
  }
}

/// A square picture as pixels, for terminals that cannot show a JPEG.
///
/// ```swift
/// let image = try PhotoProcessor().pixels(of: thumbnail, side: 96)
/// let (row, column) = (0, 10)
/// let red = image.bytes[3 * (row * image.side + column)]
/// ```
public struct PixelImage: Hashable, Sendable {
  /// Width and height in pixels.
  public let side: Int
  /// Red, green and blue of each pixel, row by row: `3 * side * side` bytes.
  public let bytes: [UInt8]
}
