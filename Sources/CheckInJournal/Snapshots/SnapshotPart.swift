internal import EventLog

/// A part of the timeline, as it is stored.
struct SnapshotPart: Sendable {
  let id: TimelinePartID
  let stored: [UInt8]
  let digest: Digest

  init(_ id: TimelinePartID, content: [UInt8]) throws(JournalError) {
    self.id = id
    stored = try SnapshotPartFrames.encode(content, key: id.rawValue)
    digest = Digest(of: stored)
  }
}
