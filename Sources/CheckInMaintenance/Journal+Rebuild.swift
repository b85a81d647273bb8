internal import Dispatch
internal import EventLog
internal import Synchronization

/// The result of rebuilding the projections.
///
/// ```swift
/// let check = try journal.checkSnapshot()
/// print(check.differences)
/// ```
public struct Rebuild: Hashable, Sendable {
  /// The number of events that were replayed.
  public var events: Int
  /// The duration in seconds.
  public var seconds: Double
  /// The reason: `asked`, or the fault of the snapshot.
  public var reason: Message
  /// The differences between the snapshot and the log. Only a check compares them.
  public var differences: [String]
  /// A Boolean value that indicates whether the snapshot was compared with the log.
  ///
  /// It is `false` if there was no snapshot, or if this was not a check.
  public var isCompared = false
}

extension Journal {
  /// Replays the whole log and writes a new snapshot beside the old one, which it then replaces. The index for
  /// searching goes: it is made anew when it is needed.
  ///
  /// - Throws: what ``readOnlyReason`` says; `busy`; `inputOutput`.
  public func rebuild(progress: Progress? = nil) throws(JournalError) -> Rebuild {
    let start = DispatchTime.now()
    var reason: Message = "asked"
    let events = try withWriteLock { _ throws(JournalError) in
      var loader = loader
      loader.progress = progress
      let replayed = try loader.load(ignoringSnapshot: true)
      if let problem = replayed.problem { throw problem.error }
      state.withLock { state in
        if case .invalid(let why) = state.snapshot { reason = why }
        state = replayed
      }
      try saveSnapshot(whole: true)
      try saveGroupSnapshot(whole: true)
      removeSearchIndex()
      return Int(replayed.position.sequence)
    }
    return Rebuild(events: events, seconds: Self.seconds(since: start), reason: reason, differences: [])
  }

  /// Replays the whole log and compares with the snapshot. Writes nothing. Without a snapshot that can be used there is
  /// nothing to compare: ``Rebuild/isCompared`` is `false` then, and ``Rebuild/reason`` says why.
  ///
  /// - Throws: `inputOutput`; `damaged` where the log cannot be read.
  public func checkSnapshot(progress: Progress? = nil) throws(JournalError) -> Rebuild {
    let start = DispatchTime.now()
    while true {
      let verdict = try SnapshotCheck(directory).check()
      var result = try compare(verdict, progress: progress)
      result.seconds = Self.seconds(since: start)
      if !result.differences.isEmpty, verdict.store?.isRenewed == true { continue }
      return result
    }
  }

  private func compare(_ verdict: SnapshotCheck.Verdict, progress: Progress?) throws(JournalError) -> Rebuild {
    var differences: [String] = []
    var reason: Message = "asked"
    var isCompared = false
    var fold = TimelineFold(progress: progress)
    switch verdict {
    case .absent: reason = "there is no snapshot"
    case .invalid(let why): reason = why
    case .ahead(let error): throw error
    case .valid(let store, _, var stored):
      isCompared = true
      fold.expectedSequence = store.header.position.sequence
      fold.lastSequence = store.header.position.sequence
      // To where the snapshot was taken, which can lie behind the end that was read when this journal was opened.
      var reader = try EventReader(directory, journalID: store.header.journalID)
      try fold.fold(&reader)
      if let error = reader.failure(upTo: store.header.position) { throw error }
      do throws(JournalError) {
        differences = try fold.timeline.differences(from: &stored)
      } catch {
        differences = ["a part of the snapshot is damaged"]
      }
      let snapshot = GroupSnapshot(directory: directory)
      differences += try snapshot.differences(journalID: store.header.journalID) ?? []
    }
    return Rebuild(
      events: Int(fold.timeline.directory.sequence), seconds: 0, reason: reason, differences: differences,
      isCompared: isCompared)
  }

  private static func seconds(since start: DispatchTime) -> Double {
    Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
  }
}
