package import EventLog
package import FoundationEssentials

/// One log of a group, read event by event.
package final class MergeSource {
  /// Its writer's index: 0 for this journal, the ordinal and one for another.
  let writer: Int
  private var reader: EventReader
  /// The position at which the source ends.
  private let limit: LogPosition
  package private(set) var batch = RecordBatch(content: [], records: [], firstSequence: 1)
  private var index = 0
  /// The event that is due.
  package private(set) var event = EventView()
  /// The hybrid timestamp of the event that is due.
  private(set) var clock = HybridClock()
  package private(set) var isAtEnd = false
  /// The seek points found so far: positions at which reading can start again.
  private(set) var places: [WriterEvents.Place] = []
  /// So much content is read at a time: reading begins again before so much at the most.
  private static let byteCount = 256 << 10
  /// The number of events that this version doesn't understand.
  private(set) var notUnderstoodCount = 0

  /// - Throws: `inputOutput`.
  package init(
    _ directory: LogDirectory, journalID: UUID?, from place: WriterEvents.Place = WriterEvents.Place(),
    upTo end: LogPosition, writer: Int
  ) throws(JournalError) {
    self.writer = writer
    limit = end
    clock = place.clock
    reader = try EventReader(directory, journalID: journalID, from: place.position, limit: end)
  }

  /// The position and timestamp up to which the log was read; valid between batches and at the end.
  package var end: WriterEvents.Place { WriterEvents.Place(position: reader.scan.position, clock: clock) }

  /// The last frame with events that was read.
  var lastFrame: LogFrame? { reader.scan.lastFrame }

  /// The error that ended reading before the limit; `nil` if there is none, or none yet.
  var failure: JournalError? { isAtEnd ? reader.failure(upTo: limit) : reader.failure }

  /// Goes on to the next event.
  ///
  /// - Throws: `inputOutput`.
  package func advance() throws(JournalError) {
    while index >= batch.records.count {
      let start = end
      guard let next = try reader.next(byteCount: Self.byteCount) else {
        isAtEnd = true
        return
      }
      places.append(start)
      batch = next
      index = 0
    }
    let content = batch.content
    let bytes = content.span.bytes
    do throws(WireError) {
      try event.read(batch.records[index], in: bytes)
    } catch {
      reader.stop(at: index, of: batch, reason: error.reason)
      isAtEnd = true
      return
    }
    index += 1
    if event.isNotUnderstood { notUnderstoodCount += 1 }
    clock.advance(to: event, in: bytes)
  }
}

extension HybridClock {
  /// Moves on to the next event of a log.
  mutating func advance(to event: EventView, in bytes: RawSpan) {
    if event.kind == .seen, let seen = try? Seen(event.message, in: bytes) { self = max(self, seen.clock) }
    advance(to: event.recordedAtMilliseconds)
  }
}
