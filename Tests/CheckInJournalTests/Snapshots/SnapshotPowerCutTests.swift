import CheckInJournal
import Glibc
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInMaintenance

/// Row 4 of the storage rules' test programme, for SQLite's own operations: the power fails, or the operation does,
/// while changed parts are saved into the snapshot that is there, and while a half saved one is replaced.
@Suite("Row 4: power cuts while the snapshot is saved")
struct SnapshotPowerCutTests {
  private static let snapshotPath = Trial.path + "/snapshot.sqlite"

  /// Its first commands are in the snapshot; the others change so many months that closing saves the changed parts.
  private let trial = Trial(
    TrialCommand.mixture(9) + (1...14).map { .create(title: "Later \($0)") } + [.edit(number: 3, notes: "Later")],
    segmentByteLimit: 2000)
  /// The journal with its first snapshot.
  private let disk: SimulatedDisk
  private static let firstCount = 9

  init() throws {
    let fileSystem = SimulatedFileSystem()
    var first = trial
    first.commands = Array(trial.commands[..<Self.firstCount])
    try #require(first.run(on: fileSystem).errors == [:])
    try #require(fileSystem.files()[Self.snapshotPath] != nil)
    disk = fileSystem.disk
  }

  private var everything: [Int] { Array(trial.commands.indices) }

  /// Runs the other commands and closes the journal; `closing` is called in between.
  private func save(on fileSystem: SimulatedFileSystem, closing: () -> Void = {}) throws {
    let journal = try trial.open(fileSystem)
    for command in trial.commands[Self.firstCount...] { try command.perform(on: journal) }
    // HEAD is durable before, so that what follows is the snapshot's alone.
    _ = try journal.finishRecovery()
    closing()
    try journal.close()
  }

  /// The disk after every operation of saving the changed parts.
  private func moments() throws -> [SimulatedMoment] {
    let fileSystem = SimulatedFileSystem(disk)
    try save(on: fileSystem) { fileSystem.record() }
    let moments = fileSystem.moments.filter { $0.path.hasPrefix(Self.snapshotPath) }
    // SQLite's way: the journal is written and synced, then the pages, and the journal goes.
    let journal = moments.filter { $0.path == Self.snapshotPath + "-journal" }.map(\.operation)
    try #require(journal.first == .create && journal.contains(.synchronize) && journal.last == .remove)
    try #require(moments.contains { $0.path == Self.snapshotPath && $0.operation == .write })
    try #require(!moments.contains { $0.path == Self.snapshotPath && $0.operation == .create })
    return moments
  }

  /// `CHECKIN_RUNS_SNAPSHOT_CUTS` sets how many seeds each operation has.
  private static let seeds = UInt64(TestSettings.runs("SNAPSHOT_CUTS", default: 12))

  @Test("After every operation of saving changed parts, the journal says what its log says")
  func changedParts() throws {
    for moment in try moments() {
      for seed in 0..<Self.seeds {
        let fileSystem = SimulatedFileSystem(moment.disk)
        fileSystem.crash(seed: TestSettings.seed &+ seed)
        let problems = trial.problems(after: fileSystem, acknowledged: everything)
        #expect(
          problems.isEmpty,
          "CHECKIN_SEED=\(TestSettings.seed), seed \(seed), after \(moment.operation) \(moment.path): \(problems)")
        if !problems.isEmpty { return }
      }
    }
  }

  @Test("A process that is killed leaves what it wrote: also without a crash, the journal says what its log says")
  func killed() throws {
    for moment in try moments() {
      let problems = trial.problems(after: SimulatedFileSystem(moment.disk), acknowledged: everything)
      #expect(problems.isEmpty, "after \(moment.operation) \(moment.path): \(problems)")
    }
  }

  @Test("While a half saved snapshot is replaced, after every operation")
  func replacing() throws {
    for (index, moment) in try moments().enumerated() where index % 4 == 0 {
      let replacing = SimulatedFileSystem(moment.disk)
      replacing.crash(seed: TestSettings.seed &+ UInt64(index))
      let journal = try trial.open(replacing)
      replacing.record()
      _ = try journal.rebuild()
      try journal.close()
      for (step, second) in replacing.moments.enumerated() {
        let fileSystem = SimulatedFileSystem(second.disk)
        fileSystem.crash(seed: TestSettings.seed &+ UInt64(step))
        let problems = trial.problems(after: fileSystem, acknowledged: everything)
        #expect(
          problems.isEmpty,
          """
          CHECKIN_SEED=\(TestSettings.seed), after \(moment.operation) \(moment.path), then after \
          \(second.operation) \(second.path): \(problems)
          """)
        if !problems.isEmpty { return }
      }
    }
  }

  @Test("Every operation of saving fails: what was acknowledged is there, and is shown", arguments: [EIO, ENOSPC])
  func failing(_ error: Int32) throws {
    let whole = SimulatedFileSystem(disk)
    var first = 0
    try save(on: whole) { first = whole.operationCount }
    for number in first + 1...whole.operationCount {
      let fileSystem = SimulatedFileSystem(disk)
      // Only giving the lock back may be told.
      _ = try? save(on: fileSystem) {
        fileSystem.plan(
          [SimulatedFault(.error(error), at: fileSystem.operationCount + number - first)], seed: TestSettings.seed)
      }
      fileSystem.plan([])
      let crashed = SimulatedFileSystem(fileSystem.disk)
      crashed.crash(seed: TestSettings.seed &+ UInt64(number))
      for (name, after) in [("", fileSystem), ("after a crash: ", crashed)] {
        let problems = trial.problems(after: after, acknowledged: everything)
        #expect(problems.isEmpty, "\(name)errno \(error) at operation \(number - first): \(problems)")
        if !problems.isEmpty { return }
      }
    }
  }

  @Test("An older snapshot, and one of another journal, never change an answer")
  func strangers() throws {
    let fileSystem = SimulatedFileSystem(disk)
    let old = fileSystem.content(of: Self.snapshotPath)
    try save(on: fileSystem)
    let other = SimulatedFileSystem()
    try #require(Trial(TrialCommand.mixture(20)).run(on: other).errors == [:])
    for snapshot in [old, other.content(of: Self.snapshotPath), [], Array(old.prefix(old.count / 2))] {
      let replaced = SimulatedFileSystem(fileSystem.disk)
      replaced.replace(Self.snapshotPath, by: snapshot)
      #expect(trial.problems(after: replaced, acknowledged: everything) == [])
    }
  }
}
