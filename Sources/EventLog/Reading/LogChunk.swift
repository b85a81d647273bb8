/// A piece of the log that is not decompressed yet: any thread may do that.
package struct LogChunk: Sendable {
  var frames: FrameChunk
  var segment: UInt64
  /// The offset of the first frame in the segment's content.
  var contentOffset: Int
  var isOfLastSegment: Bool

  /// Decompresses the frames, checks their checksums, and finds the records in them.
  ///
  /// Whether they continue what comes before them is for ``LogScan/accept(_:)`` to say.
  package func batch() -> RecordBatch {
    RecordBatch(
      frames.decompressed(), segment: segment, contentOffset: contentOffset, isOfLastSegment: isOfLastSegment)
  }
}

/// Hands out the log in chunks, in order. Reads the files, and no more of a frame than its sizes.
package final class LogChunks {
  private let directory: LogDirectory
  /// The position at which to stop: frames whose content starts at or after it are skipped.
  ///
  /// Only its content offset counts, because the segment may have been reframed. For the same reason, a frame can
  /// extend past it.
  private let limit: LogPosition?
  /// The segments that are still to be read, ascending.
  private var segments: ArraySlice<UInt64>
  private var current: (reader: SegmentReader, segment: UInt64, contentOffset: Int)?
  private let start: LogPosition

  /// - Throws: `inputOutput`.
  package init(
    _ directory: LogDirectory, from start: LogPosition = .start, limit: LogPosition? = nil
  ) throws(LogError) {
    self.directory = directory
    self.start = start
    self.limit = limit
    segments = try directory.segments().filter { $0 >= start.segment }[...]
  }

  /// The segment that comes first; `nil` if there is none.
  var firstSegment: UInt64? { segments.first }

  /// Returns `true` if there is much to read: more than one segment, or at least `byteCount` bytes of one.
  ///
  /// Call it before the first chunk is read.
  ///
  /// - Throws: `inputOutput`.
  package func isLong(_ byteCount: Int) throws(LogError) -> Bool {
    guard segments.count == 1 else { return !segments.isEmpty }
    return try withLogErrors { try openNext() && (current?.reader.byteCount ?? 0) >= byteCount }
  }

  /// The next chunk, about `byteCount` bytes of content; `nil` after the last.
  ///
  /// - Throws: `inputOutput`.
  package func next(byteCount: Int = 1 << 20) throws(LogError) -> LogChunk? {
    try withLogErrors {
      if current == nil, try !openNext() { return nil }
      guard let (reader, segment, contentOffset) = current else { return nil }
      if isAtLimit(segment: segment, contentOffset: contentOffset) {
        segments = []
        current = nil
        return nil
      }
      var frames = try reader.nextChunk(byteCount: byteCount)
      cut(&frames, segment: segment, contentOffset: contentOffset)
      if frames.stop != nil { current = nil } else { current?.contentOffset += frames.contentByteCount }
      return LogChunk(
        frames: frames, segment: segment, contentOffset: contentOffset, isOfLastSegment: segments.isEmpty)
    }
  }

  private func openNext() throws -> Bool {
    guard let segment = segments.popFirst() else { return false }
    let isFirst = segment == start.segment
    let file = try directory.open(segment: segment)
    current = (
      try SegmentReader(file, from: isFirst ? start.fileOffset : 0), segment, isFirst ? start.contentOffset : 0
    )
    return true
  }

  private func isAtLimit(segment: UInt64, contentOffset: Int) -> Bool {
    guard let limit else { return false }
    return (segment, contentOffset) >= (limit.segment, limit.contentOffset)
  }

  /// Leaves out the frames at or after the limit, and what is wrong after it, which is not this pass's business.
  private func cut(_ chunk: inout FrameChunk, segment: UInt64, contentOffset: Int) {
    var offset = contentOffset
    for (index, frame) in chunk.frames.enumerated() {
      if isAtLimit(segment: segment, contentOffset: offset) {
        chunk.frames.removeLast(chunk.frames.count - index)
        chunk.stop = nil
        return
      }
      offset += frame.contentByteCount
    }
    if isAtLimit(segment: segment, contentOffset: offset) { chunk.stop = nil }
  }
}
