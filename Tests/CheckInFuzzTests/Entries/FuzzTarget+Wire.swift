@testable import CheckInJournal
@testable import EventLog

extension FuzzTarget {
  /// What is accepted and understood reads the same after it was written again.
  static func wire(_ bytes: [UInt8]) throws {
    let whole = ByteRange(start: 0, end: bytes.count)
    if let view = try? EventView(whole, in: bytes.span.bytes), !view.isNotUnderstood {
      let event = Event(view, in: bytes.span.bytes)
      let again = try written { $0.record(event) }
      let view = try EventView(again.record, in: again.bytes.span.bytes)
      try require(!view.isNotUnderstood, "what was written is understood")
      try require(Event(view, in: again.bytes.span.bytes) == event, "an event reads as it was written")
    }
    if let header = try? SegmentHeader(whole, in: bytes.span.bytes) {
      let again = try written { $0.record(header) }
      try require(
        try SegmentHeader(again.record, in: again.bytes.span.bytes) == header, "a header reads as it was written")
    }
  }

  /// One record, and where its message stands.
  private static func written(_ write: (inout WireWriter) -> Void) throws -> (bytes: [UInt8], record: ByteRange) {
    var writer = WireWriter()
    write(&writer)
    let bytes = writer.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    _ = try reader.tag(in: bytes.span.bytes)
    let record = try reader.byteRange(in: bytes.span.bytes)
    try require(reader.isAtEnd, "a record is as long as it says")
    return (bytes, record)
  }
}
