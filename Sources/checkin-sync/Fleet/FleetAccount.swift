internal import CheckInJournal
internal import CheckInSync
internal import EventLog
internal import FoundationEssentials

/// The findings about a group.
struct FleetAccount: Sendable {
  var group: UUID
  var isEncrypted = false
  var events: UInt64 = 0
  var days: [DayCount] = []
  /// The reason why the logs can't be used.
  var problem: String?

  /// Puts the pieces of each log together, and folds the logs. Of a sealed group, the pieces are all that can be looked
  /// at: that they follow each other.
  init(_ group: FleetLogs.Group, of logs: FleetLogs, isChecked: Bool) {
    self.group = group.id
    do throws(JournalError) {
      guard let isEncrypted = group.isEncrypted else {
        throw JournalError(.damaged, "What it says of itself cannot be read.")
      }
      self.isEncrypted = isEncrypted
      var whole: [ReplicaChunk] = []
      var size = 0
      for replica in group.replicas {
        let log = try Self.joined(replica, of: logs, isEncrypted: isEncrypted)
        size += try Self.size(of: log)
        guard size <= RemoteLimits.groupContentByteCount else {
          throw JournalError(.damaged, "Its logs are larger than a group's may be.")
        }
        // One that has joined, and written nothing yet.
        if log.lastSequence > 0 { whole.append(log) }
      }
      events = whole.reduce(0) { $0 + $1.lastSequence }
      if !isEncrypted { days = try GroupFold(whole, isChecked: isChecked).days }
    } catch {
      problem = error.message
    }
  }

  /// A log as one piece; without the bytes of a sealed one, which nobody reads.
  private static func joined(
    _ replica: FleetLogs.Replica, of logs: FleetLogs, isEncrypted: Bool
  ) throws(JournalError) -> ReplicaChunk {
    var log = ReplicaChunk(
      replica: replica.id, firstSequence: 1, lastSequence: 0, previousDigest: ReplicaPosition.start.digest,
      digest: ReplicaPosition.start.digest, body: [])
    for chunk in replica.chunks {
      guard chunk.firstSequence == log.lastSequence + 1, chunk.head.sequence >= chunk.firstSequence,
        chunk.head.sequence <= RemoteLimits.sequence
      else {
        throw JournalError(.damaged, "Event \(log.lastSequence + 1) of replica \(replica.id.text) is not there.")
      }
      log.lastSequence = chunk.head.sequence
      log.digest = chunk.head.token
    }
    guard log.lastSequence >= replica.sentEvents else {
      throw JournalError(
        .damaged,
        "Replica \(replica.id.text) has sent events up to \(replica.sentEvents), and its log ends with event "
          + "\(log.lastSequence).")
    }
    if !isEncrypted { log.body = logs.body(of: replica.chunks) }
    return log
  }

  /// Returns the size of a log's content, before it is decompressed.
  ///
  /// - Throws: `damaged` if it is larger than a log may be.
  private static func size(of log: ReplicaChunk) throws(JournalError) -> Int {
    let size = log.contentByteCount
    guard size <= RemoteLimits.logContentByteCount else {
      throw JournalError(.damaged, "The log of replica \(log.replica.text) is larger than one may be.")
    }
    return size
  }
}
