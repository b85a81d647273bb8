internal import EventLog
internal import FoundationEssentials

// Single events of the logs, found by the history of a merged state.
extension GroupLogs {
  /// The logs by their writers' indexes, each with the position at which it ends; `nil` for a log that isn't here.
  ///
  /// - Parameter end: The end of this journal's own log.
  func readableLogs(upTo end: LogPosition) -> [(directory: LogDirectory, end: LogPosition)?] {
    [(directory, end)]
      + writers().dropFirst().map { writer in
        peers.first { $0.replica == writer.replica }.map { ($0.directory, $0.head.position) }
      }
  }

  /// Reads all events of some check-ins.
  ///
  /// - Parameters:
  ///   - merged: A state with its history.
  ///   - end: The end of this journal's own log.
  /// - Returns: The events by check-in; `nil` if an event is not where the history says.
  /// - Throws: `inputOutput`.
  /// - Complexity: O(*n*) for *n* events, each of which may take reading 256 KiB.
  func events(
    of checkIns: Set<UInt32>, in merged: MergedJournal, upTo end: LogPosition
  ) throws(JournalError) -> [UInt32: [MergedJournal.GatheredEvent]]? {
    var gathered: [UInt32: [MergedJournal.GatheredEvent]] = [:]
    for (index, log) in readableLogs(upTo: end).enumerated() {
      let events = merged.events[index]
      var wanted: [(sequence: UInt64, number: UInt32)] = []
      for number in checkIns { wanted += events.sequences(of: number).map { ($0, number) } }
      guard let log, !wanted.isEmpty else { continue }
      wanted.sort { $0.sequence < $1.sequence }
      var source: (events: MergeSource, start: UInt64)?
      for (sequence, number) in wanted {
        let place = events.place(before: sequence)
        if source?.start != place.position.sequence {
          let new = try MergeSource(
            log.directory, journalID: merged.writers[index].replica, from: place, upTo: log.end, writer: index)
          source = (new, place.position.sequence)
        }
        guard let events = source?.events else { return nil }
        while !events.isAtEnd, events.event.sequence < sequence { try events.advance() }
        guard !events.isAtEnd, events.event.sequence == sequence else { return nil }
        gathered[number, default: []].append(events.gathered)
      }
    }
    return gathered
  }

  /// Reads the last events of all.
  ///
  /// - Parameters:
  ///   - count: The number of events.
  ///   - merged: A state with its history.
  ///   - end: The end of this journal's own log.
  /// - Returns: The events in their order; `nil` if a log cannot be read to its end.
  /// - Throws: `inputOutput`.
  func lastEvents(
    _ count: Int, in merged: MergedJournal, upTo end: LogPosition
  ) throws(JournalError) -> [MergedJournal.GatheredEvent]? {
    var gathered: [MergedJournal.GatheredEvent] = []
    for (index, log) in readableLogs(upTo: end).enumerated() {
      let last = merged.writers[index].lastSequence
      guard let log, last > 0 else { continue }
      // The last events of all are among the last of each log.
      let first = last - min(last - 1, UInt64(count))
      let source = try MergeSource(
        log.directory, journalID: merged.writers[index].replica, from: merged.events[index].place(before: first),
        upTo: log.end, writer: index)
      try source.advance()
      while !source.isAtEnd, source.event.sequence <= last {
        if source.event.sequence >= first { gathered.append(source.gathered) }
        try source.advance()
      }
      guard gathered.last.map({ $0.writer == index && $0.sequence == last }) ?? false else { return nil }
    }
    return merged.ordered(gathered).suffix(count)
  }
}

extension MergeSource {
  /// The event that is due, with its record.
  fileprivate var gathered: MergedJournal.GatheredEvent {
    let content = batch.content
    return MergedJournal.GatheredEvent(
      writer: writer, clock: clock, sequence: event.sequence, bytes: content.span.bytes.array(event.record))
  }
}
