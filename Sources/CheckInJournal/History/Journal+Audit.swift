internal import EventLog
internal import Synchronization

extension Journal {
  /// Calls `body` with every event from number `from` to number `to`, ascending, told as what it changed.
  ///
  /// A few events take no longer in a long journal than in a short one: they and the earlier ones of the same check-ins
  /// are read. Many take a replay from the beginning up to `to`: what an event changed can only be told from what was
  /// before it.
  ///
  /// - Throws: what `body` throws; `inputOutput`; `damaged`, after the entries before the damage were told.
  public func audit(
    from: UInt64 = 1, to: UInt64 = .max, progress: Progress? = nil, _ body: (AuditEntry) throws -> Void
  ) throws {
    try emit(AuditSelection(sequences: min(from, to)...to), progress: progress, body)
  }

  /// As ``audit(from:to:progress:_:)``, with the events alone that a filter wants. Those of one check-in are found as
  /// ``history(of:progress:)`` finds them.
  public func audit(
    _ filter: AuditFilter, from: UInt64 = 1, to: UInt64 = .max, progress: Progress? = nil,
    _ body: (AuditEntry) throws -> Void
  ) throws {
    try emit(filter.selection(min(from, to)...to), progress: progress) { entry in
      if filter.contains(entry.event) { try body(entry) }
    }
  }

  /// Returns everything that happened to one check-in, in ascending order.
  ///
  /// - Complexity: O(*n*) for the *n* events of the check-in. O(*m*) for the *m* events of the log, and in a group of
  ///   all logs, if these are thousands, if the log contradicts the index, or if several devices created the check-in.
  /// - Throws: `notFound`; `inputOutput`; `damaged` if the events, or the whole log if it is needed, cannot be read.
  public func history(of number: Int, progress: Progress? = nil) throws -> [AuditEntry] {
    guard numbers.contains(where: { $0.contains(number) }) else {
      throw JournalError(.notFound, "There is no check-in \(number).")
    }
    var entries: [AuditEntry] = []
    let known = try checkIn(number)?.number ?? number
    try emit(AuditSelection(checkIn: UInt64(known)), progress: progress) { entries.append($0) }
    return entries
  }

  /// Returns the last events of all that a filter accepts, in the order of ``audit(from:to:progress:_:)``.
  ///
  /// - Parameters:
  ///   - count: The maximum number of events.
  ///   - filter: The filter.
  ///   - sequences: The numbers of the events in this journal's log, with the events of other devices among them.
  ///   - progress: As in ``audit(from:to:progress:_:)``.
  /// - Throws: `inputOutput`; `damaged`.
  package func lastEntries(
    _ count: Int, _ filter: AuditFilter, in sequences: ClosedRange<UInt64>, progress: Progress? = nil
  ) throws -> [AuditEntry] {
    if filter == AuditFilter(), AuditSelection(sequences: sequences).isOfAllSequences(upTo: sequence),
      var group = try indexedGroup(), let entries = try group.lastEntries(count)
    {
      return entries
    }
    var latest: [AuditEntry] = []
    try audit(filter, from: sequences.lowerBound, to: sequences.upperBound, progress: progress) {
      latest.append($0)
      if latest.count >= 2 * count + 1024 { latest.removeFirst(latest.count - count) }
    }
    return Array(latest.suffix(count))
  }

  /// Calls `body` with each event of a selection, ascending.
  ///
  /// - Parameter usesIndex: whether single events may be read by the index of events, if it can be used.
  func emit(
    _ selection: AuditSelection, progress: Progress?, usesIndex: Bool = true, _ body: (AuditEntry) throws -> Void
  ) throws {
    let (end, journalID, sequence) = state.withLock { ($0.position, $0.journalID, $0.shownSequence) }
    if try emitMerged(selection, usesIndex: usesIndex, to: body) { return }
    guard sequence >= selection.sequences.lowerBound else { return }
    var selection = selection
    selection.sequences = selection.sequences.clamped(to: 0...sequence)
    if usesIndex, let entries = indexedEntries(selection) { return try entries.forEach(body) }
    var fold = TimelineFold(progress: progress)
    fold.lastSequence = selection.sequences.upperBound
    fold.expectedSequence = fold.lastSequence
    try withoutActuallyEscaping(body) { body in
      var visitor = AuditVisitor(fold: fold, selection: selection, body: body)
      var reader = try EventReader(directory, journalID: journalID, limit: end)
      try visitor.visitAll(&reader)
      if let thrown = visitor.thrown { throw thrown }
      if let error = reader.failure { throw error }
    }
  }
}

