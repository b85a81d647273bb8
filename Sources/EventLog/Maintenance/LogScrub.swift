/// Rereads the log in parts, starting over at its end, to find damage to old segments. Writes nothing.
///
/// Snapshots make it unnecessary to read old segments. Without a scrub, damage to them could go unnoticed for years.
///
/// Checks everything up to HEAD: checksums, encoding, sequence numbers, segment headers.
package struct LogScrub {
  /// The progress of a scrub, stored between parts.
  package struct Record: Hashable, Sendable {
    /// The position at which to continue.
    package var place = LogPosition.start
    /// A segment in which damage was found. It stays so only while the segment itself says so.
    package var suspect: UInt64?

    package init(place: LogPosition = .start, suspect: UInt64? = nil) {
      self.place = place
      self.suspect = suspect
    }
  }

  let directory: LogDirectory
  let head: Head
  let check: RecordCheck

  package init(_ directory: LogDirectory, head: Head, check: @escaping RecordCheck) {
    self.directory = directory
    self.head = head
    self.check = check
  }

  /// The record after a part that could not be read: it goes on with the next segment, since the rest is to be read all
  /// the same.
  package func passing(_ record: Record) throws(LogError) -> Record {
    var next = record
    let segment = try directory.segments().first { $0 > record.place.segment && $0 <= head.position.segment }
    next.place = segment.map { LogPosition(beginningOf: $0) } ?? .start
    return next
  }

  /// Reads on from the record's place, up to about `byteLimit` bytes of content, and once to the log's end at the most.
  ///
  /// - Returns: the record for the next part, and what is damaged.
  package func advance(_ record: Record, byteLimit: Int) throws(LogError) -> (record: Record, damage: LogError?) {
    var next = record
    var reader = try reader(from: record.place)
    var budget = byteLimit
    _ = try reader.readAll(check, byteCount: min(byteLimit, 1 << 20)) { batch in
      budget -= batch.content.count
      return budget <= 0
    }
    let scan = reader.scan
    let isFinished = budget <= 0
    if scan.failure != nil || isShort(scan, isFinished: isFinished) {
      // The place may lie within a frame by now, since segments are compacted; so the whole segment decides.
      let segment = scan.position.segment
      if let damage = try damage(inSegment: segment) {
        return (Record(place: .start, suspect: segment), damage)
      }
      next.place = LogPosition(beginningOf: segment)
    } else {
      next.place = isFinished ? scan.position : .start
    }
    return (next, nil)
  }

  /// Returns the damage in a segment, up to HEAD; `nil` if it has none. Reads the whole segment.
  package func damage(inSegment segment: UInt64) throws(LogError) -> LogError? {
    guard segment > 0 else { return nil }
    var reader = try reader(from: LogPosition(beginningOf: segment))
    var isFinished = false
    _ = try reader.readAll(check, byteCount: 1 << 20) { batch in
      isFinished = batch.segment != segment
      return isFinished
    }
    let scan = reader.scan
    return isShort(scan, isFinished: isFinished) ? scan.failure(upTo: head.position) : scan.failure
  }

  /// Returns `true` if a pass ended before HEAD although it was not finished.
  private func isShort(_ scan: LogScan, isFinished: Bool) -> Bool {
    !isFinished && scan.position.sequence < head.position.sequence
  }

  private func reader(from start: LogPosition) throws(LogError) -> LogReader {
    try LogReader(directory, journalID: head.journalID, from: start, limit: head.position)
  }
}
