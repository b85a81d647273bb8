internal import CheckInJournal
internal import EventLog
internal import Glibc

/// The files of a folder that others write, too: other devices, through whatever carries the folder between them.
///
/// A file appears whole or not at all. No link below the folder is followed. Errors say what they mean for a sync.
/// Every path is the folder's own or of something below it.
struct SharedFolder {
  private let fileSystem: any FileSystem
  let path: String

  init(fileSystem: any FileSystem, path: String) {
    self.fileSystem = fileSystem
    self.path = path
  }

  // MARK: - Reading

  /// Returns the kind of file at a path; `nil` if there is no file.
  func kind(of entry: String) throws(JournalError) -> FileKind? {
    try refuseLinks(entry)
    return try attempt { () throws(FileError) in
      do throws(FileError) { return try fileSystem.kind(of: entry) } catch  where error.number == ENOTDIR {
        return nil
      }
    }
  }

  /// The names in a directory; none where there is no directory.
  func contents(of directory: String) throws(JournalError) -> [String] {
    guard try kind(of: directory) == .directory else { return [] }
    return try attempt { () throws(FileError) in try fileSystem.list(directory) }
  }

  /// The beginning of a file's content; `nil` where there is no file.
  func content(of file: String, limit: Int) throws(JournalError) -> [UInt8]? {
    guard try kind(of: file) == .file else { return nil }
    return try attempt { () throws(FileError) in
      do throws(FileError) {
        return try fileSystem.open(file, for: .reading).readBytes(at: 0, count: limit)
      } catch  where error.number == ENOENT {
        return nil
      }
    }
  }

  /// In bytes; `nil` for what cannot be read.
  func size(of file: String) -> Int? {
    try? fileSystem.open(file, for: .reading).size()
  }

  /// A link could lead anywhere on this device, wherever whoever shares the folder wants.
  private func refuseLinks(_ entry: String) throws(JournalError) {
    var entry = entry
    while entry.utf8.count > path.utf8.count, entry != parent(of: entry) {
      var status = stat()
      if lstat(entry, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
        throw Self.linkFound(at: entry)
      }
      entry = parent(of: entry)
    }
  }

  // MARK: - Writing

  /// Makes the folder where it is not there, with those that it is in.
  func create() throws(JournalError) {
    try attempt { () throws(FileError) in try fileSystem.createDirectories(path) }
  }

  /// Makes a file appear whole or not at all, and leaves nothing behind where that fails.
  ///
  /// - Parameters:
  ///   - temporaryFile: where it is written first; `nil` for the usual one, which every file has one of.
  ///   - isNew: nothing is replaced; `busy` where something has appeared there.
  func write(
    _ bytes: [UInt8], to file: String, through temporaryFile: String? = nil, isNew: Bool = false
  ) throws(JournalError) {
    let temporaryFile = temporaryFile ?? file + ".new"
    for file in [file, temporaryFile] {
      if let kind = try kind(of: file), kind != .file { throw Self.misplaced(file) }
    }
    try attempt { () throws(FileError) in
      let directory = parent(of: file)
      if try fileSystem.kind(of: directory) != .directory { try fileSystem.createDirectories(directory) }
      try fileSystem.removing(temporaryFile) { () throws(FileError) in
        if try fileSystem.kind(of: temporaryFile) != nil { try fileSystem.remove(temporaryFile) }
        let written = try fileSystem.create(temporaryFile)
        try written.writeAll(bytes.span.bytes, at: 0)
        try written.synchronize()
        if isNew { try renameToNew(temporaryFile, as: file) } else { try fileSystem.rename(temporaryFile, to: file) }
      }
      try synchronizeNames(in: directory)
    }
  }

  /// Not every file system has links; there, a moment is left in which something that has appeared is replaced.
  private func renameToNew(_ file: String, as newName: String) throws(FileError) {
    if link(file, newName) == 0 { return try fileSystem.remove(file) }
    let number = errno
    if number == EEXIST { throw FileError(number: number, operation: "rename", path: file) }
    try fileSystem.rename(file, to: newName)
  }

  /// Removes a file, if it exists.
  ///
  /// - Returns: `true` if it existed.
  func remove(_ file: String) throws(JournalError) -> Bool {
    guard try kind(of: file) == .file else { return false }
    try attempt { () throws(FileError) in
      try fileSystem.remove(file)
      try synchronizeNames(in: parent(of: file))
    }
    return true
  }

  /// Makes durable what somebody wrote before.
  func synchronize(file: String) throws(JournalError) {
    try attempt { () throws(FileError) in try fileSystem.open(file, for: .reading).synchronize() }
  }

  /// Makes the names in a directory durable, where there is one.
  func synchronize(directory: String) throws(JournalError) {
    guard try kind(of: directory) == .directory else { return }
    try attempt { () throws(FileError) in try synchronizeNames(in: directory) }
  }

  /// Some drives that are mounted by programs cannot sync a directory.
  private func synchronizeNames(in directory: String) throws(FileError) {
    do throws(FileError) {
      try fileSystem.synchronizeDirectory(directory)
    } catch  where [EINVAL, ENOTSUP, ENOSYS].contains(error.number) {}
  }

  // MARK: - Errors

  /// For a directory where a file belongs, or the other way round.
  static func misplaced(_ entry: String) -> JournalError {
    JournalError(
      .refusedInput, "Something else than what belongs there has the name \(entry). Move it away, and sync again.")
  }

  /// For what somebody else has written since it was looked at.
  static func busy(_ file: String) -> JournalError {
    JournalError(.busy, "\(file) was written in the meantime. Sync again.")
  }

  private static func linkFound(at entry: String) -> JournalError {
    JournalError(
      .refusedInput, "\(entry) is a symbolic link, which is not followed below a shared folder. Remove it there.")
  }

  /// Runs file operations; their errors say what that means for a sync.
  private func attempt<Result>(_ body: () throws(FileError) -> Result) throws(JournalError) -> Result {
    do throws(FileError) {
      return try body()
    } catch {
      switch error.number {
      case EEXIST: throw Self.busy(error.path)
      // One that has taken the place of a file since that was looked at.
      case ELOOP: throw Self.linkFound(at: error.path)
      case ENOSPC, EDQUOT:
        throw JournalError(.inputOutput, "\(path) is full: make room there, and sync again.")
      case EROFS, EACCES, EPERM:
        throw JournalError(
          .inputOutput, "\(path) cannot be written or read by this account: \(JournalError(error))")
      default: throw JournalError(error)
      }
    }
  }
}
