package import FoundationEssentials

/// Reads the log in order, from a position on, batch by batch.
///
/// Damage is no error here: it is how reading ended, as ``scan`` says.
package struct LogReader {
  /// The source of the batches.
  package let chunks: LogChunks
  /// The position that reading has reached, and its outcome.
  package private(set) var scan: LogScan

  /// - Parameters:
  ///   - journalID: whose log it has to be; `nil` if the first header tells.
  ///   - start: a place between two frames.
  ///   - limit: where to stop; a frame that begins before it is read whole.
  /// - Throws: `inputOutput`.
  package init(
    _ directory: LogDirectory, journalID: UUID? = nil, from start: LogPosition = .start, limit: LogPosition? = nil
  ) throws(LogError) {
    chunks = try LogChunks(directory, from: start, limit: limit)
    scan = LogScan(directory, journalID: journalID, from: start)
    if let first = chunks.firstSegment, first != start.segment { scan.noteMissing(start.segment) }
  }

  /// The next batch; `nil` at the end, whatever that is like.
  ///
  /// - Parameter byteCount: about how much content it has; it has one frame at least.
  /// - Throws: `inputOutput`.
  package mutating func next(byteCount: Int = 1 << 20) throws(LogError) -> RecordBatch? {
    guard scan.isSound, let chunk = try chunks.next(byteCount: byteCount) else { return nil }
    return try accept(chunk.batch())
  }

  /// Takes the next batch of the chunks, and returns as much of it as continues the log.
  ///
  /// - Throws: `inputOutput`.
  package mutating func accept(_ batch: RecordBatch) throws(LogError) -> RecordBatch {
    try scan.accept(batch)
  }

  /// Ends reading at a record of the batch that was read last, as damage of the log does.
  package mutating func stop(at index: Int, of batch: RecordBatch, _ error: LogError) {
    scan.stop(at: index, of: batch, error)
  }
}
