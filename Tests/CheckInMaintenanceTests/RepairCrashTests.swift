import CheckInJournal
import CheckInMaintenance
import EventLog
import Glibc
import JournalTestSupport
import TestSupport
import Testing

/// A repair is a writer like any other: it makes durable what it relies on, and keeps every byte that it cuts off.
@Suite("A repair that is cut off, and what it leaves")
struct RepairCrashTests {
  private let trial = Trial(TrialCommand.mixture(8), segmentByteLimit: 500)
  private let torn: [UInt8] = [0x04, 0x22, 0x4D, 0x18, 0x7C, 0x40, 9, 9]
  private let headPath = Trial.path + "/HEAD"
  private let recordPath = Trial.path + "/repairs.jsonl"

  /// The commands that were acknowledged: all but the last.
  private var acknowledged: [Int] { Array(trial.commands.indices.dropLast()) }

  private func diagnose(_ fileSystem: SimulatedFileSystem) throws -> Repair {
    try Journal.diagnose(at: Trial.path, in: fileSystem)
  }

  @discardableResult
  private func repair(_ fileSystem: SimulatedFileSystem) throws -> RepairReport {
    try Journal.repair(at: Trial.path, diagnose(fileSystem), in: fileSystem)
  }

  /// A journal without HEAD, whose last frame can be read and is not on the disk: its sync has failed.
  private func withoutHead(seed: UInt64) throws -> SimulatedFileSystem {
    let fileSystem = SimulatedFileSystem()
    var first = trial
    let last = first.commands.removeLast()
    #expect(first.run(on: fileSystem).errors == [:])
    let journal = try trial.open(fileSystem)
    fileSystem.observe { [weak fileSystem] operation, path in
      guard let fileSystem, operation == .synchronize, path.hasSuffix(".lz4") else { return }
      fileSystem.observe(nil)
      fileSystem.failObservedOperation(seed: seed)
    }
    #expect(throws: JournalError.self) { try last.perform(on: journal) }
    fileSystem.plan([])
    fileSystem.erase(headPath)
    return fileSystem
  }

  /// A journal with bytes behind its end that nobody was promised.
  private func withTornTail() throws -> SimulatedFileSystem {
    let fileSystem = SimulatedFileSystem()
    var first = trial
    first.commands.removeLast()
    #expect(first.run(on: fileSystem).errors == [:])
    let segment = try #require(lastSegment(fileSystem))
    fileSystem.replace(segment, by: fileSystem.content(of: segment) + torn)
    return fileSystem
  }

  private func lastSegment(_ fileSystem: SimulatedFileSystem) -> String? {
    fileSystem.files().keys.filter { $0.hasSuffix(".lz4") }.max()
  }

  private func keepsTornBytes(_ fileSystem: SimulatedFileSystem) -> Bool {
    fileSystem.files().contains { path, content in
      path.contains("/log/torn-") ? content == torn : path.hasSuffix(".lz4") && content.suffix(torn.count) == torn[...]
    }
  }

  @Test("What HEAD promises after a repair is on the disk")
  func headPromisesWhatIsDurable() throws {
    for seed in 0..<32 as Range<UInt64> {
      let fileSystem = try withoutHead(seed: seed)
      #expect(try diagnose(fileSystem).remedy == .rewriteHead)
      try repair(fileSystem)
      let recovered = try trial.read(fileSystem)
      var choices = EverythingIsLost()
      fileSystem.crash(&choices)
      #expect(try diagnose(fileSystem).remedy == .nothing, "seed \(seed)")
      #expect(try trial.read(fileSystem) == recovered, "seed \(seed)")
      #expect(fileSystem.content(of: recordPath).last == UInt8(ascii: "\n"), "seed \(seed)")
    }
  }

