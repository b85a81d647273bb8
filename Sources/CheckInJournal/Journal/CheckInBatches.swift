internal import EventLog
internal import Platform

/// A journal's check-ins, ascending by number, some at a time; of which moment, ``Journal/forEachCheckIn(_:)`` says.
struct CheckInBatches {
  /// So many numbers are looked at for a batch, or fewer, where their texts have so many bytes.
  private static let batchCount = 8192
  private static let batchByteCount = 1 << 20

  private let journal: Journal
  private let includesDiscarded: Bool
  /// The numbers that are left.
  private var ranges: ArraySlice<ClosedRange<Int>>
  private var cursor: RowCursor?

  init(of journal: Journal, includesDiscarded: Bool) {
    self.journal = journal
    self.includesDiscarded = includesDiscarded
    ranges = journal.numbers[...]
  }

  /// The number of check-in numbers that are left.
  var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// The next check-ins, perhaps none; `nil` after the last. Loads the months that they are in.
  mutating func next() throws(JournalError) -> CheckInBatch? {
    guard let range = ranges.popFirst() else { return nil }
    let numbers = range.lowerBound...min(range.upperBound, range.lowerBound + Self.batchCount - 1)
    let (cursor, includesDiscarded) = (cursor, includesDiscarded)
    let found = try journal.read { timeline in
      try timeline.batch(
        of: numbers, includesDiscarded: includesDiscarded, maximumByteCount: Self.batchByteCount, from: cursor)
    }
    self.cursor = found.cursor
    if found.last < range.upperBound { ranges = [found.last + 1...range.upperBound] + ranges }
    return found.batch
  }
}

extension Timeline {
  /// The check-ins with some numbers, up to the one whose texts are too much; the last number that was looked at; and a
  /// cursor for what follows.
  fileprivate mutating func batch(
    of numbers: ClosedRange<Int>, includesDiscarded: Bool, maximumByteCount: Int, from cursor: RowCursor?
  ) throws(JournalError) -> (batch: CheckInBatch, last: Int, cursor: RowCursor) {
    var cursor = cursor ?? RowCursor(for: directory)
    var batch = CheckInBatch()
    batch.reserve(numbers.count)
    // Where the batch has the pages of this timeline.
    var places = [Int32?](repeating: nil, count: pages.count)
    var byteCount = 0
    for number in numbers {
      guard let place = try locate(UInt64(number), from: &cursor) else { continue }
      guard let (row, detailsByteCount) = try pages[place.page]?.row(at: place.row),
        // One that is united with another has that one's number.
        Int(row.number) == number, includesDiscarded || !row.isDiscarded
      else { continue }
      let page: Int32
      if let known = places[place.page] {
        page = known
      } else if let loaded = pages[place.page] {
        page = batch.append(loaded)
        places[place.page] = page
      } else {
        continue
      }
      batch.append(number, inRow: place.row, ofPage: page)
      byteCount += detailsByteCount
      if byteCount >= maximumByteCount { return (batch, number, cursor) }
    }
    return (batch, numbers.upperBound, cursor)
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
    while let batch = try batches.next() { try batch.forEachCheckIn(body) }
  }

  /// Makes something of the check-ins, batch by batch, and merges it ascending by their numbers. Where there are many,
  /// several threads are at it.
  ///
  /// - Parameters:
  ///   - includesDiscarded: whether the discarded ones are wanted, too.
  ///   - map: works on a batch, on any thread, several at a time.
  ///   - merge: on any thread, one at a time.
  /// - Throws: what `map` and `merge` throw; what reading the journal throws.
  package func foldCheckIns<Mapped>(
    includesDiscarded: Bool = false, map: @Sendable (CheckInBatch) throws -> Mapped,
    merge: (consuming Mapped) throws -> Void
  ) throws {
    var batches = CheckInBatches(of: self, includesDiscarded: includesDiscarded)
    try foldInOrder(
      threads: Self.threadCount(forCheckIns: batches.count), next: { try batches.next() },
      map: { batch in Result { try map(batch) } }, merge: { try merge($0.get()) })
  }

  /// Returns the number of threads to use for a number of check-ins.
  static func threadCount(forCheckIns count: Int) -> Int { count < 8192 ? 1 : EventReader.threadCount }
}
