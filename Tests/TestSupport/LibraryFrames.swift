internal import CLZ4

/// What liblz4's own functions for whole frames make of the log's profile, to hold the log's code for frames against.
package enum LibraryFrames {
  /// A frame of the profile that holds `content`: at level 0 as the log's appends are compressed, at 9 as thoroughly as
  /// compaction does.
  package static func encode(_ content: [UInt8], level: Int32 = 0) -> [UInt8] {
    var preferences = LZ4F_preferences_t()
    preferences.frameInfo.blockSizeID = LZ4F_max64KB
    preferences.frameInfo.blockMode = LZ4F_blockIndependent
    preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled
    preferences.frameInfo.blockChecksumFlag = LZ4F_blockChecksumEnabled
    preferences.frameInfo.contentSize = UInt64(content.count)
    preferences.compressionLevel = level
    let capacity = LZ4F_compressFrameBound(content.count, &preferences)
    return [UInt8](unsafeUninitializedCapacity: capacity) { frame, count in
      let result = content.withUnsafeBytes {
        LZ4F_compressFrame(frame.baseAddress, frame.count, $0.baseAddress, $0.count, &preferences)
      }
      count = LZ4F_isError(result) == 0 ? result : 0
    }
  }

  /// Decompresses one block, without its size and its checksum.
  ///
  /// - Returns: `nil` where it is none, or one of more than `limit` bytes.
  package static func decodeBlock(_ data: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
    var result: Int32 = -1
    let content = [UInt8](unsafeUninitializedCapacity: limit) { content, count in
      data.withUnsafeBytes { data in
        result = LZ4_decompress_safe(
          data.assumingMemoryBound(to: CChar.self).baseAddress,
          UnsafeMutableRawBufferPointer(content).assumingMemoryBound(to: CChar.self).baseAddress, Int32(data.count),
          Int32(limit))
      }
      count = Int(max(0, result))
    }
    return result >= 0 ? content : nil
  }
}

/// Decompresses frames with liblz4's own functions for them. Not to be shared between threads.
package final class LibraryFrameDecoder {
  private var context: OpaquePointer?

  package init() {
    LZ4F_createDecompressionContext(&context, UInt32(LZ4F_VERSION))
  }

  deinit { LZ4F_freeDecompressionContext(context) }

  /// Decompresses one frame.
  ///
  /// - Returns: whether `frame` is one whole frame that fills `destination` exactly.
  package func decode(_ frame: UnsafeRawBufferPointer, into destination: UnsafeMutableRawBufferPointer) -> Bool {
    var produced = destination.count
    var consumed = frame.count
    let result = LZ4F_decompress(context, destination.baseAddress, &produced, frame.baseAddress, &consumed, nil)
    // Anything but the end of a frame leaves the context in the middle of one.
    if result != 0 { LZ4F_resetDecompressionContext(context) }
    return result == 0 && produced == destination.count && consumed == frame.count
  }

  /// The content of the frame that `frame` is, if it has `count` bytes.
  package func content(of frame: [UInt8], count: Int) -> [UInt8]? {
    var content = [UInt8](repeating: 0, count: count)
    let isWhole = frame.withUnsafeBytes { frame in
      content.withUnsafeMutableBytes { decode(frame, into: $0) }
    }
    return isWhole ? content : nil
  }
}
