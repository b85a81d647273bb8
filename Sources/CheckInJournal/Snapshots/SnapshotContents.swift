/// Which parts a snapshot has, and a digest of each as it is stored.
///
/// A file whose pages are of several saves has parts that are whole and yet do not belong together. The header names the
/// digest of this list, and the list those of the parts: what is of another save is noticed.
struct SnapshotContents: Sendable {
  /// Two numbers for each part: its key, and the first eight bytes of its digest.
  private static let entryByteCount = 16

  private var digests: [Int64: UInt64]

  init() {
    digests = [:]
  }

  /// Notes a part, as it is stored now.
  mutating func note(_ key: Int64, _ stored: [UInt8]) {
    digests[key] = Self.digest(of: stored)
  }

  func contains(_ key: Int64) -> Bool { digests[key] != nil }

  /// Whether the part was stored like this.
  func holds(_ key: Int64, _ stored: [UInt8]) -> Bool {
    digests[key] == Self.digest(of: stored)
  }

  private static func digest(of stored: [UInt8]) -> UInt64 {
    Digest(of: stored).bytes.span.bytes.unsafeLoadUnaligned(as: UInt64.self)
  }

  /// Ascending by key, little-endian.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digests.count * Self.entryByteCount)
    for (key, digest) in digests.sorted(by: { $0.key < $1.key }) {
      withUnsafeBytes(of: (key, digest)) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.count % Self.entryByteCount == 0 else { return nil }
    let span = bytes.span.bytes
    digests = [:]
    digests.reserveCapacity(bytes.count / Self.entryByteCount)
    for start in stride(from: 0, to: bytes.count, by: Self.entryByteCount) {
      let key = span.unsafeLoadUnaligned(fromByteOffset: start, as: Int64.self)
      digests[key] = span.unsafeLoadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
    }
  }
}

/// What stands in the header's row: what the snapshot was taken of, and which contents it has.
struct SnapshotSeal: Hashable, Sendable {
  var header: SnapshotHeader
  /// Digest of the contents as they are stored.
  var contents: Digest

  var encoded: [UInt8] { contents.bytes + header.encoded }

  init(header: SnapshotHeader, contents: Digest) {
    self.header = header
    self.contents = contents
  }

  init?(_ bytes: [UInt8]) {
    guard let contents = Digest(bytes.prefix(Digest.byteCount)),
      let header = SnapshotHeader(Array(bytes.dropFirst(Digest.byteCount)))
    else { return nil }
    self.init(header: header, contents: contents)
  }
}