extension Journal {
  /// Calls `body` with each event of a selection, in the order of all events of the group.
  ///
  /// Events of other devices come with those of this journal that they stand among. All have the numbers that this
  /// journal has for their check-ins now, and for what else they concern.
  ///
  /// - Parameter usesIndex: `true` if the events of one check-in may be read instead of all logs.
  /// - Returns: `false` if the journal has no group.
  func emitMerged(
    _ selection: AuditSelection, usesIndex: Bool = true, to body: (AuditEntry) throws -> Void
  ) throws -> Bool {
    if usesIndex, let number = selection.checkIn, selection.isOfAllSequences(upTo: sequence),
      var group = try indexedGroup(), let entries = try group.entries(ofCheckIn: Int(clamping: number))
    {
      try entries.forEach(body)
      return true
    }
    let (end, journalID, known) = state.withLock { ($0.position, $0.journalID, $0.merged) }
    // What has come meanwhile could make it begin again.
    guard var logs = try GroupLogs(directory, journalID: journalID, asIn: known) else { return false }
    var thrown: (any Error)?
    let last = selection.sequences.upperBound
    let limit = last >= known.ownSequence ? known.limit : .own(last)
    _ = try logs.merged(upTo: end, until: limit) { merged, source in
      let place = source.writer == 0 ? source.event.sequence : merged.ownSequence + 1
      guard thrown == nil, place >= selection.sequences.lowerBound,
        !merged.lineage.isRepeated(writer: source.writer, sequence: source.event.sequence),
        let event = merged.local(source)
      else { return merged.apply(source) }
      let number = merged.resolved(Int(clamping: event.checkIn))
      let before = try? merged.timeline.checkIn(number)
      merged.apply(source)
      let shown = merged.resolved(Int(clamping: event.checkIn))
      guard selection.checkIn == nil || selection.checkIn == UInt64(shown) else { return }
      let after = try? merged.timeline.checkIn(shown)
      let content = source.batch.content
      let entry = merged.entry(of: event, in: content.span.bytes, by: source.writer, before: before, after: after)
      do { try body(entry) } catch { thrown = error }
    }
    if let thrown { throw thrown }
    return true
  }
}

extension MergedJournal {
  /// Returns an event, which has this journal's numbers, as what it changed.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that the event was read from.
  ///   - writer: The index of the writer in whose log it was read.
  ///   - before: The check-in before the event.
  ///   - after: The check-in after it.
  func entry(
    of event: EventView, in bytes: RawSpan, by writer: Int, before: CheckIn?, after: CheckIn?
  ) -> AuditEntry {
    var entry = AuditEntry(Event(event, in: bytes), before: before, after: after)
    let shown = resolved(Int(clamping: event.checkIn))
    entry.event.checkIn = shown
    let sequence = ReplicaSequence(event.sequence)?.sequence ?? event.sequence
    entry.replica = writers[lineage.origin(writer: writer, sequence: sequence)].name
    entry.checkInName = name(of: shown)
    if case .workout(let written) = entry.event.action, let local = local(written, of: writer) {
      let action = timeline.training.resolved(local)
      entry.event.action = .workout(action)
      for number in action.summary.numbers { entry.workoutNames[number] = name(of: number) }
    }
    return entry
  }
}

/// A filter for audits that selects events by type, origin and check-in.
///
/// ```swift
/// let filter = AuditFilter(actions: ["discarded"], origins: [.web])
/// try journal.audit(filter) { print($0.event.sequence) }
/// ```
public struct AuditFilter: Hashable, Sendable {
  /// The event types to include, by the names that audits show; empty for all.
  public var actions: Set<String>
  /// The origins to include; empty for all.
  public var origins: Set<Event.Origin>
  /// The number of the check-in to include; `nil` for all events.
  ///
  /// `nil` also includes events that affect no check-in.
  public var checkIn: Int?

  /// Creates a filter that accepts the events that meet every condition; by default all events.
  public init(actions: Set<String> = [], origins: Set<Event.Origin> = [], checkIn: Int? = nil) {
    self.actions = actions
    self.origins = origins
    self.checkIn = checkIn
  }

  /// The names of all actions that this version knows.
  public static let allActions: [String] =
    EventKind.ofCheckIns.map(\.name) + WorkoutKind.allCases.map(\.name)

