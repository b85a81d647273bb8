import CheckInJournal
import TestSupport

/// What another device has written while it was away, merged into a long journal.
enum MergedNews {
  /// Prints the seconds in which the device appends its events, one command each, and in which the journal takes them
  /// in; and those in which it folds all logs.
  ///
  /// - Parameters:
  ///   - path: a journal that may be changed.
  ///   - count: how many events each round has.
  static func run(at path: String, in directory: String, rounds: Int, count: Int) throws {
    let journal = try Journal(at: path)
    var configuration = Journal.Configuration()
    // So all that it writes comes just after what it has of the journal.
    configuration.recordedAt = { 0 }
    let device = try Journal(at: directory + "/device", configuration: configuration)
    try copy(journal, to: device, upTo: journal.sequence / 10 * 9)
    try device.refresh()
    guard let numbers = device.numbers.last else { throw Unfit("The journal has no check-ins.") }
    var random = RandomSource(seed: 1)
    var seconds: [String: [Double]] = [:]
    func measure(_ name: String, _ body: () throws -> Void) rethrows {
      let start = now()
      try body()
      seconds[name, default: []].append(now() - start)
    }
    for round in 0...rounds {
      func write() throws {
        for number in 0..<count {
          // Every tenth is an edit of one of the journal's own.
          let chosen = numbers.lowerBound + Int(random.next() % UInt64(numbers.count))
          if number % 10 == 0, let checkIn = try device.checkIn(chosen), !checkIn.isDiscarded {
            try device.edit(checkIn.number, with: CheckInChanges(title: "From the device, \(round), \(number)"))
          } else {
            try device.create(draft(number))
          }
        }
      }
      // The first time, a device that is not known yet comes with all its events.
      if round == 0 {
        try write()
        try copy(device, to: journal)
        try measure("whole") { try journal.refresh() }
      } else {
        try measure("append", write)
        try measure("copy") { try copy(device, to: journal) }
        try measure("merge") { try journal.refresh() }
      }
    }
    try report(["seconds": seconds])
  }

  private static func copy(_ source: Journal, to target: Journal, upTo last: UInt64 = .max) throws {
    guard let replica = try source.ownLog.replica() else { throw Unfit("The journal has no identity.") }
    let copy = target.peerLog(of: replica)
    var chunks = try source.ownLog.chunks(after: try copy.log.lastSequence() ?? 0)
    var isFirst = true
    // The first of all comes whole: a short log has no other.
    while let chunk = try chunks.next(), isFirst || chunk.lastSequence <= last {
      guard try copy.append(chunk) == .appended else { throw Unfit("A chunk was not taken.") }
      isFirst = false
    }
  }
}
