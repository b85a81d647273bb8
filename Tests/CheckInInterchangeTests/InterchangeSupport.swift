import CheckInInterchange
import CheckInJournal
import Foundation
import TestSupport

/// A directory that is removed with its owner.
final class ScratchDirectory {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "checkin-interchange-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  /// Writes a file and returns its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  func bytes(of name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))) }

  func read(_ name: String) throws -> String { try String(contentsOfFile: path + "/" + name, encoding: .utf8) }
}

/// Runs a Python program and returns what it prints.
func python(_ program: String, _ arguments: [String] = []) throws -> Data {
  let words = (["python3", "-c", program] + arguments).map(Tool.quoted).joined(separator: " ")
  return Data(try Tool.require(words, in: "/"))
}

/// 2026-11-21T12:00:00Z.
let noon: Int64 = 1_795_262_400_000

/// Reads a local time as one in UTC+1.
@Sendable func centralEuropeanTime(_ localMilliseconds: Int64) -> CheckInTime {
  CheckInTime(instantMilliseconds: localMilliseconds - 3_600_000, offsetMinutes: 60, timeZone: "Europe/Berlin")
}

let centralEuropeanZone = LocalTimeZone(identifier: "Europe/Berlin") ?? .utc

/// What an import into an empty journal would do.
func dryRun(
  _ path: String, as format: ImportFormat? = nil, skipInvalid: Bool = false
) throws -> ImportReport {
  try Importer.run(
    path: path, format: format, dryRun: true, skipInvalid: skipInvalid, now: noon,
    zone: centralEuropeanZone, progress: nil, into: { _ in nil })
}
