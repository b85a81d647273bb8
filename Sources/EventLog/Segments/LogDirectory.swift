package import FoundationEssentials
internal import Platform
internal import Synchronization

/// The open log of one directory.
///
/// Everything that reads or writes the log opens its files here, so each is opened once, without following links, and
/// only if it is a regular file. A file stays open until another one has its name; on a network file system, until the
/// next look.
///
/// Other processes write the log, too. Nothing is read again until ``look()`` or ``forget()``, so whoever reads the log
/// in several steps sees one list of segments, and for each segment one file, in all of them.
package final class LogDirectory: Sendable {
  package let fileSystem: any FileSystem
  package let path: String
  let vocabulary: LogVocabulary
  /// The access that HEAD is opened with. A HEAD that can't be written can be read.
  private let access: FileAccess
  private let opened = Mutex(OpenFiles())

  /// - Parameter access: `readingAndWriting` if the log will be written.
  package init(
    fileSystem: any FileSystem, path: String, vocabulary: LogVocabulary, for access: FileAccess = .reading
  ) {
    self.fileSystem = fileSystem
    self.path = path
    self.vocabulary = vocabulary
    self.access = access
  }

  private struct OpenFiles {
    /// The number of times that the files may have changed since.
    var look = 0
    /// `nil` if it hasn't been opened since the last look, or doesn't exist.
    var directory: (any Directory)?
    /// `false` if an open file may not show what others write; `nil` until a directory is opened.
    var isCoherent: Bool?
    var log: (any Directory)?
    var segments: [UInt64]?
    var reading: HeadState?
    var head: (file: any File, isWritable: Bool)?
    /// The segments' files, with the look at which each had its name.
    var files: [UInt64: (file: any File, look: Int)] = [:]

    /// Keeps the files that are open, which are used as long as they have their names.
    ///
    /// - Parameter isInPlace: `true` if the open directory is known to be the one at the path.
    mutating func forget(isInPlace: Bool = false) {
      look += 1
      if !isInPlace { directory = nil }
      log = nil
      segments = nil
      reading = nil
      if isCoherent == false { closeFiles() }
    }

    mutating func closeFiles() {
      head = nil
      files = [:]
    }
  }

  /// A log has few segments, but a process can only open so many files.
  private static let openSegmentLimit = 16
}

// MARK: Paths

extension LogDirectory {
  package var logPath: String { path + "/" + Self.logName }
  package var headPath: String { path + "/HEAD" }
  package var lockPath: String { path + "/" + Self.lockName }
  private static let logName = "log"
  static let lockName = "lock"

  package func segmentPath(_ firstSequence: UInt64) -> String {
    logPath + "/" + Self.segmentName(firstSequence)
  }

  /// `00000000000000000001.lz4`
  package static func segmentName(_ firstSequence: UInt64) -> String {
    let digits = String(firstSequence)
    return String(repeating: "0", count: 20 - digits.count) + digits + ".lz4"
  }
}

// MARK: Looking

extension LogDirectory {
  /// Reads HEAD, and forgets which segments there were.
  package func look() throws(LogError) -> HeadState {
    try withOpenFiles { files throws(FileError) in
      files.forget()
      return try reading(&files)
    }
  }

  /// Reads HEAD for a pass that ends there. The list of segments stays if it reaches that far.
  package func lookAtHead() throws(LogError) -> HeadState {
    try withOpenFiles { files throws(FileError) in
      let (log, segments, headFile) = (files.log, files.segments, files.head?.file)
      files.forget()
      let reading = try reading(&files)
      // Another HEAD may be that of another directory.
      if let head = reading.head, let last = segments?.last, last >= head.position.segment, let headFile,
        files.head?.file === headFile
      {
        (files.log, files.segments) = (log, segments)
      }
      return reading
    }
  }

  /// Forgets what was read, because it may have changed.
  package func forget() { opened.withLock { $0.forget() } }

  /// Closes the files and forgets what was read, before damage is confirmed.
  package func closeFiles() {
    opened.withLock { files in
      files.forget()
      files.closeFiles()
    }
  }

