package import EventLog
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

  /// Writes what is to be written of an event.
  ///
  /// The message is the event's in the log if that is not the one that this version writes for the event: it has
  /// something that is not understood, or another form.
  package typealias Writer = @Sendable (_ event: Event, _ message: [UInt8]?, _ output: OutputBytes) -> Void

  /// The events of a part of the log, written.
  package struct Part {
    package let output: OutputBytes
    /// The photos that the events attached.
    package fileprivate(set) var photos: [(digest: Digest, sequence: UInt64)] = []
    /// The last of the events.
    package fileprivate(set) var lastSequence: UInt64 = 0
    /// Whether all that the part holds could be read.
    fileprivate var isWhole = true
    fileprivate var notUnderstoodCount = 0
    private var writer = WireWriter()

    fileprivate init(_ output: OutputBytes) {
      self.output = output
    }

    fileprivate mutating func add(_ view: EventView, in bytes: RawSpan, _ write: Writer) {
      if view.isNotUnderstood { notUnderstoodCount += 1 }
      let event = Event(view, in: bytes)
      if case .photoAttached(let photo) = event.action { photos.append((photo.digest, event.sequence)) }
      writer.removeAll()
      let message = writer.record(event)
      let isOurs = !view.isNotUnderstood && bytes.holds(writer.bytes, message, at: view.record)
      write(event, isOurs ? nil : bytes.array(view.record), output)
      lastSequence = event.sequence
    }
  }

  /// Writes every event, and hands them out part by part, ascending. Several threads write, where there is much.
  ///
  /// - Parameters:
  ///   - write: is called on any thread, by several at a time.
  ///   - body: on any thread, one at a time.
  /// - Throws: what `body` throws; `damaged` if the log cannot be read to its end; `newerVersion` if it holds something
  ///   that is no event; `inputOutput`.
  package func write(
    _ write: @escaping Writer, _ body: (Part) throws(JournalError) -> Void
  ) throws(JournalError) {
    guard let journalID else { return }
    // Of the past, where the log is read to at the most.
    var end = end
    end.sequence = UInt64(count)
    let last = end.sequence
    let outputs = OutputPool()
    var reader = try EventReader(directory, journalID: journalID, limit: end)
    var notUnderstood = 0
    try reader.forEachBatch { batch in
      Self.part(of: batch, upTo: last, outputs.take(), write)
    } _: { reader, batch, isCut, mapped in
      var part = mapped
      if isCut || !part.isWhole {
        part.output.removeAll()
        part = Part(part.output)
        _ = try reader.forEachEvent(in: batch) { view, bytes throws(JournalError) in
          // The last frame holds more if the segment was compacted since the journal was read. What follows a moment of
          // the past does not concern it.
          guard view.sequence <= last else { return !isPast }
          part.add(view, in: bytes, write)
          return true
        }
      } else {
        reader.note(notUnderstood: part.notUnderstoodCount)
      }
      notUnderstood += part.notUnderstoodCount
      try body(part)
      outputs.give(part.output)
      return !isPast || batch.lastSequence < last
    }
    if let error = reader.failure(upTo: end) { throw error }
    guard reader.notUnderstoodCount == notUnderstood else {
      throw JournalError(
        .newerVersion,
        "A newer version of checkin wrote something here that is no event, which this one cannot export.")
    }
  }

  private static func part(
    of batch: RecordBatch, upTo last: UInt64, _ output: OutputBytes, _ write: Writer
  ) -> Part {
    var part = Part(output)
    let bytes = batch.content.span.bytes
    for (index, record) in batch.records.enumerated() {
      var view = EventView()
      guard (try? view.read(record, in: bytes)) != nil, view.sequence == batch.firstSequence + UInt64(index) else {
        part.isWhole = false
        break
      }
      guard view.sequence <= last else { break }
      part.add(view, in: bytes, write)
    }
    return part
  }
}
