internal import Platform
internal import Synchronization

/// The operating system's files.
package struct DiskFileSystem: FileSystem {
  /// `true` if a file can be opened through a symbolic link at its path. Otherwise that fails with `ELOOP`.
  private let followsLinks: Bool

  package init(followsLinks: Bool = false) {
    self.followsLinks = followsLinks
  }

  package func open(_ path: String, for access: FileAccess) throws(FileError) -> any File {
    try DiskFile(path, access: access, flags: followsLinks ? 0 : O_NOFOLLOW)
  }

  package func create(_ path: String) throws(FileError) -> any File {
    try DiskFile(path, access: .readingAndWriting, flags: O_CREAT | O_EXCL)
  }

  package func openDirectory(_ path: String) throws(FileError) -> (any Directory)? {
    try DiskDirectory.open(path, path: path)
  }

  package func list(_ directory: String) throws(FileError) -> [String] {
    guard let stream = opendir(directory) else {
      throw FileError(number: errno, operation: "read the directory", path: directory)
    }
    defer { closedir(stream) }
    return try names(in: stream, directory)
  }

  package func kind(of path: String) throws(FileError) -> FileKind? {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
      if errno == ENOENT { return nil }
      throw FileError(number: errno, operation: "look at", path: path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    // A directory may be a link to one on another disk.
    case S_IFLNK: return try DiskFileSystem(followsLinks: true).kind(of: path) == .directory ? .directory : .other
    default: return .other
    }
  }

  package func createDirectory(_ path: String) throws(FileError) {
    _ = try retrying("create the directory", at: path) { mkdir(path, 0o700) }
  }

  package func synchronizeDirectory(_ path: String) throws(FileError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let descriptor = try retrying("open the directory", at: path) { Platform.open(path, flags) }
    defer { close(descriptor) }
    _ = try retrying("sync the directory", at: path) { fsync(descriptor) }
  }

  package func rename(_ path: String, to newPath: String) throws(FileError) {
    _ = try retrying("rename", at: path) { Platform.rename(path, newPath) }
  }

  package func exchange(_ path: String, with other: String) throws(FileError) -> Bool {
    do throws(FileError) {
      _ = try retrying("exchange", at: path) { exchangeNames(path, other) }
      return true
    } catch  where [EINVAL, ENOSYS, ENOTSUP].contains(error.number) {
      return false
    }
  }

  package func remove(_ path: String) throws(FileError) {
    _ = try retrying("remove", at: path) { unlink(path) }
  }

  package func removeDirectory(_ path: String) throws(FileError) {
    _ = try retrying("remove the directory", at: path) { rmdir(path) }
  }

  package func lockHolder(_ path: String) -> Int32? {
    var status = stat()
    guard stat(path, &status) == 0, let table = try? open("/proc/locks", for: .reading) else { return nil }
    var text = [UInt8](repeating: 0, count: 65_536)
    guard let count = try? text.withUnsafeMutableBytes({ buffer in try table.read(into: buffer, at: 0) }) else {
      return nil
    }
    // 1: FLOCK  ADVISORY  WRITE 4711 fe:00:123456 0 EOF
    for line in String(decoding: text.prefix(count), as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK", words[3] == "WRITE",
        words[5].split(separator: ":").last == Substring(String(status.st_ino))
      else { continue }
      return Int32(words[4])
    }
    return nil
  }
}

extension DiskFileSystem {
  /// The mounted file systems by device, as far as they were looked up.
  ///
  /// A device's kind and options that count here never change while it is mounted.
  private static let mounts = Mutex<[dev_t: MountTable.Mount?]>([:])

  /// The mounted file system of a device; `nil` if it is not known.
  private static func mount(ofDevice device: dev_t) -> MountTable.Mount? {
    mounts.withLock { known in
      if let mount = known[device] { return mount }
      let mount = MountTable(text(of: "/proc/self/mountinfo") ?? "").mount(ofDevice: device)
      known[device] = .some(mount)
      return mount
    }
  }

  package func pathForSQLite(_ path: String) -> String { path }

  package func watch(
    _ name: String, in directory: String, _ body: @escaping @Sendable () -> Void
  ) throws(FileError) -> (any Sendable)? {
    do throws(FileWatch.Failure) {
      return try FileWatch(of: name, in: directory, body)
    } catch {
      throw FileError(number: error.number, operation: "watch", path: directory)
    }
  }

  package func kindWithoutSharedLocks(_ directory: String) throws(FileError) -> String? {
    var place = directory
    var status = stat()
    while stat(place, &status) != 0 {
      let above = parent(of: place)
      guard errno == ENOENT, above != place else {
        throw FileError(number: errno, operation: "look at", path: place)
      }
      place = above
    }
    return Self.mount(ofDevice: status.st_dev).flatMap { $0.hasUnsharedLocks ? $0.kind : nil }
  }

  package func isCoherent(_ directory: String) -> Bool {
    var status = stat()
    guard stat(directory, &status) == 0 else { return true }
    // A network file system has no device of its own, so most disks need no look at the mount table.
    return !MountTable.isWithoutDevice(status.st_dev) || !(Self.mount(ofDevice: status.st_dev)?.isOnNetwork ?? false)
  }

  /// The text of a file whose size is not known before it is read.
  private static func text(of path: String) -> String? {
    guard let file = try? DiskFile(path, access: .reading) else { return nil }
    var bytes: [UInt8] = []
    while let part = try? file.readBytes(at: bytes.count, count: 65_536), !part.isEmpty { bytes += part }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns `true` if the paths are equal, or one contains the other.
  ///
  /// A path that doesn't exist yet is compared by its closest existing parent directory.
  package func isNested(_ path: String, _ other: String) -> Bool {
    let (first, second) = (Self.resolved(path) + "/", Self.resolved(other) + "/")
    return first.hasPrefix(second) || second.hasPrefix(first)
  }

  /// The absolute path without links, `.` and `..`, as far as it is there.
  private static func resolved(_ path: String) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      let text = String(cString: resolved)
      return text == "/" ? "" : text
    }
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let slash = path.lastIndex(of: "/")
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let above = parent(of: path)
    return above == path ? path : resolved(above) + "/" + name
  }
}

