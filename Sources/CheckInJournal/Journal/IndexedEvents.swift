internal import EventLog
internal import Synchronization

/// Events that the index of events knows how to find, with every earlier one of the same check-ins: so what each of
/// them changed can be told, and what a check-in was at any moment, without the events of other check-ins.
///
/// The index is a hint. What is read has to be the event that was looked for, and what all events of a check-in come to
/// has to be the check-in as it is.
struct IndexedEvents {
  /// More than this is left to a pass over the log.
  private static let maximumCount = 4096

  /// Ascending.
  private let sequences: [UInt64]
  /// Check-ins of which all events are among them, as they are after their last.
  private let checkIns: [CheckIn]
  private let lookup: EventLookup

  /// The events of some check-ins.
  ///
  /// - Returns: `nil` if the index cannot be used, or a pass over the log takes less.
  init?(ofCheckIns numbers: some Collection<Int>, _ state: inout JournalState, _ directory: LogDirectory) {
    guard numbers.count <= Self.maximumCount, let lookup = EventLookup(&state, in: directory) else { return nil }
    var sequences: Set<UInt64> = []
    var checkIns: [CheckIn] = []
    for number in numbers {
      // One that was lost has an event, and no row that says which.
      guard let checkIn = try? state.timeline.checkIn(number),
        (try? state.timeline.collect(&sequences, upTo: checkIn.sequence, limit: Self.maximumCount)) == true
      else { return nil }
      checkIns.append(checkIn)
    }
    self.init(sequences, checkIns: checkIns, lookup: lookup)
  }

  /// A range of events, and those before them of the same check-ins.
  ///
  /// - Returns: as ``init(ofCheckIns:_:_:)``.
  init?(in range: ClosedRange<UInt64>, _ state: inout JournalState, _ directory: LogDirectory) {
    guard range.upperBound - range.lowerBound < UInt64(Self.maximumCount),
      let lookup = EventLookup(&state, in: directory)
    else { return nil }
    var sequences: Set<UInt64> = []
    for sequence in range {
      guard (try? state.timeline.collect(&sequences, upTo: sequence, limit: Self.maximumCount)) == true else {
        return nil
      }
    }
    self.init(sequences, checkIns: [], lookup: lookup)
  }

  private init?(_ sequences: Set<UInt64>, checkIns: [CheckIn], lookup: EventLookup) {
    self.sequences = sequences.sorted()
    self.checkIns = checkIns
    self.lookup = lookup
    guard lookup.isWorthwhile(for: self.sequences) else { return nil }
  }

  /// Calls `body` with each event, ascending, to be applied.
  ///
  /// - Returns: whether the log says what the index does.
  func forEach(
    _ fold: inout CheckInFold, perform body: (inout CheckInFold, EventView, RawSpan) throws(JournalError) -> Void
  ) -> Bool {
    let isComplete = try? lookup.forEach(sequences) { event, bytes throws(JournalError) in
      try body(&fold, event, bytes)
    }
    return isComplete == true && checkIns.allSatisfy { fold.checkIn($0.number) == $0 }
  }

  /// The check-ins whose events these are as they were just after an event, by their numbers, without those that came
  /// later; `nil` if the log does not say what the index does.
  func checkIns(asOf sequence: UInt64) -> [Int: CheckIn]? {
    var fold = CheckInFold()
    var past: [Int: CheckIn]?
    func current(_ fold: CheckInFold) -> [Int: CheckIn] {
      Dictionary(checkIns.compactMap { fold.checkIn($0.number) }.map { ($0.number, $0) }) { $1 }
    }
    let isSound = forEach(&fold) { fold, event, bytes throws(JournalError) in
      if past == nil, event.sequence > sequence { past = current(fold) }
      try fold.apply(event, in: bytes)
    }
    return isSound ? past ?? current(fold) : nil
  }
}

extension Journal {
  /// Check-ins as they were just after an event, by their numbers, without those that came later; `nil` if that takes a
  /// replay.
  func indexedCheckIns(_ numbers: some Collection<Int>, asOf sequence: UInt64) -> [Int: CheckIn]? {
    state.withLock { $0.merged.isActive ? nil : IndexedEvents(ofCheckIns: numbers, &$0, directory) }?
      .checkIns(asOf: sequence)
  }

  /// A check-in of a moment to which the journal was not replayed yet: `nil` in it if there was none. `nil` if the
  /// timeline is to be asked.
  func pastCheckIn(_ number: Int) -> CheckIn?? {
    guard let past = state.withLock({ $0.past }), !past.isReplayed else { return nil }
    guard number >= 1, number <= past.lastNumber else { return .some(nil) }
    return indexedCheckIns([number], asOf: past.sequence).map { $0[number] }
  }
}

/// Folds the events of some check-ins, without those of the others.
struct CheckInFold {
  /// For each check-in a timeline that begins with its number.
  private var timelines: [UInt64: Timeline] = [:]

  /// - Throws: `damaged` if an event of the same check-in before it was left out.
  mutating func apply(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    // One about workouts alone.
    if event.kind == .workout, event.checkIn == 0 { return }
    if timelines[event.checkIn] == nil {
      guard let number = UInt32(exactly: event.checkIn), number > 0, event.kind == .created || event.kind == .lost
      else {
        throw JournalError(.damaged, "Event \(event.sequence) is not the first of check-in \(event.checkIn).")
      }
      timelines[event.checkIn] = Timeline(beginningAt: number, rowCount: 1, byteCount: 0)
    }
    try timelines[event.checkIn]?.applyToCheckIn(event, in: bytes)
  }

  /// The check-in after the events so far; `nil` if there was none.
  func checkIn(_ number: Int) -> CheckIn? {
    guard number > 0, var timeline = timelines[UInt64(number)] else { return nil }
    return try? timeline.checkIn(number)
  }
}

extension Timeline {
  /// Adds an event and all before it of the same check-in to a set.
  ///
  /// - Returns: `false` if the set has more than `limit` events then, or the index contradicts itself.
  fileprivate mutating func collect(
    _ sequences: inout Set<UInt64>, upTo last: UInt64, limit: Int
  ) throws(JournalError) -> Bool {
    var sequence = last
    while sequence > 0, sequences.insert(sequence).inserted {
      let previous = try event(before: sequence)
      guard previous < sequence, sequences.count <= limit else { return false }
      sequence = previous
    }
    return true
  }
}
