import CheckInJournal
import EventLog
import Foundation

/// The events of a journal in other stores: its records' messages, by sequence number.
enum Tables {
  static func make(from journal: String, in directory: String) throws {
    let sqlite = try SQLiteTable(creating: directory + "/events.sqlite")
    try sqlite.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
    let lmdb = try LMDBTable(creating: directory + "/events.lmdb")
    var sequence: UInt64 = 0
    try forEachMessage(of: journal) { message in
      sequence += 1
      try sqlite.insert(sequence, message)
      try lmdb.insert(sequence, message)
    }
    try sqlite.execute("COMMIT")
    try lmdb.commit()
    try report(["events": Int(sequence)])
  }

  /// Calls `body` with each event's message, as `lz4 -dc` hands the log out.
  private static func forEachMessage(
    of journal: String, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: journal + "/log").filter { $0.hasSuffix(".lz4") }
    for name in names.sorted() {
      let content = try decompressed(journal + "/log/" + name)
      try content.withUnsafeBytes { bytes in
        let span = bytes.bytes
        var reader = WireReader(start: 0, end: bytes.count)
        while !reader.isAtEnd {
          let tag = try reader.tag(in: span)
          let range = try reader.byteRange(in: span)
          // Field 1 holds events, field 2 the segment's header.
          if tag.field == 1 { try body(UnsafeRawBufferPointer(rebasing: bytes[range.start..<range.end])) }
        }
      }
    }
  }

  private static func decompressed(_ path: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/lz4")
    process.arguments = ["-dc", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let content = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Unfit("lz4 cannot read \(path).") }
    return content
  }
}
