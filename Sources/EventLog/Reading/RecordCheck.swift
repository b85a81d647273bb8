/// The result of checking one record, which only the code that defines the records can do.
package enum RecordVerdict: Hashable, Sendable {
  case understood
  /// A newer version wrote something in it that this one does not know.
  case notUnderstood
  /// It cannot be read; the reason, in words.
  case malformed(reason: String)
}

/// Judges the record in a range of bytes: a log knows that it is a message with a sequence number, and no more.
package typealias RecordCheck = @Sendable (RawSpan, ByteRange) -> RecordVerdict

extension LogReader {
  /// Reads to the end, or until `isFinished` says so of a batch, and checks every record.
  ///
  /// - Returns: how many records are not understood.
  /// - Throws: `inputOutput`.
  mutating func readAll(
    _ check: RecordCheck, byteCount: Int = 1 << 20, isFinished: (RecordBatch) -> Bool = { _ in false }
  ) throws(LogError) -> Int {
    var notUnderstood = 0
    while let batch = try next(byteCount: byteCount) {
      let bytes = batch.content.span.bytes
      for (index, record) in batch.records.enumerated() {
        switch check(bytes, record) {
        case .understood: continue
        case .notUnderstood: notUnderstood += 1
        case .malformed(let reason):
          stop(at: index, of: batch, scan.damage(in: batch, atRecord: index, reason: reason))
          return notUnderstood
        }
      }
      if isFinished(batch) { break }
    }
    return notUnderstood
  }
}
