internal import Glibc

extension File {
  /// Writes all the bytes, continuing after short writes.
  package func writeAll(_ bytes: RawSpan, at offset: Int) throws(FileError) {
    var written = 0
    while written < bytes.byteCount {
      written += try write(bytes.extracting(droppingFirst: written), at: offset + written)
    }
  }

  /// Reads `count` bytes from `offset`; fewer only where the file ends.
  package func readBytes(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try read(into: &bytes, 0..<count, at: offset)
    bytes.removeLast(count - filled)
    return bytes
  }

  /// Fills `range` of `bytes` with what stands from `offset` on.
  ///
  /// - Returns: how many bytes that were; fewer only where the file ends.
  func read(into bytes: inout [UInt8], _ range: Range<Int>, at offset: Int) throws(FileError) -> Int {
    var filled = 0
    while filled < range.count {
      let result: Result<Int, FileError> = bytes.withUnsafeMutableBytes { buffer in
        let rest = buffer[range.lowerBound + filled..<range.upperBound]
        do throws(FileError) {
          return .success(try read(into: UnsafeMutableRawBufferPointer(rebasing: rest), at: offset + filled))
        } catch {
          return .failure(error)
        }
      }
      let step = try result.get()
      if step == 0 { break }
      filled += step
    }
    return filled
  }
}

extension FileSystem {
  /// Makes a file appear whole or not at all: temporary name, write, sync, rename, sync of the directory.
  ///
  /// Replaces what is at the path. The temporary file of an attempt that was cut off is replaced too.
  package func writeAtomically(_ bytes: RawSpan, to path: String) throws(FileError) {
    let temporaryPath = path + ".new"
    if try kind(of: temporaryPath) != nil { try remove(temporaryPath) }
    let file = try create(temporaryPath)
    try file.writeAll(bytes, at: 0)
    try file.synchronize()
    try rename(temporaryPath, to: path)
    try synchronizeDirectory(parent(of: path))
  }

  /// The path, or the path with the first number behind it that nothing has yet.
  func freePath(_ path: String) throws(FileError) -> String {
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

/// Runs work that meets both file errors and the journal's own.
package func withJournalErrors<Result>(_ body: () throws -> Result) throws(JournalError) -> Result {
  do {
    return try body()
  } catch {
    throw JournalError(error)
  }
}

/// The directory that a path lies in.
package func parent(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

extension JournalError {
  /// The error of a file operation, in words.
  package init(_ error: FileError) {
    let reason = String(cString: strerror(error.number))
    self.init(.inputOutput, "Cannot \(error.operation) \(error.path): \(reason).")
  }

  /// Any error that code of this library meets, as one of its own.
  package init(_ error: any Error) {
    switch error {
    case let error as JournalError: self = error
    case let error as FileError: self.init(error)
    default: self.init(.internalFault, "An error that was not expected: \(type(of: error)).")
    }
  }
}