  /// Returns `true` if the filter accepts an event.
  public func contains(_ event: Event) -> Bool {
    (actions.isEmpty || actions.contains(event.action.name)) && (origins.isEmpty || origins.contains(event.origin))
      && (checkIn == nil || event.checkIn == checkIn)
  }

  fileprivate func selection(_ sequences: ClosedRange<UInt64>) -> AuditSelection {
    var kinds = Set(EventKind.ofCheckIns.filter { actions.contains($0.name) })
    if !actions.isSubset(of: kinds.map(\.name)) { kinds.formUnion([.workout, .unknown]) }
    return AuditSelection(
      sequences: sequences, checkIn: checkIn.map { UInt64(clamping: $0) }, origins: origins, kinds: kinds)
  }
}

/// The conditions that select the events of an audit.
struct AuditSelection {
  var sequences: ClosedRange<UInt64> = 1...UInt64.max
  var checkIn: UInt64?
  /// Empty for all.
  var origins: Set<Event.Origin> = []
  /// Empty for all. Actions on workouts are told apart elsewhere.
  var kinds: Set<EventKind> = []

  /// Returns `true` if no event is excluded for its number in a log that ends with another.
  func isOfAllSequences(upTo last: UInt64) -> Bool { sequences.lowerBound <= 1 && sequences.upperBound >= last }

  func contains(_ event: EventView) -> Bool {
    sequences.contains(event.sequence) && (checkIn == nil || event.checkIn == checkIn)
      && (origins.isEmpty || origins.contains(Event.Origin(rawValue: event.origin) ?? .unspecified))
      && (kinds.isEmpty || kinds.contains(event.kind))
  }
}

/// Tells events as what they changed.
struct AuditVisitor {
  var fold: TimelineFold
  let selection: AuditSelection
  let body: (AuditEntry) throws -> Void
  /// The error that `body` threw, which ended the pass; otherwise `nil`.
  private(set) var thrown: (any Error)?

  init(fold: TimelineFold, selection: AuditSelection, body: @escaping (AuditEntry) throws -> Void) {
    self.fold = fold
    self.selection = selection
    self.body = body
  }

  var isFinished: Bool { thrown != nil || fold.isFinished }

  mutating func visitAll(_ reader: inout EventReader) throws(JournalError) {
    try reader.forEachEvent { event, bytes throws(JournalError) in
      try visit(event, in: bytes)
      return !isFinished
    }
  }

  private mutating func visit(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    guard !isFinished else { return }
    // A pass that resumes can meet events that were told before.
    guard selection.contains(event), event.sequence > fold.timeline.directory.sequence else {
      return try fold.apply(event, in: bytes)
    }
    let number = Int(truncatingIfNeeded: event.checkIn)
    let before = try? fold.timeline.checkIn(number)
    try fold.apply(event, in: bytes)
    let after = event.kind == .unknown ? before : try? fold.timeline.checkIn(number)
    do {
      try body(AuditEntry(Event(event, in: bytes), before: before, after: after))
    } catch {
      thrown = error
    }
  }
}

extension Journal {
  /// Returns the selected events by the index; `nil` if the selection requires a scan of the log.
  func indexedEntries(_ selection: AuditSelection) -> [AuditEntry]? {
    state.withLock { state -> IndexedEvents? in
      // What events of a group changed depends on what all logs say.
      if state.merged.isActive { return nil }
      if let number = selection.checkIn {
        return IndexedEvents(ofCheckIns: [Int(clamping: number)], &state, directory)
      }
      let end = min(selection.sequences.upperBound, state.timeline.directory.sequence)
      let start = selection.sequences.lowerBound
      return start >= 1 && start <= end ? IndexedEvents(in: start...end, &state, directory) : nil
    }?.entries(selection)
  }
}

extension IndexedEvents {
  /// Returns the selected events with their changes, or `nil` if the log contradicts the index.
  func entries(_ selection: AuditSelection) -> [AuditEntry]? {
    var fold = CheckInFold()
    var entries: [AuditEntry] = []
    let isSound = forEach(&fold) { fold, event, bytes throws(JournalError) in
      let number = Int(truncatingIfNeeded: event.checkIn)
      guard selection.contains(event) else { return try fold.apply(event, in: bytes) }
      let before = fold.checkIn(number)
      try fold.apply(event, in: bytes)
      entries.append(AuditEntry(Event(event, in: bytes), before: before, after: fold.checkIn(number)))
    }
    return isSound ? entries : nil
  }
}
