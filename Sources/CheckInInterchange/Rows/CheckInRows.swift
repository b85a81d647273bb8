internal import CheckInJournal

/// The check-ins of an export that are not discarded, in the order of their numbers, each written by itself: where
/// there are many, by several threads.
struct CheckInRows {
  /// Writes a check-in. Made anew for every batch, so that what it knows of the one before can help with the next.
  typealias Writer = (CheckIn) -> Void

  private struct Batch {
    let output: OutputBytes
    var count = 0
    var lastNumber = 0
  }

  let journal: Journal
  let days: WantedDays

  /// - Parameters:
  ///   - progress: is called with check-in numbers.
  ///   - writer: what writes check-ins to some bytes; called on any thread, several at a time.
  /// - Returns: how many check-ins there were.
  func write(
    to output: inout OutputFile, progress: Journal.Progress?, _ writer: @Sendable (OutputBytes) -> Writer
  ) throws(JournalError) -> Int {
    let outputs = OutputPool()
    let total = journal.lastNumber
    var count = 0
    try withJournalErrors {
      try journal.foldCheckIns { checkIns in
        var batch = Batch(output: outputs.take())
        let write = writer(batch.output)
        try checkIns.forEachCheckIn { checkIn in
          guard days.contains(checkIn.day) else { return }
          write(checkIn)
          batch.count += 1
        }
        batch.lastNumber = checkIns.lastNumber
        return batch
      } merge: { (batch: consuming Batch) in
        try batch.output.withBytes(0..<batch.output.count) { bytes throws(JournalError) in try output.write(bytes) }
        count += batch.count
        // Those of other devices have numbers far beyond.
        if batch.count > 0 { progress?(min(batch.lastNumber, total), total) }
        outputs.give(batch.output)
      }
    }
    return count
  }
}

/// The days whose check-ins are wanted.
struct WantedDays {
  var from: CivilDay?
  var to: CivilDay?

  var isEverything: Bool { from == nil && to == nil }

  func contains(_ day: CivilDay) -> Bool {
    from.map { $0 <= day } ?? true && to.map { day <= $0 } ?? true
  }
}
