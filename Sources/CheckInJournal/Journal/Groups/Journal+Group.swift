internal import EventLog
internal import Synchronization

public import struct FoundationEssentials.UUID

extension Journal {
  /// The group that the journal belongs to, as its file says now; `nil` for none.
  ///
  /// - Throws: `damaged`; `inputOutput`.
  public func group() throws(JournalError) -> Group? {
    try Group(inJournalAt: directory.path, directory.fileSystem)
  }

  /// The group that names the devices here: the one that the journal belongs to, or else the one that it has left.
  ///
  /// - Throws: `damaged`; `inputOutput`.
  package func groupWithNames() throws(JournalError) -> Group? {
    if let group = try group() { return group }
    return try Group(leftByJournalAt: directory.path, directory.fileSystem)
  }

  /// `true` if the shown state comes from the logs of several devices.
  package var showsPeers: Bool { state.withLock { $0.merged.isActive } }

  /// `true` if the journal's file says that it belongs to a group, or if that file can't be read.
  package var hasGroup: Bool {
    do throws(JournalError) { return try group() != nil } catch { return true }
  }

  /// A number that grows whenever the shown state changes, as far as that can be counted.
  ///
  /// It is the number of events from all devices, or ``sequence`` if there are no other devices. It grows with every
  /// new event, and also if fewer events can be read than before.
  package var revision: UInt64 {
    state.withLock { state in lastRevision.withLock { $0.next(eventCount: state.shownEventCount) } }
  }

  /// The journal's own log, to be copied to the others.
  public var ownLog: ReplicaLog { ReplicaLog(directory.path, in: directory.fileSystem) }

  /// Returns the conflicting edits of check-ins that devices made concurrently.
  ///
  /// They are sorted by number, device by device; see ``MergeConflict``.
  public func conflicts() -> [MergeConflict] { state.withLock { $0.merged.conflicts() } }

  /// Sentences about copies of the others' logs that cannot be used, or not wholly, as they were read last.
  package var messagesOfPeers: [Message] { peerProblems.map(\.error.advice) }

  /// The problems of peer logs, as they were read last.
  package var peerProblems: [PeerProblem] { state.withLock { $0.peerProblems } }

  /// Returns the last event of a device that this journal can read; 0 if there is none.
  package func lastEvent(of replica: UUID) -> UInt64 {
    state.withLock { state in
      if replica == state.journalID { return state.position.sequence }
      return state.merged.writers.first { $0.replica == replica }?.lastSequence ?? 0
    }
  }

  /// The number here of something that another device created, by the number that it has there; `nil` where no device
  /// of the group is called so.
  public func number(_ number: Int, on device: String) -> Int? {
    state.withLock { state in
      guard let index = state.merged.writers.firstIndex(where: { $0.name == device }) else { return nil }
      guard index > 0 else { return number }
      guard (1...ReplicaNumber.maximumNumber).contains(number) else { return nil }
      return ReplicaNumber(ordinal: index - 1, number: number).rawValue
    }
  }

  /// Returns an event's number as the command shows it.
  ///
  /// The result is `412`, for example, or the qualified ID `phone/412` for an event of another device.
  package func shown(event sequence: UInt64) -> String {
    guard let other = ReplicaSequence(sequence) else { return String(sequence) }
    return state.withLock { state in
      let index = other.ordinal + 1
      guard state.merged.writers.indices.contains(index) else { return String(sequence) }
      return "\(state.merged.writers[index].name)/\(other.sequence)"
    }
  }

  /// Returns an ID as the command shows it, from the local number.
  package func shown(_ number: Int) -> ShownNumber {
    ShownNumber(number: number, numberInGroup: state.withLock { $0.merged.name(of: number) })
  }

  /// The copies of the other replicas' logs that the journal has, in the order of their identities.
  ///
  /// - Throws: `inputOutput`.
  public func peerLogs() throws(JournalError) -> [PeerLog] {
    try PeerLog.all(inJournalAt: directory.path, directory.fileSystem)
  }

  /// The copy of a replica's log, whether there is one yet or not.
  public func peerLog(of replica: UUID) -> PeerLog {
    PeerLog(
      of: replica, inJournalAt: directory.path, directory.fileSystem,
      lockTimeoutSeconds: configuration.lockTimeoutSeconds)
  }
}
