/// The C library of the system that this is built for, for every module that may run on several of them.
///
/// Nothing else there imports a system's own module, so what differs between them is in this module's few files.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Android)
  @_exported public import Android
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif

#if canImport(Darwin)
  /// An open directory, as `readdir` reads it.
  public typealias DirectoryStream = UnsafeMutablePointer<DIR>
#else
  /// An open directory, as `readdir` reads it.
  public typealias DirectoryStream = OpaquePointer
#endif

/// Opens a file without waiting for anything but a lease, which is given back within five seconds.
///
/// Opening a pipe waits for its other end, and reading a device can wait for ever.
///
/// - Parameters:
///   - directory: The descriptor of the directory that a relative path starts from.
///   - flags: `O_RDONLY` or `O_RDWR`, and further flags.
///   - acceptsNullDevice: `true` if the null device counts as an empty file.
///   - status: The status of the open file.
/// - Returns: The descriptor, or -1 with `errno` set: `EISDIR` for a directory, `ESPIPE` for a pipe, a socket or a
///   device, `ELOOP` for a symbolic link that `O_NOFOLLOW` rejects.
public func openFile(
  _ path: String, in directory: Int32 = AT_FDCWD, flags: Int32, acceptsNullDevice: Bool = false, status: inout stat
) -> Int32 {
  func open() -> Int32 { openat(directory, path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o600) }
  var descriptor = open()
  var pauseCount = 0
  // A file server may have to take back a lease that it gave to a client. The first call asks for that.
  while descriptor < 0, errno == EWOULDBLOCK, pauseCount < 500 {
    usleep(10_000)
    pauseCount += 1
    descriptor = open()
  }
  guard descriptor >= 0 else {
    if errno == ENXIO { errno = ESPIPE }
    return -1
  }
  var null = stat()
  let failure: Int32? =
    if fstat(descriptor, &status) != 0 {
      errno
    } else {
      switch status.st_mode & S_IFMT {
      case S_IFREG: nil
      case S_IFDIR: EISDIR
      case S_IFCHR where acceptsNullDevice && stat("/dev/null", &null) == 0 && status.st_rdev == null.st_rdev: nil
      default: ESPIPE
      }
    }
  guard let failure else { return descriptor }
  close(descriptor)
  errno = failure
  return -1
}

/// Makes a file's content durable, with what is needed to find it: `fdatasync`; on Apple's systems, where that leaves
/// the content in the drive's own cache, `F_FULLFSYNC`.
///
/// - Returns: 0, or -1 with `errno` set.
public func synchronizeContent(ofDescriptor descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    fcntl(descriptor, F_FULLFSYNC)
  #else
    fdatasync(descriptor)
  #endif
}

/// Exchanges what two paths name in one step: `renameat2`; on Apple's systems `renamex_np`.
///
/// - Returns: 0, or -1 with `errno` set.
public func exchangeNames(_ path: String, _ other: String) -> Int32 {
  #if canImport(Darwin)
    return renamex_np(path, other, UInt32(RENAME_SWAP))
  #else
    // The C library's module declares it only to those who ask for all of GNU's functions.
    typealias Function = @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
    guard let symbol = dlsym(nil, "renameat2") else {
      errno = ENOSYS
      return -1
    }
    let exchange: UInt32 = 1 << 1
    return unsafeBitCast(symbol, to: Function.self)(AT_FDCWD, path, AT_FDCWD, other, exchange)
  #endif
}
