package import EventLog

/// The operating system's files, with something to be done before each operation: what another process does meanwhile.
package final class ObservedFileSystem: FileSystem {
  package typealias Observer = @Sendable (SimulatedOperation, String) -> Void
  package typealias ReadObserver = @Sendable (_ path: String, _ byteCount: Int) -> Void

  private let disk = DiskFileSystem()
  private let observer: Observer
  private let didRead: ReadObserver
  private let isOnNetwork: Bool

  /// - Parameters:
  ///   - observer: gets the operation and its path.
  ///   - isOnNetwork: `true` if the files count as files of a network file system.
  ///   - didRead: is told of each file how many bytes were read.
  package init(
    _ observer: @escaping Observer = { _, _ in }, isOnNetwork: Bool = false,
    didRead: @escaping ReadObserver = { _, _ in }
  ) {
    self.observer = observer
    self.isOnNetwork = isOnNetwork
    self.didRead = didRead
  }

  package func open(_ path: String, for access: FileAccess) throws(FileError) -> any File {
    observer(.open, path)
    return ObservedFile(try disk.open(path, for: access), path, observer, didRead)
  }

  package func create(_ path: String) throws(FileError) -> any File {
    observer(.create, path)
    return ObservedFile(try disk.create(path), path, observer, didRead)
  }

  package func list(_ directory: String) throws(FileError) -> [String] {
    observer(.list, directory)
    return try disk.list(directory)
  }

  package func kind(of path: String) throws(FileError) -> FileKind? {
    observer(.kind, path)
    return try disk.kind(of: path)
  }

  package func createDirectory(_ path: String) throws(FileError) {
    observer(.createDirectory, path)
    try disk.createDirectory(path)
  }

  package func synchronizeDirectory(_ path: String) throws(FileError) {
    observer(.synchronizeDirectory, path)
    try disk.synchronizeDirectory(path)
  }

  package func rename(_ path: String, to newPath: String) throws(FileError) {
    observer(.rename, path)
    try disk.rename(path, to: newPath)
  }

  package func remove(_ path: String) throws(FileError) {
    observer(.remove, path)
    try disk.remove(path)
  }

  package func removeDirectory(_ path: String) throws(FileError) {
    observer(.removeDirectory, path)
    try disk.removeDirectory(path)
  }

  package func isCoherent(_ directory: String) -> Bool { !isOnNetwork }

  package func pathForSQLite(_ path: String) -> String { disk.pathForSQLite(path) }

  package func lockHolder(_ path: String) -> Int32? { disk.lockHolder(path) }

  package func kindWithoutSharedLocks(_ directory: String) throws(FileError) -> String? {
    try disk.kindWithoutSharedLocks(directory)
  }
}

private final class ObservedFile: File {
  private let file: any File
  private let path: String
  private let observer: ObservedFileSystem.Observer
  private let didRead: ObservedFileSystem.ReadObserver

  init(
    _ file: any File, _ path: String, _ observer: @escaping ObservedFileSystem.Observer,
    _ didRead: @escaping ObservedFileSystem.ReadObserver
  ) {
    self.file = file
    self.path = path
    self.observer = observer
    self.didRead = didRead
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    observer(.read, path)
    let byteCount = try file.read(into: buffer, at: offset)
    didRead(path, byteCount)
    return byteCount
  }

  func write(_ bytes: RawSpan, at offset: Int) throws(FileError) -> Int {
    observer(.write, path)
    return try file.write(bytes, at: offset)
  }

  func size() throws(FileError) -> Int {
    observer(.size, path)
    return try file.size()
  }

  func synchronize() throws(FileError) {
    observer(.synchronize, path)
    try file.synchronize()
  }

  func truncate(to size: Int) throws(FileError) {
    observer(.truncate, path)
    try file.truncate(to: size)
  }

  func tryLock() throws(FileError) -> Bool {
    observer(.lock, path)
    return try file.tryLock()
  }

  func unlock() throws(FileError) {
    observer(.unlock, path)
    try file.unlock()
  }

  func isNamed(_ path: String) throws(FileError) -> Bool {
    observer(.kind, path)
    return try file.isNamed(path)
  }
}
