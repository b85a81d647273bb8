internal import CLZ4

/// The version of the LZ4 library in use.
package var lz4Version: String { String(cString: LZ4_versionString()) }

/// Turns records into frames. The only file, with ``FrameDecoder`` in it, that knows liblz4.
///
/// liblz4 compresses the blocks; what surrounds them is written here. The frames are byte for byte those of
/// `LZ4F_compressFrame`, which takes longer for its checksums.
package enum FrameEncoder {
  /// The effort to spend on finding repetitions.
  package enum Effort {
    /// For appends.
    case fast
    /// For content that is written once and kept.
    case thorough
  }

  /// One frame of the log's profile that holds `content`, of 1 to 4,194,304 bytes.
  ///
  /// - Throws: `internalFault` where the content is empty or too long.
  package static func frame(of content: [UInt8], effort: Effort = .fast) throws(LogError) -> [UInt8] {
    var frame: [UInt8] = []
    if !content.isEmpty, content.count <= FrameFormat.maximumContentByteCount {
      let blocks = (content.count + FrameFormat.blockContentByteCount - 1) / FrameFormat.blockContentByteCount
      let capacity =
        FrameFormat.headerByteCount + content.count + blocks * FrameFormat.blockOverhead
        + FrameFormat.trailerByteCount
      frame = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        count = content.withUnsafeBytes { write($0, to: UnsafeMutableRawBufferPointer(buffer), effort: effort) }
      }
    }
    // The reader's strictness is applied to every frame before anybody relies on it.
    guard
      FrameFormat.inspect(frame.span.bytes, at: 0)
        == .frame(byteCount: frame.count, contentByteCount: content.count)
    else { throw LogError(.internalFault, "A frame of length \(content.count) could not be compressed.") }
    return frame
  }

  /// Writes the frame to the start of `frame`, which has room for it even if no block can be compressed.
  ///
  /// - Returns: the bytes that the frame takes.
  private static func write(
    _ content: UnsafeRawBufferPointer, to frame: UnsafeMutableRawBufferPointer, effort: Effort
  ) -> Int {
    frame.copyBytes(from: FrameFormat.prologue)
    frame.storeBytes(
      of: UInt64(content.count).littleEndian, toByteOffset: FrameFormat.prologue.count, as: UInt64.self)
    let header = UnsafeRawBufferPointer(rebasing: frame[..<FrameFormat.headerByteCount])
    frame[FrameFormat.headerByteCount - 1] = FrameFormat.headerChecksum(header.bytes)

    var position = FrameFormat.headerByteCount
    // Every block begins with clearing the state; only its memory is used again.
    let stateByteCount = effort == .fast ? LZ4_sizeofState() : LZ4_sizeofStateHC()
    withUnsafeTemporaryAllocation(byteCount: Int(stateByteCount), alignment: 16) { state in
      for start in stride(from: 0, to: content.count, by: FrameFormat.blockContentByteCount) {
        let end = min(start + FrameFormat.blockContentByteCount, content.count)
        let block = UnsafeRawBufferPointer(rebasing: content[start..<end])
        let room = UnsafeMutableRawBufferPointer(rebasing: frame[(position + 4)...])
        var dataByteCount = compress(block, to: room, effort: effort, state: state)
        var sizeField = UInt32(dataByteCount)
        if dataByteCount == 0 {
          room.copyMemory(from: block)
          dataByteCount = block.count
          sizeField = UInt32(dataByteCount) | FrameFormat.storedBlockFlag
        }
        frame.storeBytes(of: sizeField.littleEndian, toByteOffset: position, as: UInt32.self)
        let checksum = XXHash32.hash(UnsafeRawBufferPointer(rebasing: room[..<dataByteCount]).bytes)
        frame.storeBytes(of: checksum.littleEndian, toByteOffset: position + 4 + dataByteCount, as: UInt32.self)
        position += FrameFormat.blockOverhead + dataByteCount
      }
    }
    frame.storeBytes(of: 0, toByteOffset: position, as: UInt32.self)
    frame.storeBytes(
      of: XXHash32.hash(content.bytes).littleEndian, toByteOffset: position + 4, as: UInt32.self)
    return position + FrameFormat.trailerByteCount
  }

  /// Compresses a block into fewer bytes than it has.
  ///
  /// - Returns: their number, or 0 where that cannot be done.
  private static func compress(
    _ block: UnsafeRawBufferPointer, to data: UnsafeMutableRawBufferPointer, effort: Effort,
    state: UnsafeMutableRawBufferPointer
  ) -> Int {
    let source = block.assumingMemoryBound(to: CChar.self).baseAddress
    let destination = data.assumingMemoryBound(to: CChar.self).baseAddress
    let count = CInt(block.count)
    let result =
      switch effort {
      case .fast: LZ4_compress_fast_extState(state.baseAddress, source, destination, count, count - 1, 1)
      case .thorough: LZ4_compress_HC_extStateHC(state.baseAddress, source, destination, count, count - 1, 9)
      }
    return Int(max(0, result))
  }
}

