internal import EventLog

/// Events as the log's records hold them, in memory, in their order.
package struct EventRecords {
  private var writer = WireWriter()
  /// The place of each event's message in ``bytes``.
  private(set) var messages: [Range<Int>] = []

  var count: Int { messages.count }

  /// All the messages, each behind what a log writes before it.
  var bytes: [UInt8] { writer.bytes }

  /// The message of the event with this index.
  subscript(index: Int) -> ArraySlice<UInt8> { writer.bytes[messages[index]] }

  package init() {}

  /// Adds an event in the form in which this version writes it.
  package mutating func append(_ event: Event) {
    var single = WireWriter()
    single.record(event)
    var reader = WireReader(start: 0, end: single.count)
    let bytes = single.bytes.span.bytes
    guard (try? reader.tag(in: bytes)) != nil, let range = try? reader.byteRange(in: bytes) else { return }
    append(message: single.bytes[range.start..<range.end])
  }

  /// Adds an event as it was written.
  mutating func append(message: ArraySlice<UInt8>) {
    writer.presentBytes(message, field: LogField.record)
    messages.append(writer.count - message.count..<writer.count)
  }
}
