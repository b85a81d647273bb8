import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import EventLog

/// Row 2 of the storage rules' test programme: every bit of a log of 4 KiB, and of HEAD, flipped.
///
/// For each flip the code that opens a journal reads on from the frame before the damage, with the state that it has
/// there, as it does behind a snapshot. So the time does not grow with what lies before. Flips that are spread over the
/// log are judged from its beginning as well, and have to come to the same.
///
/// `CHECKIN_RUNS_FLIPS` sets the log's size in KiB.
@Suite("Every bit of a log and of HEAD")
struct EveryBitTests {
  /// The flips are shared out, so that they use every core.
  private static let parts = 8
  /// Every so many flips are judged from the log's beginning. A prime number, so that all places of a frame are met.
  private static let sampleStep = 251

  /// Only copied from.
  private static let log = Result {
    let byteCount = TestSettings.runs("FLIPS", default: 4) << 10
    let log = try LogUnderTest(TrialCommand.mixture(byteCount / 100), segmentByteLimit: 600)
    #expect(log.segments.reduce(0) { $0 + $1.content.count } >= byteCount)
    return log
  }

  /// A frame of the log, where reading resumes for it, and the last event before it.
  private struct Frame {
    var segment: Int
    var bytes: Range<Int>
    var resume: JournalState
    var previousSequence: UInt64
  }

  private func frames(of log: LogUnderTest) -> [Frame] {
    var frames: [Frame] = []
    var reached = 0
    for (segment, (path, content)) in log.segments.enumerated() {
      for bytes in Trial.frames(in: content) {
        while reached + 1 < log.states.count, isReached(log.states[reached + 1].position, path, bytes.lowerBound) {
          reached += 1
        }
        frames.append(
          Frame(
            segment: segment, bytes: bytes, resume: log.states[max(0, reached - 1)],
            previousSequence: log.states[reached].position.sequence))
      }
    }
    return frames
  }

  private func isReached(_ position: LogPosition, _ path: String, _ offset: Int) -> Bool {
    let name = "/log/" + LogDirectory.segmentName(position.segment)
    return path.hasSuffix(name) ? position.fileOffset <= offset : Trial.path + name < path
  }

  @Test("Pinned profile. No flipped bit is accepted, and no event is lost without a word", arguments: 0..<parts)
  func log(part: Int) throws {
    let log = try Self.log.get()
    let loader = JournalLoader(
      directory: LogDirectory(fileSystem: SimulatedFileSystem(log.disk), path: Trial.path))
    let head = try loader.directory.look()
    var number = 0
    for frame in frames(of: log) {
      let (path, content) = log.segments[frame.segment]
      for bit in frame.bytes.lowerBound * 8..<frame.bytes.upperBound * 8 {
        number += 1
        guard number % Self.parts == part else { continue }
        var flipped = content
        flipped[bit / 8] ^= 1 << UInt8(bit % 8)
        let fileSystem = log.replacing(path, by: flipped)
        let state = try state(fileSystem, resuming: frame.resume, head)
        var problems = problems(of: state, in: frame, of: log)
        if number % Self.sampleStep == 0 {
          problems += try difference(between: state, and: fileSystem, of: log)
        } else {
          CaseCount.add()
        }
        if !problems.isEmpty {
          Issue.record("\(path), bit \(bit): \(problems)")
          return
        }
      }
    }
  }

  private func state(
    _ fileSystem: SimulatedFileSystem, resuming start: JournalState, _ head: HeadState
  ) throws -> JournalState {
    var state = start
    let directory = LogDirectory(fileSystem: fileSystem, path: Trial.path)
    try JournalLoader(directory: directory).advance(&state, to: head)
    return state
  }

  /// What may not be, once a frame is damaged that HEAD promises.
  private func problems(of state: JournalState, in frame: Frame, of log: LogUnderTest) -> [String] {
    guard let problem = state.problem else { return ["accepted"] }
    var problems: [String] = []
    if problem.kind != .logDamaged || problem.error.code != .damaged { problems.append("no damage: \(problem)") }
    // Everything before the damage is read, and nothing behind it.
    if state.position.sequence != frame.previousSequence {
      problems.append("read up to \(state.position.sequence), not \(frame.previousSequence)")
    }
    let (first, last) = (Int(frame.previousSequence) + 1, log.events.count)
    let lost =
      first < last ? "Events \(first) to \(last), which were acknowledged" : "Event \(last), which was acknowledged"
    if !problem.error.message.contains(lost) { problems.append("not told what is lost: \(problem.error)") }
    if state.torn != nil { problems.append("taken for torn") }
    return problems
  }

  /// How a journal that is opened from the beginning differs; with everything else that may not be.
  private func difference(
    between state: JournalState, and fileSystem: SimulatedFileSystem, of log: LogUnderTest
  ) throws -> [String] {
    let journal = try log.trial.open(fileSystem, for: .readOnly)
    var (outcome, problems) = try log.judge(fileSystem)
    if outcome != .alarm { problems.append("from the beginning: \(outcome)") }
    if journal.readOnlyReason != state.problem?.error { problems.append("from the beginning: another reason") }
    if journal.sequence != state.position.sequence { problems.append("from the beginning: another end") }
    return problems
  }

  @Test("A flipped bit of HEAD leaves the other slot's word", arguments: [2, 3])
  func head(_ count: Int) throws {
    let head = try #require(LogUnderTest(TrialCommand.mixture(count)).heads.last).content
    let (first, second) = HeadFormat.heads(in: head)
    for bit in 0..<head.count * 8 {
      CaseCount.add()
      var flipped = head
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let other = try #require(bit / 8 < HeadFormat.slotByteCount ? second : first)
      if HeadState(content: flipped) != .head(other, isWhole: false) {
        Issue.record("bit \(bit): \(HeadState(content: flipped))")
        return
      }
    }
  }
}