/// Turns frames into records.
///
/// Nothing that `LZ4F_decompress` refuses is accepted. Refused is also what it lets pass and no writer makes: a block
/// before the last that is not full, and a block that breaks the block format's rules for its end.
package struct FrameDecoder {
  package init() {}

  /// Decompresses the frame that ``FrameFormat/inspect(_:at:)`` found, and checks all its checksums.
  ///
  /// Source: [LZ4 Frame Format Description](https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md), and for the
  /// blocks that liblz4 decompresses [LZ4 Block Format
  /// Description](https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md).
  ///
  /// - Returns: whether the frame is whole and `destination`, which has the content's size, is filled.
  package func decode(_ frame: RawSpan, into destination: UnsafeMutableRawBufferPointer) -> Bool {
    guard FrameFormat.headerChecksum(frame) == FrameFormat.byte(in: frame, at: FrameFormat.headerByteCount - 1) else {
      return false
    }
    var position = FrameFormat.headerByteCount
    var filled = 0
    while filled < destination.count {
      let sizeField = FrameFormat.word(in: frame, at: position)
      guard let block = FrameBlock(sizeField: sizeField, remaining: destination.count - filled) else { return false }
      let dataEnd = position + 4 + block.dataByteCount
      let data = frame.extracting(position + 4..<dataEnd)
      let content = UnsafeMutableRawBufferPointer(
        rebasing: destination[filled..<filled + block.contentByteCount])
      guard XXHash32.hash(data) == FrameFormat.word(in: frame, at: dataEnd),
        Self.decompress(data, isStored: block.isStored, into: content)
      else { return false }
      position += FrameFormat.blockOverhead + block.dataByteCount
      filled += block.contentByteCount
    }
    return XXHash32.hash(UnsafeRawBufferPointer(destination).bytes) == FrameFormat.word(in: frame, at: position + 4)
  }

  /// - Returns: whether the data of the block gives exactly as many bytes as `content` has.
  private static func decompress(
    _ data: RawSpan, isStored: Bool, into content: UnsafeMutableRawBufferPointer
  ) -> Bool {
    data.withUnsafeBytes { data in
      if isStored {
        content.copyMemory(from: data)
        return true
      }
      let byteCount = LZ4_decompress_safe(
        data.assumingMemoryBound(to: CChar.self).baseAddress,
        content.assumingMemoryBound(to: CChar.self).baseAddress, CInt(data.count), CInt(content.count))
      return Int(byteCount) == content.count
    }
  }

  /// The content of the frame that `bytes` is, or `nil` where it is no whole frame of the profile.
  package func content(of bytes: RawSpan) -> [UInt8]? {
    guard case .frame(bytes.byteCount, let count) = FrameFormat.inspect(bytes, at: 0) else { return nil }
    var isWhole = false
    let content = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      isWhole = decode(
        bytes, into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[..<count])))
      if isWhole { filled = count }
    }
    return isWhole ? content : nil
  }
}
