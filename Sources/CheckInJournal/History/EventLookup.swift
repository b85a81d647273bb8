internal import EventLog

import struct FoundationEssentials.UUID

/// Reads single events of the log by their sequence numbers, from the places that are known, without what comes before
/// them.
///
/// A place is a hint, and what is read decides: if no frame begins there, or another event follows, reading begins with
/// the segment that the event is in.
struct EventLookup {
  /// About how much content is decompressed at a time.
  private static let batchByteCount = 64 << 10

  let directory: LogDirectory
  let journalID: UUID?
  /// Where the log was read to; none of the events comes after it.
  let end: LogPosition
  /// Ascending.
  let places: [LogPosition]

  /// Whether reading these events, which ascend, takes much less than a pass over the whole log.
  func isWorthwhile(for sequences: [UInt64]) -> Bool {
    var readCount = 0
    var last: Int?
    for sequence in sequences {
      let index = index(before: sequence)
      if index != last { readCount += 1 }
      last = index
    }
    return 2 * readCount <= places.count + 16
  }

  /// The index of the last place before an event, from 1 on; 0 if there is none.
  private func index(before sequence: UInt64) -> Int {
    places.insertionIndex(in: 0..<places.count) { $0.sequence < sequence }
  }

  /// Calls `body` with each of the events, which ascend.
  ///
  /// - Returns: whether all were there. If not, `body` may have been called with the first ones.
  /// - Throws: what `body` throws; `inputOutput`.
  func forEach(
    _ sequences: [UInt64], _ body: (EventView, RawSpan) throws(JournalError) -> Void
  ) throws(JournalError) -> Bool {
    let segments = try withJournalErrors { try directory.segments() }
    var rest = sequences[...]
    while let sequence = rest.first {
      let index = index(before: sequence)
      if index > 0, try read(&rest, from: places[index - 1], body) { continue }
      guard let segment = segments.last(where: { $0 <= sequence }),
        try read(&rest, from: LogPosition(beginningOf: segment), body)
      else { return false }
    }
    return true
  }

  /// Reads from a place on, as long as no better one is known for the next of the events.
  ///
  /// - Returns: whether the first of the events was found.
  private func read(
    _ rest: inout ArraySlice<UInt64>, from start: LogPosition,
    _ body: (EventView, RawSpan) throws(JournalError) -> Void
  ) throws(JournalError) -> Bool {
    // A file that became shorter has no such place.
    guard let file = try? directory.open(segment: start.segment), let byteCount = try? file.size(),
      start.fileOffset <= byteCount
    else { return false }
    var reader = try EventReader(directory, journalID: journalID, from: start, limit: end)
    var isFound = false
    while let next = rest.first, !isFound || !hasPlace(between: reader.scan.position.sequence, and: next),
      let batch = try reader.next(byteCount: Self.batchByteCount)
    {
      let bytes = batch.content.span.bytes
      while let sequence = rest.first, sequence <= batch.lastSequence {
        guard sequence >= batch.firstSequence,
          let event = try? EventView(batch.records[Int(sequence - batch.firstSequence)], in: bytes),
          event.sequence == sequence
        else { return isFound }
        try body(event, bytes)
        rest.removeFirst()
        isFound = true
      }
    }
    return isFound
  }

  /// Whether a place is known after an event that was read, and before one that is wanted.
  private func hasPlace(between read: UInt64, and wanted: UInt64) -> Bool {
    let index = index(before: wanted)
    return index > 0 && places[index - 1].sequence > read
  }
}
