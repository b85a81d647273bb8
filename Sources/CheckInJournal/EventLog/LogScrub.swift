/// Rereads the log a part at a time, round and round, so that damage to old segments does not go unseen for years
/// because a snapshot spares the reading of them (rule 20b). Writes nothing.
///
/// Looks at everything up to HEAD: checksums, form, sequence numbers, segment headers.
struct LogScrub {
  /// What is remembered from one part to the next.
  struct Record: Hashable, Sendable {
    /// Where to read on.
    var place = LogPosition.start
    /// A segment in which damage was found. It stays so only while the segment itself says so.
    var suspect: UInt64?
  }

  let directory: LogDirectory
  let head: Witness

  /// The record after a part that could not be read: it goes on with the next segment, since the rest is to be read all
  /// the same.
  func passing(_ record: Record) throws(JournalError) -> Record {
    var next = record
    let segment = try directory.segments().first { $0 > record.place.segment && $0 <= head.position.segment }
    next.place = segment.map { LogPosition(sequence: $0 - 1, segment: $0, fileOffset: 0, contentOffset: 0) } ?? .start
    return next
  }

  /// Reads on from the record's place, up to about `byteLimit` bytes of content, and once to the log's end at the most.
  ///
  /// - Returns: the record for the next part, and what is damaged.
  func advance(_ record: Record, byteLimit: Int) throws(JournalError) -> (record: Record, damage: JournalError?) {
    var next = record
    var visitor = ByteBudget(byteCount: byteLimit)
    let scan = try scanner.scan(from: record.place, visitor: &visitor)
    if scan.failure != nil || isShort(scan, visitor.isFinished) {
      // The place may lie within a frame by now, since segments are compacted; so the whole segment decides.
      let segment = scan.position.segment
      if let damage = try damage(inSegment: segment) {
        return (Record(place: .start, suspect: segment), damage)
      }
      next.place = LogPosition(sequence: segment - 1, segment: segment, fileOffset: 0, contentOffset: 0)
    } else {
      next.place = visitor.isFinished ? scan.position : .start
    }
    return (next, nil)
  }

  /// What is wrong with a segment, up to HEAD; `nil` where nothing is. Reads all of it.
  func damage(inSegment segment: UInt64) throws(JournalError) -> JournalError? {
    guard segment <= head.position.segment, segment > 0 else { return nil }
    var visitor = OneSegment(segment: segment)
    let start = LogPosition(sequence: segment - 1, segment: segment, fileOffset: 0, contentOffset: 0)
    let scan = try scanner.scan(from: start, visitor: &visitor)
    return isShort(scan, visitor.isFinished) ? scan.failure(upTo: head.position) : scan.failure
  }

  /// Whether a pass that was to go on ended before HEAD.
  private func isShort(_ scan: LogScan, _ isFinished: Bool) -> Bool {
    !isFinished && scan.position.sequence < head.position.sequence
  }

  private var scanner: LogScanner {
    LogScanner(directory: directory, journalID: head.journalID, limit: head.position)
  }
}

/// A pass that ends after so much content.
private struct ByteBudget: LogVisitor {
  var byteCount: Int

  var isFinished: Bool { byteCount <= 0 }

  mutating func visit(frame content: RawSpan, ofSegment segment: UInt64) { byteCount -= content.byteCount }
  mutating func visit(_ event: EventView, in bytes: RawSpan) throws(JournalError) {}
}

/// A pass that ends with the first frame after a segment.
private struct OneSegment: LogVisitor {
  let segment: UInt64
  private(set) var isFinished = false

  init(segment: UInt64) {
    self.segment = segment
  }

  mutating func visit(frame content: RawSpan, ofSegment segment: UInt64) { isFinished = segment != self.segment }
  mutating func visit(_ event: EventView, in bytes: RawSpan) throws(JournalError) {}
}
