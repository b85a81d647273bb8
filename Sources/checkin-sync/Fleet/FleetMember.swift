internal import CheckInJournal
internal import CheckInSync
internal import EventLog
internal import FoundationEssentials

/// What was found of one group.
struct FleetMember: Sendable {
  var group: UUID
  var isSealed = false
  var events: UInt64 = 0
  var days: [DayCount] = []
  /// Why the logs are not what they should be.
  var problem: String?

  /// Puts the pieces of each log together, and folds the logs. Of a sealed group, the pieces are all that can be looked
  /// at: that they follow each other, and end where the heads say.
  init(_ logs: FleetDatabase.Logs, isChecked: Bool) {
    group = logs.group
    do throws(JournalError) {
      guard let isSealed = logs.isSealed else { throw JournalError(.damaged, "What it says of itself cannot be read.") }
      self.isSealed = isSealed
      let whole = try Self.joined(logs)
      events = whole.reduce(0) { $0 + $1.lastSequence }
      if !isSealed { days = try GroupFold(whole, isChecked: isChecked).days }
    } catch {
      problem = error.message
    }
  }

  /// Each log as one piece.
  private static func joined(_ logs: FleetDatabase.Logs) throws(JournalError) -> [ReplicaChunk] {
    var whole: [ReplicaChunk] = []
    for (replica, chunks) in logs.chunks {
      var log = ReplicaChunk(
        replica: replica, firstSequence: 1, lastSequence: 0, previousDigest: ReplicaPosition.start.digest,
        digest: ReplicaPosition.start.digest, body: [])
      // Without the bytes of a sealed body, which nobody reads.
      if logs.isSealed == false { log.body.reserveCapacity(chunks.reduce(0) { $0 + $1.body.count }) }
      for chunk in chunks {
        guard chunk.firstSequence == log.lastSequence + 1, chunk.head.sequence >= chunk.firstSequence,
          chunk.head.sequence <= PlaceLimits.sequence
        else {
          throw JournalError(.damaged, "Event \(log.lastSequence + 1) of replica \(replica.text) is not there.")
        }
        log.lastSequence = chunk.head.sequence
        log.digest = chunk.head.token
        if logs.isSealed == false { log.body += chunk.body }
      }
      whole.append(log)
      guard logs.heads[replica] == PlaceHead(sequence: log.lastSequence, token: log.digest) else {
        throw JournalError(.damaged, "The log of replica \(replica.text) does not end where its head says.")
      }
    }
    if let lost = logs.heads.keys.first(where: { logs.chunks[$0] == nil }) {
      throw JournalError(.damaged, "Event 1 of replica \(lost.text) is not there.")
    }
    return whole
  }
}
