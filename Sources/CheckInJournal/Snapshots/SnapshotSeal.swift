internal import EventLog

/// What stands in the header's row: what the snapshot was taken of, and what belongs to it.
///
/// A file whose pages are of several saves has parts that are whole and yet do not belong together. The seal names the
/// digests of the directory and of the list of contents as they are stored, and the list those of all other parts: what
/// is of another save is noticed. The list of a long history is long, so it is read when the first other part is.
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
