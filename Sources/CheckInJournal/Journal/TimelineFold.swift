internal import EventLog

/// Folds events into a timeline.
struct TimelineFold {
  private static let progressStep: UInt64 = 65_536

  var timeline: Timeline
  let progress: Journal.Progress?
  /// How many events there will be, as far as is known.
  var expectedSequence: UInt64 = 0
  /// The pass ends with this event.
  var lastSequence = UInt64.max
  /// Hashes what is folded, where somebody wants to know it again.
  var hasher: SHA256Hasher?
  /// Why an event could not be applied.
  private(set) var fault: TimelineFault?

  init(timeline: Timeline = Timeline(), progress: Journal.Progress?) {
    self.timeline = timeline
    self.progress = progress
  }

  var isFinished: Bool { timeline.directory.sequence >= lastSequence }

  /// Folds what is read, until ``isFinished`` or the end.
  ///
  /// - Throws: `inputOutput`; `internalFault` if a part of the snapshot cannot be read, see ``fault``.
  mutating func fold(_ reader: inout EventReader) throws(JournalError) {
    while !isFinished, let batch = try reader.next() {
      hasher?.update(batch)
      let mayGoOn = try reader.forEachEvent(in: batch) { event, bytes throws(JournalError) in
        try visit(event, in: bytes)
        return !isFinished
      }
      if !mayGoOn { return }
    }
  }

  mutating func visit(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    // A pass that resumes from a snapshot can meet events that are in it.
    guard event.sequence > timeline.directory.sequence, event.sequence <= lastSequence else { return }
    do throws(TimelineFault) {
      try timeline.apply(event, in: bytes)
    } catch {
      fault = error
      throw error.journalError
    }
    if event.sequence % Self.progressStep == 0 {
      progress?(Int(event.sequence), Int(max(event.sequence, expectedSequence)))
    }
  }
}
