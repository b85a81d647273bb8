/// The worker's verdict on a photo. The numbers are those of `enum photo_verdict` in `CPhotoCodec.h`.
package enum PhotoVerdict: UInt32, Sendable {
  case ok, empty, unknownKind, truncated, damaged, tooLarge, tooManyScans, unsupported, outOfMemory, notEncoded
}

/// The worker's output: a header of 28 bytes, the photo, the thumbnail, and nothing after them.
///
/// The header is the four bytes `CPR1` and six little-endian numbers of four bytes: the verdict, the removed metadata,
/// the width, the height, and the sizes of the photo and of the thumbnail in bytes. All but the verdict are 0 unless it
/// is `ok`.
package struct PhotoReply: Sendable {
  /// The worker's argument that asks for the thumbnail alone.
  package static let thumbnailOption = "--thumbnail"

  /// The worker's argument, before a number, that asks for a smaller picture whose shorter side has so many pixels, in
  /// place of the thumbnail.
  package static let previewOption = "--preview"

  /// The worker's argument, before a number, that asks for a square of so many pixels a side, in place of the
  /// thumbnail.
  package static let pixelsOption = "--pixels"

  static let magic: [UInt8] = [0x43, 0x50, 0x52, 0x31]
  static let headerCount = 28
  /// The most bytes that a reply can have.
  static let byteLimit = headerCount + 2 * PhotoProcessor.outputByteLimit

  package var verdict: PhotoVerdict
  package var removed: ProcessedPhoto.Removed = []
  package var width = 0
  package var height = 0
  package var photo: [UInt8] = []
  package var thumbnail: [UInt8] = []

  package init(verdict: PhotoVerdict) {
    self.verdict = verdict
  }

  /// Reads a reply; `nil` if the bytes are not one.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerCount, bytes.starts(with: Self.magic) else { return nil }
    let numbers = (1...6).map { index in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[4 * index + $1]) << (8 * $1) }
    }
    let photoCount = Int(numbers[4])
    let thumbnailCount = Int(numbers[5])
    guard let verdict = PhotoVerdict(rawValue: numbers[0]),
      bytes.count - Self.headerCount == photoCount + thumbnailCount
    else { return nil }
    self.init(verdict: verdict)
    removed = ProcessedPhoto.Removed(rawValue: numbers[1]).intersection([.location, .otherMetadata])
    width = Int(numbers[2])
    height = Int(numbers[3])
    photo = Array(bytes[Self.headerCount..<Self.headerCount + photoCount])
    thumbnail = Array(bytes[(Self.headerCount + photoCount)...])
  }

  package var bytes: [UInt8] {
    let numbers = [
      verdict.rawValue, removed.rawValue, UInt32(truncatingIfNeeded: width), UInt32(truncatingIfNeeded: height),
      UInt32(truncatingIfNeeded: photo.count), UInt32(truncatingIfNeeded: thumbnail.count),
    ]
    let header = numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) } }
    return Self.magic + header + photo + thumbnail
  }
}
