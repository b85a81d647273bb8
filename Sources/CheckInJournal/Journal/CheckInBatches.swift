internal import EventLog
internal import Platform

/// A journal's check-ins, ascending by number, some at a time; of which moment, ``Journal/forEachCheckIn(_:)`` says.
struct CheckInBatches {
  /// So many numbers are looked at for a batch, or fewer, where their texts have so many bytes.
  private static let batchCount = 1024
  private static let batchByteCount = 1 << 20

  private let journal: Journal
  private let includesDiscarded: Bool
  /// The numbers that are left.
  private var ranges: ArraySlice<ClosedRange<Int>>

  init(of journal: Journal, includesDiscarded: Bool) {
    self.journal = journal
    self.includesDiscarded = includesDiscarded
    ranges = journal.numbers[...]
  }

  /// How many numbers are left.
  var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// The next check-ins, perhaps none; `nil` after the last. Loads the months that they are in.
  mutating func next() throws(JournalError) -> [CheckIn]? {
    guard let range = ranges.popFirst() else { return nil }
    let last = min(range.upperBound, range.lowerBound + Self.batchCount - 1)
    let includesDiscarded = includesDiscarded
    let (checkIns, end) = try journal.withTimeline { timeline throws(TimelineFault) in
      var checkIns: [CheckIn] = []
      checkIns.reserveCapacity(last - range.lowerBound + 1)
      var byteCount = 0
      for number in range.lowerBound...last {
        // One that is united with another has that one's number.
        guard let checkIn = try timeline.checkIn(number), checkIn.number == number,
          includesDiscarded || !checkIn.isDiscarded
        else {
          continue
        }
        checkIns.append(checkIn)
        byteCount += checkIn.title.utf8.count + checkIn.notes.utf8.count
        if byteCount >= Self.batchByteCount { return (checkIns, number) }
      }
      return (checkIns, last)
    }
    if end < range.upperBound { ranges = [end + 1...range.upperBound] + ranges }
    return checkIns
  }
}

extension Journal {
  /// Calls `body` with every check-in that is not discarded, ascending by number. Of a journal that is opened for
  /// reading and not refreshed meanwhile, all of them are of one moment; with commands in between, those behind are as
  /// they left it.
  public func forEachCheckIn(_ body: (CheckIn) throws -> Void) throws {
    try forEachCheckIn(includesDiscarded: false, body)
  }

  /// As ``forEachCheckIn(_:)``, with the discarded ones, too, if they are wanted.
  package func forEachCheckIn(includesDiscarded: Bool, _ body: (CheckIn) throws -> Void) throws {
    var batches = CheckInBatches(of: self, includesDiscarded: includesDiscarded)
    while let checkIns = try batches.next() { for checkIn in checkIns { try body(checkIn) } }
  }

  /// Makes something of the check-ins, batch by batch, and merges it ascending by their numbers. Where there are many,
  /// several threads are at it.
  ///
  /// - Parameters:
  ///   - includesDiscarded: whether the discarded ones are wanted, too.
  ///   - map: works on a batch, on any thread, several at a time.
  ///   - merge: on any thread, one at a time.
  /// - Throws: what `merge` throws; what reading the journal throws.
  package func foldCheckIns<Mapped>(
    includesDiscarded: Bool = false, map: @Sendable ([CheckIn]) -> Mapped,
    merge: (consuming Mapped) throws -> Void
  ) throws {
    var batches = CheckInBatches(of: self, includesDiscarded: includesDiscarded)
    let threads = batches.count < Self.parallelCheckInCount ? 1 : EventReader.threadCount
    try foldInOrder(threads: threads, next: { try batches.next() }, map: map, merge: merge)
  }

  /// From so many check-ins on, further threads are worth their start.
  private static let parallelCheckInCount = 8192
}
