internal import EventLog
internal import FoundationEssentials

/// Bringing a view of the group up to news without folding everything again.
///
/// What comes after all that was folded is applied as it always is. What comes before some of it can change only the
/// check-in that it concerns, so that check-in is folded again from its own events, and from nothing else.
extension MergedJournal {
  /// News that is being taken in.
  struct NewEvents {
    /// The latest of all events before the news.
    fileprivate let latest: HybridTimestamp
    /// For each writer the last of its events that somebody knew before the news.
    fileprivate let claimed: [UInt64]
    /// The check-ins that the news created.
    fileprivate var created: Set<UInt32> = []
    /// Those that are to be folded again.
    fileprivate(set) var concerned: Set<UInt32> = []

    init(before merged: borrowing MergedJournal) {
      latest = merged.latest
      let writers = merged.writers
      claimed = writers.indices.map { index in writers.map { $0.known[index] }.max() ?? 0 }
    }
  }

  /// Takes the next event of the news.
  ///
  /// - Returns: `false` if it concerns more than can be told from single check-ins; then everything is to be folded
  ///   again, and this is not to be used any more.
  mutating func applyNew(_ source: MergeSource, into newEvents: inout NewEvents) -> Bool {
    let event = source.event
    // What somebody knew of it before it was here would now be known of their later events, too.
    guard event.sequence == writers[source.writer].lastSequence + 1, event.sequence > newEvents.claimed[source.writer]
    else {
      return false
    }
    let isLate = isBefore(
      timestamp(at: source.clock, writer: source.writer, sequence: event.sequence), newEvents.latest)
    if event.kind == .seen || event.kind == .unknown {
      apply(source)
      return otherOrdinal == nil
    }
    guard let local = local(source), let number = UInt32(exactly: local.checkIn) else {
      apply(source)
      return true
    }
    switch event.kind {
    case .created:
      let content = source.batch.content
      let id = UUID(event.fields.id, in: content.span.bytes)
      guard (try? timeline.number(of: id) == nil) == true, !events.contains(where: { $0.concern(number) }) else {
        return false
      }
      newEvents.created.insert(number)
      apply(source)
    case .workout, .lost:
      guard !isLate, !newEvents.concerned.contains(number) else { return false }
      apply(source)
    case .edited, .photoAttached, .photoCleared, .discarded, .restored:
      if newEvents.created.contains(number) || !isLate && !newEvents.concerned.contains(number) {
        apply(source)
      } else {
        guard !(timeline.others?.isUnited(number) ?? false) else { return false }
        newEvents.concerned.insert(number)
        pass(source)
      }
    case .seen, .unknown: break
    }
    return true
  }

  /// Makes a check-in what its events come to.
  ///
  /// - Parameter events: all of them, in no order.
  /// - Returns: `false` if that takes more than its own events.
  mutating func refold(_ number: UInt32, from events: [GatheredEvent]) throws(JournalError) -> Bool {
    var isolated = IsolatedCheckIn(Int(number), in: self)
    for one in ordered(events) {
      // An event about workouts can change a session, too.
      guard let view = one.view, view.kind != .workout, let event = local(view, of: one.writer),
        isolated.apply(event, of: one, in: self)
      else { return false }
    }
    guard let checkIn = try isolated.checkIn(in: self), !checkIn.title.isEmpty else { return false }
    for action in checkIn.restatement {
      var writer = WireWriter()
      let place = writer.record(
        Event(
          sequence: checkIn.sequence, recordedAtMilliseconds: 0, origin: .library, checkIn: Int(number),
          command: checkIn.sequence, action: action))
      let bytes = writer.bytes
      guard let event = try? EventView(place, in: bytes.span.bytes) else { return false }
      try timeline.applyMerged(event, in: bytes.span.bytes)
    }
    setRegister(isolated.register, of: .checkIn(Int(number)))
    return true
  }
}
