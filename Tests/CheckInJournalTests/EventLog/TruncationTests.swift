import CheckInJournal
import CheckInMaintenance
import JournalTestSupport
import TestSupport
import Testing

/// Row 1 of the storage rules' test programme: the log ends at every byte.
@Suite("A log that ends too early")
struct TruncationTests {
  /// Every log that ends early: the last segment's path, its bytes, and the segments behind it gone.
  private func truncations(_ log: LogUnderTest) -> [(segment: Int, byteCount: Int)] {
    log.segments.indices.flatMap { segment in
      log.segments[segment].content.indices.map { (segment, $0) }
    }
  }

  private func truncate(_ log: LogUnderTest, _ segment: Int, _ byteCount: Int) -> SimulatedFileSystem {
    let (path, content) = log.segments[segment]
    let fileSystem = log.replacing(path, by: Array(content.prefix(byteCount)))
    for later in log.segments[(segment + 1)...] { fileSystem.erase(later.path) }
    return fileSystem
  }

  @Test("Below HEAD every truncation is an alarm")
  func headKept() throws {
    let log = try LogUnderTest(TrialCommand.mixture(8))
    #expect(log.segments.count >= 3)
    #expect(try log.judge(SimulatedFileSystem(log.disk)).0 == .complete)
    for (segment, byteCount) in truncations(log) {
      let fileSystem = truncate(log, segment, byteCount)
      let (outcome, problems) = try log.judge(fileSystem, tryWriting: byteCount % 8 == 0)
      #expect(outcome == .alarm && problems.isEmpty, "segment \(segment) cut to \(byteCount): \(outcome), \(problems)")
    }
  }

  @Test("A segment that ends early is an alarm where others follow")
  func laterSegmentsKept() throws {
    let log = try LogUnderTest(TrialCommand.mixture(8))
    for segment in log.segments.dropLast() {
      for byteCount in segment.content.indices {
        let fileSystem = log.replacing(segment.path, by: Array(segment.content.prefix(byteCount)))
        let (outcome, problems) = try log.judge(fileSystem, tryWriting: false)
        #expect(outcome == .alarm && problems.isEmpty, "\(segment.path) cut to \(byteCount): \(problems)")
      }
    }
  }

  @Test("Directly above HEAD a cut is a torn tail; above a whole command it may have been acknowledged")
  func headLags() throws {
    let log = try LogUnderTest(TrialCommand.mixture(8))
    for head in log.heads.dropLast() {
      for (segment, byteCount) in truncations(log).filter({ $0.byteCount % 3 == 0 }) {
        let fileSystem = truncate(log, segment, byteCount)
        fileSystem.replace(LogUnderTest.headPath, by: head.content)
        let (outcome, problems) = try log.judge(fileSystem, tryWriting: false)
        switch outcome {
        case .complete, .alarm: #expect(problems.isEmpty, "segment \(segment) cut to \(byteCount)")
        case .absent: Issue.record("the journal is taken for none")
        case .shorter(let count), .doubtful(let count):
          let left = log.events.count - count
          let mayBeLost = outcome == .doubtful(by: count)
          // A cut between two frames leaves no trace.
          let isCut = try Journal.verify(at: Trial.path, in: fileSystem).torn != nil
          #expect(
            problems.isEmpty && left >= head.events && mayBeLost == (isCut && left > head.events),
            "segment \(segment) cut to \(byteCount), HEAD at \(head.events): \(outcome), \(problems)")
        }
      }
    }
  }

  @Test("Without HEAD every truncation is an alarm, but for a journal that never held an event")
  func headLost() throws {
    let log = try LogUnderTest(TrialCommand.mixture(8))
    let header = try #require(Trial.frames(in: log.segments[0].content).first?.count)
    for (segment, byteCount) in truncations(log) + [(log.segments.count - 1, Int.max)] {
      let fileSystem = truncate(log, segment, byteCount)
      fileSystem.erase(LogUnderTest.headPath)
      let (outcome, problems) = try log.judge(fileSystem, tryWriting: byteCount % 8 == 0)
      // A header alone is what a creation that was cut off leaves.
      let expected: LogUnderTest.Class = segment == 0 && byteCount == header ? .absent : .alarm
      #expect(outcome == expected && problems.isEmpty, "segment \(segment) cut to \(byteCount): \(problems)")
    }
  }

  @Test("A missing segment is an alarm, with HEAD and without it")
  func missingSegments() throws {
    let log = try LogUnderTest(TrialCommand.mixture(8))
    for segment in log.segments {
      let fileSystem = SimulatedFileSystem(log.disk)
      fileSystem.erase(segment.path)
      #expect(try log.judge(fileSystem).0 == .alarm, "\(segment.path)")
      fileSystem.erase(LogUnderTest.headPath)
      // Where the last segments are missing as well as HEAD, nothing but HEAD's absence tells.
      #expect(try log.judge(fileSystem).0 == .alarm, "\(segment.path), without HEAD")
    }
  }
}
