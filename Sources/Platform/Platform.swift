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
