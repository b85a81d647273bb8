/// Consecutive frames of a segment as they are in its file: their sizes are known, nothing else is checked.
///
/// It can be handed to any thread, which decompresses it.
package struct FrameChunk: Sendable {
  /// The position of a frame in ``bytes``, and its sizes.
  struct Frame: Sendable {
    var offset: Int
    var byteCount: Int
    var contentByteCount: Int
  }

  /// Bytes of the file, from before the first of the frames to behind the last.
  var bytes: [UInt8] = []
  /// The offset of ``bytes`` in the file.
  var fileOffset = 0
  var frames: [Frame] = []
  /// The reason why no further frame of the segment follows; `nil` if one may follow.
  var stop: SegmentReader.Stop?

  /// Bytes of content that the frames hold together.
  var contentByteCount: Int { frames.reduce(0) { $0 + $1.contentByteCount } }

  /// Decompresses the frames and checks all their checksums, up to the first that is not whole.
  package func decompressed() -> FrameBatch {
    var batch = FrameBatch()
    batch.stop = stop
    // Where a segment ends. An array that is made without room sets the length of the empty one that all threads share.
    guard !frames.isEmpty else { return batch }
    batch.frames.reserveCapacity(frames.count)
    batch.content = [UInt8](unsafeUninitializedCapacity: contentByteCount) { content, filled in
      for frame in frames {
        let isWhole = bytes.withUnsafeBytes { bytes in
          FrameDecoder().decode(
            UnsafeRawBufferPointer(rebasing: bytes[frame.offset..<frame.offset + frame.byteCount]).bytes,
            into: UnsafeMutableRawBufferPointer(
              UnsafeMutableBufferPointer(rebasing: content[filled..<filled + frame.contentByteCount])))
        }
        let offset = fileOffset + frame.offset
        guard isWhole else {
          batch.stop = .invalid(offset: offset, reason: "a frame's checksum does not match its content")
          return
        }
        batch.frames.append(
          FrameBatch.Frame(
            fileOffset: offset, byteCount: frame.byteCount,
            content: ByteRange(start: filled, end: filled + frame.contentByteCount)))
        filled += frame.contentByteCount
      }
    }
    return batch
  }
}

/// Consecutive whole frames of a segment, decompressed.
package struct FrameBatch: Sendable {
  package struct Frame: Sendable {
    /// The offset of the frame in the segment's file.
    package var fileOffset: Int
    /// Its bytes in the file.
    package var byteCount: Int
    /// Its content, in the batch's ``FrameBatch/content``.
    package var content: ByteRange
  }

  /// The contents of the frames, one after the other.
  package internal(set) var content: [UInt8] = []
  package internal(set) var frames: [Frame] = []
  /// The reason why no further frame of the segment follows; `nil` if one may follow.
  package internal(set) var stop: SegmentReader.Stop?

  package init() {}
}
