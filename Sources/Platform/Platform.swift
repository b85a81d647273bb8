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

/// Opens a file that the user named for reading, and never waits.
///
/// Opening a pipe waits for a writer, and reading a device can wait for ever. The null device counts as an empty file.
///
/// - Returns: The descriptor, or -1 with `errno` set: `EISDIR` for a directory, `ESPIPE` for a pipe, a socket or a
///   device.
public func openInput(_ path: String) -> Int32 {
  let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  guard descriptor >= 0 else {
    if errno == ENXIO { errno = ESPIPE }
    return -1
  }
  var (status, null) = (stat(), stat())
  var failure: Int32 = 0
  if fstat(descriptor, &status) != 0 {
    failure = errno
  } else if status.st_mode & S_IFMT == S_IFDIR {
    failure = EISDIR
  } else if status.st_mode & S_IFMT != S_IFREG {
    let isNull = status.st_mode & S_IFMT == S_IFCHR && stat("/dev/null", &null) == 0 && status.st_rdev == null.st_rdev
    failure = isNull ? 0 : ESPIPE
  }
  if failure == 0 { return descriptor }
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
