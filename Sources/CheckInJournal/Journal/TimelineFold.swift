/// Folds events into a timeline.
struct TimelineFold: LogVisitor {
  private static let progressStep: UInt64 = 65_536

  var timeline: Timeline
  let progress: Journal.Progress?
  /// How many events there will be, as far as is known.
  var expectedSequence: UInt64 = 0
  /// The pass ends with this event.
  var lastSequence = UInt64.max
  /// Hashes what is folded, where somebody wants to know it again.
  var hasher: ContentHasher?
  /// Why an event could not be applied.
  private(set) var fault: TimelineFault?

  init(timeline: Timeline = Timeline(), progress: Journal.Progress?) {
    self.timeline = timeline
    self.progress = progress
  }

  var isFinished: Bool { timeline.directory.sequence >= lastSequence }

  mutating func visit(frame content: RawSpan, ofSegment segment: UInt64) { hasher?.update(content) }

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
