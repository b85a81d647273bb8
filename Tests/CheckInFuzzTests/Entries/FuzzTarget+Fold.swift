@testable import CheckInJournal
@testable import CheckInTimeline
@testable import EventLog

extension FuzzTarget {
  /// The events of a frame's content come to the same, folded as a chunk, as two chunks, and one by one.
  static func foldsAlike(_ content: [UInt8]) throws {
    let bytes = content.span.bytes
    var reader = WireReader(start: 0, end: content.count)
    var records: [ByteRange] = []
    while let tag = try? reader.tag(in: bytes), let record = try? reader.value(tag.type, in: bytes) {
      if tag == .bytes(LogField.record) { records.append(record) }
    }
    var first = EventView()
    guard let start = records.first, (try? first.read(start, in: bytes)) != nil else { return }
    func batch(_ range: Range<Int>) -> RecordBatch {
      RecordBatch(
        content: content, records: Array(records[range]), firstSequence: first.sequence &+ UInt64(range.lowerBound))
    }

    let whole = 0..<records.count
    let expected = try outcome(after: first.sequence &- 1) { timeline, notUnderstood throws(JournalError) in
      try timeline.applyEach(batch(whole), notUnderstood: &notUnderstood)
    }
    for middle in [0, records.count / 2] {
      let merged = try outcome(after: first.sequence &- 1) { timeline, notUnderstood throws(JournalError) in
        for range in [0..<middle, middle..<records.count] {
          try timeline.fold(batch(range), notUnderstood: &notUnderstood)
        }
      }
      try require(merged == expected, "however events are cut into chunks, they come to the same")
    }
  }

  /// What a fold says and leaves, as bytes.
  private static func outcome(
    after sequence: UInt64, _ fold: (inout Timeline, inout Int) throws(JournalError) -> Void
  ) throws -> [[UInt8]] {
    var timeline = Timeline()
    timeline.directory.sequence = sequence
    var notUnderstood = 0
    var fault = "none"
    do throws(JournalError) { try fold(&timeline, &notUnderstood) } catch { fault = "\(error)" }
    var outcome = [Array("\(fault) \(notUnderstood) \(timeline.directory.sequence)".utf8)]
    // Numbers can be anything here, and blocks of the index of events are counted from the first event of a log.
    outcome += timeline.events.recent.map { Array("\($0.sequence) after \($0.previous)".utf8) }
    timeline.directory.sequence = 0
    try timeline.forEachPart { outcome += [[UInt8(truncatingIfNeeded: $0.rawValue)], $1] }
    return outcome
  }
}