  /// The name of the file system if its locks stay on this machine although others can write there; `nil` for others.
  func kindWithoutSharedLocks() throws(FileError) -> String? {
    // Only a network file system can have such locks.
    if opened.withLock({ $0.isCoherent }) == true { return nil }
    return try fileSystem.kindWithoutSharedLocks(path)
  }

  /// Forgets what was read before the lock was taken, which is in its place.
  func forgetContents() { opened.withLock { $0.forget(isInPlace: true) } }

  /// The state of HEAD at the last look.
  package var reading: HeadState {
    get throws(LogError) { try withOpenFiles { files throws(FileError) in try reading(&files) } }
  }

  private func reading(_ files: inout OpenFiles) throws(FileError) -> HeadState {
    if let reading = files.reading { return reading }
    let content = try headContent(&files)
    let reading = content.map { HeadState(content: $0) } ?? .missing
    files.reading = reading
    return reading
  }

  private func headContent(_ files: inout OpenFiles) throws(FileError) -> [UInt8]? {
    let limit = HeadFormat.fileByteCount + 1
    if let head = files.head?.file, let byteCount = try head.byteCount(ifNamed: headPath) {
      return try head.readBytes(at: 0, count: min(byteCount, limit))
    }
    files.head = nil
    guard let directory = try directory(&files) else { return nil }
    let file: any File
    do throws(FileError) {
      file = try directory.open("HEAD", for: access)
      files.head = (file, isWritable: access == .readingAndWriting)
    } catch {
      if error.number == ENOENT { return nil }
      guard access == .readingAndWriting else { throw error }
      // The writer says why HEAD can't be written.
      file = try directory.open("HEAD", for: .reading)
      files.head = (file, isWritable: false)
    }
    // What comes after a HEAD's last byte makes it unreadable, but one read tells whether there is anything.
    return try file.readBytes(at: 0, count: limit, atLeast: HeadFormat.fileByteCount)
  }

  /// The first sequence numbers of the segments at the last look, ascending. Other files are ignored.
  package func segments() throws(LogError) -> [UInt64] {
    try withOpenFiles { files throws(FileError) in
      if let segments = files.segments { return segments }
      files.log = try directory(&files)?.directory(Self.logName)
      let names = try files.log?.list() ?? []
      let segments = names.compactMap { name -> UInt64? in
        guard name.utf8.count == 24, name.hasSuffix(".lz4"), let sequence = UInt64(name.dropLast(4)), sequence > 0,
          Self.segmentName(sequence) == name
        else { return nil }
        return sequence
      }.sorted()
      files.segments = segments
      return segments
    }
  }

  /// The identity that the first segment names; `nil` if it can't be read.
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

  private func withOpenFiles<Result: Sendable>(
    _ body: (inout OpenFiles) throws(FileError) -> Result
  ) throws(LogError) -> Result {
    do throws(FileError) {
      return try opened.withLock { files throws(FileError) in try body(&files) }
    } catch {
      throw LogError(error)
    }
  }

  private func directory(_ files: inout OpenFiles) throws(FileError) -> (any Directory)? {
    if files.directory == nil {
      do throws(FileError) {
        files.directory = try fileSystem.openDirectory(path)
        if files.directory != nil, files.isCoherent == nil { files.isCoherent = fileSystem.isCoherent(path) }
      } catch  where error.number == ENOTDIR {
        throw FileError(number: ENOTDIR, operation: "open the journal", path: path)
      }
    }
    return files.directory
  }
}

// MARK: Opening

extension LogDirectory {
  /// A segment's file. One for reading is shared by all who read the log.
  package func open(segment: UInt64, for access: FileAccess = .reading) throws(LogError) -> any File {
    try withOpenFiles { files throws(FileError) in
      if access == .reading, let known = files.files[segment] {
        if known.look == files.look { return known.file }
        if try known.file.isNamed(segmentPath(segment)) {
          files.files[segment]?.look = files.look
          return known.file
        }
        files.files[segment] = nil
      }
      if files.log == nil { files.log = try directory(&files)?.directory(Self.logName) }
      guard let log = files.log else {
        throw FileError(number: ENOENT, operation: "open", path: segmentPath(segment))
      }
      let file = try log.open(Self.segmentName(segment), for: access)
      if access == .reading {
        if files.files.count == Self.openSegmentLimit { files.files = [:] }
        files.files[segment] = (file, files.look)
      }
      return file
    }
  }

