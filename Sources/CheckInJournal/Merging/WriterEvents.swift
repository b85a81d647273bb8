internal import EventLog

/// An index of a log's events by check-in, with seek points in the log.
///
/// With it, the events of a few check-ins can be read without the others.
package struct WriterEvents: Sendable {
  /// A place between two frames, and what is known of the log before it.
  package struct Place: Sendable {
    var position = LogPosition.start
    /// The hybrid timestamp of the last event before the position.
    package var clock = HybridClock()
  }

  /// For each event the one before it that concerns the same check-in; 0 for none.
  private var previous: [UInt32] = []
  /// The first number that a check-in of the log's own writer is given.
  private let firstNumber: UInt32
  /// The latest event of each check-in that the log's own writer created, by its number, counted from the first.
  private var latestOfOwnCheckIns: [UInt32] = []
  /// The latest event of each other check-in, by the number that it was given first.
  private var latestOfOtherCheckIns: [UInt32: UInt32] = [:]
  /// The positions at which reading can start, ascending.
  private(set) var places: [Place] = []
  /// The position at which reading ended.
  var end = Place()
  /// The last frame with events before it; `nil` for none.
  var lastFrame: LogFrame?

  init(firstNumber: UInt32) {
    self.firstNumber = firstNumber
  }

  /// Takes memory for so many events.
  mutating func reserve(_ count: Int) { previous.reserveCapacity(count) }

  /// Forgets where in the log the events are.
  mutating func forgetPlaces() {
    (places, end, lastFrame) = ([], Place(), nil)
  }

  /// Takes note of the next event.
  ///
  /// - Parameter checkIn: 0 for none.
  mutating func append(_ checkIn: UInt64) {
    let last = UInt32(truncatingIfNeeded: previous.count + 1)
    guard let number = UInt32(exactly: checkIn), number > 0 else { return previous.append(0) }
    let index = Int(number) - Int(firstNumber)
    if index >= 0, index < latestOfOwnCheckIns.count {
      previous.append(latestOfOwnCheckIns[index])
      latestOfOwnCheckIns[index] = last
    } else if index == latestOfOwnCheckIns.count, latestOfOtherCheckIns[number] == nil {
      previous.append(0)
      latestOfOwnCheckIns.append(last)
    } else {
      previous.append(latestOfOtherCheckIns.updateValue(last, forKey: number) ?? 0)
    }
  }

  /// The number of events.
  var count: Int { previous.count }

  /// The check-in of each event, 0 for none: what ``append(_:)`` was given.
  var checkIns: [UInt32] {
    var checkIns = [UInt32](repeating: 0, count: previous.count)
    func note(_ number: UInt32, with last: UInt32) {
      var sequence = last
      while sequence > 0 {
        checkIns[Int(sequence) - 1] = number
        sequence = previous[Int(sequence) - 1]
      }
    }
    for (index, last) in latestOfOwnCheckIns.enumerated() { note(firstNumber &+ UInt32(index), with: last) }
    for (number, last) in latestOfOtherCheckIns { note(number, with: last) }
    return checkIns
  }

  /// The latest event of a check-in; 0 for none.
  private func latest(of checkIn: UInt32) -> UInt32 {
    let index = Int(checkIn) - Int(firstNumber)
    return index >= 0 && index < latestOfOwnCheckIns.count
      ? latestOfOwnCheckIns[index] : latestOfOtherCheckIns[checkIn] ?? 0
  }

  /// Takes note of places, which come after all others.
  mutating func append(_ new: [Place]) {
    let known = places.last?.position.sequence
    places += new.filter { place in known.map { place.position.sequence > $0 } ?? true }
  }

  /// Returns `true` if any event belongs to a check-in.
  func concern(_ checkIn: UInt32) -> Bool { latest(of: checkIn) > 0 }

  /// The events of a check-in, ascending.
  func sequences(of checkIn: UInt32) -> [UInt64] {
    var sequences: [UInt64] = []
    var sequence = latest(of: checkIn)
    while sequence > 0 {
      sequences.append(UInt64(sequence))
      sequence = previous[Int(sequence) - 1]
    }
    return sequences.reversed()
  }

  /// The last place before an event.
  func place(before sequence: UInt64) -> Place {
    let index = places.insertionIndex(in: 0..<places.count) { $0.position.sequence < sequence }
    return index > 0 ? places[index - 1] : Place()
  }
}
