internal import Platform

extension File {
  /// Writes all the bytes, continuing after short writes.
  package func writeAll(_ bytes: RawSpan, at offset: Int) throws(FileError) {
    var written = 0
    while written < bytes.byteCount {
      written += try write(bytes.extracting(droppingFirst: written), at: offset + written)
    }
  }

  /// Reads `count` bytes from `offset`; fewer only where the file ends, or once there are enough.
  package func readBytes(at offset: Int, count: Int, atLeast enough: Int = .max) throws(FileError) -> [UInt8] {
    try bytes([], thenFrom: offset, count: count, atLeast: enough)
  }

  /// Reads up to `count` bytes from `offset`, after others that are known.
  ///
  /// - Returns: both; fewer only where the file ends.
  func bytes(
    _ known: ArraySlice<UInt8>, thenFrom offset: Int, count: Int, atLeast enough: Int = .max
  ) throws(FileError) -> [UInt8] {
    // An array that is made without room sets the length of the empty one that all threads share.
    guard known.count + count > 0 else { return [] }
    var failure: FileError?
    // Large buffers are not cleared first: that costs as much as reading.
    let bytes = [UInt8](unsafeUninitializedCapacity: known.count + count) { buffer, filled in
      let buffer = UnsafeMutableRawBufferPointer(buffer)
      buffer.copyBytes(from: known)
      filled = known.count
      do throws(FileError) {
        while filled < min(buffer.count, enough) {
          let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
          let step = try read(into: rest, at: offset + filled - known.count)
          if step == 0 { break }
          filled += step
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension FileSystem {
  /// Makes a file appear whole or not at all: temporary name, write, sync, rename, sync of the directory.
  ///
  /// Replaces what is at the path. The temporary file of an attempt that was cut off is replaced too; an attempt that
  /// fails leaves none.
  package func writeAtomically(_ bytes: RawSpan, to path: String) throws(FileError) {
    try requireReplaceable(path)
    let temporaryPath = path + ".new"
    if try kind(of: temporaryPath) != nil { try remove(temporaryPath) }
    try removing(temporaryPath) { () throws(FileError) in
      let file = try create(temporaryPath)
      try file.writeAll(bytes, at: 0)
      try file.synchronize()
      try rename(temporaryPath, to: path)
    }
    try synchronizeDirectory(parent(of: path))
  }

  /// Checks that a file can take the path: nothing is there, or a regular file.
  package func requireReplaceable(_ path: String) throws(FileError) {
    // Opening says what is wrong.
    if let kind = try kind(of: path), kind != .file { _ = try open(path, for: .reading) }
  }

  /// Opens the file at the path; `nil` if there is none.
  package func openIfPresent(_ path: String, for access: FileAccess = .reading) throws(FileError) -> (any File)? {
    do throws(FileError) {
      return try open(path, for: access)
    } catch  where error.number == ENOENT {
      return nil
    }
  }

  /// The content of a small file; `nil` if there is none.
  package func content(of path: String, limit: Int = .max) throws(FileError) -> [UInt8]? {
    guard let file = try openIfPresent(path) else { return nil }
    return try file.readBytes(at: 0, count: min(try file.size(), limit))
  }

  /// Calls `body`, which fills a temporary file, and removes the file if that fails: half a file must not fill a disk.
  package func removing<Result, Failure: Error>(
    _ temporaryPath: String, ifFails body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) { return try body() } catch {
      try? remove(temporaryPath)
      throw error
    }
  }

  /// Removes a directory with everything in it, and doesn't follow links.
  package func removeTree(_ path: String) throws(FileError) {
    for name in try list(path) {
      let entry = "\(path)/\(name)"
      // A link to a directory can be removed like a file, and a directory can't.
      do throws(FileError) { try remove(entry) } catch {
        guard try kind(of: entry) == .directory else { throw error }
        try removeTree(entry)
      }
    }
    try removeDirectory(path)
  }

  /// The path, or the path with the first number behind it that nothing has yet.
  package func freePath(_ path: String) throws(FileError) -> String {
    var candidate = path
    var number = 1
    while try kind(of: candidate) != nil {
      number += 1
      candidate = "\(path)-\(number)"
    }
    return candidate
  }

  /// Creates the directory and those above it that are missing, and makes them durable.
  package func createDirectories(_ path: String) throws(FileError) {
    let parent = parent(of: path)
    if try kind(of: path) == .directory {
      // Whoever made it may have been cut off before its entry was durable. One that lies where this process cannot
      // read was not made by it.
      do throws(FileError) {
        try synchronizeDirectory(parent)
      } catch  where [EACCES, EPERM, EROFS, EINVAL].contains(error.number) {}
      return
    }
    if parent != path { try createDirectories(parent) }
    do throws(FileError) {
      try createDirectory(path)
    } catch  where error.number == EEXIST {
      // Another process was faster; if what it made is no directory, what follows fails and says so.
    }
    try synchronizeDirectory(parent)
  }
}

/// The directory that a path lies in.
package func parent(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
