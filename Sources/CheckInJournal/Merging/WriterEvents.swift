internal import EventLog

/// Which events of a log concern which check-in, and where in the log they are: so those of a few check-ins are read
/// without the others.
struct WriterEvents: Sendable {
  /// A place between two frames, and what is known of the log before it.
  struct Place: Sendable {
    var position = LogPosition.start
    /// When the last event before it comes among those of all logs.
    var clock = HybridClock()
  }

  /// For each event the one before it that concerns the same check-in; 0 for none.
  private var previous: [UInt32] = []
  /// The latest event of each check-in, by the number that it was given first.
  private var latest: [UInt32: UInt32] = [:]
  /// Where reading can begin, ascending.
  private(set) var places: [Place] = []
  /// Where reading ended.
  var end = Place()

  /// Takes note of the next event.
  ///
  /// - Parameter checkIn: 0 for none.
  mutating func append(_ checkIn: UInt64) {
    let last = UInt32(truncatingIfNeeded: previous.count + 1)
    previous.append(UInt32(exactly: checkIn).flatMap { $0 > 0 ? latest.updateValue(last, forKey: $0) : nil } ?? 0)
  }

  /// Takes note of places, which come after all others.
  mutating func append(_ new: [Place]) {
    let known = places.last?.position.sequence
    places += new.filter { place in known.map { place.position.sequence > $0 } ?? true }
  }

  /// Whether some event concerns a check-in.
  func concern(_ checkIn: UInt32) -> Bool { latest[checkIn] != nil }

  /// The events of a check-in, ascending.
  func sequences(of checkIn: UInt32) -> [UInt64] {
    var sequences: [UInt64] = []
    var sequence = latest[checkIn] ?? 0
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
