package import EventLog
package import FoundationEssentials

extension GroupDevices {
  /// Returns the problems of peer logs that are missing, although a sync stored them in this journal.
  ///
  /// The local log records that a peer log was present only when it is written to after a sync. The state of the last
  /// sync also shows it.
  ///
  /// - Parameters:
  ///   - known: The replicas whose copies are present, or have a problem that is known.
  ///   - journalID: The identity of the journal.
  /// - Throws: `inputOutput`.
  package func missingCopies(
    otherThan known: Set<UUID>, of journalID: UUID, in directory: LogDirectory
  ) throws(JournalError) -> [PeerProblem] {
    let absent = members.filter { !known.contains($0) && $0 != journalID }
    if absent.isEmpty { return [] }
    let syncState = SyncState(ofJournalAt: directory.path, directory.fileSystem)
    var problems: [PeerProblem] = []
    for replica in absent {
      let last = syncState.lastEvent(of: replica, on: journalID)
      guard last > 0 else { continue }
      // A sync that just stored the log has also written the state.
      let copy = PeerLog(of: replica, inJournalAt: directory.path, directory.fileSystem)
      guard try copy.log.head() == nil,
        let message = VersionVector.missing(replica, of: self, last: last, here: 0, isCopyHere: false)
      else { continue }
      problems.append(PeerProblem(replica: replica, error: JournalError(.damaged, message)))
    }
    return problems
  }
}
