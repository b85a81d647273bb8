@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

extension FuzzTarget {
  /// What is accepted and understood reads the same after it was written again, and whoever reads it.
  static func wire(_ bytes: [UInt8]) throws {
    let whole = ByteRange(start: 0, end: bytes.count)
    try readsAlike(bytes)
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

  /// Whatever the reader of ordered fields reads, the general one reads the same.
  static func readsAlike(_ bytes: [UInt8]) throws {
    let whole = ByteRange(start: 0, end: bytes.count)
    let padded = bytes + [UInt8](repeating: 0x0A, count: OrderedWireReader.paddingByteCount)
    var ordered = EventView()
    guard ordered.readOrdered(whole, in: padded.span.bytes) else { return }
    if let details = ordered.fields.details {
      // What is copied whole is what would be written of the single fields.
      var writer = WireWriter()
      func text(_ range: ByteRange) -> [UInt8] { padded.span.bytes.array(range) }
      if !ordered.fields.title.isEmpty {
        writer.presentBytes(text(ordered.fields.title), field: CheckInFieldNumber.title)
      }
      if ordered.fields.present.contains(.calories) {
        writer.presentUnsigned(ordered.fields.calories, field: CheckInFieldNumber.calories)
      }
      if ordered.fields.present.contains(.location) {
        writer.presentBytes(text(ordered.fields.location), field: CheckInFieldNumber.location)
      }
      if !ordered.fields.notes.isEmpty {
        writer.presentBytes(text(ordered.fields.notes), field: CheckInFieldNumber.notes)
      }
      if ordered.fields.present.contains(.duration) {
        writer.presentUnsigned(UInt64(ordered.fields.durationSeconds), field: CheckInFieldNumber.duration)
      }
      if ordered.fields.present.contains(.distance) {
        writer.presentUnsigned(UInt64(ordered.fields.distanceMetres), field: CheckInFieldNumber.distance)
      }
      try require(text(details) == writer.bytes, "details are what their fields are")
    }
    ordered.fields.details = nil
    guard let general = try? EventView(whole, in: padded.span.bytes) else {
      throw FuzzFinding(rule: "what the reader of ordered fields accepts, the general one does")
    }
    try require(ordered == general, "both readers of an event agree")
  }

  /// One record, and where its message is.
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
