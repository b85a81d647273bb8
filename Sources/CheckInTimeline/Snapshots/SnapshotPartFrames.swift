internal import EventLog

/// The stored form of a part: the part's key and content, in frames of the log's profile.
///
/// The frames' checksums protect the part. The key reveals a part that was moved to another row.
enum SnapshotPartFrames {
  /// The maximum lengths of a part, as stored and as read.
  ///
  /// Parts of ten million check-ins are much shorter.
  static let maximumStoredByteCount = 16 << 20
  private static let maximumContentByteCount = 32 << 20

  static func encode(_ content: [UInt8], key: Int64) throws(JournalError) -> [UInt8] {
    var keyed: [UInt8] = []
    keyed.reserveCapacity(headByteCount + content.count)
    withUnsafeBytes(of: (UInt64(SnapshotHeader.schemaVersion), key, UInt64(content.count))) {
      keyed.append(contentsOf: $0)
    }
    keyed.append(contentsOf: content)
    guard keyed.count <= maximumContentByteCount else { throw tooLarge }
    if keyed.count <= FrameFormat.maximumContentByteCount { return try frame(of: keyed) }
    var frames: [UInt8] = []
    for start in stride(from: 0, to: keyed.count, by: FrameFormat.maximumContentByteCount) {
      let end = min(start + FrameFormat.maximumContentByteCount, keyed.count)
      frames += try frame(of: Array(keyed[start..<end]))
    }
    guard frames.count <= maximumStoredByteCount else { throw tooLarge }
    return frames
  }

  private static var tooLarge: JournalError {
    JournalError(.internalFault, "A part of the snapshot is larger than \(maximumStoredByteCount >> 20) MiB.")
  }

  private static func frame(of content: [UInt8]) throws(JournalError) -> [UInt8] {
    try withJournalErrors { try FrameEncoder.frame(of: content) }
  }

  /// The schema's version, the key, and how many bytes of content follow.
  private static let headByteCount = 24

  static func decode(_ stored: [UInt8], key: Int64) -> [UInt8]? {
    let decoder = FrameDecoder()
    let bytes = stored.span.bytes
    var frames: [Range<Int>] = []
    var keyedByteCount = 0
    var position = 0
    // Nothing is decoded before the headers of all frames keep to the limit.
    while position < stored.count {
      guard case .frame(let byteCount, let contentByteCount) = FrameFormat.inspect(bytes, at: position),
        keyedByteCount + contentByteCount <= maximumContentByteCount
      else { return nil }
      keyedByteCount += contentByteCount
      frames.append(position..<position + byteCount)
      position += byteCount
    }
    var keyed: [UInt8] = []
    if frames.count > 1 { keyed.reserveCapacity(keyedByteCount) }
    for frame in frames {
      guard let content = decoder.content(of: bytes.extracting(frame)) else { return nil }
      // The content of the only frame isn't copied.
      if frames.count == 1 { keyed = content } else { keyed += content }
    }
    guard keyed.count >= headByteCount else { return nil }
    let head = keyed.span.bytes.unsafeLoadUnaligned(as: (UInt64, Int64, UInt64).self)
    guard head == (UInt64(SnapshotHeader.schemaVersion), key, UInt64(keyed.count - headByteCount)) else { return nil }
    keyed.removeFirst(headByteCount)
    return keyed
  }
}

/// A part of the timeline, as it is stored.
package struct SnapshotPart: Sendable {
  let id: TimelinePartID
  let stored: [UInt8]
  let digest: Digest

  package init(_ id: TimelinePartID, content: [UInt8]) throws(JournalError) {
    self.id = id
    stored = try SnapshotPartFrames.encode(content, key: id.rawValue)
    digest = Digest(of: stored)
  }
}
