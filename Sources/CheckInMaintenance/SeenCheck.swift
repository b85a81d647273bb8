internal import EventLog
internal import FoundationEssentials

/// Compares what the logs of a group say of each other with what they say themselves.
///
/// With each ``Seen`` record a device has written down a digest of another's log as far as it knew it. So a log that
/// was rewritten is found out by the logs of all that had read it; and a ``Receipt`` of one log vouches for the others
/// as far as that one had read them. Takes two passes over each log.
struct SeenCheck {
  /// A statement in one device's log that it has read another device's log up to a position.
  private struct Claim {
    let witness: UUID
    let replica: UUID
    let position: ReplicaPosition
  }

  private let devices: GroupDevices
  private let logs: [(replica: UUID, log: ReplicaLog)]

  /// - Parameters:
  ///   - directory: of the journal.
  ///   - journalID: the identity of the journal's own log.
  /// - Throws: `inputOutput`.
  init(_ directory: LogDirectory, journalID: UUID) throws(JournalError) {
    devices = GroupDevices(inJournalIn: directory)
    let peers = try PeerLog.all(inJournalAt: directory.path, directory.fileSystem).filter { $0.replica != journalID }
    logs =
      [(journalID, ReplicaLog(directory.path, in: directory.fileSystem))]
      + peers.map { ($0.replica, $0.log) }
  }

  /// Returns the contradictions between the logs, each as an error.
  ///
  /// Skips logs that can't be read: other checks report them.
  ///
  /// - Throws: `inputOutput`.
  func findings() throws(JournalError) -> [JournalError] {
    var claims: [UUID: [Claim]] = [:]
    for (replica, log) in logs {
      for claim in try self.claims(of: replica, in: log) { claims[claim.replica, default: []].append(claim) }
    }
    var findings = try missing(claims)
    for (replica, log) in logs {
      guard let ofThis = claims[replica] else { continue }
      let digests: [UInt64: Digest]
      do throws(JournalError) {
        digests = try log.digests(at: Set(ofThis.map(\.position.sequence)))
      } catch {
        guard error.code == .damaged else { throw error }
        continue
      }
      // One for each that has seen it otherwise: what comes after the first difference differs as well.
      var witnesses: Set<UUID> = []
      for claim in ofThis.sorted(by: { $0.position.sequence < $1.position.sequence }) {
        guard let digest = digests[claim.position.sequence], digest != claim.position.digest,
          witnesses.insert(claim.witness).inserted
        else { continue }
        let what: Message = """
          What \(devices.name(of: replica)) wrote up to event \(claim.position.sequence) is not what \
          \(devices.name(of: claim.witness)) has seen of it:
          """
        let advice: Message =
          replica == logs[0].replica
          ? """
          \(what) this journal was copied, or restored from a backup, and two journals wrote as one. Give it an \
          identity of its own\(by: .forkJournal).
          """
          : "\(what) one of the two logs was rewritten. Compare them with the devices' own, and with backups."
        findings.append(JournalError(.damaged, advice))
      }
    }
    return findings
  }

  /// Returns the events that are missing, although the journal's own log records that they were present.
  private func missing(_ claims: [UUID: [Claim]]) throws(JournalError) -> [JournalError] {
    var findings: [JournalError] = []
    for (replica, ofThis) in claims.sorted(by: { $0.key.uuidString < $1.key.uuidString })
    where replica != logs[0].replica {
      let read = ofThis.filter { $0.witness == logs[0].replica }.map(\.position.sequence).max() ?? 0
      let log = logs.first { $0.replica == replica }?.log
      let sentence = VersionVector.missing(
        replica, of: devices, last: read, here: try log?.lastSequence() ?? 0, isCopyHere: log != nil)
      guard let sentence else { continue }
      findings.append(JournalError(.damaged, sentence))
    }
    return findings
  }

  private func claims(of witness: UUID, in log: ReplicaLog) throws(JournalError) -> [Claim] {
    var claims: [Claim] = []
    do throws(JournalError) {
      guard let head = try log.head() else { return [] }
      var reader = try EventReader(log.directory, journalID: head.journalID, limit: head.position)
      try reader.forEachEvent { event, bytes in
        // What a fork began with may not be what the original went on to write; what could not be read was not seen.
        if event.kind == .seen, let seen = try? Seen(event.message, in: bytes), !seen.continues,
          seen.position.digest != ReplicaPosition.start.digest
        {
          claims.append(Claim(witness: witness, replica: seen.replica, position: seen.position))
        }
        return true
      }
    } catch {
      guard error.code == .damaged else { throw error }
    }
    return claims
  }
}
