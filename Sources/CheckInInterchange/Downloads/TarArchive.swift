internal import CheckInJournal
internal import EventLog

/// Writes files as a tar archive (POSIX.1-1988, ustar), which every `tar` unpacks.
struct TarArchive {
  private static let blockByteCount = 512

  /// Adds a directory with everything in it, by name.
  ///
  /// - Parameter name: what it is called in the archive.
  /// - Throws: `inputOutput`; what `send` throws.
  mutating func add(directory path: String, as name: String, _ send: ([UInt8]) throws -> Void) throws {
    try send(try Self.header(name + "/", byteCount: 0, isDirectory: true))
    for entry in try Self.entries(of: path) {
      let (inner, innerName) = ("\(path)/\(entry.name)", "\(name)/\(entry.name)")
      switch entry.kind {
      case .directory: try add(directory: inner, as: innerName, send)
      case .file: try add(file: inner, as: innerName, send)
      default: continue
      }
    }
  }

  private mutating func add(file path: String, as name: String, _ send: ([UInt8]) throws -> Void) throws {
    let byteCount = try Self.byteCount(of: path)
    try send(try Self.header(name, byteCount: byteCount, isDirectory: false))
    try FilePieces.forEach(of: path, send)
    let rest = byteCount % Self.blockByteCount
    if rest > 0 { try send([UInt8](repeating: 0, count: Self.blockByteCount - rest)) }
  }

  /// Ends the archive.
  mutating func finish(_ send: ([UInt8]) throws -> Void) throws {
    try send([UInt8](repeating: 0, count: 2 * Self.blockByteCount))
  }

  private static func entries(
    of path: String
  ) throws(JournalError) -> [(name: String, kind: FileKind?)] {
    try withJournalErrors {
      let fileSystem = DiskFileSystem(followsLinks: true)
      var entries: [(name: String, kind: FileKind?)] = []
      for name in try fileSystem.list(path).sorted() {
        entries.append((name, try fileSystem.kind(of: "\(path)/\(name)")))
      }
      return entries
    }
  }

  private static func byteCount(of path: String) throws(JournalError) -> Int {
    try withJournalErrors { try DiskFileSystem(followsLinks: true).open(path, for: .reading).size() }
  }

  /// The block before a file's content.
  static func header(_ name: String, byteCount: Int, isDirectory: Bool) throws(JournalError) -> [UInt8] {
    guard name.utf8.count <= 100, byteCount < 1 << 33 else {
      throw JournalError(.inputOutput, "\(name) does not fit into an archive.")
    }
    var block = [UInt8](repeating: 0, count: blockByteCount)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { block[offset + index] = byte }
    }
    func octal(_ number: Int, digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    put(name, at: 0)
    // For their owner alone, as in the journal; nobody's name is in it.
    put(octal(isDirectory ? 0o700 : 0o600, digits: 7), at: 100)
    put(octal(0, digits: 7), at: 108)
    put(octal(0, digits: 7), at: 116)
    put(octal(byteCount, digits: 11), at: 124)
    put(octal(Int(max(0, Journal.systemMilliseconds() / 1000)), digits: 11), at: 136)
    put(isDirectory ? "5" : "0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    // The sum is of the block with spaces in its own place.
    let sum = block.reduce(8 * 32) { $0 + Int($1) }
    put(octal(sum, digits: 6), at: 148)
    block[155] = UInt8(ascii: " ")
    return block
  }
}