/// An open directory of the operating system.
private final class DiskDirectory: Directory {
  private let descriptor: Int32
  private let path: String
  /// Reads the names; owns the descriptor once it exists.
  private let stream = Mutex<DirectoryStream?>(nil)

  private init(_ descriptor: Int32, _ path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    stream.withLock { stream in _ = if let stream { closedir(stream) } else { close(descriptor) } }
  }

  /// - Parameters:
  ///   - name: The name in the parent directory.
  ///   - path: The whole path, for errors.
  /// - Returns: `nil` if there is nothing at the path.
  static func open(
    _ name: String, in parent: Int32 = AT_FDCWD, path: String
  ) throws(FileError) -> DiskDirectory? {
    do throws(FileError) {
      let descriptor = try retrying("open the directory", at: path) {
        openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      }
      return DiskDirectory(descriptor, path)
    } catch  where error.number == ENOENT {
      return nil
    }
  }

  func open(_ name: String, for access: FileAccess) throws(FileError) -> any File {
    try DiskFile("\(path)/\(name)", named: name, in: descriptor, access: access, flags: O_NOFOLLOW)
  }

  func directory(_ name: String) throws(FileError) -> (any Directory)? {
    try DiskDirectory.open(name, in: descriptor, path: "\(path)/\(name)")
  }

  func list() throws(FileError) -> [String] {
    try stream.withLock { stream throws(FileError) in
      if let stream {
        rewinddir(stream)
      } else {
        stream = fdopendir(descriptor)
      }
      guard let stream else { throw FileError(number: errno, operation: "read the directory", path: path) }
      return try names(in: stream, path)
    }
  }
}

/// The remaining names in a directory, without `.` and `..`, sorted.
private func names(in stream: DirectoryStream, _ path: String) throws(FileError) -> [String] {
  var names: [String] = []
  while true {
    errno = 0
    guard let entry = readdir(stream) else { break }
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  guard errno == 0 else { throw FileError(number: errno, operation: "read the directory", path: path) }
  return names.sorted()
}

/// An open file of the operating system.
private final class DiskFile: File {
  private let descriptor: Int32
  private let path: String
  /// Tell the file from all others.
  private let device: dev_t
  private let inode: ino_t

  /// - Parameters:
  ///   - path: The whole path, for errors.
  ///   - name: The path to open, if it isn't the whole path.
  ///   - directory: The descriptor of the directory that the name is in.
  init(
    _ path: String, named name: String? = nil, in directory: Int32 = AT_FDCWD, access: FileAccess, flags: Int32 = 0
  ) throws(FileError) {
    var status = stat()
    descriptor = try retrying("open", at: path) {
      openFile(
        name ?? path, in: directory, flags: flags | (access == .reading ? O_RDONLY : O_RDWR), status: &status)
    }
    self.path = path
    (device, inode) = (status.st_dev, status.st_ino)
  }

  deinit {
    close(descriptor)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    try retrying("read", at: path) { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  func write(_ bytes: RawSpan, at offset: Int) throws(FileError) -> Int {
    let written = bytes.withUnsafeBytes { buffer in
      var result: Int
      repeat {
        result = pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      } while result < 0 && errno == EINTR
      return result
    }
    guard written > 0 || bytes.byteCount == 0 else {
      throw FileError(number: written < 0 ? errno : ENOSPC, operation: "write", path: path)
    }
    return written
  }

  func size() throws(FileError) -> Int {
    var status = stat()
    _ = try retrying("look at", at: path) { fstat(descriptor, &status) }
    return Int(status.st_size)
  }

  func synchronize() throws(FileError) {
    _ = try retrying("sync", at: path) { synchronizeContent(ofDescriptor: descriptor) }
  }

  func truncate(to size: Int) throws(FileError) {
    _ = try retrying("truncate", at: path) { ftruncate(descriptor, off_t(size)) }
  }

  func tryLock() throws(FileError) -> Bool {
    do throws(FileError) {
      _ = try retrying("lock", at: path) { flock(descriptor, LOCK_EX | LOCK_NB) }
      return true
    } catch  where error.number == EWOULDBLOCK {
      return false
    }
  }

  func unlock() throws(FileError) {
    _ = try retrying("unlock", at: path) { flock(descriptor, LOCK_UN) }
  }

  func isNamed(_ path: String) throws(FileError) -> Bool { try byteCount(ifNamed: path) != nil }

  func byteCount(ifNamed path: String) throws(FileError) -> Int? {
    var named = stat()
    guard lstat(path, &named) == 0 else {
      if errno == ENOENT { return nil }
      throw FileError(number: errno, operation: "look at", path: path)
    }
    return device == named.st_dev && inode == named.st_ino ? Int(named.st_size) : nil
  }
}

/// The result of a system call that is repeated while a signal interrupts it.
private func retrying<Result: SignedInteger>(
  _ operation: String, at path: String, _ call: () -> Result
) throws(FileError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    let number = errno
    if number != EINTR { throw FileError(number: number, operation: operation, path: path) }
  }
}

extension DiskFileSystem {
  /// The account that owns an open file or directory; `nil` if it cannot be asked for.
  package static func owner(ofDescriptor descriptor: Int32) -> UInt32? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_uid : nil
  }
}
