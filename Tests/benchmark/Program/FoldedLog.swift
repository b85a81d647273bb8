import CLMDB
import CheckInJournal
import Foundation
import Glibc
import TestSupport

/// A journal whose whole log was folded in memory.
///
/// This is the one place that says how: the fold takes as many threads as it has processors, of which the script gives
/// it `threads`.
struct FoldedLog {
  let journal: Journal
  /// The log without the snapshot.
  private let directory: TemporaryDirectory
  /// How much of the time on one thread went into merging what chunks were folded to, in order; `nil` if the fold does
  /// not say so.
  let mergeShare: Double?

  init(at path: String, threads: Int) throws {
    guard threads >= 1 else { throw Unfit("A fold takes a thread.") }
    directory = try TemporaryDirectory(logOf: path)
    journal = try Journal(at: directory.path, for: .readOnly)
    if let reason = journal.readOnlyReason { throw reason }
    mergeShare = nil
  }

  /// Folds, and prints how much memory the process takes at most, and how much when what is free was given back.
  static func measureMemory(at path: String) throws {
    let folded = try FoldedLog(at: path, threads: 2)
    malloc_trim(0)
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    guard pages.count > 1, let resident = Int(pages[1]) else { throw Unfit("/proc/self/statm has another form.") }
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    try withExtendedLifetime(folded) {
      try report(["peak": usage.ru_maxrss * 1024, "alive": resident * Int(getpagesize())])
    }
  }
}
