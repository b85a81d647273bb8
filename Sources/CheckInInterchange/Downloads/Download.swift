public import CheckInJournal
internal import EventLog

/// Sends what a journal holds in pieces, to whoever is not at this machine: an export as one file, or a backup as one
/// archive.
///
/// ```swift
/// try Download.export(journal, as: .csv) { bytes in try connection.write(contentsOf: bytes) }
/// ```
///
/// It is made in a temporary folder first, which takes as much room as what is sent; so what cannot be made whole is
/// not begun.
public enum Download {
  /// Sends an export, without photos.
  ///
  /// - Throws: what exporting throws, before anything was sent; what `send` throws.
  public static func export(
    _ journal: Journal, as format: ExportFormat, _ send: ([UInt8]) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/export"
    _ = try Exporter.run(journal: journal, path: path, format: format)
    try FilePieces.forEach(of: path, send)
    withExtendedLifetime(folder) {}
  }

  /// Sends a backup of the journal at a path as a tar archive with one directory in it: unpacked, that is a journal.
  ///
  /// - Parameter name: of the directory: ASCII, at most 20 characters, no slash.
  /// - Throws: what `Journal.backUp(at:to:progress:)` throws, before anything was sent; `damaged` if
  ///   photos are missing or damaged, since the copy would lack them; what `send` throws.
  public static func backup(
    ofJournalAt path: String, named name: String, _ send: ([UInt8]) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let copy = folder.path + "/" + name
    let backup = try Journal.backUp(at: path, to: copy)
    guard backup.photosMissing == 0 else {
      throw JournalError(
        .damaged,
        """
        The backup would lack \(pluralized(backup.photosMissing, "photo")) missing or damaged in the journal. \
        Make one\(by: .backUp, or: " in a directory"), which keeps everything else.
        """)
    }
    var archive = TarArchive()
    try archive.add(directory: copy, as: name, send)
    try archive.finish(send)
    withExtendedLifetime(folder) {}
  }
}

/// A file, read piece by piece.
enum FilePieces {
  private static let byteCount = 1 << 18

  /// - Throws: `inputOutput`; what `body` throws.
  static func forEach(of path: String, _ body: ([UInt8]) throws -> Void) throws {
    let file = try opened(path)
    var offset = 0
    while true {
      let bytes = try piece(of: file, at: offset)
      if bytes.isEmpty { return }
      try body(bytes)
      offset += bytes.count
    }
  }

  private static func opened(_ path: String) throws(JournalError) -> any File {
    do throws(FileError) { return try DiskFileSystem(followsLinks: true).open(path, for: .reading) } catch {
      throw JournalError(error)
    }
  }

  private static func piece(of file: any File, at offset: Int) throws(JournalError) -> [UInt8] {
    do throws(FileError) { return try file.readBytes(at: offset, count: byteCount) } catch { throw JournalError(error) }
  }
}
