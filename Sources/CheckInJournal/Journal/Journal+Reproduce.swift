internal import EventLog
internal import Synchronization

/// Events that were recorded before, brought into a journal exactly as they were: the one way in on which sequence
/// numbers, recorded times, origins and commands are not given by the commit.
extension Journal {
  /// Appends the records behind those that the journal has already.
  ///
  /// The records have consecutive sequence numbers from 1, and were folded without a fault. Writers of other processes
  /// wait meanwhile. A reproduction that is cut off keeps what was appended, and repeating it completes it.
  ///
  /// - Parameter prepare: is called before the first is appended, while the lock is held, to store their photos; see
  ///   ``Plan/photos``.
  /// - Returns: how many were appended; none where the journal has them all.
  /// - Throws: `refusedInput` where the journal has another event at one of their places; what committing throws.
  package func reproduce(
    _ records: EventRecords, progress: Progress? = nil, prepare: () throws(JournalError) -> Void = {}
  ) throws(JournalError) -> Int {
    try reproduce(records, folded: nil, progress, prepare)
  }

  /// Appends the events of a history, as ``reproduce(_:progress:prepare:)`` does. An empty journal takes over what they
  /// come to, which the history knows, instead of folding them once more.
  package func reproduce(
    _ history: EventHistory, progress: Progress? = nil, prepare: () throws(JournalError) -> Void = {}
  ) throws(JournalError) -> Int {
    try reproduce(history.records, folded: history.timeline, progress, prepare)
  }

  private func reproduce(
    _ records: EventRecords, folded timeline: Timeline?, _ progress: Progress?,
    _ prepare: () throws(JournalError) -> Void
  ) throws(JournalError) -> Int {
    try withWriteLock { writer throws(JournalError) in
      let known = try countReproduced(of: records)
      try prepare()
      if let timeline, writer.end.sequence == 0, state.withLock({ $0.isEmpty }) {
        try append(records, folded: timeline, writer, progress: progress)
      } else {
        try append(records, from: known, progress: progress) { batch, isComplete throws(JournalError) in
          let saved = Int(writer.end.sequence) - known
          try flush(&batch, to: writer, isComplete: isComplete, savedEventCount: saved)
        }
      }
      return records.count - known
    }
  }

  /// Returns the number of records that the journal starts with. Reads its log up to that event.
  ///
  /// - Throws: `refusedInput` if the journal has a different event with the number of one of the records; `damaged`;
  ///   `inputOutput`.
  package func countReproduced(of records: EventRecords) throws(JournalError) -> Int {
    let (end, journalID) = state.withLock { ($0.position, $0.journalID) }
    guard end.sequence > 0 else { return 0 }
    var reader = try EventReader(directory, journalID: journalID, limit: end)
    try reader.forEachEvent { event, bytes throws(JournalError) in
      guard event.sequence <= UInt64(records.count) else { return false }
      try records.requireSame(event, in: bytes)
      return true
    }
    if let error = reader.failure(upTo: end) { throw error }
    return min(records.count, Int(end.sequence))
  }

  /// Returns the number of events of another device's log that the journal's copy has.
  ///
  /// - Parameter log: The whole log of the device.
  /// - Throws: `refusedInput` if the copy has a different event with one of the same numbers; `damaged`; `inputOutput`.
  package func countKnown(of log: ReplicaChunk, from device: String) throws(JournalError) -> Int {
    let copy = peerLog(of: log.replica)
    do throws(JournalError) {
      switch try copy.outcome(of: log) {
      case .known: return Int(clamping: log.lastSequence)
      case .appended, .gap: return Int(clamping: try copy.log.lastSequence() ?? 0)
      case .fork: break
      }
    } catch {
      throw error.code == .damaged ? error.describingPeerLog(of: log.replica, device: device) : error
    }
    throw JournalError(
      .refusedInput,
      "The journal has another log of \(device) than the file. Import the file into a new journal: name one with "
        + "--journal.")
  }

  /// Takes in another device's log, all of which is given; see ``PeerLog/append(_:)``.
  ///
  /// - Throws: `refusedInput` where the copy that is here says something else; what ``PeerLog/append(_:)`` throws.
  package func take(_ log: ReplicaChunk, from device: String) throws(JournalError) {
    switch try peerLog(of: log.replica).append(log) {
    case .appended, .known: return
    case .gap, .fork: _ = try countKnown(of: log, from: device)
    }
  }

  /// Keeps what devices are called whose logs were taken in and that no file of this journal names, as one that has
  /// left their group does.
  ///
  /// - Throws: `damaged`; `inputOutput`.
  package func keepNames(of group: Group) throws(JournalError) {
    let (path, fileSystem) = (directory.path, directory.fileSystem)
    let known = try [
      Group(inJournalAt: path, fileSystem), Group(leftByJournalAt: path, fileSystem),
    ].compactMap(\.self).flatMap(\.replicas)
    guard !group.replicas.allSatisfy({ one in known.contains { $0.journal == one.journal } }) else { return }
    try group.keepNames(inJournalAt: path, fileSystem)
  }

  /// Stores a photo that the events name, before they are reproduced.
  ///
  /// - Throws: `inputOutput`.
  package func storePhoto(_ jpeg: [UInt8]) throws(JournalError) { _ = try photos.store(jpeg) }

  /// The record of this journal's purged photos.
  package var purgedPhotos: PurgedPhotos { PurgedPhotos(directory) }

