internal import CLZ4

/// Turns records into frames. The only file, with ``FrameDecoder`` in it, that knows liblz4.
enum FrameEncoder {
  /// How hard to look for repetitions.
  enum Effort: Int32 {
    /// For appends.
    case fast = 0
    /// For content that is written once and kept.
    case thorough = 9
  }

  /// One frame of the log's profile that holds `content`.
  ///
  /// - Throws: `internalFault` where liblz4 refuses, which it does only without memory.
  static func frame(of content: [UInt8], effort: Effort = .fast) throws(JournalError) -> [UInt8] {
    var preferences = LZ4F_preferences_t()
    preferences.frameInfo.blockSizeID = LZ4F_max64KB
    preferences.frameInfo.blockMode = LZ4F_blockIndependent
    preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled
    preferences.frameInfo.blockChecksumFlag = LZ4F_blockChecksumEnabled
    preferences.frameInfo.contentSize = UInt64(content.count)
    preferences.compressionLevel = effort.rawValue

    var failed = content.isEmpty || content.count > FrameFormat.maximumContentByteCount
    let frame = [UInt8](unsafeUninitializedCapacity: LZ4F_compressFrameBound(content.count, &preferences)) {
      destination, count in
      let result = content.withUnsafeBytes { source in
        LZ4F_compressFrame(
          destination.baseAddress, destination.count, source.baseAddress, source.count, &preferences)
      }
      if LZ4F_isError(result) != 0 { failed = true } else { count = result }
    }
    // The reader's strictness is applied to every frame before anybody relies on it.
    guard !failed,
      FrameFormat.inspect(frame.span.bytes, at: 0)
        == .frame(byteCount: frame.count, contentByteCount: content.count)
    else { throw JournalError(.internalFault, "A frame of \(content.count) bytes could not be compressed.") }
    return frame
  }
}

/// Turns frames into records. Not to be shared between threads.
final class FrameDecoder {
  private var context: OpaquePointer?

  init() {}

  deinit {
    if let context { LZ4F_freeDecompressionContext(context) }
  }

  /// Decompresses the frame that ``FrameFormat/inspect(_:at:)`` found, and checks all its checksums.
  ///
  /// - Returns: whether the frame is whole and `destination`, which has the content's size, is filled.
  func decode(_ frame: UnsafeRawBufferPointer, into destination: UnsafeMutableRawBufferPointer) -> Bool {
    if context == nil, LZ4F_isError(LZ4F_createDecompressionContext(&context, UInt32(LZ4F_VERSION))) != 0 {
      return false
    }
    var produced = destination.count
    var consumed = frame.count
    let result = LZ4F_decompress(
      context, destination.baseAddress, &produced, frame.baseAddress, &consumed, nil)
    // 0 says that the frame has ended; after anything else the context must start anew.
    guard result == 0 else {
      LZ4F_resetDecompressionContext(context)
      return false
    }
    return produced == destination.count && consumed == frame.count
  }

  /// The content of the frame that `bytes` is, or `nil` where it is no whole frame of the profile.
  func content(of bytes: RawSpan) -> [UInt8]? {
    guard case .frame(bytes.byteCount, let count) = FrameFormat.inspect(bytes, at: 0) else { return nil }
    var isWhole = false
    let content = bytes.withUnsafeBytes { frame in
      [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        isWhole = decode(
          frame, into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[..<count])))
        if isWhole { filled = count }
      }
    }
    return isWhole ? content : nil
  }
}
