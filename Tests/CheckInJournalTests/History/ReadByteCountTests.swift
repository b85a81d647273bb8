import CheckInMaintenance
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInTimeline
@testable import EventLog

/// How much of the log is read for what concerns a few events: as much of a long one as of a short one.
@Suite("Bytes that are read of the log")
struct ReadByteCountTests {
  private static let shortCount = 1000
  /// One frame of an import, and what is read ahead.
  private static let tolerance = 256 << 10

  /// What commands read of the log of a journal with so many imported check-ins, and how long that log is.
  private func measure(_ count: Int) throws -> (read: [String: Int], log: Int) {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    var generator = RandomSource(seed: TestSettings.seed)
    let noise = (0..<40_000).map { _ in Character(Unicode.Scalar(UInt8(generator.number(33...126)))) }
    let drafts = (1...count).map { number in
      let start = generator.number(0...noise.count - 500)
      return CheckInDraft(
        id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(number >> 8), UInt8(number & 255))),
        type: .run, title: "Run \(number)",
        time: CheckInTime(instantMilliseconds: Int64(number) * 3_600_000, offsetMinutes: 0),
        notes: String(noise[start..<start + 400]))
    }
    let writer = try Journal(at: path)
    try writer.importCheckIns(drafts)
    // The same end, some frames of it, for each.
    for step in 0..<80 {
      let start = generator.number(0...noise.count - 2000)
      try writer.edit(step % 2 == 0 ? 17 : 20 + step, with: CheckInChanges(notes: String(noise[start..<start + 1500])))
    }
    _ = try writer.rebuild()
    try writer.close()
    let imported = try Journal(at: path, for: .readOnly).history(of: 17)[0].event.recordedAtMilliseconds

    var read: [String: Int] = [:]
    func note(_ name: String, _ body: (Journal.Configuration) throws -> Void) throws {
      let byteCount = Atomic(0)
      var configuration = Journal.Configuration()
      configuration.fileSystem = ObservedFileSystem(didRead: { path, count in
        if path.hasSuffix(".lz4") { byteCount.add(count, ordering: .relaxed) }
      })
      try body(configuration)
      read[name] = byteCount.load(ordering: .relaxed)
    }
    func reading(_ name: String, _ body: (Journal) throws -> Void) throws {
      try note(name) { try body(Journal(at: path, for: .readOnly, configuration: $0)) }
    }
    func past(_ name: String, _ moment: Journal.PointInTime) throws {
      try note(name) {
        _ = try Journal(at: path, asOf: moment, configuration: $0, defersReplay: true).existingCheckIn(17)
      }
    }
    try reading("history") { journal in
      let entries = try journal.history(of: 17)
      #expect(entries.count == 41)
    }
    try reading("audit") { journal in try journal.audit(from: journal.sequence - 9) { _ in } }
    try past("as of half of them", .sequence(UInt64(count / 2)))
    try past("as of a time", .recorded(imported))
    try past("as of the future", .recorded(.max))
    for name in ["undo", "redo"] {
      try note(name) { configuration in
        let journal = try Journal(at: path, configuration: configuration)
        _ = name == "undo" ? try journal.undo() : try journal.redo()
        try journal.close()
      }
    }
    let training = try Journal(at: path)
    for text in ["80x10", "90x8"] {
      let time = CheckInTime(instantMilliseconds: 0, offsetMinutes: 0)
      try training.log(SetNotation.parse(text, unit: .kilograms), exercise: "Bench Press", at: time)
    }
    try training.close()
    try note("undo of a set") { configuration in
      let journal = try Journal(at: path, configuration: configuration)
      try journal.undo()
      try journal.close()
    }
    let log = try directory.files().filter { $0.key.hasSuffix(".lz4") }.reduce(0) { $0 + ($1.value?.count ?? 0) }
    return (read, log)
  }

  @Test("Of a log of 20 times as many events, no more is read than one frame and what is read ahead")
  func flat() throws {
    let short = try measure(Self.shortCount)
    let long = try measure(20 * Self.shortCount)
    #expect(long.read.count == 8)
    for (name, byteCount) in long.read {
      #expect(byteCount > 0, "\(name)")
      #expect(byteCount <= (short.read[name] ?? 0) + Self.tolerance, "\(name): \(short.read) \(long.read)")
      #expect(byteCount < long.log / 4, "\(name): \(byteCount) of \(long.log)")
    }
  }
}
