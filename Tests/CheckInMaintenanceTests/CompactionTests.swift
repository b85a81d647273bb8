import CheckInJournal
import CheckInMaintenance
import Glibc
import JournalTestSupport
import TestSupport
import Testing

/// A segment that is framed anew says the same before, after and in between.
@Suite("Framing segments anew")
struct CompactionTests {
  private let trial = Trial(TrialCommand.mixture(20), segmentByteLimit: 600)

  @Test("Content, digests and events stay; the log becomes smaller")
  func same() throws {
    let whole = SimulatedFileSystem()
    _ = trial.run(on: whole)
    let before = try Journal.verify(at: Trial.path, in: whole)
    let journal = try trial.open(whole)
    let byteCount = logByteCount(whole)
    let compaction = try journal.compact()
    try journal.close()
    let after = try Journal.verify(at: Trial.path, in: whole)
    #expect(after.problems == [] && after.segments == before.segments && after.receipt == before.receipt)
    #expect(compaction.segments.count >= 2 && logByteCount(whole) < byteCount)
    #expect(trial.problems(after: whole, acknowledged: Array(trial.commands.indices)) == [])
  }

  private func logByteCount(_ fileSystem: SimulatedFileSystem) -> Int {
    fileSystem.files().filter { $0.key.hasSuffix(".lz4") }.reduce(0) { $0 + $1.value.count }
  }

  @Test("What was framed anew has its name for good")
  func durable() throws {
    let fileSystem = SimulatedFileSystem()
    #expect(trial.run(on: fileSystem).errors == [:])
    let journal = try trial.open(fileSystem)
    #expect(try !journal.compact().segments.isEmpty)
    // The snapshot is a cache, and may be an older one after a crash.
    func log() -> [String: [UInt8]] { fileSystem.files().filter { $0.key.hasPrefix("/journal/log/") } }
    let before = log()
    var choices = EverythingIsLost()
    fileSystem.crash(&choices)
    #expect(log() == before)
  }

  @Test("A segment whose new frames read differently keeps its old ones", arguments: [true, false])
  func readBack(isWhole: Bool) throws {
    let fileSystem = SimulatedFileSystem()
    #expect(trial.run(on: fileSystem).errors == [:])
    let segments = fileSystem.files().filter { $0.key.hasSuffix(".lz4") }
    let other = try #require(segments.max { $0.key < $1.key }?.value)
    fileSystem.observe { [weak fileSystem] operation, path in
      guard let fileSystem, operation == .synchronize, path.hasSuffix(".compact") else { return }
      fileSystem.replace(path, by: isWhole ? other : Array(fileSystem.content(of: path).dropLast()) + [0])
    }
    let journal = try trial.open(fileSystem)
    let error = #expect(throws: JournalError.self) { try journal.compact() }
    #expect(error?.code == .inputOutput && error?.message.contains(".lz4.compact") == true)
    fileSystem.observe(nil)
    #expect(fileSystem.files().filter { $0.key.hasSuffix(".lz4") } == segments)
    try journal.close()
    #expect(trial.problems(after: fileSystem, acknowledged: Array(trial.commands.indices)) == [])
  }

  @Test("A crash after every operation loses nothing, also where HEAD is not synced yet", arguments: [true, false])
  func crashes(isHeadSynced: Bool) throws {
    let fileSystem = SimulatedFileSystem()
    var before = trial
    let last = before.commands.removeLast()
    #expect(before.run(on: fileSystem).errors == [:])
    let journal = try trial.open(fileSystem)
    try last.perform(on: journal)
    if isHeadSynced { try journal.close() }
    fileSystem.record()
    _ = try journal.compact(includingActive: true)
    try journal.close()
    for (index, moment) in fileSystem.moments.enumerated() {
      for run in 0..<4 {
        let seed = TestSettings.seed &+ UInt64(index * 4 + run)
        let crashed = SimulatedFileSystem(moment.disk)
        crashed.crash(seed: seed)
        let problems = trial.problems(after: crashed, acknowledged: Array(trial.commands.indices))
        #expect(problems.isEmpty, "CHECKIN_SEED=\(TestSettings.seed), run \(run), \(moment.operation) \(moment.path)")
        if !problems.isEmpty { return }
      }
    }
  }

  @Test("A failure of every operation loses nothing", arguments: [EIO, ENOSPC])
  func faults(_ error: Int32) throws {
    let whole = SimulatedFileSystem()
    _ = trial.run(on: whole)
    let disk = whole.disk
    let start = whole.operationCount
    _ = try trial.open(whole).compact(includingActive: true)
    for number in 1...whole.operationCount - start {
      let fileSystem = SimulatedFileSystem(disk)
      fileSystem.plan([SimulatedFault(.error(error), from: number)], seed: TestSettings.seed)
      if let journal = try? trial.open(fileSystem) {
        _ = try? journal.compact(includingActive: true)
        try? journal.close()
      }
      fileSystem.plan([])
      let problems = trial.problems(after: fileSystem, acknowledged: Array(trial.commands.indices))
      #expect(problems.isEmpty, "errno \(error) from operation \(number)")
      if !problems.isEmpty { return }
    }
  }

  @Test("HEAD never names a place in a segment that is framed anew")
  func afterARollWithoutAnAppend() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial((1...5).map { .create(title: "Session \($0)") }, segmentByteLimit: 700)
    let journal = try trial.open(fileSystem)
    var events: [String] = []
    for number in 1...9 {
      let segments = fileSystem.files().keys.count { $0.hasSuffix(".lz4") }
      // Full for one write behind each new segment's header.
      fileSystem.observe { operation, path in
        guard operation == .write, path.hasSuffix(".lz4"),
          fileSystem.files().keys.count(where: { $0.hasSuffix(".lz4") }) > segments
        else { return }
        fileSystem.observe(nil)
        fileSystem.failObservedOperation(with: [.error(ENOSPC)])
      }
      do throws(JournalError) {
        try TrialCommand.create(title: "Session \(number)").perform(on: journal)
        events.append("created Session \(number)")
      } catch {
        fileSystem.plan([])
        _ = try journal.compact()
        try journal.close()
        #expect(try trial.read(fileSystem) == events)
        let verification = try Journal.verify(at: Trial.path, in: fileSystem)
        #expect(verification.problems == [])
        return
      }
    }
    Issue.record("no segment was begun")
  }
}
