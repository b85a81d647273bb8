package import EventLog
internal import FoundationEssentials

/// Brings a new journal into being.
package enum JournalCreation {
  /// The names that may exist in the directory of a new journal, left by an interrupted creation.
  package static let ownNames = LogCreation.ownNames.union(ownNamesBesideLog)
  private static let ownNamesBesideLog: Set<String> = ["photos", "event_log.proto", "event_log.proto.new"]

  /// Creates the journal's files, HEAD last, so that an attempt which was cut off can be repeated.
  ///
  /// - Throws: `invalidValue` where the directory holds something else; `busy`; `inputOutput`.
  static func create(
    in directory: LogDirectory, journalID: UUID, lockTimeoutSeconds: Double
  ) throws(JournalError) {
    try withJournalErrors {
      try LogCreation(directory, logID: journalID).create(
        lockTimeoutSeconds: lockTimeoutSeconds, otherNames: ownNamesBesideLog
      ) { () throws(FileError) in
        try directory.fileSystem.createDirectories(directory.photosPath)
        try storeSchema(in: directory)
      }
    }
  }

  /// Puts the present schema beside the log, where another one is there: an event may only be written together with a
  /// schema that explains it.
  package static func writeSchema(in directory: LogDirectory) throws(JournalError) {
    try withJournalErrors { try storeSchema(in: directory) }
  }

  private static func storeSchema(in directory: LogDirectory) throws(FileError) {
    let schema = Array(EventLogSchema.text.utf8)
    if let file = try directory.open(EventLogSchema.fileName),
      try file.readBytes(at: 0, count: schema.count + 1) == schema
    {
      return
    }
    try directory.fileSystem.writeAtomically(schema.span.bytes, to: directory.schemaPath)
  }
}
