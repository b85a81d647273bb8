package import EventLog
package import FoundationEssentials

/// Reads the log's events in order, starting at a position.
///
/// Checks what the log layer doesn't know: whether a record is an event, and whether this version understands it.
package struct EventReader {
  private var reader: LogReader
  private var notUnderstoodEventCount = 0

  /// - Parameters: as for ``EventLog/LogReader``.
  /// - Throws: `inputOutput`.
  package init(
    _ directory: LogDirectory, journalID: UUID? = nil, from start: LogPosition = .start, limit: LogPosition? = nil
  ) throws(JournalError) {
    do throws(LogError) {
      reader = try LogReader(directory, journalID: journalID, from: start, limit: limit)
    } catch {
      throw JournalError(error)
    }
  }

  /// The state of the pass: the position reached, and how the log ends there.
  package var scan: LogScan { reader.scan }

  /// Events, and other records, that this version does not understand.
  package var notUnderstoodCount: Int { notUnderstoodEventCount + reader.scan.otherRecordCount }

  /// The error that stopped reading before its limit; `nil` if there was none.
  ///
  /// For callers that know that the log existed up to the limit.
  package var failure: JournalError? { reader.scan.failure.map { JournalError($0) } }

  /// Returns the error that stopped reading before its expected end, or `nil`.
  ///
  /// See ``EventLog/LogScan/failure(upTo:)``.
  package func failure(upTo end: LogPosition) -> JournalError? {
    reader.scan.failure(upTo: end).map { JournalError($0) }
  }

  /// Calls `body` with each event, and the bytes that it is in, until it answers `false`.
  ///
  /// - Parameter byteCount: about how much content is read at a time.
  /// - Throws: what `body` throws, except `damaged`, with which reading ends as with any other damage of the log;
  ///   `inputOutput`.
  package mutating func forEachEvent(
    byteCount: Int = 1 << 20, _ body: (EventView, RawSpan) throws(JournalError) -> Bool
  ) throws(JournalError) {
    while let batch = try next(byteCount: byteCount) {
      guard try forEachEvent(in: batch, body) else { return }
    }
  }

  /// The next batch of records; `nil` at the end, whatever that is like.
  ///
  /// - Parameter byteCount: about how much content it has; it has one frame at least.
  /// - Throws: `inputOutput`.
  package mutating func next(byteCount: Int = 1 << 20) throws(JournalError) -> RecordBatch? {
    do throws(LogError) { return try reader.next(byteCount: byteCount) } catch { throw JournalError(error) }
  }

  /// Calls `body` with each batch of records, in order, until it answers `false`; where there is much to read, several
  /// threads decompress.
  ///
  /// - Parameters:
  ///   - map: works on a batch before it is known to continue the log, on any thread, several at a time.
  ///   - body: gets this reader, as much of the batch as continues the log, and what was made of the batch; on any
  ///     thread, one at a time. What is cut off the batch was in it when `map` saw it.
  /// - Throws: what `body` throws; `inputOutput`.
  package mutating func forEachBatch<Mapped>(
    map: @Sendable (RecordBatch) -> Mapped,
    _ body: (inout EventReader, RecordBatch, _ isCut: Bool, consuming Mapped) throws -> Bool
  ) throws(JournalError) {
    guard reader.scan.isSound else { return }
    let chunks = reader.chunks
    try withJournalErrors {
      let threads = try chunks.isLong(Self.parallelByteCount) ? Self.threadCount : 1
      do {
        try foldInOrder(
          threads: threads, next: { try chunks.next(byteCount: Self.chunkByteCount) },
          map: { (chunk: LogChunk) in
            let batch = chunk.batch()
            return (batch, map(batch))
          },
          merge: { (pair: consuming (RecordBatch, Mapped)) in
            let found = pair.0
            let batch = try reader.accept(found)
            let isCut = batch.records.count < found.records.count
            guard try body(&self, batch, isCut, pair.1), reader.scan.isSound else { throw Ended() }
          })
      } catch is Ended {}
    }
  }

  /// Ends a pass that has all it needs, or can go no further.
  private struct Ended: Error {}

  /// So much content is read and worked on at a time: what is made of it stays in a processor's own cache.
  private static let chunkByteCount = 256 << 10
  /// From so much log on, further threads are worth their start.
  private static let parallelByteCount = 2 << 20
  package static let threadCount = min(ProcessInfo.processInfo.activeProcessorCount, 8)

  /// Counts events that this version does not understand.
  package mutating func note(notUnderstood count: Int) { notUnderstoodEventCount += count }

  /// Calls `body` with each event of the batch that was read last, as ``forEachEvent(_:)`` does.
  ///
  /// - Returns: whether reading may go on.
  package mutating func forEachEvent(
    in batch: RecordBatch, _ body: (EventView, RawSpan) throws(JournalError) -> Bool
  ) throws(JournalError) -> Bool {
    let bytes = batch.content.span.bytes
    for (index, record) in batch.records.enumerated() {
      var event = EventView()
      do throws(WireError) {
        try event.read(record, in: bytes)
        guard event.sequence == batch.firstSequence + UInt64(index) else { throw .invalidValue }
      } catch {
        stop(at: index, of: batch, reason: error.reason)
        return false
      }
      if event.isNotUnderstood { notUnderstoodEventCount += 1 }
      do throws(JournalError) {
        guard try body(event, bytes) else { return false }
      } catch {
        guard error.code == .damaged else { throw error }
        stop(at: index, of: batch, error)
        return false
      }
    }
    return true
  }

  /// Ends reading at a record of the batch that was read last, which cannot be.
  package mutating func stop(at index: Int, of batch: RecordBatch, reason: String) {
    reader.stop(at: index, of: batch, reader.scan.damage(in: batch, atRecord: index, reason: reason))
  }

  /// Ends reading at a record of the batch that was read last, with an error of the journal's own.
  package mutating func stop(at index: Int, of batch: RecordBatch, _ error: JournalError) {
    reader.stop(at: index, of: batch, LogError(.damaged, error.message))
  }
}

extension EventView {
  /// Returns `true` if a record can be decoded as an event; for a survey of damage.
  package static func isReadable(_ record: ByteRange, in bytes: RawSpan, sequence: UInt64) -> Bool {
    (try? EventView(record, in: bytes)) != nil
  }

  /// Says of a record whether it is an event that this version understands.
  package static let check: RecordCheck = { bytes, record in
    do throws(WireError) {
      var event = EventView()
      try event.read(record, in: bytes)
      return event.isNotUnderstood ? .notUnderstood : .understood
    } catch {
      return .malformed(reason: error.reason)
    }
  }
}
