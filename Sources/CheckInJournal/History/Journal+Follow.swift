internal import EventLog
internal import Synchronization

extension Journal {
  /// Calls `body` with every event from now on, whoever appends it, emitted as what it changed; ends when the task is
  /// cancelled.
  ///
  /// ```swift
  /// try await journal.follow { entry in print(entry.event.sequence, entry.changes) }
  /// ```
  ///
  /// Where the events alone are enough, take ``events(after:)``, by which this waits: nothing is looked at again and
  /// again.
  ///
  /// - Parameters:
  ///   - start: the last event that is not emitted; `nil` for the latest that was read.
  ///   - isWanted: asked before it is waited for the next events; `false` ends it.
  ///   - body: is called on a thread that may wait for the disk, one call at a time.
  /// - Throws: what `body` throws; `inputOutput`; ``readOnlyReason`` once the log turns out to be damaged.
  public func follow(
    after start: UInt64? = nil, while isWanted: @escaping @Sendable () -> Bool = { true },
    _ body: @escaping @Sendable (AuditEntry) throws -> Void
  ) async throws {
    var delivered = Delivery(upTo: start ?? sequence, in: self)
    guard isWanted() else { return }
    // All that came at once is emitted with the first of it.
    for try await event in events(after: delivered.sequence) where event.sequence > delivered.sequence {
      delivered = try await perform { [delivered] journal in try journal.deliver(after: delivered, body) }
      guard isWanted() else { return }
    }
  }

  /// The last event that was emitted, and the journal's state at that point if it is known.
  private struct Delivery: Sendable {
    var sequence: UInt64
    var place: LogPosition
    var timeline: Timeline

    init(upTo sequence: UInt64, in journal: Journal) {
      self.sequence = sequence
      (place, timeline) = journal.state.withLock { ($0.position, $0.timeline) }
    }
  }

  private func deliver(after delivered: Delivery, _ body: (AuditEntry) throws -> Void) throws -> Delivery {
    let now = Delivery(upTo: sequence, in: self)
    var emitted = delivered.sequence
    let emitOne = { (entry: AuditEntry) in
      emitted = entry.event.sequence
      try body(entry)
    }
    // Where it was not known what the journal came to, the place is not the one after what was emitted last.
    if delivered.timeline.directory.sequence == emitted {
      try emit(
        from: delivered.place, delivered.timeline, AuditSelection(sequences: emitted + 1...now.sequence), emitOne)
    }
    // Where a segment was framed anew or the snapshot renewed, the place is no longer what it was.
    if emitted < now.sequence {
      try emit(AuditSelection(sequences: emitted + 1...now.sequence), progress: nil, emitOne)
    }
    return now
  }

  /// Tells what can be read from a place on, at which the timeline was as given.
  private func emit(
    from place: LogPosition, _ timeline: Timeline, _ selection: AuditSelection, _ body: (AuditEntry) throws -> Void
  ) throws {
    let (end, journalID) = state.withLock { ($0.position, $0.journalID) }
    var fold = TimelineFold(timeline: timeline, progress: nil)
    fold.lastSequence = selection.sequences.upperBound
    try withoutActuallyEscaping(body) { body in
      var visitor = AuditVisitor(fold: fold, selection: selection, body: body)
      if var reader = try? EventReader(directory, journalID: journalID, from: place, limit: end) {
        try? visitor.visitAll(&reader)
      }
      if let thrown = visitor.thrown { throw thrown }
    }
  }
}