  /// Opens another file of the directory; `nil` if there is none of this name.
  package func open(_ name: String, for access: FileAccess = .reading) throws(FileError) -> (any File)? {
    try opened.withLock { files throws(FileError) in
      guard let directory = try directory(&files) else { return nil }
      do throws(FileError) {
        return try directory.open(name, for: access)
      } catch  where error.number == ENOENT {
        return nil
      }
    }
  }

  /// HEAD's file at the last look; `nil` if there was none.
  package var headFile: (any File)? { opened.withLock { $0.head?.file } }

  /// HEAD's file, to be written.
  ///
  /// - Parameter isFresh: `true` if the open file can't be used any more, because a sync of it failed.
  package func openHeadForWriting(isFresh: Bool) throws(FileError) -> any File {
    try opened.withLock { files throws(FileError) in
      if !isFresh, let head = files.head, head.isWritable { return head.file }
      guard let file = try directory(&files)?.open("HEAD", for: .readingAndWriting) else {
        throw FileError(number: ENOENT, operation: "open", path: headPath)
      }
      files.head = (file, isWritable: true)
      return file
    }
  }

  /// `true` if the file has the start of a frame at a position, which may be out of date.
  package func hasFrame(at position: LogPosition) -> Bool {
    guard let file = try? open(segment: position.segment),
      let bytes = try? file.readBytes(at: position.fileOffset, count: FrameFormat.prologue.count)
    else { return false }
    return bytes == FrameFormat.prologue
  }
}

// MARK: Writing

extension LogDirectory {
  /// Makes HEAD durable, regardless of who has written it. On a file system that can't be written, it is durable.
  package func synchronizeHead() throws(FileError) {
    do throws(FileError) {
      // A file that was open when an earlier sync failed may report that this one succeeded.
      guard let file = try open("HEAD") else { throw FileError(number: ENOENT, operation: "open", path: headPath) }
      try file.synchronize()
    } catch  where [EINVAL, EROFS].contains(error.number) {}
  }

  /// Makes the names of the journal's files durable.
  package func synchronize() throws(LogError) {
    try withLogErrors {
      try fileSystem.synchronizeDirectory(logPath)
      try fileSystem.synchronizeDirectory(path)
    }
  }

  /// Makes HEAD appear whole or not at all.
  package func writeHead(_ content: [UInt8]) throws(FileError) {
    defer { forget() }
    try fileSystem.writeAtomically(content.span.bytes, to: headPath)
  }

  /// Makes a segment's file appear whole or not at all.
  package func writeSegment(_ segment: UInt64, content bytes: RawSpan) throws(FileError) {
    defer { forget() }
    try fileSystem.writeAtomically(bytes, to: segmentPath(segment))
  }

  /// Gives a segment's name to another file, and makes that durable.
  package func replaceSegment(_ segment: UInt64, with temporaryPath: String) throws(FileError) {
    defer { forget() }
    try fileSystem.rename(temporaryPath, to: segmentPath(segment))
    try fileSystem.synchronizeDirectory(logPath)
  }

  /// Removes the file of a segment in which nothing was acknowledged.
  package func removeSegment(_ segment: UInt64) throws(FileError) {
    defer { forget() }
    try fileSystem.remove(segmentPath(segment))
  }

  /// Gives a segment's file another name, and makes that durable.
  package func setAsideSegment(_ segment: UInt64, as newPath: String) throws(FileError) {
    defer { forget() }
    try fileSystem.rename(segmentPath(segment), to: newPath)
    try fileSystem.synchronizeDirectory(logPath)
  }
}
