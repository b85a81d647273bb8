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

  /// Applies the events after number `sequence`, up to number `last`, to a projection.
  ///
  /// - Parameters:
  ///   - start: where to read on, at or before the first of these events.
  ///   - limit: where to stop, behind the last.
  func fold<P: Projection>(
    _ projection: P, from start: LogPosition, after sequence: UInt64, to last: UInt64, limit: LogPosition,
    progress: Progress?
  ) throws(JournalError) -> P {
    guard last > sequence else { return projection }
    var visitor = ProjectionVisitor(projection: projection, sequences: sequence + 1...last, progress: progress)
    var reader = try EventReader(directory, from: start, limit: limit)
    try reader.forEachEvent { event, bytes throws(JournalError) in
      visitor.visit(event, in: bytes)
      return !visitor.isFinished
    }
    if visitor.isCancelled { throw JournalError(.cancelled, "The replay was cancelled.") }
    if let error = reader.failure { throw error }
    guard visitor.isFinished else {
      throw JournalError(.damaged, "The log ends before event \(last); 'checkin verify' tells where it is damaged.")
    }
    return visitor.projection
  }
}

private struct ProjectionVisitor<P: Projection> {
  /// A power of two: so many events go by between two looks at the task.
  private static var step: UInt64 { 4096 }

  var projection: P
  /// Which events are applied; the pass ends with the last.
  let sequences: ClosedRange<UInt64>
  let progress: Journal.Progress?
  private(set) var isCancelled = false
  private(set) var isFinished = false

  init(projection: P, sequences: ClosedRange<UInt64>, progress: Journal.Progress?) {
    self.projection = projection
    self.sequences = sequences
    self.progress = progress
  }

  mutating func visit(_ event: EventView, in bytes: RawSpan) {
    guard !isFinished, sequences.contains(event.sequence) else { return }
    projection.apply(Event(event, in: bytes))
    if event.sequence % Self.step == 0 {
      progress?(Int(event.sequence), Int(sequences.upperBound))
      isCancelled = withUnsafeCurrentTask { $0?.isCancelled ?? false }
    }
    isFinished = isCancelled || event.sequence == sequences.upperBound
  }
}
