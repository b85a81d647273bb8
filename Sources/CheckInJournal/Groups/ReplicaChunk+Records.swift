internal import EventLog

package import struct FoundationEssentials.UUID

extension ReplicaChunk {
  /// A whole log, made of its records: its frames are others, and its content is the same byte for byte.
  ///
  /// - Parameter segments: the first events of its segments, ascending, 1 being the first. Those after the last record
  ///   are left out.
  /// - Throws: `refusedInput` where a record is larger than a frame.
  package init(_ records: EventRecords, of replica: UUID, segments: [UInt64]) throws(JournalError) {
    self.init(
      replica: replica, firstSequence: 1, lastSequence: UInt64(records.count),
      previousDigest: ReplicaPosition.start.digest, digest: ReplicaPosition.start.digest, body: [])
    var segments = segments[...]
    var frame = WireWriter()
    var hasher = SHA256Hasher()
    func close() throws(JournalError) {
      guard frame.count > 0 else { return }
      hasher.update(frame.bytes.span.bytes)
      do throws(LogError) {
        body += try FrameEncoder.frame(of: frame.bytes)
      } catch {
        throw JournalError(.refusedInput, "An event is larger than a log takes.")
      }
      frame.removeAll()
    }
    for index in 0..<records.count {
      if segments.first == UInt64(index + 1) {
        try close()
        segments.removeFirst()
        let previous = index == 0 ? nil : hasher.finalize()
        hasher = SHA256Hasher()
        frame.record(SegmentHeader(journalID: replica, firstSequence: UInt64(index + 1), previousDigest: previous))
      }
      frame.presentBytes(records.message(at: index), in: records.bytes(at: index).span.bytes, field: LogField.record)
      if frame.count >= FrameFormat.bulkContentByteCount { try close() }
    }
    try close()
    digest = hasher.finalize()
  }
}
