package import EventLog

/// The result of a backup.
///
/// ```swift
/// let backup = try Journal.backUp(at: path, to: "/media/usb/journal")
/// print(backup.receipt, backup.segments.copied)
/// ```
public struct Backup: Hashable, Sendable {
  /// The number of copied items, and the number of items that the backup already had.
  public struct Count: Hashable, Sendable {
    /// The number of items that were written.
    public var copied = 0
    /// The number of items that the backup already had.
    public var kept = 0
  }

  /// The copy's receipt: the same as the journal's own receipt at this event.
  public var receipt: Receipt
  /// Files of the log.
  public var segments = Count()
  /// Bytes of the log that were written.
  public var bytesCopied = 0
  /// Files of photos.
  public var photos = Count()
  /// Photos of this journal's own events that are missing or damaged in it and that no earlier backup holds. Purged
  /// ones do not count; where an earlier backup holds one, it stays there. Those of a group's other devices may not
  /// have arrived yet, so they do not count either.
  public var photosMissing = 0
}

extension Journal {
  /// Copies the journal at `path` into a directory, or brings the backup that is there up to date. The copy is a
  /// journal: it can be read where it is, and copied back.
  ///
  /// Others may read and write the journal meanwhile; the copy ends with an event that was durable when it began. What
  /// the copy has is never written over with something else, and a crash at any step leaves the former backup readable.
  ///
  /// The first time, all of the log is read and every byte of the copy verified. Later, what is new is read and
  /// verified, and of the rest of the copy a part, round and round: then it takes time proportional to what is new and
  /// to the last segment. <doc:Backups> says what that finds, and what not.
  ///
  /// - Throws: `notFound`; what stands against the journal, where it is damaged; `invalidValue` where the directory
  ///   holds something else than a backup of this journal, or one of the two lies in the other; `refusedInput` where it
  ///   holds more than this journal, or something else; `busy` where another backup into it is under way;
  ///   `inputOutput`.
  public static func backUp(
    at path: String, to target: String, progress: Progress? = nil
  ) throws(JournalError) -> Backup {
    let fileSystem = DiskFileSystem()
    if fileSystem.isNested(path, target) {
      throw JournalError(
        .invalidValue, "\(target) and the journal \(path) lie in one another; name a directory elsewhere.")
    }
    return try backUp(at: path, to: target, in: fileSystem, progress: progress)
  }

  package static func backUp(
    at path: String, to target: String, in fileSystem: any FileSystem, progress: Progress? = nil
  ) throws(JournalError) -> Backup {
    let source = LogDirectory(fileSystem: fileSystem, path: path)
    let target = LogDirectory(fileSystem: fileSystem, path: target)
    let state = try JournalLoader(directory: source).load()
    guard state.exists, let head = state.reading.head else {
      throw state.problem?.error ?? JournalError(.notFound, "There is no journal at \(path).")
    }
    if let problem = state.problem { throw problem.error }
    // A power cut must not leave a HEAD that knows less than the backup.
    try withJournalErrors { try source.synchronizeHead() }
    let backup = try BackupRun(source: source, target: target, head: head).run(progress: progress)
    try GroupBackup.copy(from: source, head.journalID, to: target)
    return backup
  }
}
