package import EventLog

/// Events as the log's records hold them, in memory, in their order.
///
/// The messages are in blocks, since a ``ByteRange`` has no room for all events of a long history.
package struct EventRecords {
  /// Bytes that hold the messages of many events.
  package final class Block: Sendable {
    package let bytes: [UInt8]

    /// - Parameter bytes: messages, and whatever is between them.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  private struct Place {
    var block: UInt32
    var message: ByteRange
  }

  private static let blockByteCount = 1 << 20

  private var blocks: [Block] = []
  private var places: [Place] = []
  /// The block that events are added to one by one, whose number is that of the blocks before it.
  private var writer = WireWriter()

  package init() {}

  package var count: Int { places.count }

  /// The message of the event with this index.
  package subscript(index: Int) -> ArraySlice<UInt8> {
    let message = places[index].message
    return bytes(at: index)[message.start..<message.end]
  }

  /// The place of the message of the event with this index in ``bytes(at:)``.
  package func message(at index: Int) -> ByteRange { places[index].message }

  /// The bytes that hold the message of the event with this index.
  package func bytes(at index: Int) -> [UInt8] {
    let block = Int(places[index].block)
    return block < blocks.count ? blocks[block].bytes : writer.bytes
  }

  /// Adds an event in the form in which this version writes it.
  package mutating func append(_ event: Event) {
    append(message: event.message[...])
  }

  /// Adds an event as it was written.
  package mutating func append(message: ArraySlice<UInt8>) {
    if writer.count >= Self.blockByteCount { closeBlock() }
    message.withUnsafeBytes {
      writer.presentBytes(ByteRange(start: 0, end: $0.count), in: $0.bytes, field: LogField.record)
    }
    let place = ByteRange(start: writer.count - message.count, end: writer.count)
    places.append(Place(block: UInt32(blocks.count), message: place))
  }

  /// Adds an event as it was written at a place in a block, which is kept as it is.
  package mutating func append(message: ByteRange, in block: Block) {
    if blocks.last !== block {
      closeBlock()
      blocks.append(block)
    }
    places.append(Place(block: UInt32(blocks.count - 1), message: message))
  }

  private mutating func closeBlock() {
    if writer.count == 0 { return }
    blocks.append(Block(writer.bytes))
    writer = WireWriter()
  }

  /// The event with this index.
  package func view(at index: Int) throws(WireError) -> EventView {
    var event = EventView()
    try event.read(message(at: index), in: bytes(at: index).span.bytes)
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
