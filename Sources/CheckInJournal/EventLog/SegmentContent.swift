/// The decompressed content of a whole segment.
enum SegmentContent {
  /// Calls `body` with the content of each frame, in order.
  ///
  /// - Throws: `damaged` where the segment cannot be read to its end; what `body` throws; file errors.
  static func forEachFrame(of file: any File, segment: UInt64, _ body: (RawSpan) throws -> Void) throws {
    let reader = try SegmentReader(file, from: 0)
    var batch = FrameBatch()
    while true {
      let stop = try reader.read(into: &batch)
      for frame in batch.frames {
        try body(batch.content.span.bytes.extracting(frame.content.start..<frame.content.end))
      }
      switch stop {
      case nil: continue
      case .end: return
      case .invalid(let offset, let reason):
        throw JournalError.damaged(segment: LogDirectory.segmentName(segment), offset: offset, reason: reason)
      }
    }
  }

  /// The digest of a segment's content, which the next segment names. Reads the whole segment.
  ///
  /// - Throws: `damaged` where it cannot be read to its end: nothing is built upon that.
  static func digest(of segment: UInt64, in directory: LogDirectory) throws(JournalError) -> Digest {
    let file = try directory.open(segment: segment)
    var hasher = ContentHasher()
    try withJournalErrors { try forEachFrame(of: file, segment: segment) { hasher.update($0) } }
    return hasher.finalize()
  }
}
