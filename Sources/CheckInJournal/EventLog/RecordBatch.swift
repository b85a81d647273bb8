/// Event records of the log, decompressed, one after the other.
package struct RecordBatch: Sendable {
  /// The bytes of whole frames.
  package var content: [UInt8]
  /// The place of each event's message in ``content``, ascending.
  package var records: [ByteRange]
  /// The first event's sequence number; those of the others follow without a gap.
  package var firstSequence: UInt64

  package init(content: [UInt8], records: [ByteRange], firstSequence: UInt64) {
    self.content = content
    self.records = records
    self.firstSequence = firstSequence
  }
}
