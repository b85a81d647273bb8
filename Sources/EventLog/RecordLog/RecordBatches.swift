internal import FoundationEssentials

/// Reads a log's records in order, batch by batch, up to the last one that was acknowledged when reading began.
///
/// Takes no lock: others may append meanwhile.
///
/// ```swift
/// let batches = try log.batches(after: 1_000)
/// while let batch = try batches.next() {
///   for record in batch { print(record.sequence) }
/// }
/// ```
public final class RecordBatches {
  private let directory: LogDirectory
  private let after: UInt64
  /// The position at which to end; `nil` if HEAD can't be read.
  private let end: LogPosition?
  private var reader: LogReader

  /// - Parameter end: of what was acknowledged; `nil` if HEAD does not tell.
  init(_ directory: LogDirectory, of journalID: UUID?, after: UInt64, upTo end: LogPosition?) throws(LogError) {
    self.directory = directory
    self.after = after
    self.end = end
    let first = try directory.segments().last { $0 <= max(after, 1) }
    reader = try LogReader(
      directory, journalID: journalID, from: first.map { LogPosition(beginningOf: $0) } ?? .start, limit: end)
  }

  /// The next batch, about 1 MiB of records; `nil` after the last.
  ///
  /// - Throws: `damaged` at a place that cannot be read, once everything before it was handed out; `inputOutput`.
  public func next() throws(LogError) -> RecordBatch? {
    while let batch = try reader.next() {
      let rest = batch.records(after: after, upTo: .max)
      if !rest.records.isEmpty { return rest }
    }
    guard let end else { throw reader.scan.failure ?? RecordLog.headError(directory) }
    if let failure = reader.scan.failure(upTo: end) { throw failure }
    return nil
  }
}

extension RecordLog {
  /// Reads the records after a sequence number, from the first on by default.
  ///
  /// Reading begins with the segment that holds the first of them, so it passes over up to
  /// ``Configuration/segmentByteLimit`` of the log's bytes.
  ///
  /// - Throws: `inputOutput`.
  public func batches(after sequence: UInt64 = 0) throws(LogError) -> RecordBatches {
    let head = try directory.look().head
    return try RecordBatches(
      directory, of: head?.journalID, after: sequence, upTo: head.map { acknowledgedEnd($0) })
  }
}
