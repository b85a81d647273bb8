import CheckInJournal
import EventLog
import Foundation
import JournalTestSupport
import TestSupport
import Testing

/// What an operator folds in memory is what the group's devices see.
@Suite("Folding the logs of a group in memory")
struct GroupFoldTests {
  private static let everyDay = (
    CivilDay(dayNumber: 0), CivilDay(dayNumber: 40_000)
  )

  private func days(_ fileSystem: SimulatedFileSystem) throws -> [DayCount] {
    let journal = try Trial([]).open(fileSystem)
    defer { try? journal.close() }
    return try journal.dayCounts(from: Self.everyDay.0, to: Self.everyDay.1)
  }

  private func whole(_ log: ReplicaLog) throws -> ReplicaChunk {
    var chunks = try log.chunks(after: 0, byteLimit: .max)
    return try #require(try chunks.next())
  }

  private func written(segmentByteLimit: Int, count: Int = 20) throws -> (SimulatedFileSystem, ReplicaChunk) {
    let fileSystem = SimulatedFileSystem()
    #expect(
      Trial(TrialCommand.mixture(count), segmentByteLimit: segmentByteLimit).run(on: fileSystem).errors == [:])
    return (fileSystem, try whole(ReplicaLog(Trial.path, in: fileSystem)))
  }

  @Test("One log, in one segment and in several", arguments: [600, 1 << 20], [false, true])
  func alone(segmentByteLimit: Int, isChecked: Bool) throws {
    let (fileSystem, log) = try written(segmentByteLimit: segmentByteLimit)
    let expected = try days(fileSystem)
    #expect(!expected.isEmpty)
    #expect(try GroupFold([log], isChecked: isChecked).days == expected)
  }

  @Test("Several logs come to what the journal shows that copies them", arguments: [false, true])
  func together(isChecked: Bool) throws {
    let (fileSystem, own) = try written(segmentByteLimit: 900)
    let others = try [7, 12].map { try written(segmentByteLimit: 1 << 20, count: $0).1 }
    for other in others {
      #expect(try PeerLog(of: other.replica, inJournalAt: Trial.path, fileSystem).append(other) == .appended)
    }
    #expect(try GroupFold(others + [own], isChecked: isChecked).days == days(fileSystem))
  }

  @Test("Nothing comes to nothing")
  func nothing() throws {
    #expect(try GroupFold([], isChecked: true).days == [])
  }

  @Test("No flipped bit is folded", arguments: [false, true])
  func flipped(isChecked: Bool) throws {
    let log = try written(segmentByteLimit: 1 << 20, count: 6).1
    for index in log.body.indices {
      var other = log
      other.body[index] ^= 0x10
      #expect(throws: JournalError.self) { try GroupFold([other], isChecked: isChecked) }
    }
  }

  @Test("A log that is cut off, goes on, or is another's is refused")
  func others() throws {
    let log = try written(segmentByteLimit: 1 << 20).1
    for isChecked in [false, true] {
      var longer = log
      longer.lastSequence += 1
      #expect(throws: JournalError.self) { try GroupFold([longer], isChecked: isChecked) }
      var shorter = log
      shorter.lastSequence -= 1
      #expect(throws: JournalError.self) { try GroupFold([shorter], isChecked: isChecked) }
      var foreign = log
      foreign.replica = UUID()
      #expect(throws: JournalError.self) { try GroupFold([foreign], isChecked: isChecked) }
    }
    var otherwise = log
    otherwise.digest = Digest(of: [])
    #expect(throws: JournalError.self) { try GroupFold([otherwise], isChecked: true) }
  }
}
