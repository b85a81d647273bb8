/// The one profile of LZ4 frames that a log is made of: independent blocks of 64 KiB, a checksum for each block and for
/// the content, the content's size in the header, no dictionary.
///
/// Source: LZ4 Frame Format Description 1.6.4. A frame is
///
/// ```
/// magic (4) flags (1) block descriptor (1) content size (8) header checksum (1)
/// { block size (4) block data block checksum (4) }   one for each started 64 KiB of content
/// end mark (4) content checksum (4)
/// ```
package enum FrameFormat {
  /// Magic number, flags and block descriptor.
  static let prologue: [UInt8] = [0x04, 0x22, 0x4D, 0x18, 0x7C, 0x40]
  static let headerByteCount = 15
  /// Flags, block descriptor and content size, which the header checksum covers.
  static let descriptor = 4..<14
  static let blockContentByteCount = 65_536
  /// Bytes around a block's data: its size and its checksum.
  static let blockOverhead = 8
  /// End mark and content checksum.
  static let trailerByteCount = 8
  /// Set in a block's size where its data is stored as it is.
  static let storedBlockFlag: UInt32 = 0x8000_0000

  /// The most that one frame may hold, checked before memory is taken.
  package static let maximumContentByteCount = 4 << 20
  /// The most bytes that a frame of that content takes.
  package static let maximumByteCount =
    maximumContentByteCount + headerByteCount + trailerByteCount
    + (maximumContentByteCount / blockContentByteCount + 1) * blockOverhead
  /// The content size at which a frame is closed if many events are written together.
  ///
  /// Blocks are independent, so larger frames would not compress better.
  package static let bulkContentByteCount = 256 << 10
}

/// One block of a frame, as its size field and its place describe it.
struct FrameBlock {
  /// `true` if the block's data is stored uncompressed.
  let isStored: Bool
  let dataByteCount: Int
  let contentByteCount: Int

  /// - Parameter remaining: how much of the frame's content this block and those after it hold, at least 1.
  /// - Returns: `nil` where no block of the profile has this size in this place.
  init?(sizeField: UInt32, remaining: Int) {
    isStored = sizeField & FrameFormat.storedBlockFlag != 0
    dataByteCount = Int(sizeField & ~FrameFormat.storedBlockFlag)
    contentByteCount = min(remaining, FrameFormat.blockContentByteCount)
    guard dataByteCount > 0,
      isStored ? dataByteCount == contentByteCount : dataByteCount <= FrameFormat.blockContentByteCount
    else { return nil }
  }
}

/// The result of inspecting bytes at a position where a frame is expected.
package enum FrameInspection: Hashable {
  /// A frame of this form; its checksums are not yet checked.
  case frame(byteCount: Int, contentByteCount: Int)
  /// So far a frame, but the bytes end before it does.
  case incomplete
  case invalid(reason: String)
}

extension FrameFormat {
  /// Compares the header with the profile byte by byte and walks the blocks. Takes time proportional to their number.
  package static func inspect(_ bytes: RawSpan, at start: Int) -> FrameInspection {
    let available = bytes.byteCount - start
    for index in 0..<min(prologue.count, available) where byte(in: bytes, at: start + index) != prologue[index] {
      return .invalid(reason: "no frame of this log begins here")
    }
    guard available >= headerByteCount else { return .incomplete }
    let contentByteCount = UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start + prologue.count, as: UInt64.self))
    guard contentByteCount > 0, contentByteCount <= UInt64(maximumContentByteCount) else {
      return .invalid(reason: "a frame claims an impossible size")
    }

    var position = headerByteCount
    var remaining = Int(contentByteCount)
    while remaining > 0 {
      guard available >= position + 4 else { return .incomplete }
      guard let block = FrameBlock(sizeField: word(in: bytes, at: start + position), remaining: remaining) else {
        return .invalid(reason: "a block of a frame claims an impossible size")
      }
      position += blockOverhead + block.dataByteCount
      remaining -= block.contentByteCount
    }
    guard available >= position + trailerByteCount else { return .incomplete }
    guard word(in: bytes, at: start + position) == 0 else {
      return .invalid(reason: "a frame does not end where its size says")
    }
    return .frame(byteCount: position + trailerByteCount, contentByteCount: Int(contentByteCount))
  }

  /// The checksum that ends the header which `frame` begins with: a byte of the hash of flags, block descriptor and
  /// content size.
  static func headerChecksum(_ frame: RawSpan) -> UInt8 {
    UInt8(truncatingIfNeeded: XXHash32.hash(frame.extracting(descriptor)) >> 8)
  }

  /// The number of four bytes at `offset`.
  static func word(in bytes: RawSpan, at offset: Int) -> UInt32 {
    UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  static func byte(in bytes: RawSpan, at offset: Int) -> UInt8 {
    bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
