internal import EventLog
internal import FoundationEssentials

/// The part of a ``Backup`` that other devices have written.
enum GroupBackup {
  /// Copies what the journal knows of its group: the copies of the others' logs, and the file that names them.
  ///
  /// - Throws: `damaged` where copies cannot be read, after all else was copied; `refusedInput`; `busy`; `inputOutput`.
  static func copy(from source: LogDirectory, _ journalID: UUID, to target: LogDirectory) throws(JournalError) {
    let fileSystem = source.fileSystem
    let logs = try GroupLogs(source, journalID: journalID)
    // One without HEAD may be what a sync that was cut off has left.
    var problems = logs?.messages(exceptOf: logs?.headless ?? []) ?? []
    for peer in logs?.peers ?? [] {
      let log = ReplicaLog(peer.directory.path, in: fileSystem)
      if let error = try copy(log, of: peer.replica, from: source, to: target) {
        problems.append(error.describingPeerLog(of: peer.replica, device: peer.name).advice)
      }
    }
    try copyFiles(from: source, to: target)
    guard problems.isEmpty else {
      throw JournalError(.damaged, "\(problems.joined(separator: " ")) All else was backed up.")
    }
  }

  /// Copies a peer log as chunks, which the copy checks as it does those of another device.
  ///
  /// - Returns: The reason why the log can't be read up to its end, if it is damaged.
  /// - Throws: `refusedInput` if the backup's own copy has other events; `damaged` if that copy can't be read; `busy`;
  ///   `inputOutput`.
  private static func copy(
    _ log: ReplicaLog, of replica: UUID, from source: LogDirectory, to target: LogDirectory
  ) throws(JournalError) -> JournalError? {
    let copy = PeerLog(of: replica, inJournalAt: target.path, target.fileSystem)
    let last = try copy.log.lastSequence() ?? 0
    var chunks: ReplicaChunks
    do throws(JournalError) {
      chunks = try log.chunks(after: last)
    } catch  where error.code == .damaged {
      return error
    }
    while true {
      let next: ReplicaChunk?
      do throws(JournalError) {
        next = try chunks.next()
      } catch  where error.code == .damaged {
        return error
      }
      guard let chunk = next else { return nil }
      guard try copy.append(chunk) == .appended else {
        throw JournalError(
          .refusedInput,
          "\(target.path) holds another log of replica \(replica.uuidString) than \(source.path) does; name "
            + "another directory.")
      }
    }
  }

  private static func copyFiles(from source: LogDirectory, to target: LogDirectory) throws(JournalError) {
    let fileSystem = source.fileSystem
    try withJournalErrors {
      // Whoever leaves the group meanwhile writes the second before the first goes.
      for name in [Group.fileName, Group.leftFileName] {
        guard let bytes = try fileSystem.content(of: source.path + "/" + name) else {
          // Of an earlier backup; restored with it, the journal would be in the group again.
          let old = target.path + "/" + name
          if try fileSystem.kind(of: old) == .file { try fileSystem.remove(old) }
          continue
        }
        try fileSystem.createDirectories(parent(of: target.path + "/" + name))
        try fileSystem.writeAtomically(bytes.span.bytes, to: target.path + "/" + name)
      }
    }
  }
}
