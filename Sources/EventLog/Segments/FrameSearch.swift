/// Looks for whole frames after bytes that are none.
enum FrameSearch {
  private static let stepByteCount = 4 << 20

  /// Returns the offset of the next whole frame with later records after `offset`; `nil` if there is none.
  ///
  /// Reads to the end of the file in the worst case. Text that happens to contain a frame's bytes isn't mistaken for
  /// one, because the frame's records must come after `sequence`.
  static func nextFrame(
    in file: any File, after offset: Int, holdingRecordsAfter sequence: UInt64
  ) throws(FileError) -> Int? {
    let size = try file.size()
    let decoder = FrameDecoder()
    var position = offset + 1
    while position < size {
      // Read so much more that a frame which begins in this step ends within what was read.
      let bytes = try file.readBytes(
        at: position, count: min(stepByteCount + FrameFormat.maximumByteCount, size - position))
      for start in 0..<min(stepByteCount, bytes.count) where bytes[start] == FrameFormat.prologue[0] {
        guard case .frame(let byteCount, _) = FrameFormat.inspect(bytes.span.bytes, at: start),
          let content = decoder.content(of: bytes.span.bytes.extracting(start..<start + byteCount)),
          let first = firstSequence(in: content), first > sequence
        else { continue }
        return position + start
      }
      position += stepByteCount
    }
    return nil
  }

  /// The content of the whole frame that ends at `end`; `nil` where none does.
  ///
  /// A frame does not say at its end where it begins, so its prologue is looked for backwards. Most frames are small.
  static func content(in file: any File, endingAt end: Int) throws(FileError) -> [UInt8]? {
    let decoder = FrameDecoder()
    for byteCount in [4096, 1 << 16, 1 << 20, FrameFormat.maximumByteCount] {
      let first = max(0, end - byteCount)
      let bytes = try file.readBytes(at: first, count: end - first)
      guard bytes.count == end - first else { return nil }
      for start in stride(from: bytes.count - FrameFormat.headerByteCount, through: 0, by: -1)
      where bytes[start] == FrameFormat.prologue[0] {
        let rest = bytes.span.bytes.extracting(start..<bytes.count)
        if case .frame(bytes.count - start, _) = FrameFormat.inspect(rest, at: 0),
          let content = decoder.content(of: rest)
        {
          return content
        }
      }
      if first == 0 { return nil }
    }
    return nil
  }

  /// The sequence number of the first record in a frame's content, or that its segment header promises.
  static func firstSequence(in content: [UInt8]) -> UInt64? {
    let bytes = content.span.bytes
    var reader = WireReader(start: 0, end: content.count)
    guard let tag = try? reader.tag(in: bytes), tag.type == .bytes, let record = try? reader.byteRange(in: bytes) else {
      return nil
    }
    switch tag.field {
    case LogField.record: return try? WireReader.sequence(of: record, in: bytes)
    case LogField.segment: return try? SegmentHeader(record, in: bytes).firstSequence
    default: return nil
    }
  }
}
