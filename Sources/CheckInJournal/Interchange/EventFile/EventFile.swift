internal import FoundationEssentials

/// A file of events, read and judged.
///
/// It is held in memory as the records that will be appended: what was checked is what is written, whatever becomes of
/// the file, and standard input needs no second reading.
struct EventFile {
  let header: EventFileHeader
  private(set) var records = EventRecords()
  /// The photos that the events name, in their order, each once.
  private(set) var photos: [Digest] = []
  /// Lines behind the header.
  private(set) var read = 0
  private(set) var rejected: [RejectedRow] = []

  private var knownPhotos: Set<Digest> = []
  private var timeline = Timeline()
  private var lastCommand: UInt64 = 0
  private var commandByteCount = 0

  /// Reads every line. Events that cannot follow those before are rejected by their line; behind the first of them
  /// lines are only checked for their form, since what they build upon is missing.
  ///
  /// - Throws: ``JournalError`` with `.refusedInput` for a file that is none of events or that was cut off,
  ///   `.newerVersion` where it holds what this version does not understand, `.inputOutput`.
  init(_ input: consuming ByteInput) throws(JournalError) {
    var lines = LineReader(input)
    let name = lines.name
    header = try EventFileHeader(try lines.next(), of: name)
    let decoder = JSONDecoder()
    while let line = try lines.next() {
      read += 1
      do throws(EventLine.Problem) {
        let message = try EventLine.message(of: line, decoder)
        try take(message, in: name)
      } catch {
        rejected.append(RejectedRow(row: lines.rowNumber, messages: [error.message]))
      }
      if let newer { throw newer }
    }
    guard rejected.isEmpty else { return }
    guard records.count == header.eventCount else {
      throw JournalError(
        .refusedInput,
        "\(name) is not whole: its header promises \(pluralized(header.eventCount, "event")), "
          + "and it has \(records.count). Export it again.")
    }
  }

  /// Set where an event is not understood, which is no fault of the line.
  private var newer: JournalError?

  private mutating func take(_ message: [UInt8], in name: String) throws(EventLine.Problem) {
    let bytes = message.span.bytes
    let event: EventView
    do throws(WireError) {
      event = try EventView(ByteRange(start: 0, end: message.count), in: bytes)
    } catch {
      throw EventLine.Problem(message: "The event has an impossible value (\(error.reason))")
    }
    guard !event.isNotUnderstood else {
      newer = JournalError(
        .newerVersion,
        "\(name) holds event \(event.sequence), which a newer version of checkin wrote and this one does not "
          + "understand. Use the newer version.")
      return
    }
    guard rejected.isEmpty else { return }
    try check(event, byteCount: message.count)
    do throws(TimelineFault) {
      if event.kind == .created, try timeline.number(of: UUID(event.fields.id, in: bytes)) != nil {
        throw TimelineFault.inconsistent("event \(event.sequence) creates a check-in whose id is there already")
      }
      try timeline.apply(event, in: bytes)
    } catch {
      guard case .inconsistent(let reason) = error else {
        throw EventLine.Problem(message: "The event cannot be judged")
      }
      throw EventLine.Problem(message: "It cannot follow the lines before: \(reason)")
    }
    records.append(message: message[...])
    if event.kind == .photoAttached {
      let digest = Photo(event.photo, in: bytes).digest
      if knownPhotos.insert(digest).inserted { photos.append(digest) }
    }
  }

  /// The rules that the log's own writer keeps.
  private mutating func check(_ event: EventView, byteCount: Int) throws(EventLine.Problem) {
    guard event.sequence == UInt64(records.count + 1) else {
      throw EventLine.Problem(
        message: "The sequence must be \(records.count + 1), and is \(event.sequence)")
    }
    guard event.command == event.sequence || event.command == lastCommand else {
      throw EventLine.Problem(message: "The command must be \(event.sequence), or that of the event before")
    }
    if let undoes = event.undoes, undoes == 0 || undoes >= event.command {
      throw EventLine.Problem(message: "An event can only undo a command before it")
    }
    commandByteCount = (event.command == lastCommand ? commandByteCount : 0) + byteCount
    let isBulk = event.origin == Event.Origin.import.rawValue
    guard (isBulk ? byteCount : commandByteCount) <= FrameFormat.maximumContentByteCount / 2 else {
      throw EventLine.Problem(message: "The command is larger than one append can be")
    }
    lastCommand = event.command
  }
}
