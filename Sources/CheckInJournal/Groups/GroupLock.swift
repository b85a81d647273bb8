package import EventLog

/// Keeps a journal's membership of a group, and what was copied of the other replicas, from being changed by two
/// processes at once. Whoever only reads needs no lock, and neither does whoever writes the journal's own log.
package enum GroupLock {
  /// Runs `body` while no other process does so for the same journal.
  ///
  /// - Parameter path: the journal's directory.
  /// - Throws: what `body` throws; `busy` where another process does not finish in time; `inputOutput`.
  package static func whileHeld<Result>(
    _ path: String, in fileSystem: any FileSystem = DiskFileSystem(), _ body: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    let peers = LogDirectory(fileSystem: fileSystem, path: "\(path)/\(PeerLog.directoryName)")
    try withJournalErrors { try fileSystem.createDirectories(peers.path) }
    let lock: LogLock
    do throws(LogError) {
      lock = try LogLock.take(peers, timeoutSeconds: 5)
    } catch  where error.code == .busy {
      throw JournalError(.busy, "Another process syncs this journal; try again in a moment.")
    } catch {
      throw JournalError(error)
    }
    defer { try? lock.release() }
    return try body()
  }
}
