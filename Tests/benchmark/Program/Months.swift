import CheckInJournal

/// A month page: loaded from the snapshot, and its calendar built.
enum Months {
  /// Prints the seconds of each time, on a journal that was just opened.
  static func run(at path: String, times: Int) throws {
    var seconds: [Double] = []
    var checkIns = 0
    for _ in 0..<times {
      let journal = try Journal(at: path, for: .readOnly)
      guard let fullest = try journal.months().max(by: { $0.checkIns < $1.checkIns }) else {
        throw Unfit("\(path) has no month.")
      }
      checkIns = fullest.checkIns
      let start = now()
      let calendar = try journal.calendar(of: fullest.month)
      seconds.append(now() - start)
      guard calendar.days.count == fullest.days else { throw Unfit("The calendar of \(fullest.month) is wrong.") }
    }
    try report(["seconds": seconds, "checkIns": checkIns])
  }
}
