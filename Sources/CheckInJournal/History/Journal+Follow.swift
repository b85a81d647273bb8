internal import EventLog
internal import Platform
internal import Synchronization

extension Journal {
  /// How often it is looked whether others have appended something.
  private static let followIntervalMicroseconds: UInt32 = 100_000

  /// Calls `body` with every event from now on, whoever appends it, emitted as what it changed. Blocks.
  ///
  /// - Parameters:
  ///   - start: the last event that is not emitted; `nil` for the latest that was read.
  ///   - isWanted: asked several times a second; `false` ends it.
  /// - Throws: what `body` throws; `inputOutput`; ``readOnlyReason`` once the log turns out to be damaged.
  public func follow(
    after start: UInt64? = nil, while isWanted: () -> Bool, _ body: (AuditEntry) throws -> Void
  ) throws {
    var emitted = start ?? sequence
    while isWanted() {
      let (place, timeline) = state.withLock { ($0.position, $0.timeline) }
      try refresh()
      let last = sequence
      guard last > emitted else {
        if let reason = readOnlyReason { throw reason }
        usleep(Self.followIntervalMicroseconds)
        continue
      }
      let emitOne = { (entry: AuditEntry) in
        emitted = entry.event.sequence
        try body(entry)
      }
      // Where this journal has gone on by itself, what it knew last is no longer what was emitted last.
      if timeline.directory.sequence == emitted {
        try emit(from: place, timeline, AuditSelection(sequences: emitted + 1...last), emitOne)
      }
      // Where a segment was framed anew or the snapshot renewed, the place is no longer what it was.
      if emitted < last { try emit(AuditSelection(sequences: emitted + 1...last), progress: nil, emitOne) }
    }
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
