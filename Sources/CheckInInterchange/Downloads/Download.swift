public import CheckInJournal
internal import EventLog

/// Sends an export as one file, or a directory such as a backup as one archive, in pieces, for example to a browser.
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

  /// Sends a directory as a tar archive with that one directory in it.
  ///
  /// ```swift
  /// try Download.archive(named: "journal", { try connection.write(contentsOf: $0) }) { copy in
  ///   _ = try Journal.backUp(at: path, to: copy)
  /// }
  /// ```
  ///
  /// - Parameter name: The directory's name: ASCII, at most 20 characters, no slash.
  /// - Parameter send: Sends the next piece.
  /// - Parameter make: Makes the directory at a path.
  /// - Throws: what `make` throws, before anything was sent; what `send` throws.
  public static func archive(
    named name: String, _ send: ([UInt8]) throws -> Void, making make: (_ path: String) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let directory = folder.path + "/" + name
    try make(directory)
    var archive = TarArchive()
    try archive.add(directory: directory, as: name, send)
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
