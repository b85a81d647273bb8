internal import Platform
internal import Synchronization

/// Files in memory, gone with the last reference to them. Syncing does nothing, and nothing ever fails for want of a
/// disk.
package final class MemoryFileSystem: FileSystem {
  fileprivate struct State: Sendable {
    /// By their paths.
    var files: [String: MemoryContent] = [:]
    var directories: Set<String> = ["/"]
  }

  fileprivate let state = Mutex(State())

  package init() {}

  package var keepsDatabases: Bool { false }

  package func open(_ path: String, for access: FileAccess) throws(FileError) -> any File {
    let found = state.withLock { (content: $0.files[path], isDirectory: $0.directories.contains(path)) }
    guard let content = found.content else {
      throw FileError(number: found.isDirectory ? EISDIR : ENOENT, operation: "open", path: path)
    }
    return MemoryFile(content, in: self, path: path, isWritable: access == .readingAndWriting)
  }

  package func create(_ path: String) throws(FileError) -> any File {
    let content: MemoryContent? = state.withLock { state in
      guard state.directories.contains(parent(of: path)), state.files[path] == nil, !state.directories.contains(path)
      else { return nil }
      let content = MemoryContent()
      state.files[path] = content
      return content
    }
    guard let content else {
      throw FileError(number: try kind(of: path) == nil ? ENOENT : EEXIST, operation: "create", path: path)
    }
    return MemoryFile(content, in: self, path: path, isWritable: true)
  }

  package func list(_ directory: String) throws(FileError) -> [String] {
    let names: [String]? = state.withLock { state in
      guard state.directories.contains(directory) else { return nil }
      let prefix = directory == "/" ? directory : directory + "/"
      return (Array(state.files.keys) + state.directories)
        .filter { $0 != "/" && $0.hasPrefix(prefix) && !$0.dropFirst(prefix.count).contains("/") }
        .map { String($0.dropFirst(prefix.count)) }
    }
    guard let names else { throw FileError(number: ENOENT, operation: "read the directory", path: directory) }
    return names.sorted()
  }

  package func kind(of path: String) throws(FileError) -> FileKind? {
    state.withLock { $0.directories.contains(path) ? .directory : $0.files[path] == nil ? nil : .file }
  }

  package func createDirectory(_ path: String) throws(FileError) {
    let isCreated = state.withLock { state in
      guard state.directories.contains(parent(of: path)), state.files[path] == nil else { return false }
      return state.directories.insert(path).inserted
    }
    guard isCreated else {
      throw FileError(
        number: try kind(of: path) == nil ? ENOENT : EEXIST, operation: "create the directory", path: path)
    }
  }

  package func synchronizeDirectory(_ path: String) throws(FileError) {}

  package func rename(_ path: String, to newPath: String) throws(FileError) {
    let isRenamed = state.withLock { state in
      guard state.directories.contains(parent(of: newPath)), let content = state.files.removeValue(forKey: path) else {
        return false
      }
      state.files[newPath] = content
      return true
    }
    guard isRenamed else { throw FileError(number: ENOENT, operation: "rename", path: path) }
  }

  package func remove(_ path: String) throws(FileError) {
    guard state.withLock({ $0.files.removeValue(forKey: path) != nil }) else {
      throw FileError(number: ENOENT, operation: "remove", path: path)
    }
  }

  package func removeDirectory(_ path: String) throws(FileError) {
    guard try list(path).isEmpty, state.withLock({ $0.directories.remove(path) != nil }) else {
      throw FileError(number: ENOTEMPTY, operation: "remove the directory", path: path)
    }
  }

  package func lockHolder(_ path: String) -> Int32? { nil }

  package func kindWithoutSharedLocks(_ directory: String) throws(FileError) -> String? { nil }

  /// No file of the disk can have such a path.
  package func pathForSQLite(_ path: String) -> String { "/dev/null" + path }
}

/// The bytes of a file, whatever its name.
private final class MemoryContent: Sendable {
  struct State: Sendable {
    var bytes: [UInt8] = []
    /// The handle that holds the lock.
    var lockHolder: ObjectIdentifier?
  }

  let state = Mutex(State())
}

/// An open file of a ``MemoryFileSystem``.
private final class MemoryFile: File {
  private let content: MemoryContent
  private let fileSystem: MemoryFileSystem
  private let path: String
  private let isWritable: Bool

  init(_ content: MemoryContent, in fileSystem: MemoryFileSystem, path: String, isWritable: Bool) {
    self.content = content
    self.fileSystem = fileSystem
    self.path = path
    self.isWritable = isWritable
  }

  deinit {
    unlockIfHeld()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    content.state.withLock { state in
      guard offset < state.bytes.count else { return 0 }
      let count = min(buffer.count, state.bytes.count - offset)
      state.bytes.withUnsafeBytes { bytes in
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
      }
      return count
    }
  }

  func write(_ bytes: RawSpan, at offset: Int) throws(FileError) -> Int {
    try requireWritable("write")
    let added = bytes.withUnsafeBytes { Array($0) }
    content.state.withLock { state in
      if state.bytes.count < offset + added.count {
        state.bytes += [UInt8](repeating: 0, count: offset + added.count - state.bytes.count)
      }
      state.bytes.replaceSubrange(offset..<offset + added.count, with: added)
    }
    return added.count
  }

  func size() throws(FileError) -> Int { content.state.withLock { $0.bytes.count } }

  func synchronize() throws(FileError) {}

  func truncate(to size: Int) throws(FileError) {
    try requireWritable("truncate")
    content.state.withLock { state in
      if size < state.bytes.count {
        state.bytes.removeLast(state.bytes.count - size)
      } else {
        state.bytes += [UInt8](repeating: 0, count: size - state.bytes.count)
      }
    }
  }

  func tryLock() throws(FileError) -> Bool {
    let handle = ObjectIdentifier(self)
    return content.state.withLock { state in
      if state.lockHolder == nil { state.lockHolder = handle }
      return state.lockHolder == handle
    }
  }

  func unlock() throws(FileError) { unlockIfHeld() }

  private func unlockIfHeld() {
    let handle = ObjectIdentifier(self)
    content.state.withLock { if $0.lockHolder == handle { $0.lockHolder = nil } }
  }

  func isNamed(_ path: String) throws(FileError) -> Bool {
    fileSystem.state.withLock { $0.files[path] === content }
  }

  private func requireWritable(_ operation: String) throws(FileError) {
    guard isWritable else { throw FileError(number: EBADF, operation: operation, path: path) }
  }
}
