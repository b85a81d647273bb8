import CLMDB
import CheckInJournal
import Foundation
import Glibc

/// A journal whose whole log was folded in memory.
///
/// This is the one place that says how: the fold takes as many threads as it has processors, of which the script gives
/// it `threads`.
struct FoldedLog {
  let journal: Journal
  /// How much of the time on one thread went into merging what chunks were folded to, in order; `nil` if the fold does
  /// not say so.
  let mergeShare: Double?

  init(at path: String, threads: Int) throws {
    guard threads >= 1 else { throw Unfit("A fold takes a thread.") }
    var configuration = Journal.Configuration()
    configuration.usesSnapshot = false
    journal = try Journal(at: path, for: .readOnly, configuration: configuration)
    if let reason = journal.readOnlyReason { throw reason }
    mergeShare = nil
  }

  /// Folds, and prints how much memory that took at most, and how much is in use afterwards.
  static func measureMemory(at path: String) throws {
    let before = mallinfo2()
    let folded = try FoldedLog(at: path, threads: 2)
    let after = mallinfo2()
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    try withExtendedLifetime(folded) {
      try report([
        "peak": usage.ru_maxrss * 1024,
        "alive": Int(after.uordblks + after.hblkhd) - Int(before.uordblks + before.hblkhd),
      ])
    }
  }
}
