package import EventLog

internal import struct FoundationEssentials.UUID

/// Events of another journal, judged one by one: each has to follow those before, as the log's own writer would have
/// it.
///
/// They are kept in memory as the records that ``Journal/reproduce(_:progress:prepare:)`` appends: what was judged is
/// what is written.
package struct EventHistory {
  /// The reason why a message is rejected.
  package enum Fault: Error {
    /// The message is not an event, or it can't follow the events before it. The reason is text for the user.
    case invalid(Message)
    /// A newer version wrote the event with this number. The event itself may be valid.
    case notUnderstood(sequence: UInt64)
  }

  package private(set) var records = EventRecords()
  /// The photos that the events name, in the order in which they were first attached, each once.
  package private(set) var photos: [Digest] = []

  private var knownPhotos: Set<Digest> = []
  /// The state after all accepted events.
  private(set) var timeline = Timeline()
  private var lastCommand: UInt64 = 0
  private var commandByteCount = 0

  package init() {}

  /// Takes the next event, as the message that a log's record holds, from a place in a block, which is kept.
  ///
  /// - Throws: the reason why it is not taken. Nothing can follow after that.
  package mutating func append(_ message: ByteRange, in block: EventRecords.Block) throws(Fault) {
    let content = block.bytes
    let bytes = content.span.bytes
    let event = try Self.event(message, in: bytes)
    try checkRules(event, byteCount: message.count)
    do throws(JournalError) {
      if event.kind == .created, try timeline.number(of: UUID(event.fields.id, in: bytes)) != nil {
        throw .inconsistent("event \(event.sequence) creates a check-in whose id is there already")
      }
      try timeline.apply(event, in: bytes)
    } catch {
      guard case .inconsistent(let reason) = error.fault else { throw .invalid("The event cannot be judged") }
      throw .invalid("It cannot follow the lines before: \(reason)")
    }
    records.append(message: message, in: block)
    if event.kind == .photoAttached {
      let digest = Photo(event.photo, in: bytes).digest
      if knownPhotos.insert(digest).inserted { photos.append(digest) }
    }
  }

  /// Looks at the form of a message alone, whatever it would follow.
  package static func check(_ message: ByteRange, in bytes: RawSpan) throws(Fault) { _ = try event(message, in: bytes) }

  private static func event(_ message: ByteRange, in bytes: RawSpan) throws(Fault) -> EventView {
    var event = EventView()
    do throws(WireError) {
      try event.read(message, in: bytes)
    } catch {
      throw .invalid("The event has an impossible value (\(error.reason))")
    }
    guard !event.isNotUnderstood else { throw .notUnderstood(sequence: event.sequence) }
    return event
  }

  /// The rules that the log's own writer keeps.
  private mutating func checkRules(_ event: EventView, byteCount: Int) throws(Fault) {
    guard event.sequence == UInt64(records.count + 1) else {
      throw .invalid("The sequence must be \(records.count + 1), and is \(event.sequence)")
    }
    guard event.command == event.sequence || event.command == lastCommand else {
      throw .invalid("The command must be \(event.sequence), or that of the event before")
    }
    if let undoes = event.undoes, undoes == 0 || undoes >= event.command {
      throw .invalid("An event can only undo a command before it")
    }
    commandByteCount = (event.command == lastCommand ? commandByteCount : 0) + byteCount
    let isBulk = event.origin == Event.Origin.import.rawValue
    guard (isBulk ? byteCount : commandByteCount) <= FrameFormat.maximumContentByteCount / 2 else {
      throw .invalid("The command is larger than one append can be")
    }
    lastCommand = event.command
  }
}
