import Foundation
import TestSupport
import Testing

@testable import CheckInJournal

/// Rereading the log a part at a time finds what is damaged, wherever it is, and nothing else.
@Suite("Rule 20b: rereading the log, round and round")
struct LogScrubTests {
  private let trial = Trial(TrialCommand.mixture(60), segmentByteLimit: 900)
  private let fileSystem = SimulatedFileSystem()

  init() throws {
    #expect(trial.run(on: fileSystem).errors == [:])
  }

  private func scrub(_ fileSystem: SimulatedFileSystem) throws -> LogScrub {
    let directory = LogDirectory(fileSystem: fileSystem, path: Trial.path)
    return LogScrub(directory: directory, head: try #require(try WitnessReading(directory).witness))
  }

  /// Goes on until the beginning is reached again; what was found, and how many parts that took.
  private func round(_ scrub: LogScrub, byteLimit: Int) throws -> (damage: JournalError?, parts: Int) {
    var record = LogScrub.Record()
    for part in 1...10_000 {
      let (next, damage) = try scrub.advance(record, byteLimit: byteLimit)
      if let damage {
        #expect(next.suspect != nil)
        return (damage, part)
      }
      if next == LogScrub.Record() { return (nil, part) }
      #expect(next.place.isBehind(record.place), "it goes on")
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

  @Test("What comes after HEAD is not its business")
  func afterHead() throws {
    let last = try #require(fileSystem.files().keys.filter { $0.hasSuffix(".lz4") }.max())
    fileSystem.replace(last, by: fileSystem.content(of: last) + [1, 2, 3])
    #expect(try round(scrub(fileSystem), byteLimit: 300).damage == nil)
  }
}
