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
      if let stranger = try fileSystem.list(directory.path).first(where: { !ownNames.contains($0) }) {
        throw JournalError(
          .invalidValue,
          "\(directory.path) is no journal and contains other files (\(stranger)); name an empty or new directory.")
      }
    }
    let lock = try JournalLock.take(directory, timeoutSeconds: lockTimeoutSeconds)
    // Another process may have been faster.
    if try WitnessReading(directory) == .missing { try createLog(in: directory, journalID) }
    do throws(FileError) { try lock.unlock() } catch { throw JournalError(error) }
  }

  private static func createLog(in directory: LogDirectory, _ journalID: UUID) throws(JournalError) {
    let fileSystem = directory.fileSystem
    do throws(FileError) {
      try fileSystem.createDirectories(directory.logPath)
      try fileSystem.createDirectories(directory.photosPath)
      try fileSystem.writeAtomically(Array(EventLogSchema.text.utf8).span.bytes, to: directory.schemaPath)
    } catch {
      throw JournalError(error)
    }
    let header = SegmentHeader(journalID: journalID, firstSequence: 1, previousDigest: nil)
    let position = try LogWriter.createSegment(header, in: directory)
    let witness = Witness(journalID: header.journalID, generation: 0, position: position)
    var content = WitnessFormat.slot(witness)
    content.append(contentsOf: repeatElement(0, count: WitnessFormat.slotByteCount))
    do throws(FileError) {
      try fileSystem.writeAtomically(content.span.bytes, to: directory.headPath)
    } catch {
      throw JournalError(error)
    }
  }
}
