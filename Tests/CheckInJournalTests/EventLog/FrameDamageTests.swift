import CheckInJournal
import CheckInMaintenance
import JournalTestSupport
import TestSupport
import Testing

/// Row 3 of the storage rules' test programme: frames that are whole and in the wrong place, and runs of other bytes.
@Suite("Frames and runs where they do not belong")
struct FrameDamageTests {
  private let log: LogUnderTest

  init() throws {
    log = try LogUnderTest(TrialCommand.mixture(10), segmentByteLimit: 500)
  }

  private func expectAlarm(_ path: String, _ content: [UInt8], _ what: String) throws {
    let (outcome, problems) = try log.judge(log.replacing(path, by: content), tryWriting: false)
    #expect(
      outcome == .alarm && problems.isEmpty, "\(what) in \(path): \(outcome), \(problems)")
  }

  @Test("Deleted, duplicated and swapped frames")
  func frames() throws {
    for (path, content) in log.segments {
      let frames = Trial.frames(in: content)
      let pieces = frames.map { Array(content[$0]) }
      for index in pieces.indices {
        var deleted = pieces
        deleted.remove(at: index)
        try expectAlarm(path, deleted.flatMap { $0 }, "frame \(index) deleted")
        for place in 0...pieces.count {
          var duplicated = pieces
          duplicated.insert(pieces[index], at: place)
          try expectAlarm(path, duplicated.flatMap { $0 }, "frame \(index) duplicated at \(place)")
        }
        for other in pieces.indices where other > index {
          var swapped = pieces
          swapped.swapAt(index, other)
          try expectAlarm(path, swapped.flatMap { $0 }, "frames \(index) and \(other) swapped")
        }
      }
    }
  }

  /// A frame does not name its journal. One with the right sequence numbers and the right length is noticed by the
  /// digest that the next segment holds; in the last segment only a receipt tells.
  @Test("Frames of another segment or another journal")
  func splices() throws {
    let foreign = try LogUnderTest((1...12).map { .create(title: "Foreign session \($0)") }, segmentByteLimit: 500)
    let sources = (foreign.segments + log.segments).flatMap { source in
      Trial.frames(in: source.content).map { Array(source.content[$0]) }
    }
    for (path, content) in log.segments {
      let pieces = Trial.frames(in: content).map { Array(content[$0]) }
      let isLast = path == log.segments.last?.path
      for frame in sources {
        for index in pieces.indices where frame != pieces[index] {
          var inserted = pieces
          inserted.insert(frame, at: index)
          #expect(try isNoticed(path, inserted), "a foreign frame inserted at \(index) of \(path)")
          if isLast, frame.count == pieces[index].count { continue }
          var replaced = pieces
          replaced[index] = frame
          #expect(try isNoticed(path, replaced), "frame \(index) of \(path) replaced by a foreign one")
        }
      }
    }
  }

  private func isNoticed(_ path: String, _ frames: [[UInt8]]) throws -> Bool {
    CaseCount.add()
    let fileSystem = log.replacing(path, by: frames.flatMap { $0 })
    return try !Journal.verify(at: Trial.path, in: fileSystem).isSound
  }

  @Test("A whole segment of another journal")
  func foreignSegments() throws {
    let foreign = try LogUnderTest(TrialCommand.mixture(10), segmentByteLimit: 500)
    for segment in foreign.segments where log.segments.contains(where: { $0.path == segment.path }) {
      try expectAlarm(segment.path, segment.content, "a foreign segment")
    }
    for (one, other) in zip(log.segments, log.segments.dropFirst()) {
      let fileSystem = log.replacing(one.path, by: other.content)
      fileSystem.replace(other.path, by: one.content)
      #expect(try log.judge(fileSystem).0 == .alarm)
    }
  }

  @Test("Runs of zeros and of garbage, written over and pushed in", arguments: [512, 4096])
  func runs(_ byteCount: Int) throws {
    var generator = RandomSource(seed: TestSettings.seed)
    for (path, content) in log.segments {
      for offset in stride(from: 0, to: content.count, by: 3) {
        for run in [[UInt8](repeating: 0, count: byteCount), generator.bytes(byteCount)] {
          let over = Array((content[..<offset] + run + content.dropFirst(offset + byteCount)))
          try expectAlarm(path, over, "CHECKIN_SEED=\(TestSettings.seed), \(byteCount) bytes over \(offset)")
          try expectAlarm(
            path, Array(content[..<offset] + run + content[offset...]), "\(byteCount) bytes pushed in at \(offset)")
        }
      }
    }
  }

  @Test("Runs behind the end were promised to nobody", arguments: [1, 512, 4096])
  func runsBehindTheEnd(_ byteCount: Int) throws {
    var generator = RandomSource(seed: TestSettings.seed)
    let (path, content) = try #require(log.segments.last)
    for run in [[UInt8](repeating: 0, count: byteCount), generator.bytes(byteCount)] {
      let fileSystem = log.replacing(path, by: content + run)
      #expect(try log.judge(fileSystem).0 == .complete)
      #expect(log.trial.problems(after: fileSystem, acknowledged: Array(log.trial.commands.indices)) == [])
      #expect(fileSystem.files().contains { $0.key.contains("torn-") && $0.value == run })
    }
  }

  @Test("A frame that claims more than the limit takes no memory")
  func hugeClaims() throws {
    let (path, content) = log.segments[0]
    for exponent in 22..<64 {
      var claiming = content
      withUnsafeBytes(of: (UInt64(1) << UInt64(exponent)).littleEndian) { claiming.replaceSubrange(6..<14, with: $0) }
      try expectAlarm(path, claiming, "a claim of 2 to the \(exponent)")
    }
  }
}
