import CheckInJournal
import CheckInMaintenance
import JournalTestSupport
import TestSupport
import Testing

@testable import EventLog

/// Row 2 of the storage rules' test programme: flipped bits above HEAD and of HEAD. ``EveryBitTests`` has those of a
/// whole log.
///
/// `CHECKIN_RUNS_HEAD_STEP=1` judges the whole journal for every bit of HEAD.
@Suite("Flipped bits above HEAD and of HEAD")
struct BitFlipTests {
  @Test("A flipped bit above HEAD with a whole frame behind it is no torn tail")
  func damageInTheMiddle() throws {
    let log = try LogUnderTest(TrialCommand.mixture(4), segmentByteLimit: 9999)
    let (path, content) = log.segments[0]
    let frames = Trial.frames(in: content)
    // HEAD after the first command: the frames of the others lie above it.
    for bit in frames[2].lowerBound * 8..<frames[3].upperBound * 8 {
      var flipped = content
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let fileSystem = log.replacing(path, by: flipped)
      fileSystem.replace(LogUnderTest.headPath, by: log.heads[0].content)
      let (outcome, problems) = try log.judge(fileSystem, tryWriting: false)
      #expect(outcome == .alarm && problems.isEmpty, "bit \(bit): \(outcome), \(problems)")
    }
  }

  /// An older HEAD can be put in the place of the newest. Then the last frame was acknowledged.
  @Test("A flipped bit in the last frame is never taken for a torn tail above an older HEAD")
  func lastFrameAboveOlderHead() throws {
    let log = try LogUnderTest(TrialCommand.mixture(4), segmentByteLimit: 9999)
    let (path, content) = log.segments[0]
    let last = try #require(Trial.frames(in: content).last)
    for bit in last.lowerBound * 8..<last.upperBound * 8 {
      var flipped = content
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let fileSystem = log.replacing(path, by: flipped)
      fileSystem.replace(LogUnderTest.headPath, by: log.heads[0].content)
      let (outcome, problems) = try log.judge(fileSystem, tryWriting: false)
      // A wrong size can look like a frame that was cut off.
      let isNoticed = outcome == .alarm || outcome == .doubtful(by: log.events.count - log.heads[2].events)
      #expect(isNoticed && problems.isEmpty, "bit \(bit): \(outcome), \(problems)")
    }
  }

  @Test("A frame of the right form with a wrong checksum is no torn tail, also directly above HEAD")
  func alteredFrameAboveHead() throws {
    let log = try LogUnderTest(TrialCommand.mixture(4), segmentByteLimit: 9999)
    let (path, content) = log.segments[0]
    let last = try #require(Trial.frames(in: content).last)
    for byte in last.lowerBound + FrameFormat.headerByteCount + 4..<last.upperBound - FrameFormat.trailerByteCount {
      var flipped = content
      flipped[byte] ^= 1
      let fileSystem = log.replacing(path, by: flipped)
      fileSystem.replace(LogUnderTest.headPath, by: log.heads[2].content)
      let (outcome, problems) = try log.judge(fileSystem)
      #expect(outcome == .alarm && problems.isEmpty, "byte \(byte): \(outcome), \(problems)")
    }
  }

  @Test("A repair keeps the events above an older HEAD, and the bytes after them")
  func repairAboveOlderHead() throws {
    let log = try LogUnderTest(TrialCommand.mixture(4), segmentByteLimit: 9999)
    let (path, content) = log.segments[0]
    var flipped = content
    flipped[content.count - 20] ^= 1
    let fileSystem = log.replacing(path, by: flipped)
    fileSystem.replace(LogUnderTest.headPath, by: log.heads[0].content)
    let repair = try Journal.diagnose(at: Trial.path, in: fileSystem)
    #expect(repair.remedy == .rewriteHead)
    _ = try Journal.repair(at: Trial.path, repair, in: fileSystem)
    let journal = try log.trial.open(fileSystem)
    #expect(try journal.replay(AllEvents.self).events == Array(log.events.prefix(log.heads[2].events)))
    #expect(try Journal.verify(at: Trial.path, in: fileSystem).isSound)
    #expect(fileSystem.files().contains { $0.key.contains("/log/torn-") })
  }

