import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInTimeline

/// Random histories of workouts, with check-ins between them, against a naive model.
///
/// `CHECKIN_RUNS_WORKOUTS` sets the number of commands.
@Suite("Workouts against a model")
struct WorkoutHistoryTests {
  private static let commandCount = TestSettings.runs("WORKOUTS", default: 2000)

  private func configuration(_ fileSystem: SimulatedFileSystem) -> Journal.Configuration {
    var configuration = Journal.Configuration(now: { RandomHistory.now }, segmentByteLimit: 20_000)
    configuration.fileSystem = fileSystem
    return configuration
  }

  @Test("A journal shows what the model does, is read again as it was, and says of 50 moments what it said then")
  func model() throws {
    let configuration = configuration(SimulatedFileSystem())
    let journal = try Journal(at: "/journal", configuration: configuration)
    var training = RandomTraining(seed: TestSettings.seed)
    let kept = Set((0..<50).map { _ in training.random.generator.number(0...Self.commandCount - 1) })
    var past: [(sequence: UInt64, lastSession: Int, answers: WorkoutAnswers)] = []
    for command in 0..<Self.commandCount {
      try training.step(journal)
      try #require(training.problems == [], "CHECKIN_SEED=\(TestSettings.seed), command \(command)")
      if command % 40 == 0 || kept.contains(command) {
        let answers = try WorkoutAnswers(journal, lastSession: training.sessions.count)
        try #require(answers == training.answers, "CHECKIN_SEED=\(TestSettings.seed), command \(command)")
        if kept.contains(command) { past.append((journal.sequence, training.sessions.count, answers)) }
      }
    }
    try journal.close()
    let again = try Journal(at: "/journal", for: .readOnly, configuration: configuration)
    #expect(try WorkoutAnswers(again, lastSession: training.sessions.count) == training.answers)
    for moment in past {
      let journal = try Journal(at: "/journal", asOf: .sequence(moment.sequence), configuration: configuration)
      #expect(try WorkoutAnswers(journal, lastSession: moment.lastSession) == moment.answers)
    }
    #expect(try Journal.verify(at: "/journal", in: configuration.fileSystem).problems == [])
  }

  @Test("Undone to the beginning and redone to the end, a journal shows at every step what it showed", arguments: 0..<4)
  func undoAndRedo(_ run: Int) throws {
    let journal = try Journal(at: "/journal", configuration: configuration(SimulatedFileSystem()))
    var training = RandomTraining(seed: TestSettings.seed &+ UInt64(run))
    var steps: [WorkoutAnswers] = [training.answers]
    for _ in 0..<90 {
      let sequence = journal.sequence
      try training.step(journal)
      if journal.sequence > sequence { steps.append(training.answers) }
    }
    for _ in 0..<2 {
      for step in steps.indices.dropLast().reversed() {
        try journal.undo()
        let answers = try WorkoutAnswers(journal, lastSession: training.sessions.count)
        try #require(answers == steps[step], "CHECKIN_SEED=\(TestSettings.seed), undone to \(step)")
      }
      for step in steps.indices.dropFirst() {
        try journal.redo()
        let answers = try WorkoutAnswers(journal, lastSession: training.sessions.count)
        try #require(answers == steps[step], "CHECKIN_SEED=\(TestSettings.seed), redone to \(step)")
      }
    }
  }

  @Test("Histories of check-ins and stretches of events by the index, as by a pass over the log", arguments: 0..<4)
  func index(_ run: Int) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let configuration = Journal.Configuration(now: { RandomHistory.now }, segmentByteLimit: 20_000)
    var training = RandomTraining(seed: TestSettings.seed &+ 100 &+ UInt64(run))
    let writer = try Journal(at: path, configuration: configuration)
    for command in 0..<300 {
      try training.step(writer)
      if command == 200 {
        try writer.withWriteLock { _ throws(JournalError) in try writer.saveSnapshot(whole: false) }
      }
    }
    try writer.close()
    let last = writer.sequence
    var selections = (1...writer.lastNumber).map { AuditSelection(checkIn: UInt64($0)) }
    for _ in 0..<20 {
      let first = UInt64(training.random.generator.number(1...Int(last)))
      selections.append(AuditSelection(sequences: first...min(last, first + 30)))
    }
    var links: [Event] = []
    for moment in [last, last / 2] {
      let journal = try Journal(
        at: path, asOf: .sequence(moment), configuration: configuration, defersReplay: true)
      for selection in selections where selection.sequences.lowerBound <= moment {
        var selection = selection
        selection.sequences = selection.sequences.clamped(to: 1...moment)
        let entries = try #require(journal.indexedEntries(selection), "the index is used")
        var expected: [AuditEntry] = []
        try journal.emit(selection, progress: nil, usesIndex: false) { expected.append($0) }
        try #require(entries == expected, "CHECKIN_SEED=\(TestSettings.seed), run \(run), as of \(moment)")
        if selection.checkIn != nil { links += entries.map(\.event).filter { $0.action.kind == .workout } }
      }
      let isReplayed = journal.state.withLock { $0.past?.isReplayed }
      #expect(isReplayed == false, "nothing was replayed")
    }
    #expect(!links.isEmpty, "a link belongs to the history of its check-in")
  }

  @Test("From a snapshot and what came since, as from the log alone, byte for byte", arguments: 0..<6)
  func snapshot(_ run: Int) throws {
    let directory = try TemporaryDirectory()
    let configuration = Journal.Configuration(now: { RandomHistory.now })
    var training = RandomTraining(seed: TestSettings.seed &+ 50 &+ UInt64(run))
    for _ in 0..<4 {
      let journal = try Journal(at: directory.path + "/journal", configuration: configuration)
      for _ in 0..<training.random.generator.number(1...150) { try training.step(journal) }
      #expect(training.problems == [], "CHECKIN_SEED=\(TestSettings.seed)")
      if training.random.generator.oneIn(2) { _ = try journal.rebuild() }
      #expect(try journal.checkSnapshot().differences == [], "CHECKIN_SEED=\(TestSettings.seed)")
      try journal.close()
      let again = try Journal(at: directory.path + "/journal", for: .readOnly, configuration: configuration)
      #expect(try WorkoutAnswers(again, lastSession: training.sessions.count) == training.answers)
      #expect(try again.checkSnapshot().differences == [], "CHECKIN_SEED=\(TestSettings.seed)")
    }
    let verification = try Journal.verify(at: directory.path + "/journal")
    #expect(verification.problems == [])
  }
}
