import CheckInJournal
import JournalTestSupport
import TestSupport
import Testing

/// Row 4 of the storage rules' test programme: the power fails after every operation, and what was not synced is kept,
/// dropped, torn or zeroed.
@Suite("A crash loses nothing that was acknowledged")
struct CrashTests {
  /// The disk after every operation of a journal's creation and of commands that roll segments.
  private static func moments(_ trial: Trial) -> [SimulatedMoment] {
    let fileSystem = SimulatedFileSystem()
    fileSystem.record()
    #expect(trial.run(on: fileSystem).errors == [:])
    return fileSystem.moments
  }

  @Test("Every choice for up to four unsynced operations, after every operation")
  func exhaustive() {
    let trial = Trial(TrialCommand.mixture(8))
    for moment in Self.moments(trial) where moment.disk.unsyncedChangeCount <= 4 {
      var choices = EnumeratedChoices()
      repeat {
        let fileSystem = SimulatedFileSystem(moment.disk.crashed(&choices))
        let problems = trial.problems(after: fileSystem, acknowledged: Array(0..<moment.mark))
        #expect(
          problems.isEmpty, "after operation \(moment.number), \(moment.operation) \(moment.path), choices \(choices)")
        if !problems.isEmpty { return }
      } while choices.advance()
    }
  }

  /// The seeded runs are shared out, so that they use every core.
  private static let parts = 8

  /// `CHECKIN_RUNS_CRASH` sets the number of runs.
  @Test("Seeded choices, after every operation", arguments: 0..<parts)
  func seeded(part: Int) {
    let trial = Trial(TrialCommand.mixture(20))
    let moments = Self.moments(trial)
    for run in stride(from: part, to: TestSettings.runs("CRASH", default: 2500), by: Self.parts) {
      let moment = moments[run % moments.count]
      let seed = TestSettings.seed &+ UInt64(run)
      let fileSystem = SimulatedFileSystem(moment.disk)
      fileSystem.crash(seed: seed)
      let problems = trial.problems(after: fileSystem, acknowledged: Array(0..<moment.mark))
      #expect(
        problems.isEmpty,
        """
        CHECKIN_SEED=\(TestSettings.seed), run \(run), after operation \(moment.number), \
        \(moment.operation) \(moment.path)
        """)
      if !problems.isEmpty { return }
    }
  }

  @Test("A crash during the recovery from a crash")
  func duringRecovery() {
    var trial = Trial(TrialCommand.mixture(12))
    let moments = Self.moments(trial)
    let base = trial.commands.count
    trial.commands += [.create(title: "Probe"), .create(title: "Behind")]
    for (index, moment) in moments.enumerated() where index % 5 == 0 && moment.mark > 0 {
      let seed = TestSettings.seed &+ UInt64(index)
      let recovering = SimulatedFileSystem(moment.disk)
      recovering.crash(seed: seed)
      recovering.record()
      recovering.mark = 0
      guard let journal = try? trial.open(recovering) else { continue }
      for command in trial.commands[base...] where (try? command.perform(on: journal)) != nil { recovering.mark += 1 }
      try? journal.close()
      for (step, second) in recovering.moments.enumerated() {
        let fileSystem = SimulatedFileSystem(second.disk)
        fileSystem.crash(seed: seed &+ UInt64(step) &* 7919)
        let acknowledged = Array(0..<moment.mark) + Array(base..<base + second.mark)
        let problems = trial.problems(after: fileSystem, acknowledged: acknowledged)
        #expect(
          problems.isEmpty,
          "CHECKIN_SEED=\(TestSettings.seed), first crash at \(index), second at \(step) \(second.path)")
        if !problems.isEmpty { return }
      }
    }
  }
}
