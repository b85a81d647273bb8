import Foundation
import Glibc
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// Rereading the log a part at a time finds what is damaged, wherever it is, and nothing else.
@Suite("Rereading the log, round and round")
struct LogScrubTests {
  private let trial = Trial(TrialCommand.mixture(60), segmentByteLimit: 900)
  private let fileSystem = SimulatedFileSystem()

  init() throws {
    #expect(trial.run(on: fileSystem).errors == [:])
  }

  private func scrub(_ fileSystem: SimulatedFileSystem) throws -> LogScrub {
    let directory = LogDirectory(fileSystem: fileSystem, path: Trial.path)
    return LogScrub(directory, head: try #require(try directory.look().head), check: EventView.check)
  }

  /// Goes on until the beginning is reached again; what was found, and how many parts that took.
  private func round(_ scrub: LogScrub, byteLimit: Int) throws -> (damage: LogError?, parts: Int) {
    var record = LogScrub.Record()
    for part in 1...10_000 {
      let (next, damage) = try scrub.advance(record, byteLimit: byteLimit)
      if let damage {
        #expect(next.suspect != nil)
        return (damage, part)
      }
      if next == LogScrub.Record() { return (nil, part) }
      #expect(next.place.isAfter(record.place), "it goes on")
      record = next
    }
    Issue.record("no end")
    return (nil, 0)
  }

  @Test("A whole log is whole, in parts of any size", arguments: [1, 100, 777, 1 << 20])
  func whole(byteLimit: Int) throws {
    let (damage, parts) = try round(scrub(fileSystem), byteLimit: byteLimit)
    #expect(damage == nil)
    #expect(byteLimit >= 1 << 20 ? parts == 1 : parts > 3)
  }

  @Test("Every flipped byte is found within one round")
  func everyByte() throws {
    let disk = fileSystem.disk
    for (path, content) in fileSystem.files() where path.hasSuffix(".lz4") {
      for index in stride(from: 0, to: content.count, by: 3) {
        CaseCount.add()
        let damaged = SimulatedFileSystem(disk)
        var bytes = content
        bytes[index] ^= 1 << UInt8(index % 8)
        damaged.replace(path, by: bytes)
        #expect(try round(scrub(damaged), byteLimit: 500).damage != nil, "byte \(index) of \(path)")
      }
    }
  }

  @Test("A segment that is missing or cut short is found")
  func missing() throws {
    let paths = fileSystem.files().keys.filter { $0.hasSuffix(".lz4") }.sorted()
    for path in paths {
      let shorter = SimulatedFileSystem(fileSystem.disk)
      shorter.replace(path, by: Array(fileSystem.content(of: path).dropLast(20)))
      #expect(try round(scrub(shorter), byteLimit: 500).damage != nil, "\(path) cut")
      let without = SimulatedFileSystem(fileSystem.disk)
      try without.remove(path)
      #expect(try round(scrub(without), byteLimit: 500).damage != nil, "\(path) gone")
    }
  }

  @Test("Between any two parts a segment may be compacted, and events appended")
  func meanwhile() throws {
    let journal = try trial.open(fileSystem)
    var record = LogScrub.Record()
    var isCompacted = false
    for part in 1...400 {
      let (next, damage) = try scrub(fileSystem).advance(record, byteLimit: 150)
      #expect(damage == nil, "part \(part): \(damage?.message ?? "")")
      if part == 5 {
        isCompacted = try !journal.compact(includingActive: true).segments.isEmpty
      } else if part % 7 == 0 {
        try TrialCommand.create(title: "Meanwhile \(part)").perform(on: journal)
        try journal.close()
      }
      if part > 10, next.place == .start { break }
      record = next
    }
    #expect(isCompacted)
  }

  @Test("What cannot be read is told, is no damage, and does not keep the rest from being read")
  func unreadable() throws {
    let journal = try trial.open(fileSystem)
    try TrialCommand.create(title: "Last").perform(on: journal)
    try journal.close()
    fileSystem.observe { [weak fileSystem] operation, path in
      guard let fileSystem, operation == .read, path.hasSuffix("/00000000000000000001.lz4") else { return }
      fileSystem.failObservedOperation()
    }
    #expect(journal.scrub()?.code == .inputOutput)
    #expect(journal.readOnlyReason == nil)
    #expect(journal.state.withLock { $0.scrub.place.segment } > 1)
    #expect(journal.scrub() == nil)
    #expect(journal.state.withLock { $0.scrub } == LogScrub.Record(), "the rest was read")
  }

  @Test("What one process has found, another that knew nothing of it does not forget")
  func foundByAnother() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let first = try Journal(at: path, configuration: Journal.Configuration(segmentByteLimit: 500))
    for number in 1...20 { try TrialCommand.create(title: "Session \(number)").perform(on: first) }
    _ = try first.rebuild()
    try first.close()
    let second = try Journal(at: path)
    let name = "journal/log/00000000000000000001.lz4"
    let whole = try directory.read(name)
    var damaged = whole
    damaged[200] ^= 1
    try directory.write(damaged, to: name)
    #expect(second.scrub()?.code == .damaged)
    // Its own part begins elsewhere, and is whole.
    let later = try LogDirectory(fileSystem: DiskFileSystem(), path: path).segments()[1]
    first.state.withLock { state in
      state.scrub.place = LogPosition(sequence: later - 1, segment: later, fileOffset: 0, contentOffset: 0)
    }
    _ = first.scrub(byteCount: 1)
    #expect(try Journal(at: path, for: .readOnly).readOnlyReason?.code == .damaged)
    // Restored, it is trusted again, here too.
    for _ in 0..<2 { try first.maintain() }
    #expect(first.readOnlyReason?.code == .damaged)
    try directory.write(whole, to: name)
    try first.maintain()
    #expect(first.readOnlyReason == nil)
    #expect(try Journal(at: path, for: .readOnly).readOnlyReason == nil)
  }

  @Test("What comes after HEAD is not its business")
  func afterHead() throws {
    let last = try #require(fileSystem.files().keys.filter { $0.hasSuffix(".lz4") }.max())
    fileSystem.replace(last, by: fileSystem.content(of: last) + [1, 2, 3])
    #expect(try round(scrub(fileSystem), byteLimit: 300).damage == nil)
  }
}