  @Test("Torn bytes that a repair set aside stay there, and the log stays without them")
  func tornBytesStayAside() throws {
    let fileSystem = try withTornTail()
    #expect(try diagnose(fileSystem).remedy == .quarantineTornTail)
    try repair(fileSystem)
    var choices = EverythingIsLost()
    fileSystem.crash(&choices)
    #expect(try diagnose(fileSystem).remedy == .nothing)
    #expect(fileSystem.files().contains { $0.key.contains("/log/torn-") && $0.value == torn })
    #expect(fileSystem.content(of: recordPath).last == UInt8(ascii: "\n"))
  }

  @Test("A crash after every operation of rewriting HEAD")
  func crashesWhileHeadIsRewritten() throws {
    for seed in 0..<4 as Range<UInt64> {
      let fileSystem = try withoutHead(seed: seed)
      fileSystem.record()
      try repair(fileSystem)
      for (index, moment) in fileSystem.moments.enumerated() {
        for run in 0..<8 as Range<UInt64> {
          let crashed = SimulatedFileSystem(moment.disk)
          crashed.crash(seed: TestSettings.seed &+ UInt64(index) &* 8 &+ run)
          try repair(crashed)
          let problems = trial.problems(after: crashed, acknowledged: acknowledged)
          #expect(
            problems.isEmpty,
            "CHECKIN_SEED=\(TestSettings.seed), seed \(seed), run \(run), \(moment.operation) \(moment.path)")
          if !problems.isEmpty { return }
        }
      }
    }
  }

  @Test("A crash after every operation of setting torn bytes aside")
  func crashesWhileTornBytesAreSetAside() throws {
    let fileSystem = try withTornTail()
    fileSystem.record()
    try repair(fileSystem)
    for (index, moment) in fileSystem.moments.enumerated() {
      for run in 0..<16 as Range<UInt64> {
        let crashed = SimulatedFileSystem(moment.disk)
        crashed.crash(seed: TestSettings.seed &+ UInt64(index) &* 16 &+ run)
        #expect(keepsTornBytes(crashed), "CHECKIN_SEED=\(TestSettings.seed), run \(run), \(moment.path)")
        try repair(crashed)
        let problems = trial.problems(after: crashed, acknowledged: acknowledged)
        #expect(
          problems.isEmpty, "CHECKIN_SEED=\(TestSettings.seed), run \(run), \(moment.operation) \(moment.path)")
        if !problems.isEmpty { return }
      }
    }
  }

  /// `CHECKIN_RUNS_FAULT_STEP=1` lets every operation fail with either error. Otherwise they take turns.
  @Test("Every operation of a repair fails, and the next repair succeeds", arguments: [EIO, ENOSPC], [false, true])
  func faults(_ error: Int32, isTorn: Bool) throws {
    let whole = try isTorn ? withTornTail() : withoutHead(seed: 1)
    let disk = whole.disk
    let start = whole.operationCount
    try repair(whole)
    let step = TestSettings.runs("FAULT_STEP", default: 2)
    for number in 1...whole.operationCount - start where (number + (error == EIO ? 0 : 1)) % step == 0 {
      let fileSystem = SimulatedFileSystem(disk)
      fileSystem.plan([SimulatedFault(.error(error), from: number)], seed: TestSettings.seed)
      _ = try? repair(fileSystem)
      fileSystem.plan([])
      try repair(fileSystem)
      if isTorn { #expect(keepsTornBytes(fileSystem), "errno \(error) from operation \(number)") }
      let problems = trial.problems(after: fileSystem, acknowledged: acknowledged)
      #expect(problems.isEmpty, "errno \(error) from operation \(number)")
      if !problems.isEmpty { return }
    }
  }

  @Test("A journal that is not as it was diagnosed is left alone")
  func changedSince() throws {
    let fileSystem = try withTornTail()
    let head = fileSystem.content(of: headPath)
    fileSystem.erase(headPath)
    let outdated = try diagnose(fileSystem)
    #expect(outdated.remedy == .rewriteHead)
    fileSystem.replace(headPath, by: head)
    let before = fileSystem.files()
    let error = #expect(throws: JournalError.self) {
      try Journal.repair(at: Trial.path, outdated, in: fileSystem)
    }
    #expect(error?.code == .conflict)
    #expect(fileSystem.files() == before)
  }
}
