package import EventLog
internal import Synchronization

package import struct FoundationEssentials.UUID

extension Journal {
  /// The events up to the moment that the journal shows.
  package var recordedEvents: RecordedEvents {
    state.withLock { state in
      RecordedEvents(
        count: Int(clamping: state.shownSequence), journalID: state.journalID, device: nil, directory: directory,
        end: state.position, isPast: state.past != nil)
    }
  }

  /// The events of each other device's log up to the moment that the journal shows, by their ordinals; none without a
  /// group.
  package var recordedPeerEvents: [RecordedEvents] {
    state.withLock { state in
      let merged = state.merged
      return merged.writers.indices.dropFirst().filter { merged.writers[$0].lastSequence > 0 }.map { index in
        let writer = merged.writers[index]
        return RecordedEvents(
          count: Int(clamping: writer.lastSequence), journalID: writer.replica, device: writer.name,
          directory: peerLog(of: writer.replica).log.directory, end: merged.events[index].end.position,
          isPast: merged.limit != .end)
      }
    }
  }
}

/// The events of a log up to one moment, as it has them: what an export of the whole history is made of.
///
/// What is appended afterwards does not belong to it.
package struct RecordedEvents {
  /// The sequence number of the last one.
  package let count: Int
  package let journalID: UUID?
  /// The name of the device that wrote the log; `nil` for the local log.
  package let device: String?
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
    /// `true` if every event of the part could be read.
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
      let isOurs = !view.isNotUnderstood && bytes.holds(writer.bytes, part: message, at: view.record)
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
    if let error = reader.failure(upTo: end) { throw ofThisLog(error) }
    guard reader.notUnderstoodCount == notUnderstood else {
      throw JournalError(
        .newerVersion,
        "A newer version of checkin wrote something here that is no event, which this one cannot export.")
    }
  }

  /// An error of reading the log, which says whose log it is where it is a copy.
  private func ofThisLog(_ error: JournalError) -> JournalError {
    guard let device, let journalID, error.code == .damaged else { return error }
    return error.describingPeerLog(of: journalID, device: device)
  }

  /// The first events of the log's segments, ascending: where its headers are among the events.
  ///
  /// - Throws: `inputOutput`.
  package func segments() throws(JournalError) -> [UInt64] {
    try withJournalErrors { try directory.segments() }.filter { $0 <= UInt64(count) }
  }

  /// Returns the digest of the log up to the last event; see ``ReplicaPosition``. Reads the last segment.
  ///
  /// - Throws: `damaged`; `inputOutput`.
  package func digest() throws(JournalError) -> Digest {
    let digest: Digest?
    do throws(JournalError) {
      digest = try ReplicaLog(directory.path, in: directory.fileSystem).digest(at: UInt64(count))
    } catch {
      throw ofThisLog(error)
    }
    guard let digest else {
      throw ofThisLog(JournalError(.damaged, "Event \(count), which was acknowledged, is not in \(directory.path)."))
    }
    return digest
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
