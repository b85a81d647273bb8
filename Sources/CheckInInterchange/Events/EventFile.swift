internal import CheckInJournal
internal import EventLog
internal import FoundationEssentials

/// A file of events, read and judged.
///
/// It is held in memory as the records that will be appended: what was checked is what is written, whatever becomes of
/// the file, and standard input needs no second reading.
struct EventFile {
  let header: Header
  private(set) var history = EventHistory()
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
    guard history.records.count == header.eventCount else {
      throw JournalError(
        .refusedInput,
        "\(name) is not whole: its header promises \(pluralized(header.eventCount, "event")), "
          + "and it has \(history.records.count). Export it again.")
    }
  }

  private static let threadCount = min(ProcessInfo.processInfo.activeProcessorCount, 4)

  private mutating func take(_ events: ReadEvents, of name: String) throws(JournalError) {
    let bytes = events.bytes.span.bytes
    for line in events.lines {
      read += 1
      do throws(EventHistory.Fault) {
        let message = try line.message.get()
        if rejected.isEmpty {
          try history.append(message, in: bytes)
        } else {
          try EventHistory.check(message, in: bytes)
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

/// The events of some lines, each read for itself.
private struct ReadEvents {
  /// The messages of the events, and other bytes between and behind them.
  let bytes: [UInt8]
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
    self.bytes = writer.bytes
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

extension EventFile {
  /// The first line of a file of events.
  ///
  /// ```
  /// {"format":"checkin-events","version":1,"journal":"8C1F…","events":413}
  /// ```
  struct Header {
    static let format = "checkin-events"
    /// The newest version, and the one that knows devices, durations, distances and days without a time. Version 2
    /// knows the members of workouts. What is written is the first that knows all of the history, so that as many
    /// readers as can be understand it, and the others say what is wrong.
    static let version = 3
    /// How a file of events begins.
    static let beginning = Array("{\"format\":\"\(format)\"".utf8)

    /// The identity of the journal that was exported.
    var journalID: UUID
    /// How many lines follow: a file that was cut off is known by it.
    var eventCount: Int
    var version: Int

    init(journalID: UUID, eventCount: Int, version: Int) {
      self.journalID = journalID
      self.eventCount = eventCount
      self.version = version
    }

    /// The header of a file of a journal's events; `nil` stands for an empty journal.
    init(_ journal: Journal?, journalID: UUID?, eventCount: Int) throws(JournalError) {
      var version = 1
      if let journal {
        version = try !journal.laterFields().isEmpty ? Self.version : journal.hasWorkouts() ? 2 : 1
      }
      self.init(journalID: journalID ?? UUID(), eventCount: eventCount, version: version)
    }

    /// Reads the header of the file that people know as `name`.
    ///
    /// - Throws: `JournalError` with `.refusedInput`, or `.newerVersion` where the format is newer than this version.
    init(_ line: [UInt8]?, of name: String) throws(JournalError) {
      struct Members: Decodable {
        var format: String
        var version: Int
        var journal: String?
        var events: Int?
      }
      let refusal = JournalError(
        .refusedInput,
        "\(name) is no file of events: its first line is not "
          + "{\"format\":\"\(Self.format)\",\"version\":1,\"journal\":…}."
      )
      guard let line, let members = try? JSONDecoder().decode(Members.self, from: Data(line)),
        members.format == Self.format
      else { throw refusal }
      guard members.version <= Self.version else {
        throw JournalError(
          .newerVersion,
          "\(name) has version \(members.version) of the format, and this checkin reads version \(Self.version). "
            + "Use the newer checkin that wrote it.")
      }
      guard let id = members.journal.flatMap({ UUID(uuidString: $0) }), let count = members.events, count >= 0 else {
        throw refusal
      }
      self.init(journalID: id, eventCount: count, version: members.version)
    }

    func write(to json: inout JSONWriter) {
      json.object { json in
        json.key("format")
        json.string(Self.format)
        json.key("version")
        json.integer(version)
        json.key("journal")
        json.string(journalID.uuidString)
        json.key("events")
        json.integer(eventCount)
      }
    }
  }
}
