internal import FoundationEssentials

/// The first line of a file of events.
///
/// ```
/// {"format":"checkin-events","version":1,"journal":"8C1F…","events":413}
/// ```
struct EventFileHeader {
  static let format = "checkin-events"
  static let version = 1
  /// How a file of events begins.
  static let beginning = Array("{\"format\":\"\(format)\"".utf8)

  /// The identity of the journal that was exported.
  var journalID: UUID
  /// How many lines follow: a file that was cut off is known by it.
  var eventCount: Int

  init(journalID: UUID, eventCount: Int) {
    self.journalID = journalID
    self.eventCount = eventCount
  }

  /// Reads the header of the file that people know as `name`.
  ///
  /// - Throws: ``JournalError`` with `.refusedInput`, or `.newerVersion` where the format is newer than this version.
  init(_ line: [UInt8]?, of name: String) throws(JournalError) {
    struct Members: Decodable {
      var format: String
      var version: Int
      var journal: String?
      var events: Int?
    }
    let refusal = JournalError(
      .refusedInput,
      "\(name) is no file of events: its first line is not {\"format\":\"\(Self.format)\",\"version\":1,\"journal\":…}."
    )
    guard let line, let members = try? JSONDecoder().decode(Members.self, from: Data(line)),
      members.format == Self.format
    else { throw refusal }
    guard members.version <= Self.version else {
      throw JournalError(
        .newerVersion,
        "\(name) has version \(members.version) of the format, and this checkin reads version \(Self.version). Use the "
          + "newer checkin that wrote it.")
    }
    guard let id = members.journal.flatMap({ UUID(uuidString: $0) }), let count = members.events, count >= 0 else {
      throw refusal
    }
    self.init(journalID: id, eventCount: count)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("format")
      json.string(Self.format)
      json.key("version")
      json.integer(Self.version)
      json.key("journal")
      json.string(journalID.uuidString)
      json.key("events")
      json.integer(eventCount)
    }
  }
}
