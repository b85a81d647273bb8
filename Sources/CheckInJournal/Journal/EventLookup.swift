internal import EventLog

import struct FoundationEssentials.UUID

/// Reads single events of the log by their sequence numbers, from the places that are known, without what comes before
/// them.
///
/// A place is a hint, and what is read decides: if no frame begins there, or another event follows, reading begins with
/// the segment that the event is in.
struct EventLookup {
  /// About how much content is decompressed at a time.
  static let batchByteCount = 64 << 10

  private let directory: LogDirectory
  private let journalID: UUID?
  /// The end of the part of the log that was read. No requested event comes after it.
  private let end: LogPosition
  /// Ascending.
  private let seekPoints: [LogPosition]

  /// - Returns: `nil` if the log has a problem, or the places cannot be read.
  init?(_ state: inout JournalState, in directory: LogDirectory) {
    guard state.problem == nil, let seekPoints = try? state.timeline.loadSeekPoints() else { return nil }
    self.directory = directory
    self.seekPoints = seekPoints
    journalID = state.journalID
    end = state.position
  }

  /// Returns `true` if reading these events one by one is much faster than scanning the log.
  ///
  /// - Parameter sequences: Ascending sequence numbers.
  func isWorthwhile(for sequences: [UInt64]) -> Bool {
    var readCount = 0
    var last: Int?
    for sequence in sequences {
      let index = index(before: sequence)
      if index != last { readCount += 1 }
      last = index
    }
    return 2 * readCount <= seekPoints.count + 16
  }

  /// Places to read on from to an event, to look for something that comes before it: each about twice as far away as
  /// the one before, and last the beginning of the log.
  func starts(before sequence: UInt64) -> [LogPosition] {
    let index = index(before: sequence)
    var starts: [LogPosition] = []
    var step = 1
    while step <= index {
      starts.append(seekPoints[index - step])
      step *= 2
    }
    return starts + [.start]
  }

  /// The index of the last place before an event, from 1 on; 0 if there is none.
  private func index(before sequence: UInt64) -> Int {
    seekPoints.insertionIndex(in: 0..<seekPoints.count) { $0.sequence < sequence }
  }

  /// Calls `body` with each of the events, which ascend.
  ///
  /// - Returns: whether all were there. If not, `body` may have been called with the first ones.
  /// - Throws: what `body` throws; `inputOutput`.
  func forEach(
    _ sequences: [UInt64], perform body: (EventView, RawSpan) throws(JournalError) -> Void
  ) throws(JournalError) -> Bool {
    let segments = try withJournalErrors { try directory.segments() }
    var rest = sequences[...]
    while let sequence = rest.first {
      let index = index(before: sequence)
      if index > 0, directory.hasFrame(at: seekPoints[index - 1]), try read(&rest, from: seekPoints[index - 1], body) {
        continue
      }
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

  /// Returns `true` if there is a seek point between the last event read and a requested event.
  private func hasPlace(between read: UInt64, and wanted: UInt64) -> Bool {
    let index = index(before: wanted)
    return index > 0 && seekPoints[index - 1].sequence > read
  }
}
