import EventLog
import Glibc
import TestSupport
import Testing

/// A log against a list: appends, reopenings, crashes, and operations that fail, from a seed.
@Suite("A log and a list of records")
struct RecordLogModelTests {
  /// What has to be in the log, and what may be.
  private struct Model {
    var acknowledged: [String] = []
    /// What was appended without an answer, or with one that does not tell: all of it is there, or nothing.
    var doubtful: [String] = []

    /// Accepts what the log says, if it may say that.
    mutating func settle(_ texts: [String], _ comment: Comment) {
      #expect(texts == acknowledged || texts == acknowledged + doubtful, comment)
      acknowledged = texts
      doubtful = []
    }
  }

  @Test func agree() throws {
    var source = RandomSource(seed: TestSettings.seed)
    for run in 0..<TestSettings.runs("LOG_MODEL", default: 150) {
      let seed = source.next()
      try history(seed, "run \(run), seed \(seed)")
    }
  }

  private func history(_ seed: UInt64, _ comment: Comment) throws {
    var source = RandomSource(seed: seed)
    let fileSystem = SimulatedFileSystem()
    let segmentByteLimit = source.element(of: [200, 1000, 1 << 20])
    var model = Model()
    var log: RecordLog?
    var number = 0
    for _ in 0..<source.number(5...25) {
      let current = try log ?? RecordLog(at: "/log", on: fileSystem, segmentByteLimit: segmentByteLimit)
      if log == nil { model.settle(try current.texts(), comment) }
      log = current
      switch source.number(0...9) {
      case 0:
        // What failed before may keep HEAD from being written; what was acknowledged is safe all the same.
        try? current.close()
        log = nil
      case 1:
        // Without closing: as a process that ends.
        log = nil
      case 2:
        fileSystem.crash(seed: source.next())
        log = nil
      case 3:
        let fault = SimulatedFault(
          .error(source.element(of: [EIO, ENOSPC])), at: fileSystem.operationCount + source.number(1...12))
        fileSystem.plan([fault], seed: source.next())
        fallthrough
      default:
        let texts = (0..<source.number(1...4)).map { _ in
          number += 1
          return "record \(number)" + String(repeating: "x", count: source.number(0...200))
        }
        do {
          let last = try current.append(contentsOf: texts.map { record($0) })
          model.acknowledged += texts
          #expect(Int(last) == model.acknowledged.count, comment)
        } catch {
          // Once the cause is gone, the log says what became of them.
          model.doubtful = texts
          fileSystem.plan([])
          log = nil
        }
        fileSystem.plan([])
      }
    }
    log = nil
    let last = try RecordLog(at: "/log", on: fileSystem)
    model.settle(try last.texts(), comment)
    let verification = try last.verify()
    #expect(verification.verdict == .sound, comment)
    #expect(Int(verification.lastSequence) == model.acknowledged.count, comment)
  }

  /// The power fails after every operation that writes, of a log's creation and its first appends.
  @Test func survivePowerCutsAtEveryMoment() throws {
    let fileSystem = SimulatedFileSystem()
    fileSystem.record()
    let log = try RecordLog(at: "/log", on: fileSystem, segmentByteLimit: 200)
    let texts = (1...8).map { "record \($0)" }
    for (index, text) in texts.enumerated() {
      try log.append(record(text))
      fileSystem.mark = index + 1
    }
    try log.close()
    let moments = fileSystem.moments
    #expect(moments.count > 20)
    for moment in moments {
      for seed in 0..<10 as Range<UInt64> {
        var choices = SeededChoices(seed: seed)
        let crashed = SimulatedFileSystem(moment.disk.crashed(&choices))
        let reopened = try RecordLog(at: "/log", on: crashed)
        let found = try reopened.texts()
        #expect(found.count >= moment.mark && found == Array(texts.prefix(found.count)), "\(moment.number), \(seed)")
        #expect(try reopened.append(record("after")) == UInt64(found.count + 1))
        #expect(try reopened.verify().verdict == .sound)
      }
    }
  }
}
