internal import EventLog
internal import FoundationEssentials

/// A check-in that is folded from its own events, without the events of other check-ins.
///
/// The events must be those of one check-in that devices didn't unite with another, in the order of all events.
struct IsolatedCheckIn {
  /// The number in the merged state.
  private let number: Int
  /// The number in the fold, where the check-in is the first of its creator.
  private let isolatedNumber: Int
  private var journal: MergedJournal

  init(_ number: Int, in merged: MergedJournal) {
    self.number = number
    isolatedNumber = ReplicaNumber(number).map { ReplicaNumber(ordinal: $0.ordinal, number: 1).rawValue } ?? 1
    journal = MergedJournal(writers: merged.writers.map { ($0.replica, $0.name) }, lineage: merged.lineage)
  }

  /// Applies the next event.
  ///
  /// - Returns: `false` if the event is of another check-in, or cannot be applied without the others.
  mutating func apply(_ event: EventView, of one: MergedJournal.GatheredEvent, in merged: MergedJournal) -> Bool {
    guard event.checkIn == UInt64(number), event.kind != .lost else { return false }
    let origin = merged.lineage.origin(writer: one.writer, sequence: one.sequence)
    var event = event
    event.checkIn = UInt64(isolatedNumber)
    let write = FieldRegisters.Write(writer: origin, sequence: one.sequence)
    let known = merged.known(by: origin, at: one.sequence)
    if event.kind == .workout {
      return (try? journal.link(event, in: one.bytes.span.bytes, write, known: known)) != nil
    }
    journal.fold(event, in: one.bytes.span.bytes, write, known: known)
    return true
  }

  /// The check-in after the events so far; `nil` before the first.
  mutating func checkIn(in merged: MergedJournal) throws(JournalError) -> CheckIn? {
    guard var checkIn = try journal.timeline.checkIn(isolatedNumber) else { return nil }
    checkIn.number = number
    checkIn.name = merged.name(of: number)
    return checkIn
  }

  /// The write history of the check-in after the events so far.
  var register: FieldRegisters? { journal.register(of: .checkIn(isolatedNumber)) }
}

extension MergedJournal {
  /// An event that was read apart from the others.
  struct GatheredEvent {
    var writer: Int
    var clock: HybridClock
    var sequence: UInt64
    /// The record of the event.
    var bytes: [UInt8]

    /// The event in ``bytes``; `nil` if it is damaged.
    var view: EventView? { try? EventView(ByteRange(start: 0, end: bytes.count), in: bytes.span.bytes) }
  }

  /// Sorts events in the order of all events, and removes those that count in another log.
  func ordered(_ events: [GatheredEvent]) -> [GatheredEvent] {
    events.filter { !lineage.isRepeated(writer: $0.writer, sequence: $0.sequence) }
      .map { (event: $0, time: timestamp(at: $0.clock, writer: $0.writer, sequence: $0.sequence)) }
      .sorted { first, second in
        first.time == second.time
          ? first.event.sequence < second.event.sequence : isBefore(first.time, second.time)
      }
      .map(\.event)
  }

  /// For each writer the last of its events that another knew when it wrote an event.
  func known(by writer: Int, at sequence: UInt64) -> [UInt64] {
    let earlier = writers[writer].earlier
    let index = earlier.insertionIndex(in: 0..<earlier.count) { $0.sequence < sequence }
    return index < earlier.count ? earlier[index].known : writers[writer].known
  }
}