  @Test("With one HEAD slot damaged the other serves, and nothing is lost")
  func oneSlot() throws {
    for count in [2, 3, 8] {
      let log = try LogUnderTest(TrialCommand.mixture(count))
      let head = try #require(log.heads.last).content
      let step = TestSettings.runs("HEAD_STEP", default: 61)
      for slot in [0, 4096] {
        let meant = Array(slot * 8..<(slot + 72) * 8) + Array((slot + 4064) * 8..<(slot + 4096) * 8)
        let others = Array(stride(from: (slot + 72) * 8, to: (slot + 4064) * 8, by: step))
        for bit in (count == 8 ? meant : []) + others {
          var flipped = head
          flipped[bit / 8] ^= 1 << UInt8(bit % 8)
          let fileSystem = log.replacing(LogUnderTest.headPath, by: flipped)
          let (outcome, problems) = try log.judge(fileSystem, tryWriting: false)
          #expect(outcome == .complete && problems.isEmpty, "bit \(bit): \(outcome), \(problems)")
        }
      }
    }
  }

  @Test("With one HEAD slot damaged, a torn frame behind the other is an alarm", arguments: 1...4)
  func slotAndFrame(_ count: Int) throws {
    let log = try LogUnderTest((1...count).map { .create(title: "Session \($0)") }, segmentByteLimit: 9999)
    let (path, content) = log.segments[0]
    var head = try #require(log.heads.last).content
    head[count % 2 * 4096 + 100] ^= 1
    let fileSystem = log.replacing(path, by: Array(content.dropLast(5)))
    fileSystem.replace(LogUnderTest.headPath, by: head)
    let (outcome, problems) = try log.judge(fileSystem)
    #expect(outcome == .alarm && problems.isEmpty)
  }

  @Test("The header of a new segment does not speak for the torn frame behind it")
  func slotAndFirstFrame() throws {
    var alarms = 0
    for count in 1...16 {
      let log = try LogUnderTest((1...count).map { .create(title: "Session \($0)") }, segmentByteLimit: 400)
      let (path, content) = try #require(log.segments.last)
      guard log.segments.count > 1, Trial.frames(in: content).count == 2 else { continue }
      var head = try #require(log.heads.last).content
      head[count % 2 * 4096 + 100] ^= 1
      let fileSystem = log.replacing(path, by: Array(content.dropLast(5)))
      fileSystem.replace(LogUnderTest.headPath, by: head)
      let (outcome, problems) = try log.judge(fileSystem)
      #expect(outcome == .alarm && problems.isEmpty, "\(count): \(outcome), \(problems)")
      alarms += 1
    }
    #expect(alarms >= 2)
  }

  @Test("With both HEAD slots damaged the journal is read-only, and whole")
  func bothSlots() throws {
    let log = try LogUnderTest(TrialCommand.mixture(8))
    var head = try #require(log.heads.last).content
    head[9] ^= 1
    head[4096 + 9] ^= 1
    let fileSystem = log.replacing(LogUnderTest.headPath, by: head)
    let (outcome, problems) = try log.judge(fileSystem)
    #expect(outcome == .alarm && problems.isEmpty)
    #expect(try log.trial.open(fileSystem, for: .readOnly).sequence == UInt64(log.events.count))
    for wrong in [[], Array(head.dropLast()), head + [0], [UInt8](repeating: 0, count: 8192)] {
      #expect(try log.judge(log.replacing(LogUnderTest.headPath, by: wrong)).0 == .alarm)
    }
  }

  @Test("Slots alternate, and each is whole")
  func slotsAlternate() throws {
    let log = try LogUnderTest(TrialCommand.mixture(6))
    for (older, newer) in zip(log.heads, log.heads.dropFirst()) {
      let first = older.content[..<4096] != newer.content[..<4096]
      let second = older.content[4096...] != newer.content[4096...]
      #expect(first != second)
    }
    let changed = zip(log.heads, log.heads.dropFirst()).map { $0.content[..<4096] != $1.content[..<4096] }
    for (one, next) in zip(changed, changed.dropFirst()) { #expect(one != next) }
  }
}
