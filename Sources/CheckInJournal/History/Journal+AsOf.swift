internal import EventLog
internal import FoundationEssentials
internal import Synchronization

extension Journal {
  /// A point in the history of a journal, by what was recorded until then.
  public enum Moment: Hashable, Sendable {
    /// Just after this event; 0 is before the first.
    case sequence(UInt64)
    /// Milliseconds since 1970-01-01 UTC: after the last event that was recorded at or before this time.
    case recorded(Int64)
  }

  /// Opens the journal as it was at a moment, for reading only. Every question is answered from the events until then.
  ///
  /// Takes a replay up to the moment; for a time, one more pass over the log.
  ///
  /// - Throws: `invalidValue` for a sequence number that the journal has not reached; `damaged` where the log cannot be
  ///   read up to the moment; `notFound`; `inputOutput`.
  public convenience init(
    at path: String, asOf moment: Moment, configuration: Configuration = Configuration(), progress: Progress? = nil
  ) throws(JournalError) {
    try self.init(at: path, for: .readOnly, configuration: configuration, progress: progress)
    if let problem = state.withLock({ $0.problem }), problem.kind == .logMissing { throw problem.error }
    let (end, journalID) = state.withLock { ($0.position, $0.journalID) }
    let last: UInt64
    switch moment {
    case .sequence(let sequence):
      guard sequence <= end.sequence else {
        if let reason = readOnlyReason { throw reason }
        throw JournalError(.invalidValue, "The journal has no event \(sequence) yet; the latest is \(end.sequence).")
      }
      last = sequence
    case .recorded(let milliseconds):
      // Clocks are set back now and then, so all events are looked at.
      var reader = try EventReader(directory, journalID: journalID, limit: end)
      var latest: UInt64 = 0
      try reader.forEachEvent { event, _ throws(JournalError) in
        if event.recordedAtMilliseconds <= milliseconds { latest = event.sequence }
        return true
      }
      if let failure = reader.failure { throw failure }
      last = latest
    }
    let timeline = try replayed(to: last, end: end, journalID, progress: progress)
    state.withLock { state in
      state.timeline = timeline
      state.snapshot = .absent
      state.isPast = true
      state.messages = []
    }
  }

  /// The timeline just after an event, from the log alone.
  ///
  /// - Parameter end: a place in the log that is not before the event.
  /// - Throws: `damaged` where the log cannot be read up to the event; `inputOutput`.
  func replayed(
    to sequence: UInt64, end: LogPosition, _ journalID: UUID?, progress: Progress? = nil
  ) throws(JournalError) -> Timeline {
    var fold = TimelineFold(progress: progress)
    fold.lastSequence = sequence
    fold.expectedSequence = sequence
    guard sequence > 0 else { return fold.timeline }
    var reader = try EventReader(directory, journalID: journalID, limit: end)
    try fold.fold(&reader)
    // Never the answer of an earlier moment.
    var target = end
    target.sequence = sequence
    if let failure = reader.failure(upTo: target) { throw failure }
    return fold.timeline
  }
}
