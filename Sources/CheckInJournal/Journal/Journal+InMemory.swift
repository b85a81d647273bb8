internal import EventLog

extension Journal {
  /// An empty journal in memory, for tests and previews: it takes the same commands and gives the same answers as one
  /// on a disk, and is gone with its last reference.
  ///
  /// ```swift
  /// let journal = try Journal.inMemory()
  /// try journal.create(CheckInDraft(type: .run, title: "Morning 5k", time: .now()))
  /// let statistics = try journal.statistics(today: .today())
  /// ```
  ///
  /// The log is the one that a disk would hold, in 200 bytes or so an event. There is no snapshot, since there is
  /// nothing to open again.
  ///
  /// - Throws: nothing that is to be expected.
  public static func inMemory(configuration: Configuration = Configuration()) throws(JournalError) -> Journal {
    var configuration = configuration
    configuration.fileSystem = MemoryFileSystem()
    return try Journal(at: "/journal", configuration: configuration)
  }
}
