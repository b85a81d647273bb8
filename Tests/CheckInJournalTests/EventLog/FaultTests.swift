import CheckInJournal
import CheckInMaintenance
import Glibc
import JournalTestSupport
import TestSupport
import Testing

/// Row 5 of the storage rules' test programme: operation N fails, once or from then on, for every N.
///
/// `CHECKIN_RUNS_FAULT_STEP=1` lets every operation fail in every way. Otherwise each fails in every second way, the
/// next one in the others.
@Suite("A failing disk loses nothing that was acknowledged")
struct FaultTests {
  struct Plan: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The faults that begin with an operation.
    let faults: @Sendable (Int) -> [SimulatedFault]

    static let all: [Plan] = [
      Plan(testDescription: "EIO once") { [SimulatedFault(.error(EIO), at: $0)] },
      Plan(testDescription: "EIO for ever") { [SimulatedFault(.error(EIO), from: $0)] },
      Plan(testDescription: "ENOSPC once") { [SimulatedFault(.error(ENOSPC), at: $0)] },
      Plan(testDescription: "ENOSPC for ever") { [SimulatedFault(.error(ENOSPC), from: $0)] },
      Plan(testDescription: "EDQUOT once") { [SimulatedFault(.error(EDQUOT), at: $0)] },
      Plan(testDescription: "one short write") { [SimulatedFault(.shortWrite, at: $0)] },
      Plan(testDescription: "short writes only") { [SimulatedFault(.shortWrite, from: $0)] },
      Plan(testDescription: "a short write, then ENOSPC for ever") {
        [SimulatedFault(.shortWrite, at: $0), SimulatedFault(.error(ENOSPC), from: $0 + 1)]
      },
      Plan(testDescription: "a short write, then ENOSPC once") {
        [SimulatedFault(.shortWrite, at: $0), SimulatedFault(.error(ENOSPC), at: $0 + 1)]
      },
    ]
  }

  private static let step = TestSettings.runs("FAULT_STEP", default: 2)

  @Test("Every operation of creating, appending and rolling", arguments: Plan.all.indices)
  func everyOperation(_ index: Int) throws {
    let plan = Plan.all[index]
    let trial = Trial(TrialCommand.mixture(7))
    let whole = SimulatedFileSystem()
    #expect(trial.run(on: whole).errors == [:])
    for number in 1...whole.operationCount + 1 where (number + index) % Self.step == 0 {
      let fileSystem = SimulatedFileSystem()
      fileSystem.plan(plan.faults(number), seed: TestSettings.seed)
      let outcome = trial.run(on: fileSystem)
      fileSystem.plan([])
      let crashed = SimulatedFileSystem(fileSystem.disk)
      var problems = try takenBack(trial, outcome, fileSystem)
      problems += trial.problems(after: fileSystem, acknowledged: outcome.acknowledged)
      crashed.crash(seed: TestSettings.seed &+ UInt64(number))
      problems += trial.problems(after: crashed, acknowledged: outcome.acknowledged).map { "after a crash: " + $0 }
      problems += try forgotten(trial, fileSystem, seed: TestSettings.seed &+ UInt64(number))
      #expect(problems.isEmpty, "CHECKIN_SEED=\(TestSettings.seed), \(plan.testDescription) at operation \(number)")
      if !problems.isEmpty { return }
    }
  }

  /// What a journal that was recovered and closed loses when the power fails: nothing may be. Pages that a failed sync
  /// left behind look clean and are not on the disk, so a recovery that relies on what it reads is found out here (rule
  /// 8).
  private func forgotten(_ trial: Trial, _ fileSystem: SimulatedFileSystem, seed: UInt64) throws -> [String] {
    let recovered = try trial.read(fileSystem)
    fileSystem.crash(seed: seed)
    let left = try trial.read(fileSystem)
    let problems = try Journal.verify(at: Trial.path, in: fileSystem).problems
    return (left == recovered ? [] : ["after recovery and a crash: \(left.count) of \(recovered.count) events"])
      + problems.map { "after recovery and a crash: " + $0 }
  }

  /// Commands that said "Nothing was saved", and yet are there, or "The change was saved", and are not.
  private func takenBack(
    _ trial: Trial, _ outcome: Trial.Outcome, _ fileSystem: SimulatedFileSystem
  ) throws -> [String] {
    let recovered = try trial.read(fileSystem)
    return outcome.errors.compactMap { index, error in
      guard let event = trial.commands[index].events[0].first, case .create = trial.commands[index] else { return nil }
      let isThere = recovered.contains(event)
      if error.message.contains("Nothing was saved"), isThere {
        return "saved, although it said that nothing was: \(event)"
      }
      if error.message.contains("The change was saved"), !isThere {
        return "not saved, although it said so: \(event)"
      }
      return nil
    }
  }

  @Test("Every operation of a recovery", arguments: Plan.all.indices)
  func duringRecovery(_ index: Int) throws {
    let plan = Plan.all[index]
    var trial = Trial(TrialCommand.mixture(7))
    let count = trial.commands.count
    let damaged = try tornDisk(trial)
    trial.commands += [.create(title: "Next"), .create(title: "Behind")]
    var tail = trial
    tail.commands = Array(trial.commands[count...])

    let whole = SimulatedFileSystem(damaged)
    #expect(tail.run(on: whole).errors == [:])
    for number in 1...whole.operationCount + 1 where (number + index) % Self.step == 0 {
      let fileSystem = SimulatedFileSystem(damaged)
      fileSystem.plan(plan.faults(number), seed: TestSettings.seed)
      let acknowledged = Array(0..<count) + tail.run(on: fileSystem).acknowledged.map { $0 + count }
      fileSystem.plan([])
      let crashed = SimulatedFileSystem(fileSystem.disk)
      var problems = trial.problems(after: fileSystem, acknowledged: acknowledged)
      crashed.crash(seed: TestSettings.seed &+ UInt64(number))
      problems += trial.problems(after: crashed, acknowledged: acknowledged).map { "after a crash: " + $0 }
      #expect(problems.isEmpty, "CHECKIN_SEED=\(TestSettings.seed), \(plan.testDescription) at operation \(number)")
      if !problems.isEmpty { return }
    }
  }

  /// A journal whose HEAD lags one commit behind, with torn bytes at its end.
  private func tornDisk(_ trial: Trial) throws -> SimulatedDisk {
    let fileSystem = SimulatedFileSystem()
    var first = trial
    first.commands.removeLast()
    #expect(first.run(on: fileSystem).errors == [:])
    let head = fileSystem.content(of: Trial.path + "/HEAD")
    let journal = try trial.open(fileSystem)
    try trial.commands[trial.commands.count - 1].perform(on: journal)
    try journal.close()
    fileSystem.replace(Trial.path + "/HEAD", by: head)
    let segments = fileSystem.files().keys.filter { $0.hasSuffix(".lz4") }.sorted()
    let last = try #require(segments.last)
    fileSystem.replace(last, by: fileSystem.content(of: last) + [0x04, 0x22, 0x4D, 0x18, 0x7C, 0x40, 9, 9])
    return fileSystem.disk
  }

  /// What a failed sync leaves in memory looks whole and need not be on the disk, so a crash tells whether it was made
  /// durable before anything was built upon it.
  @Test(
    "After a failed sync the log is read again and made durable before anybody goes on",
    arguments: [true, false])
  func goesOn(inTheSameJournal: Bool) throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([])
    let failing = try trial.open(fileSystem)
    try TrialCommand.create(title: "Before").perform(on: failing)
    try failing.close()
    fileSystem.failNext(.synchronize, suffix: ".lz4") {
      #expect(throws: JournalError.self) { try TrialCommand.create(title: "Unknown").perform(on: failing) }
    }
    #expect(failing.sequence == 1)
    let next = inTheSameJournal ? failing : try trial.open(fileSystem)
    try TrialCommand.create(title: "After").perform(on: next)
    try next.close()
    let expected = ["created Before", "created Unknown", "created After"]
    #expect(try trial.read(fileSystem) == expected)
    fileSystem.crash(seed: TestSettings.seed)
    #expect(try trial.read(fileSystem) == expected)
  }

  @Test("After HEAD's sync has failed it is written again before anybody goes on", arguments: [true, false])
  func goesOnWithoutHead(inTheSameJournal: Bool) throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([])
    let failing = try trial.open(fileSystem)
    try TrialCommand.create(title: "Before").perform(on: failing)
    try failing.close()
    try fileSystem.failNext(.synchronize, suffix: "/HEAD") {
      try TrialCommand.create(title: "Acknowledged").perform(on: failing)
      #expect(throws: JournalError.self) { try failing.close() }
    }
    let next = inTheSameJournal ? failing : try trial.open(fileSystem)
    try TrialCommand.create(title: "After").perform(on: next)
    try next.close()
    let expected = ["created Before", "created Acknowledged", "created After"]
    #expect(try trial.read(fileSystem) == expected)
    fileSystem.crash(seed: TestSettings.seed)
    #expect(try trial.read(fileSystem) == expected)
  }

  @Test("A read error is no damage and starts no repair")
  func readErrors() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial(TrialCommand.mixture(6))
    _ = trial.run(on: fileSystem)
    let files = fileSystem.files()
    let start = fileSystem.operationCount
    _ = try trial.read(fileSystem)
    for number in 1...fileSystem.operationCount - start {
      CaseCount.add()
      fileSystem.plan([SimulatedFault(.error(EIO), at: fileSystem.operationCount + number)])
      do throws(JournalError) {
        let journal = try trial.open(fileSystem)
        let reason = journal.readOnlyReason
        #expect(reason == nil, "operation \(number) of opening")
      } catch {
        #expect(error.code == .inputOutput, "operation \(number) of opening")
      }
      fileSystem.plan([])
      #expect(fileSystem.files() == files)
    }
  }
}
