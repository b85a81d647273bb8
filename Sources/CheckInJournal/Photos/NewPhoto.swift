internal import EventLog

/// A photo on its way into the journal.
///
/// ```swift
/// try journal.create(draft, photo: NewPhoto(jpeg: bytes, width: 1200, height: 800))
/// ```
public struct NewPhoto: Hashable, Sendable {
  /// An upright JPEG without metadata, less than 2,000,000 bytes.
  public var jpeg: [UInt8]
  /// Pixels.
  public var width: Int
  /// Pixels.
  public var height: Int
  /// A small picture of it, which is kept in the cache; `nil` where there is none yet.
  public var thumbnail: [UInt8]?

  /// A JPEG, the size of its picture in pixels, and a small one of it.
  public init(jpeg: [UInt8], width: Int, height: Int, thumbnail: [UInt8]? = nil) {
    self.jpeg = jpeg
    self.width = width
    self.height = height
    self.thumbnail = thumbnail
  }

  /// Returns the photo's description as events record it.
  ///
  /// - Throws: `invalidValue` if the photo is too large or isn't a JPEG.
  func described() throws(JournalError) -> Photo {
    guard jpeg.count < Validation.photoByteLimit else { throw .invalid([Validation.photoTooLarge]) }
    guard jpeg.starts(with: [0xFF, 0xD8, 0xFF]), (1...65_535).contains(width), (1...65_535).contains(height) else {
      throw JournalError(.invalidValue, "The photo is not a JPEG.")
    }
    return Photo(digest: Digest(of: jpeg), byteCount: jpeg.count, width: width, height: height)
  }
}
