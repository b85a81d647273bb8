/// The two steps that repair the end of the log before anything is appended.
///
/// The caller holds the lock, and has read and validated the log.
///
/// 1. Whole frames just after HEAD were written, but their writer couldn't record the outcome. They are kept: written
///    again, because a failed sync can leave pages in memory that look clean and are not on the disk; then synced, and
///    HEAD is advanced.
/// 2. Bytes after them that are not a frame, with no frame after those, are torn. They are moved to a separate file.
package struct LogRecovery {
  private static let chunkByteCount = 1 << 20

  let directory: LogDirectory

  package init(_ directory: LogDirectory) {
    self.directory = directory
  }

  /// Writes the frames between two places again, as they are, and makes them durable.
  package func rewrite(from start: LogPosition, to end: LogPosition) throws(LogError) {
    for segment in try directory.segments() where segment >= start.segment && segment <= end.segment {
      let file = try directory.open(segment: segment, for: .readingAndWriting)
      try withLogErrors {
        var offset = segment == start.segment ? start.fileOffset : 0
        let stop = segment == end.segment ? end.fileOffset : try file.size()
        while offset < stop {
          let bytes = try file.readBytes(at: offset, count: min(Self.chunkByteCount, stop - offset))
          guard !bytes.isEmpty else { break }
          try file.writeAll(bytes.span.bytes, at: offset)
          offset += bytes.count
        }
        try file.synchronize()
      }
    }
    try withLogErrors { try directory.fileSystem.synchronizeDirectory(directory.logPath) }
  }

  /// Copies torn bytes to a file of their own and cuts them off. If they are all that a segment has, its file gets the
  /// other's name instead: one without a header must not stay.
  ///
  /// - Returns: the path of the file.
  package func quarantine(_ torn: TornTail) throws(LogError) -> String {
    let file = try directory.open(segment: torn.segment, for: .readingAndWriting)
    return try withLogErrors {
      if torn.offset == 0, torn.segment > 1 {
        let path = try freePath(for: torn)
        try directory.setAsideSegment(torn.segment, as: path)
        return path
      }
      let bytes = try file.readBytes(at: torn.offset, count: torn.byteCount)
      let path = try freePath(for: torn)
      try directory.fileSystem.writeAtomically(bytes.span.bytes, to: path)
      try file.truncate(to: torn.offset)
      try file.synchronize()
      return path
    }
  }

  private func freePath(for torn: TornTail) throws(FileError) -> String {
    let name = LogDirectory.segmentName(torn.segment).dropLast(4)
    return try directory.fileSystem.freePath("\(directory.logPath)/torn-\(name)-\(torn.offset)")
  }
}
