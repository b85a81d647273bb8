package import EventLog

internal import struct FoundationEssentials.UUID

/// Looks at a log while it is folded, so that it need not be read once more for that.
package protocol FoldObserver: AnyObject {
  /// `true` if the observer wants the photos that events attach.
  var notesPhotos: Bool { get }
  /// The log is folded from its beginning.
  ///
  /// - Parameter reading: what HEAD says.
  func begin(_ reading: HeadState)
  /// A batch was folded whole; batches come in order, on any thread, one at a time.
  ///
  /// - Parameter attachments: the photos that its events attach, if they are wanted.
  func visit(_ batch: RecordBatch, with attachments: [PhotoUses.Attachment])
}

/// Folds the log into a timeline: chunks on several threads where there is much to read, merged in their order.
package struct TimelineFold {
  private static let progressStep: UInt64 = 65_536

  package var timeline: Timeline
  let progress: Journal.Progress?
  /// The expected number of events, as far as it is known.
  package var expectedSequence: UInt64 = 0
  /// The pass ends with this event.
  package var lastSequence = UInt64.max
  /// Hashes what is folded, where somebody wants to know it again.
  var hasher: SHA256Hasher?
  var observer: (any FoldObserver)?

  package init(timeline: Timeline = Timeline(), progress: Journal.Progress?) {
    self.timeline = timeline
    self.progress = progress
  }

  package var isFinished: Bool { timeline.directory.sequence >= lastSequence }

  /// Folds what is read, until ``isFinished`` or the end. Events that the timeline has are passed over: a pass that
  /// resumes from a snapshot can meet some.
  ///
  /// - Throws: `inputOutput`; `internalFault` if a part of the snapshot cannot be read. Damage is no
  ///   error: the reader's scan then says where the log ends.
  package mutating func fold(_ reader: inout EventReader) throws(JournalError) {
    guard !isFinished else { return }
    let (first, last) = (timeline.directory.sequence, lastSequence)
    let notesPhotos = observer?.notesPhotos ?? false
    try reader.forEachBatch { batch in
      Self.fold(batch.records(after: first, upTo: last), notesPhotos: notesPhotos)
    } _: { reader, batch, isCut, folded in
      try merge(folded.partial, attachments: folded.attachments, of: batch, isCut: isCut, from: &reader)
      return !isFinished
    }
  }

  private static func fold(
    _ batch: RecordBatch, notesPhotos: Bool
  ) -> (partial: PartialTimeline, attachments: [PhotoUses.Attachment]) {
    guard notesPhotos else { return (PartialTimeline(folding: batch), []) }
    var attachments: [PhotoUses.Attachment] = []
    let partial = PartialTimeline(folding: batch) { event, bytes, _, _ in
      if let attachment = PhotoUses.Attachment(event, in: bytes) { attachments.append(attachment) }
    }
    return (partial, attachments)
  }

  private mutating func merge(
    _ partial: consuming PartialTimeline, attachments: [PhotoUses.Attachment], of batch: RecordBatch, isCut: Bool,
    from reader: inout EventReader
  ) throws {
    hasher?.update(batch)
    let new = batch.records(after: timeline.directory.sequence, upTo: lastSequence)
    guard !new.records.isEmpty else {
      observer?.visit(batch, with: [])
      return
    }
    var found = attachments
    var notUnderstood = partial.notUnderstoodCount
    defer { reader.note(notUnderstood: notUnderstood) }
    do throws(JournalError) {
      // What was folded of a batch that does not continue the log is of no use as a whole.
      let isMerged = isCut ? false : try timeline.merge(partial)
      if !isMerged {
        notUnderstood = 0
        try timeline.applyEach(new, notUnderstood: &notUnderstood)
        if observer?.notesPhotos ?? false { found = PhotoUses.attachments(in: new) }
      }
    } catch {
      return try reader.stop(atEvent: timeline.directory.sequence + 1, of: batch, error)
    }
    let positions = batch.framePositions(everyBytes: SeekIndex.contentByteDistance, orRecords: SeekIndex.eventDistance)
    for position in positions { timeline.seekIndex.append(position) }
    observer?.visit(batch, with: found)
    progress?(Int(new.lastSequence), Int(max(new.lastSequence, expectedSequence)))
  }

  /// Applies one event, for those who look at the timeline in between.
  ///
  /// - Throws: as ``fold(_:)``; `damaged` if the event contradicts those before it.
  mutating func apply(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    guard event.sequence > timeline.directory.sequence, event.sequence <= lastSequence else { return }
    try timeline.apply(event, in: bytes)
    if event.sequence % Self.progressStep == 0 {
      progress?(Int(event.sequence), Int(max(event.sequence, expectedSequence)))
    }
  }
}

extension EventReader {
  /// Ends reading at an event of the batch that was read last, which the timeline cannot take.
  ///
  /// - Throws: `internalFault` if that is not the log's fault, but a part of the snapshot cannot be read.
  mutating func stop(
    atEvent sequence: UInt64, of batch: RecordBatch, _ error: JournalError
  ) throws(JournalError) {
    let index = Int(sequence - batch.firstSequence)
    switch error.fault {
    case .malformed(let reason): stop(at: index, of: batch, reason: reason.text)
    case .inconsistent: stop(at: index, of: batch, error)
    case .partUnreadable, nil: throw error
    }
  }
}

extension Journal {
  /// Makes the timeline of a journal that is open for reading that of a moment.
  ///
  /// - Throws: as ``replayed(to:end:_:progress:)``; nothing is changed then.
  func replay(_ state: inout JournalState, to sequence: UInt64, progress: Progress? = nil) throws(JournalError) {
    state.timeline = try replayed(to: sequence, end: state.position, state.journalID, progress: progress)
    state.past = PastPosition(
      sequence: sequence, lastNumber: state.timeline.directory.lastNumber, isReplayed: true)
    state.snapshot = .absent
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
