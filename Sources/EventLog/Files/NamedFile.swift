internal import Synchronization

/// A small file that is read again and again, and so stays open.
///
/// What is read is always the file by that name: it is opened again once another has taken its place.
final class NamedFile: Sendable {
  private let fileSystem: any FileSystem
  private let path: String
  /// The access to request first. A file that can't be opened for writing is opened for reading.
  private let access: FileAccess
  private let opened = Mutex<(any File)?>(nil)

  init(fileSystem: any FileSystem, path: String, access: FileAccess) {
    self.fileSystem = fileSystem
    self.path = path
    self.access = access
  }

  /// Up to so many bytes from its beginning; `nil` if there is no such file.
  func content(limit: Int) throws(FileError) -> [UInt8]? {
    let file: any File
    if let current = try current() {
      file = current
    } else {
      guard try fileSystem.kind(of: path) != nil else { return nil }
      file = try open()
      opened.withLock { $0 = file }
    }
    return try file.readBytes(at: 0, count: limit)
  }

  /// Returns the file, opened for writing.
  ///
  /// - Parameter isFresh: `true` to open a new handle, because a sync failed on the current one. After that, the handle
  ///   can't be trusted: a further sync may succeed although data is lost.
  func fileForWriting(isFresh: Bool) throws(FileError) -> any File {
    if !isFresh, access == .readingAndWriting, let current = try current() { return current }
    let file = try fileSystem.open(path, for: .readingAndWriting)
    if access == .readingAndWriting { opened.withLock { $0 = file } }
    return file
  }

  /// The file that is open, if it still has the name.
  private func current() throws(FileError) -> (any File)? {
    guard let file = opened.withLock({ $0 }), try file.isNamed(path) else { return nil }
    return file
  }

  private func open() throws(FileError) -> any File {
    do throws(FileError) {
      return try fileSystem.open(path, for: access)
    } catch {
      // Why it cannot be written is for the writer to say.
      return try fileSystem.open(path, for: .reading)
    }
  }
}
