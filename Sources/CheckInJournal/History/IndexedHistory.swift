internal import EventLog
internal import Synchronization

/// Events that are told by the index of events: which they are, and what has to be read to tell what they changed.
struct IndexedHistory {
  /// More than this is left to a pass over the log.
  private static let maximumEventCount = 4096

  private let selection: AuditSelection
  /// The events that are told.
  let told: Set<UInt64>
  /// All that have to be read, ascending: with every event that is told, all before it of the same check-in.
  let sequences: [UInt64]
  let lookup: EventLookup
  /// The check-in as it is after the last of its events, if all of its events are read.
  private let last: CheckIn?

  /// - Returns: `nil` if the index cannot be used, or a pass over the log takes less.
  init?(_ selection: AuditSelection, _ state: inout JournalState, _ directory: LogDirectory) {
    guard state.problem == nil,
      let found = try? Self.events(selection, &state.timeline),
      let places = try? state.timeline.loadPlaces()
    else { return nil }
    self.selection = selection
    (told, sequences, last) = found
    lookup = EventLookup(directory: directory, journalID: state.journalID, end: state.position, places: places)
    guard lookup.isWorthwhile(for: sequences) else { return nil }
  }

  private static func events(
    _ selection: AuditSelection, _ timeline: inout Timeline
  ) throws(TimelineFault) -> (told: Set<UInt64>, sequences: [UInt64], last: CheckIn?)? {
    let range = selection.sequences
    if let number = selection.checkIn {
      // One that was lost has an event, and no row that says which.
      guard let checkIn = try timeline.checkIn(Int(clamping: number)) else { return nil }
      var sequences: Set<UInt64> = []
      guard try timeline.collect(&sequences, upTo: checkIn.sequence, limit: maximumEventCount) else { return nil }
      return (sequences.filter(range.contains), sequences.sorted(), checkIn)
    }
    let end = min(range.upperBound, timeline.directory.sequence)
    guard range.lowerBound >= 1, range.lowerBound <= end, end - range.lowerBound < UInt64(maximumEventCount) else {
      return nil
    }
    var sequences: Set<UInt64> = []
    for sequence in range.lowerBound...end {
      guard try timeline.collect(&sequences, upTo: sequence, limit: maximumEventCount) else { return nil }
    }
    return (Set(range.lowerBound...end), sequences.sorted(), nil)
  }

  /// What each of the events changed; `nil` if the log does not say what the index does.
  func entries() -> [AuditEntry]? {
    var fold = CheckInFold()
    var entries: [AuditEntry] = []
    let isComplete = try? lookup.forEach(sequences) { event, bytes throws(JournalError) in
      let (before, after) = try fold.apply(event, in: bytes)
      if told.contains(event.sequence), selection.contains(event) {
        entries.append(AuditEntry(Event(event, in: bytes), before: before, after: after))
      }
    }
    guard isComplete == true, entries.count == told.count else { return nil }
    if let last, fold.checkIn(last.number) != last { return nil }
    return entries
  }
}

/// Folds the events of some check-ins, without those of the others.
struct CheckInFold {
  /// For each check-in a timeline that begins with its number.
  private var timelines: [UInt64: Timeline] = [:]

  /// - Returns: the event's check-in before and after it.
  /// - Throws: `damaged` if an event of the same check-in before it was left out.
  mutating func apply(
    _ event: EventView, in bytes: RawSpan
  ) throws(JournalError) -> (before: CheckIn?, after: CheckIn?) {
    let before = checkIn(Int(truncatingIfNeeded: event.checkIn))
    if timelines[event.checkIn] == nil {
      guard let number = UInt32(exactly: event.checkIn), number > 0, event.kind == .created || event.kind == .lost
      else {
        throw JournalError(.damaged, "Event \(event.sequence) is not the first of check-in \(event.checkIn).")
      }
      timelines[event.checkIn] = Timeline(beginningAt: number, rowCount: 1, byteCount: 0)
    }
    do throws(TimelineFault) {
      try timelines[event.checkIn]?.apply(event, in: bytes)
    } catch {
      throw error.journalError
    }
    return (before, checkIn(Int(truncatingIfNeeded: event.checkIn)))
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
  ) throws(TimelineFault) -> Bool {
    var sequence = last
    while sequence > 0, sequences.insert(sequence).inserted {
      let previous = try event(before: sequence)
      guard previous < sequence, sequences.count <= limit else { return false }
      sequence = previous
    }
    return true
  }
}
