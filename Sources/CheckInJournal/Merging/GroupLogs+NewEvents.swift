internal import EventLog
internal import FoundationEssentials

extension GroupLogs {
  /// Brings a view of the group up to the ends of the logs by what is new in them. Takes time proportional to that, and
  /// to the events of the check-ins that it concerns.
  ///
  /// - Parameter end: a place in the own log that nothing is read after.
  /// - Returns: `false` if everything is to be folded again; then the view is not to be used any more.
  /// - Throws: `inputOutput`.
  mutating func update(_ merged: inout MergedJournal, upTo end: LogPosition) throws(JournalError) -> Bool {
    let writers = writers()
    guard merged.isActive, merged.isComplete, !merged.isBroken, merged.limit == .end,
      haveSameWriters(as: merged), merged.lineage.holds(ends(own: end.sequence))
    else { return false }
    let logs = readableLogs(upTo: end)
    var sources: [MergeSource] = []
    for (index, log) in logs.enumerated() {
      let known = merged.writers[index]
      // What somebody knows that is not here yet would change what that one is known to have known.
      let claimed = merged.writers.map { $0.known[index] }.max() ?? 0
      guard let log, log.end.sequence >= known.lastSequence, claimed <= known.lastSequence else {
        if log == nil, known.lastSequence == 0, claimed == 0 { continue }
        return false
      }
      guard log.end.sequence > known.lastSequence else { continue }
      sources.append(
        try MergeSource(
          log.directory, journalID: known.replica, from: merged.events[index].end, upTo: log.end, writer: index))
    }
    guard merged.hasHistory else { return try updateByOwn(&merged, from: sources, upTo: end) }
    var newEvents = MergedJournal.NewEvents(before: merged)
    var order = try MergeOrder(sources, replicas: writers.map(\.replica), merged.lineage)
    while let source = try order.next() { guard merged.applyNew(source, into: &newEvents) else { return false } }
    guard merged.lineage.newClaims.isEmpty else { return false }
    for source in sources {
      guard source.failure == nil, merged.writers[source.writer].lastSequence == logs[source.writer]?.end.sequence
      else { return false }
    }
    note(sources, with: &merged)
    let gathered = try events(of: newEvents.concerned, in: merged, upTo: end)
    for number in newEvents.concerned {
      guard let events = gathered?[number], (try? merged.refold(number, from: events)) == true else { return false }
    }
    merged.ends = ends(own: end.sequence)
    return !merged.isBroken
  }

  /// As ``update(_:upTo:)``, for a view without its history: only this journal's own log may have news.
  private mutating func updateByOwn(
    _ merged: inout MergedJournal, from sources: [MergeSource], upTo end: LogPosition
  ) throws(JournalError) -> Bool {
    guard sources.allSatisfy({ $0.writer == 0 }) else { return false }
    for source in sources {
      try source.advance()
      while !source.isAtEnd {
        let content = source.batch.content
        guard merged.applyLocal(source.event, in: content.span.bytes) else { return false }
        try source.advance()
      }
      guard source.failure == nil, source.notUnderstoodCount == 0, merged.ownSequence == end.sequence else {
        return false
      }
    }
    guard merged.lineage.newClaims.isEmpty else { return false }
    note(sources, with: &merged)
    merged.ends = ends(own: end.sequence)
    return true
  }
}
