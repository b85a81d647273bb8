import CheckInJournal
import Foundation
import Glibc
import TestSupport

/// Durable appends in one process, one at a time: through the journal, bare, and through SQLite, in turn, so that all
/// meet the same disk.
enum Appends {
  /// How many appends of a kind follow each other; small, so that a disk that is slow for a while is so for all kinds.
  private static let blockCount = 20

  /// Prints the seconds of every append of each kind; `count` of a round are a multiple of 20.
  static func run(in directory: String, rounds: Int, count: Int) throws {
    let journal = try Journal(at: directory + "/journal")
    let payload = try payload(of: journal, in: directory)
    let bare = try BareFile(directory + "/bare")
    let sqlite = try SQLiteTable(creating: directory + "/rows.sqlite")
    try sqlite.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    var sequence: UInt64 = 0
    var seconds: [String: [Double]] = [:]
    for _ in stride(from: 0, to: rounds * count, by: blockCount) {
      seconds["journal", default: []] += try times(blockCount) { _ = try journal.create(draft(Int(sequence))) }
      // What the journal still syncs is not to disturb the others.
      usleep(60_000)
      seconds["bare", default: []] += try times(blockCount) { try bare.append(payload) }
      seconds["sqlite", default: []] += try times(blockCount) {
        sequence += 1
        try payload.withUnsafeBytes { try sqlite.insert(sequence, $0) }
      }
    }
    try journal.close()
    try report(["bytes": payload.count, "seconds": seconds])
  }

  /// As many bytes as one append adds to the log.
  private static func payload(of journal: Journal, in directory: String) throws -> [UInt8] {
    let log = directory + "/journal/log/00000000000000000001.lz4"
    func size() throws -> Int { try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int ?? 0 }
    for _ in 0..<10 { try journal.create(draft(1)) }
    let before = try size()
    try journal.create(draft(2))
    var random = RandomSource(seed: 1)
    return random.bytes(try size() - before)
  }

  private static func times(_ count: Int, _ body: () throws -> Void) rethrows -> [Double] {
    var seconds: [Double] = []
    for _ in 0..<count {
      let start = now()
      try body()
      seconds.append(now() - start)
    }
    return seconds
  }
}

/// A check-in as somebody adds one.
func draft(_ number: Int) -> CheckInDraft {
  CheckInDraft(
    type: .run, title: "Morning run \(number % 21) km",
    time: CheckInTime(
      instantMilliseconds: 1_795_208_400_000 - Int64(number) * 1000, offsetMinutes: 60, timeZone: "Europe/Berlin"),
    calories: 320, location: "Tempelhofer Feld")
}

/// A file that is written with one write and one fdatasync at a time.
final class BareFile {
  private let descriptor: Int32
  private var offset = 0

  /// An empty file.
  init(_ path: String) throws {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Unfit("\(path) cannot be made.") }
  }

  deinit {
    close(descriptor)
  }

  func append(_ bytes: [UInt8]) throws {
    guard pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count, fdatasync(descriptor) == 0 else {
      throw Unfit("A bare append failed.")
    }
    offset += bytes.count
  }
}
