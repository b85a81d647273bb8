package import CheckInJournal
internal import EventLog

extension RecordedEvents {
  /// Calls `body` with every event, ascending, and with its message in the log.
  package func forEachEvent(_ body: (_ event: Event, _ message: [UInt8]) throws -> Void) throws {
    var messages: [[UInt8]] = []
    try write { event, message, output in
      let message = message ?? event.message
      withUnsafeBytes(of: message.count) { output.bytes($0) }
      message.withUnsafeBytes { output.bytes($0) }
    } _: { part throws(JournalError) in
      var rest = part.output.array[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
        rest = rest.dropFirst(MemoryLayout<Int>.size)
        messages.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
    }
    for message in messages {
      let view = try EventView(ByteRange(start: 0, end: message.count), in: message.span.bytes)
      try body(Event(view, in: message.span.bytes), message)
    }
  }
}
