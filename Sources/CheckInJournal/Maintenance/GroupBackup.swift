internal import EventLog
internal import FoundationEssentials

/// The part of a ``Backup`` that other devices have written.
enum GroupBackup {
  /// Copies what the journal knows of its group: the copies of the others' logs, and the file that names them.
  ///
  /// - Throws: `damaged` where copies cannot be read, after all else was copied; `refusedInput`; `busy`; `inputOutput`.
  static func copy(from source: LogDirectory, _ journalID: UUID, to target: LogDirectory) throws(JournalError) {
    let fileSystem = source.fileSystem
    let logs = try GroupLogs(source, journalID)
    // One without HEAD may be what a sync that was cut off has left.
    var problems = logs?.messages(exceptOf: logs?.headless ?? []) ?? []
    for peer in logs?.peers ?? [] {
      let log = ReplicaLog(peer.directory.path, fileSystem)
      if let error = try copy(log, of: peer.replica, from: source, to: target) {
        problems.append(error.inCopy(of: peer.replica, peer.name).message)
      }
    }
    try copyFiles(from: source, to: target)
    guard problems.isEmpty else {
      throw JournalError(.damaged, "\(problems.joined(separator: " ")) All else was backed up.")
    }
  }

  /// - Returns: The reason why the log can't be read up to its end, if it is damaged.
  /// - Throws: `refusedInput` if the backup's own copy says something else; `damaged`; `busy`; `inputOutput`.
  private static func copy(
    _ log: ReplicaLog, of replica: UUID, from source: LogDirectory, to target: LogDirectory
  ) throws(JournalError) -> JournalError? {
    guard let head = try log.head() else { return nil }
    let known = PeerLog(of: replica, inJournalAt: target.path, target.fileSystem).log
    try withJournalErrors { try target.fileSystem.createDirectories(known.directory.logPath) }
    let lock = try withJournalErrors { try LogLock.take(known.directory, timeoutSeconds: 5) }
    defer { try? lock.release() }
    var copy = LogCopy(from: log.directory, upTo: head, to: known.directory)
    let first = try known.head()?.position.segment ?? 0
    let relation: SegmentCopy.Relation
    do throws(JournalError) {
      relation = try copy.compare(from: first)
    } catch  where error.code == .damaged {
      return error
    }
    switch relation {
    case .behind:
      // A power cut must not leave a HEAD that knows less than the backup.
      try withJournalErrors { try log.directory.synchronizeHead() }
      try copy.writeHead(copy.write())
    case .ahead: break
    case .diverged:
      throw JournalError(
        .refusedInput,
        "\(target.path) holds another log of replica \(replica.uuidString) than \(source.path) does; name another "
          + "directory.")
    }
    return nil
  }

  private static func copyFiles(from source: LogDirectory, to target: LogDirectory) throws(JournalError) {
    let fileSystem = source.fileSystem
    try withJournalErrors {
      // Whoever leaves the group meanwhile writes the second before the first goes.
      for name in [Group.fileName, Group.leftFileName] {
        let path = source.path + "/" + name
        guard try fileSystem.kind(of: path) == .file else {
          // Of an earlier backup; restored with it, the journal would be in the group again.
          let old = target.path + "/" + name
          if try fileSystem.kind(of: old) == .file { try fileSystem.remove(old) }
          continue
        }
        let file = try fileSystem.open(path, for: .reading)
        let bytes = try file.readBytes(at: 0, count: file.size())
        try fileSystem.createDirectories(parent(of: target.path + "/" + name))
        try fileSystem.writeAtomically(bytes.span.bytes, to: target.path + "/" + name)
      }
    }
  }
}
