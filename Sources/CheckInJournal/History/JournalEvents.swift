internal import EventLog
internal import Synchronization

/// The events of a journal after one of them: those that are there, and then those that come, whoever appends them.
///
/// ```swift
/// for try await event in journal.events(after: lastKnown) {
///   print(event.checkIn, event.action.name)
///   lastKnown = event.sequence
/// }
/// ```
///
/// Events come in order, each once, without a gap between what was there and what came later. Nothing is read before it
/// is asked for: whoever is slow keeps at most a batch of about a thousand events in memory, and holds nobody up. Any
/// number may follow one journal; none keeps a thread.
///
/// They are those of the journal's own log; for what other devices of a ``Group`` did, see ``JournalValues``.
///
/// Events that other processes append are noticed when they are written, without looking again and again. A journal
/// that is open for reading only goes on to them, as with ``Journal/refresh()``.
///
/// The sequence ends when its task is cancelled, promptly, and with the last event of a journal of the past. It throws
/// `inputOutput`, and, after everything that can be read, ``Journal/readOnlyReason``.
public struct JournalEvents: AsyncSequence, Sendable {
  public typealias Element = Event
  public typealias Failure = JournalError

  let journal: Journal
  let sequence: UInt64

  public func makeAsyncIterator() -> Iterator { Iterator(journal: journal, last: sequence) }

  /// An iterator over the events.
  public struct Iterator: AsyncIteratorProtocol {
    private let journal: Journal
    /// The last event that was handed out.
    private var last: UInt64
    private var batch: ArraySlice<Event> = []
    /// The position of the event after the batch, or `nil` if it isn't known.
    private var place: LogPosition?
    private var watch: JournalWatch?

    fileprivate init(journal: Journal, last: UInt64) {
      self.journal = journal
      self.last = last
    }

    /// The next event, once there is one; `nil` if there will be none.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(JournalError) -> Event? {
      while !Task.isCancelled {
        if let event = batch.popFirst() {
          last = event.sequence
          return event
        }
        let seen = journal.changes.count
        let isWatched = watch != nil
        let found = try await journal.perform { [last, place, watch] journal throws(JournalError) in
          let watch = if let watch { watch } else { try journal.sharedWatch() }
          return try FoundEvents(in: journal, after: last, from: place, watch: watch)
        }
        watch = found.watch
        place = found.place
        batch = found.events[...]
        guard found.events.isEmpty else { continue }
        if found.isLast { return nil }
        if isWatched { await journal.changes.wait(after: seen) }
      }
      return nil
    }
  }
}

extension Journal {
  /// The events after number `sequence`, and those that come: see ``JournalEvents``.
  ///
  /// - Parameter sequence: 0 for all; `nil` for those after the latest that was read.
  public func events(after sequence: UInt64? = nil) -> JournalEvents {
    JournalEvents(journal: self, sequence: sequence ?? self.sequence)
  }
}

/// The next of the events that a journal has.
private struct FoundEvents: Sendable {
  /// So many events are read at a time.
  private static let maximumCount: UInt64 = 1024
  /// So many events of a damaged log are: each time it is read from its beginning.
  private static let maximumCountOfDamaged: UInt64 = 65_536

  var events: [Event] = []
  var place: LogPosition?
  let watch: JournalWatch
  /// `true` if there will be no later events.
  var isLast = false

  /// - Throws: where there are none, why that is.
  init(
    in journal: Journal, after sequence: UInt64, from place: LogPosition?, watch: JournalWatch
  ) throws(JournalError) {
    self.watch = watch
    let found = journal.state.withLock { state in
      (
        end: state.position, journalID: state.journalID, last: state.shownSequence, isPast: state.past != nil,
        lookup: EventLookup(&state, in: journal.directory)
      )
    }
    guard found.last > sequence else {
      isLast = found.isPast
      if let error = watch.failure ?? journal.readOnlyReason { throw error }
      return
    }
    let first = sequence + 1
    // What was appended since the last batch most often begins where that ended.
    if let place, place.sequence == sequence, journal.directory.hasFrame(at: place) {
      let reader = try EventReader(journal.directory, journalID: found.journalID, from: place, limit: found.end)
      try read(from: reader, in: first...min(found.last, sequence + Self.maximumCount))
    }
    if events.isEmpty, let lookup = found.lookup {
      _ = try lookup.forEach(Array(first...min(found.last, sequence + Self.maximumCount))) { event, bytes in
        events.append(Event(event, in: bytes))
      }
    }
    if events.isEmpty {
      let reader = try EventReader(journal.directory, journalID: found.journalID, limit: found.end)
      try read(from: reader, in: first...min(found.last, sequence + Self.maximumCountOfDamaged))
    }
    guard let last = events.last else {
      throw journal.readOnlyReason
        ?? JournalError(
          .damaged,
          "Event \(first) cannot be read; \(.verify, or: "a verification") tells where the log is damaged.")
    }
    self.place = last.sequence == found.end.sequence ? found.end : nil
  }

  private mutating func read(from reader: EventReader, in range: ClosedRange<UInt64>) throws(JournalError) {
    var reader = reader
    var events: [Event] = []
    try reader.forEachEvent { event, bytes throws(JournalError) in
      if event.sequence == range.lowerBound + UInt64(events.count) { events.append(Event(event, in: bytes)) }
      return event.sequence < range.upperBound
    }
    self.events = events
  }
}
