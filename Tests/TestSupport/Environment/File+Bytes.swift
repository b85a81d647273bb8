package import EventLog

extension File {
  /// Writes some of the bytes in one operation; returns how many.
  @discardableResult
  package func put(_ bytes: [UInt8], at offset: Int) throws(FileError) -> Int {
    try write(bytes.span.bytes, at: offset)
  }
}

extension FileSystem {
  package func putAtomically(_ bytes: [UInt8], to path: String) throws(FileError) {
    try writeAtomically(bytes.span.bytes, to: path)
  }
}
