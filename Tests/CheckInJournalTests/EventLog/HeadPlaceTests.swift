import CheckInJournal
import JournalTestSupport
import TestSupport
import Testing

@testable import EventLog

/// What HEAD says is compared with the log in every number.
@Suite("HEAD names a place that the log does not have")
struct HeadPlaceTests {
  @Test("A whole HEAD with another place is an alarm", arguments: [-1, 1, 1000])
  func offsets(_ change: Int) throws {
    try expectAlarm { $0.fileOffset += change }
    try expectAlarm { $0.contentOffset += change }
  }

  @Test("A whole HEAD with another sequence number is an alarm", arguments: [-1, 1, 1000])
  func sequence(_ change: Int) throws {
    try expectAlarm { $0.sequence = UInt64(Int($0.sequence) + change) }
  }

  @Test("Slots that changed places, and slots of another form, are none")
  func straySlots() throws {
    let head = try #require(LogUnderTest(TrialCommand.mixture(3)).heads.last).content
    let halves = [Array(head[..<HeadFormat.slotByteCount]), Array(head[HeadFormat.slotByteCount...])]
    #expect(HeadState(content: halves[1] + halves[0]) == .unreadable)
    #expect(HeadState(content: halves[0] + halves[0]).head == HeadFormat.heads(in: head).first)
    #expect(HeadState(content: halves[1] + halves[1]).head == HeadFormat.heads(in: head).second)

    let other = halves.map { slot in
      let changed = Array("ckinHEAF".utf8) + slot[8..<slot.count - Digest.byteCount]
      return changed + Digest(of: changed).bytes
    }
    #expect(HeadState(content: other[0] + other[1]) == .unreadable)
  }

  private func expectAlarm(_ change: (inout LogPosition) -> Void) throws {
    let log = try LogUnderTest(TrialCommand.mixture(8))
    let content = SimulatedFileSystem(log.disk).content(of: LogUnderTest.headPath)
    var head = try #require(HeadState(content: content).head)
    change(&head.position)
    let slot = HeadFormat.slot(head)
    head.generation += 1
    let other = HeadFormat.slot(head)
    let changed = head.generation % 2 == 1 ? slot + other : other + slot
    let (outcome, problems) = try log.judge(log.replacing(LogUnderTest.headPath, by: changed))
    #expect(outcome == .alarm && problems.isEmpty, "\(head.position): \(outcome), \(problems)")
  }
}
