internal import EventLog

/// Folds event messages into the built-in projection, one by one, wherever they are stored: what the log's own replay
/// is measured against.
package struct EventFold {
  private var timeline = Timeline()

  package init() {}

  /// Events that were applied so far.
  package var count: UInt64 { timeline.directory.sequence }

  /// Check-ins that are not discarded.
  package var total: Int { timeline.directory.total }

  /// Applies the next event.
  ///
  /// - Parameter message: an event's message, as a record of the log holds it.
  /// - Throws: `damaged` where it is none, or contradicts the ones before it.
  package mutating func apply(_ message: RawSpan) throws(JournalError) {
    var event = EventView()
    do throws(WireError) {
      try event.read(ByteRange(start: 0, end: message.byteCount), in: message)
    } catch {
      throw JournalError(.damaged, "Event \(count + 1) cannot be read: \(error.reason).")
    }
    try timeline.apply(event, in: message)
  }
}
