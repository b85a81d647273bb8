internal import Platform

/// The few file operations that the journal needs, each as one step that can fail, be cut short, or be interrupted.
///
/// Paths are absolute or relative to the working directory. Errors are ``FileError``, with the `errno` that was seen;
/// `EINTR` never leaves an implementation.
package protocol FileSystem: Sendable {
  /// Opens the file that is there, and never waits.
  ///
  /// - Throws: `ESPIPE` for a pipe, a socket or a device, `EISDIR` for a directory.
  func open(_ path: String, for access: FileAccess) throws(FileError) -> any File
  /// Creates a file that was not there, for reading and writing (`O_EXCL`).
  func create(_ path: String) throws(FileError) -> any File
  /// Opens a directory; `nil` if there is nothing at the path.
  func openDirectory(_ path: String) throws(FileError) -> (any Directory)?
  /// Names in a directory, without `.` and `..`, sorted.
  func list(_ directory: String) throws(FileError) -> [String]
  /// Returns the kind of the file or directory at the path; `nil` if there is none.
  func kind(of path: String) throws(FileError) -> FileKind?
  /// Creates one directory; its parent is there, it is not.
  func createDirectory(_ path: String) throws(FileError)
  /// Makes the directory's entries durable.
  func synchronizeDirectory(_ path: String) throws(FileError)
  /// Renames, replacing what is there.
  func rename(_ path: String, to newPath: String) throws(FileError)
  /// Exchanges what two paths name, in one step that a crash leaves undone or done.
  ///
  /// - Returns: `false` where the file system cannot do that; nothing is changed then.
  func exchange(_ path: String, with other: String) throws(FileError) -> Bool
  /// Removes a file. Only temporary files, and what the person asked to erase, are ever removed.
  func remove(_ path: String) throws(FileError)
  /// Removes an empty directory.
  func removeDirectory(_ path: String) throws(FileError)
  /// The process that holds the lock of the file, where the system can tell.
  func lockHolder(_ path: String) -> Int32?
  /// The name of the file system that the directory is on, where its locks are known not to reach everybody who can
  /// write there; `nil` for all others. A directory that is not there yet is judged by the one that it would be created
  /// in.
  func kindWithoutSharedLocks(_ directory: String) throws(FileError) -> String?
  /// The path by which SQLite, which opens files itself, finds the one at `path`.
  func pathForSQLite(_ path: String) -> String
  /// `true` if a file that stays open always shows what others write to it.
  ///
  /// A network file system promises that only of a file that is opened afterwards.
  func isCoherent(_ directory: String) -> Bool
  /// `true` if SQLite can store databases in this file system.
  var keepsDatabases: Bool { get }
  /// Calls `body` when a file of the directory has been written or replaced, as long as the answer is kept; `nil` where
  /// only this process writes.
  func watch(
    _ name: String, in directory: String, _ body: @escaping @Sendable () -> Void
  ) throws(FileError) -> (any Sendable)?
}

extension FileSystem {
  package var keepsDatabases: Bool { true }
  package func isCoherent(_ directory: String) -> Bool { true }

  package func openDirectory(_ path: String) throws(FileError) -> (any Directory)? {
    switch try kind(of: path) {
    case nil: nil
    case .directory: NamedDirectory(path: path, fileSystem: self)
    default: throw FileError(number: ENOTDIR, operation: "open the directory", path: path)
    }
  }

  package func exchange(_ path: String, with other: String) throws(FileError) -> Bool { false }

  package func watch(
    _ name: String, in directory: String, _ body: @escaping @Sendable () -> Void
  ) throws(FileError) -> (any Sendable)? { nil }
}

/// An open directory, whose files are found although it is moved. It is closed when its last reference goes.
package protocol Directory: AnyObject, Sendable {
  /// Opens a file of the directory.
  func open(_ name: String, for access: FileAccess) throws(FileError) -> any File
  /// Opens a directory in the directory; `nil` if there is nothing of this name.
  func directory(_ name: String) throws(FileError) -> (any Directory)?
  /// The names in the directory, without `.` and `..`, sorted.
  func list() throws(FileError) -> [String]
}

/// A directory of a file system that finds its files by their paths alone.
private final class NamedDirectory: Directory {
  private let path: String
  private let fileSystem: any FileSystem

  init(path: String, fileSystem: any FileSystem) {
    self.path = path
    self.fileSystem = fileSystem
  }

  func open(_ name: String, for access: FileAccess) throws(FileError) -> any File {
    try fileSystem.open("\(path)/\(name)", for: access)
  }

  func directory(_ name: String) throws(FileError) -> (any Directory)? {
    try fileSystem.openDirectory("\(path)/\(name)")
  }

  func list() throws(FileError) -> [String] { try fileSystem.list(path) }
}

/// An open file. It is closed when its last reference goes.
package protocol File: AnyObject, Sendable {
  /// Reads up to `buffer.count` bytes from `offset`; fewer at the end of the file, 0 past it.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int
  /// Writes some of the bytes at `offset`; returns how many, at least one.
  func write(_ bytes: RawSpan, at offset: Int) throws(FileError) -> Int
  /// Bytes.
  func size() throws(FileError) -> Int
  /// Makes the content and what is needed to find it durable (`fdatasync`).
  func synchronize() throws(FileError)
  /// Cuts the file to `size` bytes.
  func truncate(to size: Int) throws(FileError)
  /// Takes the exclusive lock if it is free; `false` where somebody else holds it.
  func tryLock() throws(FileError) -> Bool
  /// Gives the lock back.
  func unlock() throws(FileError)
  /// Returns `true` if the path currently refers to this file.
  func isNamed(_ path: String) throws(FileError) -> Bool
  /// The file's size; `nil` if the path no longer names this very file.
  func byteCount(ifNamed path: String) throws(FileError) -> Int?
}

extension File {
  package func byteCount(ifNamed path: String) throws(FileError) -> Int? { try isNamed(path) ? size() : nil }
}

package enum FileAccess: Sendable {
  case reading
  case readingAndWriting
}

package enum FileKind: Sendable {
  case file
  case directory
  case other
}

/// A file operation that failed.
package struct FileError: Error, Hashable, Sendable {
  /// The system's error number.
  package var number: Int32
  /// The operation that failed: `write`.
  package var operation: String
  package var path: String

  package init(number: Int32, operation: String, path: String) {
    self.number = number
    self.operation = operation
    self.path = path
  }
}
