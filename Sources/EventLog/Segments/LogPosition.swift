/// A frame with records in it, by which a place in the log is known again.
package struct LogFrame: Hashable, Sendable {
  /// The offset of the frame in its segment's file.
  package var offset: Int
  /// The position of the frame's end.
  package var end: LogPosition

  package init(offset: Int, end: LogPosition) {
    self.offset = offset
    self.end = end
  }
}

/// A place in the log, between two frames.
package struct LogPosition: Hashable, Sendable {
  /// The last sequence number before it; 0 at the beginning.
  package var sequence: UInt64
  /// The first sequence number of the segment, which names it.
  package var segment: UInt64
  /// Bytes of the segment's file before it.
  package var fileOffset: Int
  /// Bytes of the segment's decompressed content before it.
  package var contentOffset: Int

  package init(sequence: UInt64, segment: UInt64, fileOffset: Int, contentOffset: Int) {
    self.sequence = sequence
    self.segment = segment
    self.fileOffset = fileOffset
    self.contentOffset = contentOffset
  }

  /// The position from which an empty log is read.
  package static let start = LogPosition(sequence: 0, segment: 1, fileOffset: 0, contentOffset: 0)
}

extension LogPosition {
  package init(beginningOf segment: UInt64) {
    self.init(sequence: segment - 1, segment: segment, fileOffset: 0, contentOffset: 0)
  }

  /// Returns `true` if this position comes after `other` in the log.
  package func isAfter(_ other: LogPosition) -> Bool {
    (segment, fileOffset) > (other.segment, other.fileOffset)
  }
}
