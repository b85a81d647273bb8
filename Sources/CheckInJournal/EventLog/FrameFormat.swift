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
enum FrameFormat {
  /// Magic number, flags and block descriptor.
  static let prologue: [UInt8] = [0x04, 0x22, 0x4D, 0x18, 0x7C, 0x40]
  static let headerByteCount = 15
  static let blockContentByteCount = 65_536
  /// Bytes around a block's data: its size and its checksum.
  static let blockOverhead = 8
  /// End mark and content checksum.
  static let trailerByteCount = 8
  /// Set in a block's size where its data is stored as it is.
  static let storedBlockFlag: UInt32 = 0x8000_0000

  /// The most that one frame may hold, checked before memory is taken.
  static let maximumContentByteCount = 4 << 20
  /// The most bytes that a frame of that content takes.
  static let maximumByteCount =
    maximumContentByteCount + headerByteCount + trailerByteCount
    + (maximumContentByteCount / blockContentByteCount + 1) * blockOverhead
  /// Where many events are written at once, a frame is closed when it holds this much. Blocks are independent, so
  /// larger frames would not be smaller.
  static let bulkContentByteCount = 256 << 10
}

/// What stands at a place where a frame is expected.
enum FrameInspection: Hashable {
  /// A frame of this form; its checksums are not yet checked.
  case frame(byteCount: Int, contentByteCount: Int)
  /// So far a frame, but the bytes end before it does.
  case incomplete
  case invalid(reason: String)
}

extension FrameFormat {
  /// Compares the header with the profile byte by byte and walks the blocks. Takes time proportional to their number.
  static func inspect(_ bytes: RawSpan, at start: Int) -> FrameInspection {
    let available = bytes.byteCount - start
    for index in 0..<min(prologue.count, available) where byte(bytes, start + index) != prologue[index] {
      return .invalid(reason: "no frame of this log begins here")
    }
    guard available >= headerByteCount else { return .incomplete }
    let contentByteCount = bytes.unsafeLoadUnaligned(fromByteOffset: start + prologue.count, as: UInt64.self)
    guard contentByteCount > 0, contentByteCount <= UInt64(maximumContentByteCount) else {
      return .invalid(reason: "a frame claims an impossible size")
    }

    var position = headerByteCount
    var remaining = Int(contentByteCount)
    while remaining > 0 {
      guard available >= position + 4 else { return .incomplete }
      let size = bytes.unsafeLoadUnaligned(fromByteOffset: start + position, as: UInt32.self)
      let dataByteCount = Int(size & ~storedBlockFlag)
      let blockContent = min(remaining, blockContentByteCount)
      let isStored = size & storedBlockFlag != 0
      guard dataByteCount > 0, isStored ? dataByteCount == blockContent : dataByteCount <= blockContentByteCount else {
        return .invalid(reason: "a block of a frame claims an impossible size")
      }
      position += blockOverhead + dataByteCount
      remaining -= blockContent
    }
    guard available >= position + trailerByteCount else { return .incomplete }
    guard bytes.unsafeLoadUnaligned(fromByteOffset: start + position, as: UInt32.self) == 0 else {
      return .invalid(reason: "a frame does not end where its size says")
    }
    return .frame(byteCount: position + trailerByteCount, contentByteCount: Int(contentByteCount))
  }

  private static func byte(_ bytes: RawSpan, _ offset: Int) -> UInt8 {
    bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
