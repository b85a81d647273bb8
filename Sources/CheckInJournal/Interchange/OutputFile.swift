internal import EventLog

/// A file that a person asked for, written whole or not at all.
package enum OutputFile {
  /// Refuses a file in the journal's directory: what stands there is the journal, and would be replaced. A directory is
  /// refused by whoever opens it.
  ///
  /// - Throws: ``JournalError`` with `.invalidValue`, `.inputOutput`.
  package static func require(_ path: String, outsideJournal journal: String) throws(JournalError) {
    let fileSystem = DiskFileSystem()
    guard fileSystem.isNested(path, journal) else { return }
    do throws(FileError) {
      if try fileSystem.kind(of: path) == .directory { return }
    } catch {
      throw JournalError(error)
    }
    throw JournalError(.invalidValue, "\(path) lies in the journal \(journal); name a file elsewhere.")
  }

  /// Writes the bytes under a temporary name, syncs them, and puts the file in its place, replacing what is there.
  /// `nil` and `-` are standard output.
  ///
  /// - Throws: ``JournalError`` with `.notFound` where the path is a directory or lies in none, `.inputOutput`.
  package static func write(_ bytes: [UInt8], to path: String?) throws(JournalError) {
    var output = try ByteOutput.open(path)
    output.buffer = bytes
    try output.finish()
  }

  /// The first bytes of the file; `nil` where there is no regular file.
  ///
  /// - Throws: ``JournalError`` with `.inputOutput`.
  package static func content(of path: String, limit: Int) throws(JournalError) -> [UInt8]? {
    let fileSystem = DiskFileSystem()
    do throws(FileError) {
      guard try fileSystem.kind(of: path) == .file else { return nil }
      return try fileSystem.open(path, for: .reading).readBytes(at: 0, count: limit)
    } catch {
      throw JournalError(error)
    }
  }
}
