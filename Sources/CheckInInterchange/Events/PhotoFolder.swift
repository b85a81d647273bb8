internal import CheckInJournal
internal import EventLog

/// Photos beside an exported file: `FOLDER/<sha256>.jpg`.
struct PhotoFolder {
  let path: String
  private let fileSystem = DiskFileSystem(followsLinks: true)

  /// The folder that belongs to a file: its name without the extension of JSON Lines, and `.photos`.
  init(besideFile file: String) {
    let ending = pathExtension(of: file) ?? ""
    path = ([".jsonl", ".ndjson"].contains(ending) ? String(file.dropLast(ending.count)) : file) + ".photos"
  }

  /// The folder, if there is one, so that no photo is looked for in vain.
  ///
  /// - Throws: `inputOutput`.
  func ifThere() throws(JournalError) -> PhotoFolder? {
    try withJournalErrors { try fileSystem.kind(of: path) == nil ? nil : self }
  }

  func path(of digest: Digest) -> String { "\(path)/\(digest.hexadecimal).jpg" }

  /// The record of purged photos, as a journal has it.
  var purged: PurgedPhotos { PurgedPhotos(path: "\(path)/\(PurgedPhotos.fileName)", in: fileSystem) }

  /// Writes the record of purged photos.
  func write(purged records: [Digest: PurgedPhotos.Record]) throws(JournalError) {
    guard !records.isEmpty else { return }
    do throws(FileError) { try fileSystem.createDirectories(path) } catch { throw JournalError(error) }
    try purged.take(records, of: records.keys)
  }

  /// The photo's bytes; `nil` where there is no such file.
  ///
  /// - Throws: `refusedInput` where the file holds something else than its name says; `inputOutput`.
  func read(_ digest: Digest) throws(JournalError) -> [UInt8]? {
    let file = path(of: digest)
    let bytes: [UInt8]
    do throws(FileError) {
      guard try fileSystem.kind(of: file) == .file else { return nil }
      bytes = try fileSystem.open(file, for: .reading).readBytes(at: 0, count: Validation.photoByteLimit)
    } catch {
      throw JournalError(error)
    }
    guard Digest(of: bytes) == digest else {
      throw JournalError(
        .refusedInput,
        "The photo \(file) is damaged: its content is not what its name says. Replace it from the export, or remove it "
          + "to import without it.")
    }
    return bytes
  }

  /// Writes a photo, unless it is there.
  func write(_ jpeg: [UInt8], as digest: Digest) throws(JournalError) {
    try withJournalErrors {
      let file = path(of: digest)
      if try fileSystem.kind(of: file) == .file,
        try fileSystem.open(file, for: .reading).readBytes(at: 0, count: Validation.photoByteLimit) == jpeg
      {
        return
      }
      try fileSystem.createDirectories(path)
      try fileSystem.writeAtomically(jpeg.span.bytes, to: file)
    }
  }
}
