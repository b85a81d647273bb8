internal import EventLog
internal import FoundationEssentials

/// Brings a new journal into being.
enum JournalCreation {
  /// What may stand in a directory that a journal is created in: the leavings of a creation that was cut off.
  static let ownNames: Set<String> = [
    "log", "photos", "lock", "HEAD", "HEAD.new", "event_log.proto", "event_log.proto.new",
  ]

  /// Creates the journal's files, HEAD last, so that an attempt which was cut off can be repeated.
  ///
  /// - Throws: `invalidValue` where the directory holds something else; `busy`; `inputOutput`.
  static func create(
    in directory: LogDirectory, journalID: UUID, lockTimeoutSeconds: Double
  ) throws(JournalError) {
    let fileSystem = directory.fileSystem
    try withJournalErrors {
      try fileSystem.createDirectories(directory.path)
      // Another process may have been faster; then the directory is a journal, with everything that one has.
      if let stranger = try fileSystem.list(directory.path).first(where: { !ownNames.contains($0) }),
        try HeadState(directory) == .missing
      {
        throw JournalError(
          .invalidValue,
          "\(directory.path) is no journal and contains other files (\(stranger)); name an empty or new directory.")
      }
    }
    let lock = try withJournalErrors { try LogLock.take(directory, timeoutSeconds: lockTimeoutSeconds) }
    let reading = try withJournalErrors { try HeadState(directory) }
    if reading == .missing { try createLog(in: directory, journalID) }
    try withJournalErrors { try lock.release() }
  }

  /// Puts the present schema beside the log, where another one is there: an event may only be written together with a
  /// schema that explains it.
  static func writeSchema(in directory: LogDirectory) throws(JournalError) {
    let schema = Array(EventLogSchema.text.utf8)
    try withJournalErrors {
      if try directory.fileSystem.kind(of: directory.schemaPath) == .file {
        let file = try directory.fileSystem.open(directory.schemaPath, for: .reading)
        if try file.readBytes(at: 0, count: schema.count + 1) == schema { return }
      }
      try directory.fileSystem.writeAtomically(schema.span.bytes, to: directory.schemaPath)
    }
  }

  private static func createLog(in directory: LogDirectory, _ journalID: UUID) throws(JournalError) {
    let fileSystem = directory.fileSystem
    do throws(FileError) {
      try fileSystem.createDirectories(directory.logPath)
      try fileSystem.createDirectories(directory.photosPath)
    } catch {
      throw JournalError(error)
    }
    try writeSchema(in: directory)
    let header = SegmentHeader(journalID: journalID, firstSequence: 1, previousDigest: nil)
    let position = try withJournalErrors { try LogWriter.createSegment(header, in: directory) }
    let head = Head(journalID: header.journalID, generation: 0, position: position)
    var content = HeadFormat.slot(head)
    content.append(contentsOf: repeatElement(0, count: HeadFormat.slotByteCount))
    do throws(FileError) {
      try fileSystem.writeAtomically(content.span.bytes, to: directory.headPath)
    } catch {
      throw JournalError(error)
    }
  }
}
