internal import EventLog

/// The header's row: the header, and the digests of the directory and of the list of contents.
///
/// A file with pages from several saves can have parts that are intact and yet don't belong together. The seal contains
/// the digests of the directory and of the list of contents as stored, and the list contains the digests of all other
/// parts, so a part from another save is detected. A long history has a long list, so the list is read with the first
/// other part.
struct SnapshotSeal: Hashable, Sendable {
  var header: SnapshotHeader
  var directory: Digest
  var contents: Digest

  var encoded: [UInt8] { directory.bytes + contents.bytes + header.encoded }

  init(header: SnapshotHeader, directory: Digest, contents: Digest) {
    self.header = header
    self.directory = directory
    self.contents = contents
  }

  init?(_ bytes: [UInt8]) {
    guard let directory = Digest(bytes.prefix(Digest.byteCount)),
      let contents = Digest(bytes.dropFirst(Digest.byteCount).prefix(Digest.byteCount)),
      let header = SnapshotHeader(Array(bytes.dropFirst(2 * Digest.byteCount)))
    else { return nil }
    self.init(header: header, directory: directory, contents: contents)
  }
}
