import CheckInJournal
import CheckInMaintenance
import JournalTestSupport
import TestSupport
import Testing

/// The past, and the way back to it, against the model.
///
/// `CHECKIN_RUNS_PAST` sets the number of commands.
@Suite("History against a model")
struct HistoryModelTests {
  private let configuration: Journal.Configuration

  init() {
    var configuration = Journal.Configuration(now: { RandomHistory.now }, segmentByteLimit: 20_000)
    configuration.fileSystem = SimulatedFileSystem()
    self.configuration = configuration
  }

  private func open() throws -> Journal { try Journal(at: "/journal", configuration: configuration) }

  @Test("As of 50 moments in 2,000 commands, a journal says what it said then")
  func asOf() throws {
    let commandCount = TestSettings.runs("PAST", default: 2000)
    var history = RandomHistory(seed: TestSettings.seed)
    let kept = Set((0..<50).map { _ in history.generator.number(0...commandCount - 1) })
    var past: [JournalModel] = [JournalModel()]
    let journal = try open()
    for command in 0..<commandCount {
      try history.step(journal)
      if kept.contains(command) { past.append(history.model) }
    }
    #expect(history.problems == [])
    for model in past {
      let journal = try Journal(at: "/journal", asOf: .sequence(model.sequence), configuration: configuration)
      let differences = try model.differences(from: journal, &history.generator)
      #expect(differences == [], "CHECKIN_SEED=\(TestSettings.seed), as of \(model.sequence)")
      if !differences.isEmpty { return }
    }
  }

  @Test(
    "Undone to the beginning and redone to the end, a journal says at every step what it said there", arguments: 0..<4)
  func undoAndRedo(_ run: Int) throws {
    var history = RandomHistory(seed: TestSettings.seed &+ UInt64(run))
    var answers: [Answers] = [try Answers(history.model)]
    let journal = try open()
    for _ in 0..<60 {
      let sequence = history.model.sequence
      try history.step(journal)
      if history.model.sequence > sequence { answers.append(try Answers(history.model)) }
    }
    for _ in 0..<2 {
      for step in answers.indices.dropLast().reversed() {
        try journal.undo()
        try #require(Answers(journal) == answers[step], "CHECKIN_SEED=\(TestSettings.seed), undone to \(step)")
      }
      #expect(throws: JournalError.self) { try journal.undo() }
      for step in answers.indices.dropFirst() {
        try journal.redo()
        try #require(Answers(journal) == answers[step], "CHECKIN_SEED=\(TestSettings.seed), redone to \(step)")
      }
      #expect(throws: JournalError.self) { try journal.redo() }
    }
    try journal.close()
    #expect(try Journal.verify(at: "/journal", in: configuration.fileSystem).problems == [])
    #expect(try Answers(open()) == answers.last)
  }

  @Test("Undo and redo between other commands", arguments: 0..<10)
  func mixed(_ run: Int) throws {
    var history = RandomHistory(seed: TestSettings.seed &+ 100 &+ UInt64(run))
    // What is there to be undone, and to be redone, with the answers that it leads to; the last is the next.
    var undoable: [Answers] = []
    var redoable: [Answers] = []
    var now = try Answers(history.model)
    let journal = try open()
    for _ in 0..<80 {
      switch history.generator.number(0...3) {
      case 0:
        guard let answers = undoable.popLast() else { continue }
        redoable.append(now)
        now = answers
        try journal.undo()
      case 1:
        guard let answers = redoable.popLast() else { continue }
        undoable.append(now)
        now = answers
        try journal.redo()
      default:
        let sequence = journal.sequence
        _ = try journal.create(history.draft())
        if history.generator.oneIn(2), let some = try journal.checkIns().randomElement(using: &history.generator) {
          undoable.append(now)
          now = try Answers(journal)
          _ = try journal.edit(some.number, with: CheckInChanges(title: "Edit \(sequence)"))
        }
        undoable.append(now)
        redoable = []
        now = try Answers(journal)
      }
      try #require(Answers(journal) == now, "CHECKIN_SEED=\(TestSettings.seed), run \(run)")
    }
  }
}

/// What a journal answers, apart from sequence numbers and discarded check-ins.
private struct Answers: Equatable {
  var checkIns: [CheckIn]
  var months: [MonthStatistics]
  var statistics: Statistics

  init(_ model: JournalModel) throws {
    (checkIns, months, statistics) = (
      model.list(), model.months(), model.statistics(today: CivilDay(dayNumber: 19_800))
    )
    removeSequences()
  }

  init(_ journal: Journal) throws {
    checkIns = try journal.checkIns()
    months = try journal.months()
    statistics = try journal.statistics(today: CivilDay(dayNumber: 19_800))
    removeSequences()
  }

  private mutating func removeSequences() {
    statistics.sequence = 0
    for index in checkIns.indices { checkIns[index].sequence = 0 }
  }
}

/// Photos that were purged do not come back, and stand in nobody's way.
struct UndoOfPurgedPhotoTests {
  @Test func undoPassesOverWhatIsGoneForEver() throws {
    var configuration = Journal.Configuration(now: { RandomHistory.now })
    configuration.fileSystem = SimulatedFileSystem()
    let journal = try Journal(at: "/journal", configuration: configuration)
    let time = CheckInTime(instantMilliseconds: 0, offsetMinutes: 0)
    try journal.create(CheckInDraft(type: .run, title: "First", time: time))
    try journal.attachPhoto([0xFF, 0xD8, 0xFF, 1], width: 1, height: 1, to: 1)
    try journal.edit(1, with: CheckInChanges(title: "Second"))
    try journal.attachPhoto([0xFF, 0xD8, 0xFF, 2], width: 1, height: 1, to: 1)
    _ = try journal.purge(try journal.purgeCandidates(of: [1]), of: [1])
    #expect(try journal.checkIn(1)?.photo == nil)

    // The purge and the two photos are passed over; of the edit, only the title is left.
    #expect(try journal.undo().action == .edited)
    #expect(try journal.checkIn(1)?.title == "First")
    #expect(try journal.undo().action == .created)
    #expect(throws: JournalError.self) { try journal.undo() }
    #expect(try journal.redo().action == .created)
    #expect(try journal.redo().action == .edited)
    #expect(try journal.checkIn(1)?.title == "Second")
    #expect(try journal.checkIn(1)?.photo == nil)
    #expect(throws: JournalError.self) { try journal.redo() }
  }
}
