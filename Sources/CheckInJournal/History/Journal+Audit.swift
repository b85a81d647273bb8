internal import Synchronization

extension Journal {
  /// Calls `body` with every event from number `from` to number `to`, ascending, told as what it changed.
  ///
  /// Takes a replay from the beginning up to `to`: what an event changed can only be told from what was before it.
  ///
  /// - Throws: what `body` throws; `inputOutput`; `damaged`, after the entries before the damage were told.
  public func audit(
    from: UInt64 = 1, to: UInt64 = .max, progress: Progress? = nil, _ body: (AuditEntry) throws -> Void
  ) throws {
    try tell(AuditSelection(sequences: min(from, to)...to), progress: progress, body)
  }

  /// Everything that happened to one check-in, ascending.
  ///
  /// - Throws: `notFound`; `inputOutput`; `damaged` where the log cannot be read up to what was read at opening.
  public func history(of number: Int, progress: Progress? = nil) throws -> [AuditEntry] {
    guard try checkIn(number) != nil else { throw JournalError(.notFound, "There is no check-in \(number).") }
    var entries: [AuditEntry] = []
    try tell(AuditSelection(checkIn: UInt64(number)), progress: progress) { entries.append($0) }
    return entries
  }

  private func tell(
    _ selection: AuditSelection, progress: Progress?, _ body: (AuditEntry) throws -> Void
  ) throws {
    let (end, journalID) = state.withLock { ($0.position, $0.journalID) }
    var fold = TimelineFold(progress: progress)
    fold.expectedSequence = min(end.sequence, selection.sequences.upperBound)
    try withoutActuallyEscaping(body) { body in
      var visitor = AuditVisitor(fold: fold, selection: selection, body: body)
      do throws(JournalError) {
        let scanner = LogScanner(directory: directory, journalID: journalID, limit: end)
        let scan = try scanner.scan(from: .start, visitor: &visitor)
        if let error = scan.failure { throw error }
      } catch {
        guard visitor.isStopped else { throw error }
        if let thrown = visitor.thrown { throw thrown }
      }
    }
  }
}

/// Which events are told.
private struct AuditSelection {
  var sequences: ClosedRange<UInt64> = 1...UInt64.max
  var checkIn: UInt64?

  func contains(_ event: EventView) -> Bool {
    sequences.contains(event.sequence) && (checkIn == nil || event.checkIn == checkIn)
  }
}

/// Tells events as what they changed.
private struct AuditVisitor: LogVisitor {
  var fold: TimelineFold
  let selection: AuditSelection
  let body: (AuditEntry) throws -> Void
  /// Whether the pass ended because nothing more is wanted, or because `thrown` was thrown.
  private(set) var isStopped = false
  private(set) var thrown: (any Error)?

  init(fold: TimelineFold, selection: AuditSelection, body: @escaping (AuditEntry) throws -> Void) {
    self.fold = fold
    self.selection = selection
    self.body = body
  }

  mutating func visit(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    guard event.sequence <= selection.sequences.upperBound else { throw stop() }
    guard selection.contains(event) else { return try fold.visit(event, in: bytes) }
    let number = Int(truncatingIfNeeded: event.checkIn)
    let before = try? fold.timeline.checkIn(number)
    try fold.visit(event, in: bytes)
    let after = event.kind == .unknown ? before : try? fold.timeline.checkIn(number)
    do {
      try body(AuditEntry(Event(event, in: bytes), before: before, after: after))
    } catch {
      thrown = error
      throw stop()
    }
  }

  private mutating func stop() -> JournalError {
    isStopped = true
    return JournalError(.internalFault, "The pass was ended.")
  }
}
