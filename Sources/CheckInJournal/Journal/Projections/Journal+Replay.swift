internal import EventLog
internal import Synchronization

extension Journal {
  /// Builds a projection from all events so far. Takes time proportional to their number.
  ///
  /// - Throws: `inputOutput`; `damaged` where the log cannot be read to its end; `cancelled` where the task in which
  ///   this runs is cancelled.
  public func replay<P: Projection>(_ type: P.Type, progress: Progress? = nil) throws(JournalError) -> P {
    let (end, last) = state.withLock { ($0.position, $0.shownSequence) }
    return try fold(type.init(), from: .start, after: 0, to: last, limit: end, progress: progress)
  }

  /// Applies the events after number `sequence`, up to number `last`, to a projection. The parameters are those of
  /// ``forEachEvent(from:after:to:limit:progress:_:)``.
  func fold<P: Projection>(
    _ projection: P, from start: LogPosition, after sequence: UInt64, to last: UInt64, limit: LogPosition,
    progress: Progress?
  ) throws(JournalError) -> P {
    var projection = projection
    try forEachEvent(from: start, after: sequence, to: last, limit: limit, progress: progress) { event, bytes in
      projection.apply(Event(event, in: bytes))
    }
    return projection
  }

  /// Calls `body` with the events after number `sequence`, up to number `last`, and the bytes that they are in.
  ///
  /// - Parameters:
  ///   - start: where to read on, at or before the first of these events.
  ///   - limit: where to stop, behind the last.
  /// - Throws: as ``replay(_:progress:)``.
  func forEachEvent(
    from start: LogPosition, after sequence: UInt64, to last: UInt64, limit: LogPosition, progress: Progress?,
    _ body: (EventView, RawSpan) -> Void
  ) throws(JournalError) {
    guard last > sequence else { return }
    // A power of two: so many events go by between two looks at the task.
    let step: UInt64 = 4096
    let sequences = sequence + 1...last
    var isCancelled = false
    var isFinished = false
    var reader = try EventReader(directory, from: start, limit: limit)
    try reader.forEachEvent { event, bytes throws(JournalError) in
      guard sequences.contains(event.sequence) else { return true }
      body(event, bytes)
      if event.sequence % step == 0 {
        progress?(Int(event.sequence), Int(last))
        isCancelled = withUnsafeCurrentTask { $0?.isCancelled ?? false }
      }
      isFinished = event.sequence == last
      return !isFinished && !isCancelled
    }
    if isCancelled { throw JournalError(.cancelled, "The replay was cancelled.") }
    if let error = reader.failure { throw error }
    guard isFinished else {
      throw JournalError(
        .damaged,
        "The log ends before event \(last); \(.verify, or: "a verification") tells where it is damaged.")
    }
  }
}
