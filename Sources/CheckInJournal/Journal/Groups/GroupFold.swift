internal import EventLog
internal import FoundationEssentials

/// The merged state of a group's logs, computed in memory without a journal.
///
/// It is for programs that store the logs of many groups.
package struct GroupFold: Sendable {
  /// The number of check-ins on each day, ascending by day. Days without check-ins are left out.
  package let days: [DayCount]

  /// Folds logs as the group's devices do.
  ///
  /// - Parameters:
  ///   - logs: of each replica, all of its log.
  ///   - isChecked: whether every digest and every link of the chain is checked as well, as a device does that takes
  ///     the logs. Otherwise it is the frames' checksums and the sequence numbers.
  /// - Throws: `damaged`.
  package init(_ logs: [ReplicaChunk], isChecked: Bool) throws(JournalError) {
    let logs = logs.sorted { $0.replica.uuidString < $1.replica.uuidString }
    if !isChecked, logs.count == 1, let days = try Self.days(ofOneSegment: logs[0]) {
      self.days = days
      return
    }
    guard let first = logs.first else {
      days = []
      return
    }
    // What a journal copies of a log is a log like its own, so the first serves as the journal that copies the others'.
    let fileSystem = MemoryFileSystem()
    let own = PeerLog(of: first.replica, inJournalAt: "/group", fileSystem)
    try Self.append(first, to: own)
    let directory = own.log.directory
    for log in logs.dropFirst() {
      try Self.append(log, to: PeerLog(of: log.replica, inJournalAt: directory.path, fileSystem))
    }
    guard let head = try own.log.head() else { throw JournalError(.damaged, "The log has no end.") }
    guard var group = try GroupLogs(directory, journalID: first.replica) else {
      guard let days = try Self.days(in: directory, of: first, upTo: head.position) else {
        throw JournalError(.damaged, "The log of replica \(first.replica.uuidString) cannot be folded.")
      }
      self.days = days
      return
    }
    var merged = try group.merged(upTo: head.position)
    if let problem = group.problems.first { throw JournalError(.damaged, problem.error.advice) }
    guard merged.writers.count == logs.count else {
      throw JournalError(.damaged, "The group has more devices than can be merged.")
    }
    days = try Self.days(&merged.timeline)
  }

  private static func append(_ log: ReplicaChunk, to copy: PeerLog) throws(JournalError) {
    guard try copy.append(log) == .appended else {
      throw JournalError(.damaged, "The log of replica \(log.replica.uuidString) does not begin with its first event.")
    }
  }

  /// The days of a log that is one segment, as most are; `nil` for any other, and for one that is damaged.
  private static func days(ofOneSegment log: ReplicaChunk) throws(JournalError) -> [DayCount]? {
    let fileSystem = MemoryFileSystem()
    let directory = LogDirectory(fileSystem: fileSystem, path: "/log")
    try withJournalErrors {
      try fileSystem.createDirectories(directory.logPath)
      try fileSystem.create(directory.segmentPath(1)).writeAll(log.body.span.bytes, at: 0)
    }
    return try days(in: directory, of: log, upTo: nil)
  }

  private static func days(
    in directory: LogDirectory, of log: ReplicaChunk, upTo end: LogPosition?
  ) throws(JournalError) -> [DayCount]? {
    var reader = try EventReader(directory, journalID: log.replica, limit: end)
    var fold = TimelineFold(progress: nil)
    try fold.fold(&reader)
    guard reader.failure == nil, fold.timeline.directory.sequence == log.lastSequence else {
      return nil
    }
    return try days(&fold.timeline)
  }

  private static func days(_ timeline: inout Timeline) throws(JournalError) -> [DayCount] {
    do throws(JournalError) {
      return try timeline.dayCounts { _ in true }
    } catch {
      throw JournalError(.damaged, "The logs cannot be folded.")
    }
  }
}
