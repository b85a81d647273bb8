/// The decompressed content of a whole segment.
package enum SegmentContent {
  /// Calls `body` with the content of each frame, in order.
  ///
  /// - Throws: `damaged` where the segment cannot be read to its end; what `body` throws; file errors.
  package static func forEachFrame(of file: any File, segment: UInt64, _ body: (RawSpan) throws -> Void) throws {
    let reader = try SegmentReader(file, from: 0)
    while true {
      let batch = try reader.next()
      for frame in batch.frames {
        try body(batch.content.span.bytes.extracting(frame.content.start..<frame.content.end))
      }
      switch batch.stop {
      case nil: continue
      case .end: return
      case .invalid(let offset, let reason):
        throw LogError.damaged(segment: LogDirectory.segmentName(segment), offset: offset, reason: reason)
      }
    }
  }

  /// The digest of a whole segment's content, which the next segment names.
  ///
  /// - Parameter end: where the segment ends.
  /// - Throws: `damaged` where it cannot be read to its end, or ends elsewhere: nothing is built upon that.
  package static func digest(of segment: UInt64, upTo end: LogPosition, in directory: LogDirectory) throws(LogError)
    -> Digest
  {
    let file = try directory.open(segment: segment)
    var hasher = SHA256Hasher()
    var byteCount = 0
    try withLogErrors {
      try forEachFrame(of: file, segment: segment) { content in
        hasher.update(content)
        byteCount += content.byteCount
      }
    }
    guard byteCount == end.contentOffset else {
      throw .damaged(
        segment: LogDirectory.segmentName(segment), offset: end.fileOffset, reason: "it does not end where it was left")
    }
    return hasher.finalize()
  }

  /// The last event whose record ends at or before a place in a segment's content, however it is framed; `nil` where no
  /// record ends at that place.
  ///
  /// - Throws: `damaged` where the segment cannot be read to its end; `inputOutput`.
  package static func lastSequence(
    in segment: UInt64, before contentOffset: Int, _ directory: LogDirectory
  ) throws(LogError) -> UInt64? {
    let file = try directory.open(segment: segment)
    var offset = 0
    var last = segment &- 1
    var found: UInt64?
    try withLogErrors {
      try forEachFrame(of: file, segment: segment) { content in
        let isInside = offset < contentOffset && contentOffset <= offset + content.byteCount
        let end = isInside ? contentOffset - offset : content.byteCount
        if let record = LastRecord(in: content, ByteRange(start: 0, end: end)) {
          last = record.sequence
          if isInside { found = last }
        } else if isInside, offset == 0 {
          found = last
        }
        offset += content.byteCount
      }
    }
    return found
  }
}
