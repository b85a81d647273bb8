internal import EventLog
internal import FoundationEssentials
internal import Synchronization

extension Journal {
  /// A point in the history of a journal, by what was recorded until then.
  public enum PointInTime: Hashable, Sendable {
    /// Just after this event; 0 is before the first.
    case sequence(UInt64)
    /// Milliseconds since 1970-01-01 UTC: after the last event that was recorded at or before this time.
    case recorded(Int64)
  }

  /// Opens the journal as it was at a moment, for reading only. Every question is answered from the events until then.
  ///
  /// Takes a replay up to the moment.
  ///
  /// - Parameter defersReplay: whether the replay waits for the first question that needs it. Those about one check-in,
  ///   by its number, and those about a few events are answered from the events that they concern alone, however long
  ///   the history is.
  /// - Throws: `invalidValue` for a sequence number that the journal has not reached; `damaged` if the log cannot be
  ///   read up to the moment, which the questions throw if the replay waits for them; `notFound`; `inputOutput`.
  public convenience init(
    at path: String, asOf moment: PointInTime, configuration: Configuration = Configuration(),
    defersReplay: Bool = false,
    progress: Progress? = nil
  ) throws(JournalError) {
    try self.init(at: path, for: .readOnly, configuration: configuration, progress: progress)
    if let problem = state.withLock({ $0.problem }), problem.kind == .logMissing { throw problem.error }
    let sequence = try self.sequence(of: moment)
    if try show(moment) { return }
    let lastNumber = defersReplay ? self.lastNumber(asOf: sequence) : nil
    try state.withLock { state throws(JournalError) in
      state.messages = []
      if let lastNumber {
        state.past = PastPosition(sequence: sequence, lastNumber: lastNumber, isReplayed: false)
      } else {
        try replay(&state, to: sequence, progress: progress)
      }
    }
  }

  /// Makes what the journal shows of its group that of a moment.
  ///
  /// - Returns: `false` if it has no group.
  private func show(_ moment: PointInTime) throws(JournalError) -> Bool {
    try state.withLock { state throws(JournalError) in
      guard var logs = try GroupLogs(directory, journalID: state.journalID, asIn: state.merged) else {
        return false
      }
      state.merged = try logs.merged(upTo: state.position, until: GroupLogs.Limit(moment))
      // What others wrote until then can know of an own event that was recorded later, by another clock.
      state.past = PastPosition(
        sequence: state.merged.ownSequence, lastNumber: state.merged.timeline.directory.lastNumber, isReplayed: true)
      state.messages = []
      return true
    }
  }

  // MARK: Moments

  /// The last event before a moment; 0 for the time before the first.
  ///
  /// - Throws: `invalidValue` for a sequence number that the journal has not reached; `damaged` and `inputOutput` where
  ///   the log has to be read for it and cannot be.
  public func sequence(of moment: PointInTime) throws(JournalError) -> UInt64 {
    let (end, journalID) = state.withLock { ($0.position, $0.journalID) }
    switch moment {
    case .sequence(let sequence):
      guard sequence <= end.sequence else {
        if let reason = readOnlyReason { throw reason }
        throw JournalError(.invalidValue, "The journal has no event \(sequence) yet; the latest is \(end.sequence).")
      }
      return sequence
    case .recorded(let milliseconds):
      if let known = indexedSequence(recordedBy: milliseconds) { return known }
      var reader = try EventReader(directory, journalID: journalID, limit: end)
      var latest: UInt64 = 0
      try reader.forEachEvent { event, _ throws(JournalError) in
        if event.recordedAtMilliseconds <= milliseconds { latest = event.sequence }
        return true
      }
      if let failure = reader.failure { throw failure }
      return latest
    }
  }

  /// The last event that was recorded at or before a time, by the times of the index; `nil` if they cannot be used.
  ///
  /// Clocks are set back now and then, so an event from long ago can be the last.
  private func indexedSequence(recordedBy milliseconds: Int64) -> UInt64? {
    let known: (times: [Int64], last: UInt64)? = state.withLock { state in
      guard state.problem == nil, let times = try? state.timeline.loadTimes() else { return nil }
      return (times, state.timeline.directory.sequence)
    }
    guard let known else { return nil }
    guard let block = known.times.lastIndex(where: { $0 <= milliseconds }) else { return 0 }
    let last = min(EventTimes.sequences(of: block).upperBound, known.last)
    return lastEvent(upTo: last) { $0.recordedAtMilliseconds <= milliseconds }?.sequence
  }

  /// The highest number given until an event; `nil` if only a replay can tell.
  private func lastNumber(asOf sequence: UInt64) -> Int? {
    guard sequence > 0 else { return 0 }
    let creation = lastEvent(upTo: sequence) { $0.kind == .created || $0.kind == .lost }
    return creation.flatMap { Int(exactly: $0.checkIn) }
  }

  /// The last event up to another that is as wanted, read from further and further back; `nil` if there is none, or
  /// nothing can be read on from before it.
  private func lastEvent(upTo sequence: UInt64, where isWanted: (EventView) -> Bool) -> EventView? {
    let (end, journalID, starts) = state.withLock {
      ($0.position, $0.journalID, EventLookup(&$0, in: directory)?.starts(before: sequence) ?? [])
    }
    for start in starts where directory.hasFrame(at: start) {
      guard var reader = try? EventReader(directory, journalID: journalID, from: start, limit: end) else { continue }
      var found: EventView?
      var last: UInt64 = 0
      try? reader.forEachEvent(byteCount: EventLookup.batchByteCount) { event, _ throws(JournalError) in
        guard event.sequence <= sequence else { return false }
        if isWanted(event) { found = event }
        last = event.sequence
        return last < sequence
      }
      if last == sequence, let found { return found }
    }
    return nil
  }
}

extension GroupLogs.Limit {
  init(_ moment: Journal.PointInTime) {
    switch moment {
    case .sequence(let sequence): self = .own(sequence)
    case .recorded(let milliseconds): self = .recorded(milliseconds)
    }
  }
}

extension Journal {
  /// The former name of ``PointInTime``.
  @available(*, deprecated, renamed: "PointInTime")
  public typealias Moment = PointInTime
}
