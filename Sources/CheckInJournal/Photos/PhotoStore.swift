package import EventLog
internal import Platform

/// The photos' bytes: one file each, named by the SHA-256 of its content, never changed. Identical photos are stored
/// once.
package struct PhotoStore {
  package let directory: LogDirectory

  package init(directory: LogDirectory) {
    self.directory = directory
  }

  /// `photos/ab/ab12….jpg`
  package func path(of digest: Digest) -> String {
    let name = digest.hexadecimal
    return "\(directory.photosPath)/\(name.prefix(2))/\(name).jpg"
  }

  /// Stores the bytes and makes them durable, before any event names them.
  package func store(_ jpeg: [UInt8]) throws(JournalError) -> Digest {
    let digest = Digest(of: jpeg)
    let path = path(of: digest)
    return try withJournalErrors {
      // A damaged file under this name is replaced: what it should hold is known now.
      if try content(of: path) == jpeg {
        // Whoever stored it may have been cut off before it was durable.
        try directory.fileSystem.open(path, for: .readingAndWriting).synchronize()
        try directory.fileSystem.createDirectories(parent(of: path))
        try directory.fileSystem.synchronizeDirectory(parent(of: path))
        return digest
      }
      try directory.fileSystem.createDirectories(parent(of: path))
      try directory.fileSystem.writeAtomically(jpeg.span.bytes, to: path)
      return digest
    }
  }

  /// The bytes of a photo; `nil` where they are missing or damaged, which breaks nothing but the picture.
  package func read(_ digest: Digest) throws(JournalError) -> [UInt8]? {
    try withJournalErrors {
      guard let bytes = try content(of: path(of: digest)), Digest(of: bytes) == digest else { return nil }
      return bytes
    }
  }

  /// Returns `true` if a photo has a file, whatever the file contains.
  package func contains(_ digest: Digest) throws(JournalError) -> Bool {
    try withJournalErrors { try directory.fileSystem.kind(of: path(of: digest)) == .file }
  }

  /// The photos that there are files for, whatever is in them. Takes time proportional to their count.
  package func digests() throws(JournalError) -> Set<Digest> {
    try withJournalErrors { Set(try names().compactMap { Digest(hexadecimal: $0) }) }
  }

  /// The names of the photos' files without `.jpg`, ascending: digests in hexadecimal digits.
  package func names() throws(FileError) -> [String] {
    var found: [String] = []
    try forEachFolder { names in
      for name in names where name.hasSuffix(".jpg") { found.append(String(name.dropLast(4))) }
      return true
    }
    return found
  }

  /// Returns `true` if the store contains any photo.
  func hasPhotos() throws(FileError) -> Bool {
    var isFound = false
    try forEachFolder { names in
      isFound = names.contains { $0.hasSuffix(".jpg") }
      return !isFound
    }
    return isFound
  }

  /// Calls `body` with the names in each folder of photos, until it answers `false`.
  private func forEachFolder(_ body: ([String]) throws(FileError) -> Bool) throws(FileError) {
    let fileSystem = directory.fileSystem
    guard try fileSystem.kind(of: directory.photosPath) == .directory else { return }
    for folder in try fileSystem.list(directory.photosPath) where folder.utf8.count == 2 {
      let path = "\(directory.photosPath)/\(folder)"
      guard try fileSystem.kind(of: path) == .directory else { continue }
      guard try body(try fileSystem.list(path)) else { return }
    }
  }

  /// Removes a photo, and what an interrupted write of it left behind, for good.
  func remove(_ digest: Digest) throws(JournalError) {
    let path = path(of: digest)
    try withJournalErrors {
      var isRemoved = false
      for name in [path, path + ".new"] where try directory.fileSystem.kind(of: name) == .file {
        try directory.fileSystem.remove(name)
        isRemoved = true
      }
      if isRemoved { try directory.fileSystem.synchronizeDirectory(parent(of: path)) }
    }
  }

  /// The condition of the bytes stored under a digest.
  package enum Condition {
    case present, missing, damaged
  }

  package func condition(of digest: Digest) throws(JournalError) -> Condition {
    try withJournalErrors {
      guard let bytes = try content(of: path(of: digest)) else { return .missing }
      return Digest(of: bytes) == digest ? .present : .damaged
    }
  }

  /// The file's content up to the size that a photo may have; `nil` where there is no file.
  private func content(of path: String) throws(FileError) -> [UInt8]? {
    // A purge may come in between.
    try directory.fileSystem.openIfPresent(path)?.readBytes(at: 0, count: Validation.photoByteLimit)
  }
}
