package import CheckInJournal
internal import EventLog
internal import Platform

/// A file that a person asked for: buffered, and written whole or not at all. Or standard output.
///
/// A file is written under a temporary name in its own directory, synced, and renamed. It replaces only the existing
/// files that its creator names. If there is something other than a file at the path (a pipe, `/dev/null`), that is
/// written to. Without ``finish()`` nothing appears at the path.
package struct OutputFile: ~Copyable {
  /// Bytes that are gathered before a `write`.
  static let bufferByteCount = 1 << 18

  /// Bytes that are still to be written; what is added here comes before what ``write(_:)`` is given next.
  let buffer = OutputBytes(capacity: 2 * bufferByteCount)

  /// The name of the output in messages.
  private let name: String
  private let target: Target

  private enum Target {
    /// Written to directly; closed at the end where it is ours.
    case stream(CInt, isOurs: Bool)
    case file(CInt, temporaryPath: String, path: String, replacesFile: Bool)
  }

  /// Opens the output; `nil` and `-` are standard output.
  ///
  /// - Parameter replaceable: The existing files that may be replaced.
  /// - Throws: `JournalError` with `.notFound` where the path is a directory or lies in none, `.invalidValue` if
  ///   another file is there, `.inputOutput`.
  static func open(_ path: String?, replacing replaceable: ReplaceableFiles) throws(JournalError) -> OutputFile {
    guard let path, path != "-" else {
      return OutputFile(name: "standard output", target: .stream(STDOUT_FILENO, isOurs: false))
    }
    return OutputFile(name: path, target: try target(at: path, replaceable))
  }

  private init(name: String, target: Target) {
    self.name = name
    self.target = target
  }

  deinit {
    switch target {
    case .stream(let descriptor, let isOurs):
      if isOurs { close(descriptor) }
    case .file(let descriptor, let temporaryPath, _, _):
      close(descriptor)
      // After the rename there is nothing of this name.
      unlink(temporaryPath)
    }
  }

  /// The name that the file has until it is finished; `nil` for something other than a file.
  var temporaryPath: String? {
    switch target {
    case .stream: nil
    case .file(_, let temporaryPath, _, _): temporaryPath
    }
  }

  /// Writes what a file holds.
  ///
  /// - Throws: `JournalError` with `.notFound`, `.inputOutput`.
  mutating func copy(_ path: String) throws(JournalError) {
    var input = try InputFile.open(path, acceptsAnyBytes: true)
    while true {
      try input.withWindow { window throws(JournalError) in try write(window.bytes) }
      input.consume(input.available)
      if input.isAtEnd { break }
      try input.fill()
    }
  }

  /// Writes the rest and puts the file in its place.
  ///
  /// - Throws: `JournalError` with `.inputOutput`: disk full, a reader that went away (where the process ignores
  ///   `SIGPIPE`), a failed sync; `.invalidValue` if another process has created the file in the meantime.
  consuming func finish() throws(JournalError) {
    try flush()
    guard case .file(let descriptor, let temporaryPath, let path, let replacesFile) = target else { return }
    guard fsync(descriptor) == 0 else { throw fileError(errno, doing: "sync", to: name) }
    // Unlike a rename, a link never replaces a file. Some file systems have no links.
    if replacesFile || link(temporaryPath, path) != 0 {
      if !replacesFile, errno == EEXIST { throw Self.existsAlready(path) }
      guard rename(temporaryPath, path) == 0 else { throw fileError(errno, doing: "write", to: name) }
    } else {
      unlink(temporaryPath)
    }
    let directory = Platform.open(parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    defer { close(directory) }
    // Some file systems cannot sync a directory (EINVAL); there the rename is as durable as it gets.
    if fsync(directory) != 0, errno != EINVAL { throw fileError(errno, doing: "sync the directory of", to: name) }
  }

  /// Writes the bytes behind those in the buffer; few of them into it.
  mutating func write(_ bytes: RawSpan) throws(JournalError) {
    if buffer.count + bytes.byteCount < Self.bufferByteCount {
      bytes.withUnsafeBytes { buffer.bytes($0) }
    } else {
      try flush()
      try writeThrough(bytes)
    }
  }

  private mutating func flush() throws(JournalError) {
    try buffer.withBytes(0..<buffer.count) { bytes throws(JournalError) in try writeThrough(bytes) }
    buffer.removeAll()
  }

  private func writeThrough(_ bytes: RawSpan) throws(JournalError) {
    let descriptor =
      switch target {
      case .stream(let descriptor, _): descriptor
      case .file(let descriptor, _, _, _): descriptor
      }
    var written = 0
    while written < bytes.byteCount {
      let count = bytes.withUnsafeBytes { bytes in
        retryingInterrupts { Platform.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written) }
      }
      guard count >= 0 else { throw fileError(errno, doing: "write to", to: name) }
      written += count
    }
  }

  private static func existsAlready(_ path: String) -> JournalError {
    JournalError(.invalidValue, "\(path) already exists and checkin did not write it. Name another file, or remove it.")
  }

  private static func target(at path: String, _ replaceable: ReplaceableFiles) throws(JournalError) -> Target {
    // A link stays, and what it leads to is replaced.
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    let path = resolved.map { String(cString: $0) } ?? path
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw fileError(EISDIR, doing: "write to", to: path) }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = retryingInterrupts { Int(Platform.open(path, O_WRONLY | O_CLOEXEC)) }
      guard descriptor >= 0 else { throw fileError(errno, doing: "open", to: path) }
      return .stream(CInt(descriptor), isOurs: true)
    }
    if exists, try !replaceable.allowWriting(to: path) { throw existsAlready(path) }
    let temporaryPath = "\(path).\(UInt32.random(in: 0...UInt32.max)).new"
    let descriptor = Platform.open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR {
        throw JournalError(.notFound, "There is no directory \(parent(of: path)).")
      }
      throw fileError(errno, doing: "create", to: path)
    }
    if exists { fchmod(descriptor, status.st_mode & 0o7777) }
    return .file(descriptor, temporaryPath: temporaryPath, path: path, replacesFile: exists)
  }
}

