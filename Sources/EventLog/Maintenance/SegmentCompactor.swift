internal import Platform

/// Reframes a sealed segment: the same content in large, thoroughly compressed frames.
///
/// The new file is written beside the old one, read back, and compared, before it takes the old one's name. A crash at
/// any step leaves the old file or the new one, both whole; a reader that has the old one open reads on in it.
package struct SegmentCompactor {
  /// The result of compacting a segment.
  package struct Result {
    package var byteCountBefore: Int
    package var byteCountAfter: Int
    /// The position of each frame in the compacted segment.
    package var frames: [LogPosition]
  }

  let directory: LogDirectory

  package init(_ directory: LogDirectory) {
    self.directory = directory
  }

  /// - Parameter swap: runs the step that gives the new file its name, under the journal's lock; gets what it comes to.
  /// - Returns: `nil` where the segment is framed well already.
  /// - Throws: a ``LogError``: `damaged` if the segment cannot be read to its end, and it stays as it is; `busy` if
  ///   another process is compacting; `inputOutput`. What `swap` throws; file errors.
  package func compact(
    _ segment: UInt64, swap: (Result, () throws -> Void) throws -> Void
  ) throws -> Result? {
    let path = directory.segmentPath(segment)
    let temporaryPath = path + ".compact"
    let source = try directory.open(segment: segment)
    let temporary = try openTemporary(temporaryPath)
    let byteCountBefore = try source.size()
    let written = try directory.fileSystem.removing(temporaryPath) {
      let written = try reframe(source, segment: segment, into: temporary)
      try temporary.synchronize()
      return written
    }
    guard written.byteCount < byteCountBefore else {
      try directory.fileSystem.remove(temporaryPath)
      return nil
    }
    // Whatever is wrong with the new file, the segment itself has been read to its end.
    guard (try? digest(of: temporary, segment: segment)) == written.digest else {
      throw FileError(number: EIO, operation: "read back", path: temporaryPath)
    }
    let result = Result(
      byteCountBefore: byteCountBefore, byteCountAfter: written.byteCount, frames: written.frames)
    try swap(result) {
      try directory.replaceSegment(segment, with: temporaryPath)
    }
    return result
  }

  /// The temporary file, empty and locked, so that two compactions do not write the same one. What an attempt that was
  /// cut off left in it is not needed: the segment is whole.
  private func openTemporary(_ path: String) throws -> any File {
    while true {
      guard let file = try createOrOpen(path) else { continue }
      guard try file.tryLock() else {
        throw LogError(.busy, "Another process is compacting the journal; try again later.")
      }
      // Another process may have given this file the segment's name before it let go of it. Whoever holds the lock of
      // the file that has the temporary name alone renames or removes it.
      guard try file.isNamed(path) else { continue }
      try file.truncate(to: 0)
      return file
    }
  }

  /// The file at the path; `nil` where another process is creating, renaming or removing it.
  private func createOrOpen(_ path: String) throws(FileError) -> (any File)? {
    do throws(FileError) {
      if try directory.fileSystem.kind(of: path) == nil { return try directory.fileSystem.create(path) }
      return try directory.fileSystem.open(path, for: .readingAndWriting)
    } catch {
      if error.number == EEXIST || error.number == ENOENT { return nil }
      throw error
    }
  }

  private func reframe(
    _ source: any File, segment: UInt64, into target: any File
  ) throws -> (byteCount: Int, digest: Digest, frames: [LogPosition]) {
    var hasher = SHA256Hasher()
    var pending: [UInt8] = []
    var frames: [LogPosition] = []
    var place = LogPosition(beginningOf: segment)
    func flush() throws {
      guard !pending.isEmpty else { return }
      frames.append(place)
      let frame = try FrameEncoder.frame(of: pending, effort: .thorough)
      try target.writeAll(frame.span.bytes, at: place.fileOffset)
      let last = LastRecord(in: pending.span.bytes, ByteRange(start: 0, end: pending.count))
      place = LogPosition(
        sequence: last?.sequence ?? place.sequence, segment: segment, fileOffset: place.fileOffset + frame.count,
        contentOffset: place.contentOffset + pending.count)
      pending.removeAll(keepingCapacity: true)
    }
    try SegmentContent.forEachFrame(of: source, segment: segment) { content in
      hasher.update(content)
      // Frames hold whole records, so they are joined and never cut.
      if pending.count + content.byteCount > FrameFormat.bulkContentByteCount { try flush() }
      content.withUnsafeBytes { pending.append(contentsOf: $0) }
    }
    try flush()
    return (place.fileOffset, hasher.finalize(), frames)
  }

  private func digest(of file: any File, segment: UInt64) throws -> Digest {
    var hasher = SHA256Hasher()
    try SegmentContent.forEachFrame(of: file, segment: segment) { hasher.update($0) }
    return hasher.finalize()
  }
}
