internal import EventLog
internal import Synchronization

package import struct FoundationEssentials.UUID

extension Journal {
  /// The events up to the moment that the journal shows.
  package var recordedEvents: RecordedEvents {
    state.withLock { state in
      RecordedEvents(
        count: Int(clamping: state.shownSequence), journalID: state.journalID, directory: directory,
        end: state.position, isPast: state.past != nil)
    }
  }
}

/// The events of a journal up to one moment, as its log has them: what an export of the whole history is made of.
///
/// What the journal commits afterwards does not belong to it.
package struct RecordedEvents {
  /// The sequence number of the last one.
  package let count: Int
  package let journalID: UUID?
  let directory: LogDirectory
  let end: LogPosition
  let isPast: Bool

  /// Calls `body` with every event, ascending.
  ///
  /// - Parameter body: gets the event's message in the log too if it is not the one that this version writes for the
  ///   event: it has something that is not understood, or another form.
  /// - Throws: what `body` throws; `damaged` if the log cannot be read to its end; `newerVersion` if it holds something
  ///   that is no event; `inputOutput`.
  package func forEachEvent(
    _ body: (_ event: Event, _ message: [UInt8]?) throws(JournalError) -> Void
  ) throws(JournalError) {
    guard let journalID else { return }
    // Of the past, where the log is read to at the most.
    var end = end
    end.sequence = UInt64(count)
    var reader = try EventReader(directory, journalID: journalID, limit: end)
    var notUnderstood = 0
    try reader.forEachEvent { view, bytes throws(JournalError) in
      if view.isNotUnderstood { notUnderstood += 1 }
      // The last frame holds more if the segment was compacted since the journal was read. What follows a moment of the
      // past does not concern it.
      guard view.sequence <= end.sequence else { return !isPast }
      let event = Event(view, in: bytes)
      let isOurs = !view.isNotUnderstood && bytes.holds(event.message, at: view.record)
      try body(event, isOurs ? nil : bytes.array(view.record))
      return !isPast || view.sequence < end.sequence
    }
    if let error = reader.failure(upTo: end) { throw error }
    guard reader.notUnderstoodCount == notUnderstood else {
      throw JournalError(
        .newerVersion,
        "A newer version of checkin wrote something here that is no event, which this one cannot export.")
    }
  }
}
