package import CheckInJournal
internal import EventLog
internal import Platform

/// A directory for this person alone, which goes with this object and everything in it.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// - Throws: `inputOutput`.
  package init() throws(JournalError) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/checkin-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw JournalError(
        .inputOutput, "Cannot create a directory in \(base): \(String(cString: strerror(errno))).")
    }
    path = String(cString: made)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    let fileSystem = DiskFileSystem()
    for name in (try? fileSystem.list(path)) ?? [] {
      let inner = "\(path)/\(name)"
      if (try? fileSystem.kind(of: inner)) == .directory { remove(inner) } else { unlink(inner) }
    }
    rmdir(path)
  }

  /// Writes bytes into a file of the folder.
  ///
  /// - Returns: its path.
  /// - Throws: `inputOutput`.
  package func write(_ bytes: [UInt8], as name: String) throws(JournalError) -> String {
    let file = "\(path)/\(name)"
    try OutputFile.write(bytes, to: file, replacing: .all)
    return file
  }

  /// Copies a file.
  ///
  /// - Throws: `notFound` where there is none or it is a directory; `inputOutput`.
  func copy(_ source: String, to target: String) throws(JournalError) {
    var output = try OutputFile.open(target, replacing: .all)
    try output.copy(source)
    try output.finish()
  }
}