  /// Appends all records to an empty journal, which shows them when the last is durable.
  private func append(
    _ records: EventRecords, folded timeline: Timeline, _ writer: LogWriter, progress: Progress?
  ) throws(JournalError) {
    var seekIndex = SeekIndex()
    var last: WrittenFrames?
    do throws(JournalError) {
      try append(records, from: 0, progress: progress) { batch, isComplete throws(JournalError) in
        let saved = Int(writer.end.sequence)
        guard let written = try write(&batch, to: writer, isComplete: isComplete, savedEventCount: saved) else {
          return
        }
        seekIndex.append(written.start)
        last = written
      }
    } catch {
      // What is durable by then is there, also where the disk cannot be read either.
      if let last { try? show(try fold(records, upTo: last.lastFrame.end), seekIndex: seekIndex, written: last) }
      throw error
    }
    if let last { try show(timeline, seekIndex: seekIndex, written: last) }
  }

  /// Lets an empty journal show what was appended.
  ///
  /// - Parameter timeline: what it comes to.
  private func show(_ timeline: Timeline, seekIndex: SeekIndex, written: WrittenFrames) throws(JournalError) {
    try state.withLock { state throws(JournalError) in
      guard state.isEmpty else {
        // Somebody has read the log meanwhile, perhaps to its end.
        if state.problem == nil, state.isAt(written.lastFrame.end) { return }
        return try reload(&state, afterSaving: "The change")
      }
      state.timeline = timeline
      state.timeline.seekIndex = seekIndex
      state.setEnd(written)
    }
    changes.send()
  }

  /// Returns the state after the records up to an event.
  private func fold(_ records: EventRecords, upTo end: LogPosition) throws(JournalError) -> Timeline {
    var timeline = Timeline()
    for index in 0..<min(records.count, Int(end.sequence)) {
      let event = try records.written(at: index)
      try timeline.apply(event, in: records.bytes(at: index).span.bytes)
    }
    return timeline
  }

  /// Appends the records from an index on, command by command: while some are written, the next are put together.
  ///
  /// - Parameter flush: writes what the batch holds; the second is whether the last command ends with it. Called on any
  ///   of two threads, by one at a time.
  private func append(
    _ records: EventRecords, from known: Int, progress: Progress?,
    flush: (inout AppendBatch, _ isComplete: Bool) throws(JournalError) -> Void
  ) throws(JournalError) {
    var batches = ReproducedBatches(of: records, from: known)
    try withJournalErrors {
      try foldInOrder(threads: 2, next: { try batches.next() }, map: { $0 }) { next in
        var next = next
        try flush(&next.batch, next.isLast)
        if !next.isLast { progress?(next.end, records.count) }
      }
    }
  }
}

/// Records on their way into the log, in batches that are written and synced at once.
private struct ReproducedBatches {
  struct Next {
    var batch: AppendBatch
    /// The index of the first record that is not in it.
    var end: Int
    var isLast: Bool
  }

  private let records: EventRecords
  private var index: Int
  private var batch = AppendBatch()
  private var command: UInt64 = 0
  private var isEnded = false

  init(of records: EventRecords, from index: Int) {
    self.records = records
    self.index = index
  }

  /// `nil` after the last, which can be empty.
  mutating func next() throws(JournalError) -> Next? {
    if isEnded { return nil }
    while index < records.count {
      let event = try records.written(at: index)
      if event.command != command {
        command = event.command
        batch.beginCommand(
          isBulk: try hasManyEvents(from: index) || event.origin == Event.Origin.import.rawValue)
        if batch.isFull { return take(isLast: false) }
      }
      batch.add(
        message: records.message(at: index), in: records.bytes(at: index).span.bytes, sequence: event.sequence)
      index += 1
      if batch.isFull { return take(isLast: false) }
    }
    isEnded = true
    return take(isLast: true)
  }

  private mutating func take(isLast: Bool) -> Next {
    defer { batch = batch.following() }
    return Next(batch: batch, end: index, isLast: isLast)
  }

  /// Returns `true` if the command that starts with a record has more events than one frame holds.
  ///
  /// The events of a command are consecutive.
  private func hasManyEvents(from index: Int) throws(JournalError) -> Bool {
    let last = index + Plan.maximumFrameEventCount
    return last < records.count ? try records.written(at: last).command == command : false
  }
}

extension EventRecords {
  /// - Throws: `internalFault`: what is here was read before.
  fileprivate func written(at index: Int) throws(JournalError) -> EventView {
    do throws(WireError) {
      return try view(at: index)
    } catch {
      throw JournalError(.internalFault, "An event to append cannot be read: \(error.reason).")
    }
  }
}

extension JournalState {
  /// `true` if the journal has no event of any device, and no problem.
  fileprivate var isEmpty: Bool {
    position.sequence == 0 && timeline.directory.sequence == 0 && !merged.isActive && mergeFailure == nil
      && problem == nil && snapshot.store == nil
  }
}

extension EventRecords {
  /// - Throws: `refusedInput` if the event differs from the record with its number.
  fileprivate func requireSame(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    let index = Int(event.sequence) - 1
    guard bytes.holds(self.bytes(at: index), part: message(at: index), at: event.record) else {
      throw JournalError(
        .refusedInput,
        "The journal has another event \(event.sequence) than the file. Import the file into a new journal: name one "
          + "with --journal.")
    }
  }
}
