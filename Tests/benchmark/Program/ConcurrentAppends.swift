import CheckInJournal
import Foundation

/// Durable appends from many threads at once, against one at a time.
enum ConcurrentAppends {
  /// Prints the appends in a second of each turn.
  static func run(in directory: String, threads: Int, count: Int) throws {
    let journal = try Journal(at: directory + "/concurrent")
    var single: [Double] = []
    var concurrent: [Double] = []
    for _ in 0..<5 {
      single.append(try rate(of: count) { for number in 0..<count { try journal.create(draft(number)) } })
      concurrent.append(try rate(of: threads * count) { try onThreads(threads, count, journal) })
    }
    try journal.close()
    try report(["single": single, "concurrent": concurrent])
  }

  private static func onThreads(_ threads: Int, _ count: Int, _ journal: Journal) throws {
    let done = DispatchGroup()
    for thread in 0..<threads {
      done.enter()
      Thread.detachNewThread {
        for number in 0..<count { _ = try? journal.create(draft(thread * count + number)) }
        done.leave()
      }
    }
    done.wait()
  }

  private static func rate(of count: Int, _ body: () throws -> Void) throws -> Double {
    let start = now()
    try body()
    return Double(count) / (now() - start)
  }
}
