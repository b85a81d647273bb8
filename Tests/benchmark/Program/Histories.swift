import CheckInJournal
import CheckInMaintenance
import EventLog
import Foundation
import TestSupport

/// Generated journals.
enum Histories {
  /// Makes a journal of so many events, and verifies it. What is at `path` before must be nothing.
  static func generate(at path: String, count: Int, seed: UInt64, kind: HistoryKind) throws {
    var random = RandomSource(seed: seed)
    var generator = HistoryGenerator(count: count, seed: random.next(), kind: kind)
    var records = EventRecords()
    for _ in 0..<count { records.append(generator.next()) }
    let journal = try Journal(at: path)
    guard try journal.reproduce(records) == count else { throw Unfit("\(path) was there before.") }
    try journal.close()
    try verify(at: path)
  }

  /// Refuses a journal that does not verify. Its photos were never taken, so they are left out.
  static func verify(at path: String) throws {
    var verification = try Journal.verify(at: path, in: DiskFileSystem(), checksPhotos: false)
    if verification.isSound, verification.snapshot == .invalid {
      // It was kept since another version, whose snapshots this one does not take.
      let journal = try Journal(at: path)
      _ = try journal.rebuild()
      try journal.close()
      verification = try Journal.verify(at: path, in: DiskFileSystem(), checksPhotos: false)
    }
    guard verification.isSound, verification.snapshot == .matches else {
      throw Unfit("\(path) does not verify: snapshot \(verification.snapshot). \(verification.problems.first ?? "")")
    }
  }
}

/// Writes check-ins with identities as CSV to standard output.
func writeCSV(count: Int, seed: UInt64) throws {
  // Only what it creates is written, and none of it may lie in the future.
  var generator = HistoryGenerator(count: 2 * count, seed: seed, kind: HistoryKind())
  var text = "at,type,title,calories,location,notes,id\n"
  for _ in 0..<count {
    guard case .created(let created) = generator.nextCreated().action else { continue }
    func quoted(_ text: String) -> String { text.contains(",") ? "\"\(text)\"" : text }
    text += "\(created.time),\(created.type.name),\(quoted(created.title)),\(created.calories.map(String.init) ?? ""),"
    text += "\(quoted(created.location ?? "")),\(quoted(created.notes)),\(created.id)\n"
    if text.utf8.count > 1 << 20 {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
      text = ""
    }
  }
  try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
}
