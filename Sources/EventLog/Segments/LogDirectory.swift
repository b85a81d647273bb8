package import FoundationEssentials
internal import Platform

/// A log's directory: where each file of it lies.
package struct LogDirectory: Sendable {
  package let fileSystem: any FileSystem
  package let path: String
  let vocabulary: LogVocabulary
  let head: NamedFile

  /// - Parameter access: whether the log is to be written.
  package init(
    fileSystem: any FileSystem, path: String, vocabulary: LogVocabulary, for access: FileAccess = .reading
  ) {
    self.fileSystem = fileSystem
    self.path = path
    self.vocabulary = vocabulary
    head = NamedFile(fileSystem: fileSystem, path: path + "/HEAD", access: access)
  }

  package var logPath: String { path + "/log" }
  package var headPath: String { path + "/HEAD" }

  /// Makes what HEAD says durable, whoever has written it. On a file system that nothing can be written to, it is.
  package func synchronizeHead() throws(FileError) {
    do throws(FileError) {
      try fileSystem.open(headPath, for: .reading).synchronize()
    } catch  where [EINVAL, EROFS].contains(error.number) {}
  }
  package var lockPath: String { path + "/lock" }

  package func segmentPath(_ firstSequence: UInt64) -> String {
    logPath + "/" + Self.segmentName(firstSequence)
  }

  /// `00000000000000000001.lz4`
  package static func segmentName(_ firstSequence: UInt64) -> String {
    let digits = String(firstSequence)
    return String(repeating: "0", count: 20 - digits.count) + digits + ".lz4"
  }

  /// The first sequence numbers of the segments that are there, ascending. Other files are not ours to judge.
  package func segments() throws(LogError) -> [UInt64] {
    try withLogErrors {
      guard try fileSystem.kind(of: logPath) != nil else { return [] }
      return try fileSystem.list(logPath).compactMap { name in
        guard name.utf8.count == 24, name.hasSuffix(".lz4"), let sequence = UInt64(name.dropLast(4)), sequence > 0,
          Self.segmentName(sequence) == name
        else { return nil }
        return sequence
      }.sorted()
    }
  }

  /// The identity that the first segment names; `nil` where it cannot be read.
  package func journalID() throws(LogError) -> UUID? {
    guard let first = try segments().first else { return nil }
    return try journalID(ofSegment: first)
  }

  /// The journals that the segments name whose headers can be read: one, unless some are of another.
  package func journalIDs() throws(LogError) -> Set<UUID> {
    var found: Set<UUID> = []
    for segment in try segments() {
      if let journalID = try journalID(ofSegment: segment) { found.insert(journalID) }
    }
    return found
  }

  private func journalID(ofSegment segment: UInt64) throws(LogError) -> UUID? {
    let file = try open(segment: segment)
    do throws(FileError) { return try SegmentHeader(of: file)?.journalID } catch { throw LogError(error) }
  }

  /// Makes the names of the journal's files durable.
  package func synchronize() throws(LogError) {
    try withLogErrors {
      try fileSystem.synchronizeDirectory(logPath)
      try fileSystem.synchronizeDirectory(path)
    }
  }

  /// Returns `true` if a frame starts at a position of the segment's file.
  ///
  /// Use this for a stored position, which can be outdated.
  package func hasFrame(at place: LogPosition) -> Bool {
    guard let file = try? open(segment: place.segment),
      let bytes = try? file.readBytes(at: place.fileOffset, count: FrameFormat.prologue.count)
    else { return false }
    return bytes == FrameFormat.prologue
  }

  package func open(segment: UInt64, for access: FileAccess = .reading) throws(LogError) -> any File {
    try withLogErrors { try fileSystem.open(segmentPath(segment), for: access) }
  }
}
