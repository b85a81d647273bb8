import TestSupport
import Testing

@testable import CheckInJournal

/// What HEAD says is compared with the log in every number.
@Suite("Rules 12, 19: HEAD names a place that the log does not have")
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
    let halves = [Array(head[..<WitnessFormat.slotByteCount]), Array(head[WitnessFormat.slotByteCount...])]
    #expect(WitnessReading(content: halves[1] + halves[0]) == .unreadable)
    #expect(WitnessReading(content: halves[0] + halves[0]).witness == WitnessFormat.witnesses(in: head).first)
    #expect(WitnessReading(content: halves[1] + halves[1]).witness == WitnessFormat.witnesses(in: head).second)

    let other = halves.map { slot in
      let changed = Array("ckinHEAF".utf8) + slot[8..<slot.count - Digest.byteCount]
      return changed + Digest(of: changed).bytes
    }
    #expect(WitnessReading(content: other[0] + other[1]) == .unreadable)
  }

  private func expectAlarm(_ change: (inout LogPosition) -> Void) throws {
    let log = try LogUnderTest(TrialCommand.mixture(8))
    let content = SimulatedFileSystem(log.disk).content(of: LogUnderTest.headPath)
    var witness = try #require(WitnessReading(content: content).witness)
    change(&witness.position)
    var head = WitnessFormat.slot(witness)
    witness.generation += 1
    let other = WitnessFormat.slot(witness)
    head = witness.generation % 2 == 1 ? head + other : other + head
    let (outcome, problems) = try log.judge(log.replacing(LogUnderTest.headPath, by: head))
    #expect(outcome == .alarm && problems.isEmpty, "\(witness.position): \(outcome), \(problems)")
  }
}
