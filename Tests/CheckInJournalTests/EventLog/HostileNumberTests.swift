import CheckInJournal
import CheckInMaintenance
import JournalTestSupport
import TestSupport
import Testing

@testable import EventLog

/// Numbers that no journal reaches, under checksums that are right: an error in words, and no overflow.
@Suite("Impossible numbers in the log and in HEAD")
struct HostileNumberTests {
  private let segment = Trial.path + "/log/" + LogDirectory.segmentName(1)

  @Test("A HEAD with an impossible number cannot be read", arguments: [1 << 62, .max] as [UInt64])
  func head(_ number: UInt64) throws {
    let log = try LogUnderTest(TrialCommand.mixture(8))
    let content = SimulatedFileSystem(log.disk).content(of: LogUnderTest.headPath)
    let sound = try #require(HeadState(content: content).head)
    for field in 0..<5 {
      var slot = HeadFormat.slot(sound)
      withUnsafeBytes(of: number.littleEndian) { slot.replaceSubrange(24 + 8 * field..<32 + 8 * field, with: $0) }
      slot.replaceSubrange(4064..., with: Digest(of: slot.prefix(4064)).bytes)
      let head = slot + slot
      #expect(HeadState(content: head) == .unreadable)
      let (outcome, problems) = try log.judge(log.replacing(LogUnderTest.headPath, by: head))
      #expect(outcome == .alarm && problems.isEmpty, "number \(field): \(outcome), \(problems)")
    }
  }

  @Test("What is missing up to the highest sequence number is told")
  func sequences() throws {
    var writer = WireWriter()
    writer.record(
      Event(
        sequence: .max, recordedAtMilliseconds: 0, origin: .library, checkIn: 1, command: .max, action: .discarded))
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([.create(title: "One")])
    _ = trial.run(on: fileSystem)
    fileSystem.replace(segment, by: try FrameEncoder.frame(of: writer.bytes))
    let survey = try DamageSurvey(LogDirectory(fileSystem: fileSystem, path: Trial.path), lastSequence: 1) { _, _, _ in
      true
    }
    #expect(survey.sentences.contains { $0.contains("events 1 to \(UInt64.max - 1)") })
    #expect(try Journal.verify(at: Trial.path, in: fileSystem).problems != [])
    // Another segment after it.
    fileSystem.replace(Trial.path + "/log/" + LogDirectory.segmentName(7), by: [])
    #expect(try Journal.verify(at: Trial.path, in: fileSystem).problems != [])
  }

  @Test("A file that is named like segment 0 is not the journal's")
  func segmentZero() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([.create(title: "One")])
    _ = trial.run(on: fileSystem)
    fileSystem.replace(Trial.path + "/log/" + LogDirectory.segmentName(0), by: fileSystem.content(of: segment))
    let directory = LogDirectory(fileSystem: fileSystem, path: Trial.path)
    #expect(try directory.segments() == [1])
    #expect(try DamageSurvey(directory, lastSequence: nil) { _, _, _ in true }.gaps == [])
    #expect(try trial.read(fileSystem) == ["created One"])
  }
}
