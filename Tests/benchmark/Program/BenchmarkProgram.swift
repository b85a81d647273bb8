import CheckInJournal
import Foundation
import Glibc

/// What Tools/benchmark measures inside a process of its own. Each command prints one JSON object, or nothing.
@main
enum BenchmarkProgram {
  private static let usage = """
    Usage: Benchmark COMMAND …
      generate JOURNAL EVENTS SEED KIND  a history, through the library: plain, rich, or either without photos, such as
                                       plain-without-photos
      verify JOURNAL                   log and snapshot; the photos of a generated history are not there
      tables JOURNAL DIRECTORY         the same events in SQLite and LMDB
      csv ROWS SEED                    check-ins with identities, to standard output
      replay log PATH THREADS          folds all events into the projection
      replay sqlite|lmdb PATH          the same from another store
      hold JOURNAL                     folds, and prints the memory that this takes
      frames JOURNAL ROUNDS            decompresses and compresses the log's frames, and liblz4 does, in turn
      append DIRECTORY ROUNDS COUNT    durable appends: the journal's, bare ones, SQLite's, in turn
      concurrent DIRECTORY THREADS COUNT  durable appends, one at a time and from many threads, in turn
      merge JOURNAL DIRECTORY ROUNDS COUNT  events of another device, written a tenth of the journal ago, merged into it
      month JOURNAL TIMES              opens the journal, loads its fullest month and builds its calendar
    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      try run(arguments)
    } catch {
      fail("\((error as? JournalError)?.message ?? String(describing: error))")
    }
  }

  private static func run(_ arguments: [String]) throws {
    let numbers = arguments.map { Int($0) ?? 0 }
    switch (arguments.first, arguments.count) {
    case ("generate", 5):
      try Histories.generate(
        at: arguments[1], count: numbers[2], seed: UInt64(numbers[3]), kind: HistoryKind(arguments[4]))
    case ("verify", 2): try Histories.verify(at: arguments[1])
    case ("tables", 3): try Tables.make(from: arguments[1], in: arguments[2])
    case ("csv", 3): try writeCSV(count: numbers[1], seed: UInt64(numbers[2]))
    case ("replay", 3): try Replay.run(arguments[1], path: arguments[2], threads: 1)
    case ("replay", 4): try Replay.run(arguments[1], path: arguments[2], threads: numbers[3])
    case ("hold", 2): try FoldedLog.measureMemory(at: arguments[1])
    case ("frames", 3): try Frames.run(at: arguments[1], rounds: numbers[2])
    case ("append", 4): try Appends.run(in: arguments[1], rounds: numbers[2], count: numbers[3])
    case ("concurrent", 4):
      try ConcurrentAppends.run(in: arguments[1], threads: numbers[2], count: numbers[3])
    case ("merge", 5):
      try MergedNews.run(at: arguments[1], in: arguments[2], rounds: numbers[3], count: numbers[4])
    case ("month", 3): try Months.run(at: arguments[1], times: numbers[2])
    default: fail(usage, status: 64)
    }
  }

  private static func fail(_ text: String, status: Int32 = 1) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    exit(status)
  }
}

/// Prints figures for the script.
func report(_ figures: [String: Any]) throws {
  let data = try JSONSerialization.data(withJSONObject: figures, options: .sortedKeys)
  print(String(decoding: data, as: UTF8.self))
}

/// Seconds of the clock that only goes forward.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Something that is not as the benchmark needs it.
struct Unfit: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
