internal import EventLog

/// The parts of a snapshot other than the directory, with the digest of each as stored.
///
/// See ``SnapshotSeal``.
struct SnapshotContents: Sendable {
  /// A part, as it is stored. A long history has thousands, so they are read and searched as they lie in memory.
  private struct Entry {
    var key: Int64
    /// The first eight bytes of its digest.
    var digest: UInt64
  }

  /// Ascending by key.
  private var entries: [Entry] = []

  init() {}

  /// Notes the digest of a part, as it is stored now.
  mutating func note(_ key: Int64, with digest: Digest) {
    let entry = Entry(key: key, digest: Self.beginning(of: digest))
    let index = index(of: key)
    if index < entries.count, entries[index].key == key {
      entries[index] = entry
    } else {
      entries.insert(entry, at: index)
    }
  }

  func contains(_ key: Int64) -> Bool { digest(of: key) != nil }

  /// Returns `true` if the part was stored with exactly these bytes.
  func holds(_ key: Int64, with stored: [UInt8]) -> Bool { digest(of: key) == Self.beginning(of: Digest(of: stored)) }

  private func digest(of key: Int64) -> UInt64? {
    let index = index(of: key)
    return index < entries.count && entries[index].key == key ? entries[index].digest : nil
  }

  /// Returns the index of the part, or the index at which to insert it.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of parts; O(1) for a key after the last part.
  private func index(of key: Int64) -> Int {
    if let last = entries.last, last.key < key { return entries.count }
    return entries.insertionIndex(in: 0..<entries.count) { $0.key < key }
  }

  private static func beginning(of digest: Digest) -> UInt64 {
    digest.bytes.span.bytes.unsafeLoadUnaligned(as: UInt64.self)
  }

  /// Key and digest of each part, ascending by key, little-endian.
  var encoded: [UInt8] { entries.withUnsafeBytes { Array($0) } }

  init?(_ bytes: [UInt8]) {
    let stride = MemoryLayout<Entry>.stride
    guard bytes.count % stride == 0 else { return nil }
    guard !bytes.isEmpty else {
      entries = []
      return
    }
    entries = Array(unsafeUninitializedCapacity: bytes.count / stride) { buffer, count in
      bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
      count = bytes.count / stride
    }
    guard zip(entries, entries.dropFirst()).allSatisfy({ $0.key < $1.key }) else { return nil }
  }
}
