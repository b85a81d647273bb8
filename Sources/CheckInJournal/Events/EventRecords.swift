internal import EventLog

/// Events as the log's records hold them, in memory, in their order.
package struct EventRecords {
  private var writer = WireWriter()
  /// The place of each event's message in ``bytes``.
  private(set) var messages: [ByteRange] = []

  package var count: Int { messages.count }

  /// All the messages, each behind what a log writes before it.
  var bytes: [UInt8] { writer.bytes }

  /// The message of the event with this index.
  subscript(index: Int) -> ArraySlice<UInt8> { writer.bytes[messages[index].start..<messages[index].end] }

  package init() {}

  /// Adds an event in the form in which this version writes it.
  package mutating func append(_ event: Event) {
    append(message: event.message[...])
  }

  /// Adds an event as it was written.
  mutating func append(message: ArraySlice<UInt8>) {
    message.withUnsafeBytes { append(message: ByteRange(start: 0, end: $0.count), in: $0.bytes) }
  }

  /// Adds an event as it was written at a place in bytes.
  mutating func append(message: ByteRange, in bytes: RawSpan) {
    writer.presentBytes(message, in: bytes, field: LogField.record)
    messages.append(ByteRange(start: writer.count - message.count, end: writer.count))
  }

  /// The event with this index.
  func view(at index: Int) throws(WireError) -> EventView {
    var event = EventView()
    try event.read(messages[index], in: bytes.span.bytes)
    return event
  }
}

extension Event {
  /// The message that this version's log holds for the event.
  package var message: [UInt8] {
    var writer = WireWriter()
    let message = writer.record(self)
    return Array(writer.bytes[message.start..<message.end])
  }
}
