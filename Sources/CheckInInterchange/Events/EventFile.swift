internal import CheckInJournal
internal import EventLog
internal import FoundationEssentials

/// A file of events, read and judged.
///
/// It is held in memory as the records that will be appended: what was checked is what is written, whatever becomes of
/// the file, and standard input needs no second reading.
struct EventFile {
  let header: Header
  /// The journal's own log.
  private(set) var history = EventHistory()
  /// The other devices' logs, as the header names them.
  private(set) var others: [EventHistory] = []
  /// Lines after the header.
  private(set) var read = 0
  private(set) var rejected: [RejectedRow] = []

  /// Reads every line. Events that cannot follow those before are rejected by their line; after the first of them lines
  /// are only checked for their form, since what they build upon is missing.
  ///
  /// - Throws: `JournalError` with `.refusedInput` for a file that is none of events or that was cut off,
  ///   `.newerVersion` if it holds what this version does not understand, `.inputOutput`.
  init(_ input: consuming InputFile) throws(JournalError) {
    var lines = LineReader(input)
    let name = lines.name
    header = try Header(try lines.next(), of: name)
    try withJournalErrors {
      try foldInOrder(
        threads: Self.threadCount, next: { try lines.nextBlock() }, map: { ReadEvents($0) },
        merge: { (events: consuming ReadEvents) in try take(events, of: name) })
    }
    guard rejected.isEmpty else { return }
    guard read == header.lineCount else {
      throw JournalError(
        .refusedInput,
        "\(name) is not whole: its header promises \(pluralized(header.lineCount, "event")), and it has \(read). "
          + "Export it again.")
    }
    while others.count < header.replicas.count { others.append(EventHistory()) }
  }

  /// A log of another device, as a chunk.
  ///
  /// - Parameter index: in the header's order.
  /// - Throws: `refusedInput` where the log does not say what the header promises.
  func chunk(_ index: Int, of name: String) throws(JournalError) -> ReplicaChunk {
    let replica = header.replicas[index]
    let chunk = try ReplicaChunk(others[index].records, of: replica.journal, segments: replica.segments)
    guard chunk.digest == replica.digest else {
      throw JournalError(
        .refusedInput, "\(name) was changed: the log of \(replica.name) is not the one that its header names.")
    }
    return chunk
  }

  private static let threadCount = min(ProcessInfo.processInfo.activeProcessorCount, 4)

  private mutating func take(_ events: ReadEvents, of name: String) throws(JournalError) {
    let bytes = events.block.bytes
    for line in events.lines {
      read += 1
      do throws(EventHistory.Fault) {
        let message = try line.message.get()
        if rejected.isEmpty {
          try append(message, in: events.block)
        } else {
          try EventHistory.check(message, in: bytes.span.bytes)
        }
      } catch {
        switch error {
        case .invalid(let reason):
          rejected.append(RejectedRow(row: line.row, messages: [reason]))
        case .notUnderstood(let sequence):
          throw JournalError(
            .newerVersion,
            "\(name) holds event \(sequence), which a newer version of checkin wrote and this one does not understand. "
              + "Use the newer version.")
        }
      }
    }
  }
}

extension EventFile {
  /// Takes the next event into the log that it is of: they follow each other as long as the header says.
  private mutating func append(
    _ message: ByteRange, in block: EventRecords.Block
  ) throws(EventHistory.Fault) {
    if others.isEmpty, header.replicas.isEmpty || history.records.count < header.eventCount {
      return try history.append(message, in: block)
    }
    while others.last.map({ $0.records.count == header.replicas[others.count - 1].eventCount }) ?? true,
      others.count < header.replicas.count
    {
      others.append(EventHistory())
    }
    try others[others.count - 1].append(message, in: block)
  }
}

/// The events of some lines, each read for itself.
private struct ReadEvents {
  /// The messages of the events, and other bytes between and behind them.
  let block: EventRecords.Block
  private(set) var lines: [(row: Int, message: Result<ByteRange, EventHistory.Fault>)] = []

  init(_ block: LineReader.Block) {
    var writer = WireWriter()
    var lines: [(row: Int, message: Result<ByteRange, EventHistory.Fault>)] = []
    let decoder = JSONDecoder()
    let bytes = block.bytes.span.bytes
    var reader = OrderedEventLine()
    block.forEachLine { line, row in
      if let event = reader.event(line, in: bytes) {
        return lines.append((row, .success(writer.record(event))))
      }
      do throws(EventHistory.Fault) {
        let message = try EventLine.message(of: bytes.array(line), decoder)
        lines.append((row, .success(writer.append(message))))
      } catch {
        lines.append((row, .failure(error)))
      }
    }
    // A quick look at a message may load some bytes after it.
    writer.presentUnsigned(.max, field: 1)
    self.block = EventRecords.Block(writer.bytes)
    self.lines = lines
  }
}

extension WireWriter {
  /// Writes a message as it is, as a record; returns its place.
  fileprivate mutating func append(_ message: [UInt8]) -> ByteRange {
    presentBytes(ByteRange(start: 0, end: message.count), in: message.span.bytes, field: LogField.record)
    return ByteRange(start: count - message.count, end: count)
  }
}
