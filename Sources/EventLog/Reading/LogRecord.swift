/// A record of the log: a Protocol Buffers message, and its sequence number.
///
/// ```swift
/// for field in try record.fields() where field.number == 2 { print(field.text ?? "") }
/// ```
public struct LogRecord: Hashable, Sendable {
  /// The first record of a log has 1, and every other one more than the record before it.
  public let sequence: UInt64
  /// The whole message, as any Protocol Buffers library reads it. Its field 1 is the sequence number.
  public let message: ArraySlice<UInt8>

  /// The message's fields in the order in which they were written, the sequence number first.
  ///
  /// Takes time proportional to their number; what they hold is not copied.
  ///
  /// - Throws: `damaged` if the bytes are not a message.
  public func fields() throws(LogError) -> [MessageField] {
    var reader = WireReader(start: 0, end: message.count)
    var fields: [MessageField] = []
    do throws(WireError) {
      while !reader.isAtEnd { fields.append(try reader.field(in: message)) }
    } catch {
      throw LogError(.damaged, "Record \(sequence) cannot be read: \(error.reason).")
    }
    return fields
  }
}

extension RecordBatch: Sequence {
  /// Goes through a batch's records, in the order of the log.
  public struct Iterator: IteratorProtocol {
    let batch: RecordBatch
    var index = 0

    public mutating func next() -> LogRecord? {
      guard index < batch.records.count else { return nil }
      defer { index += 1 }
      let range = batch.records[index]
      return LogRecord(
        sequence: batch.firstSequence + UInt64(index), message: batch.content[range.start..<range.end])
    }
  }

  public func makeIterator() -> Iterator { Iterator(batch: self) }
}