extension OutputFile {
  /// Refuses a file in the journal's directory: what is there is the journal, and would be replaced. A directory is
  /// refused by whoever opens it.
  ///
  /// - Throws: `JournalError` with `.invalidValue`, `.inputOutput`.
  package static func require(_ path: String, outsideJournal journal: String) throws(JournalError) {
    let fileSystem = DiskFileSystem()
    guard fileSystem.isNested(path, journal) else { return }
    do throws(FileError) {
      if try fileSystem.kind(of: path) == .directory { return }
    } catch {
      throw JournalError(error)
    }
    throw JournalError(.invalidValue, "\(path) lies in the journal \(journal); name a file elsewhere.")
  }

  /// Writes the bytes under a temporary name, syncs them, and puts the file in its place. `nil` and `-` are standard
  /// output.
  ///
  /// - Parameter replaceable: The existing files that may be replaced.
  /// - Throws: `JournalError` with `.notFound` if the path is a directory or lies in none, `.invalidValue` if another
  ///   file is there, `.inputOutput`.
  package static func write(
    _ bytes: [UInt8], to path: String?, replacing replaceable: ReplaceableFiles
  ) throws(JournalError) {
    var output = try OutputFile.open(path, replacing: replaceable)
    try output.write(bytes.span.bytes)
    try output.finish()
  }

  /// Returns the first bytes of a file, or `nil` if there is no regular file at the path.
  ///
  /// - Throws: `JournalError` with `.inputOutput`.
  package static func content(of path: String, limit: Int) throws(JournalError) -> [UInt8]? {
    do throws(JournalError) {
      return try InputBytes.read(path, limit: limit)
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }
}
