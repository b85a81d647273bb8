import CheckInJournal
import CheckInMaintenance
import JournalTestSupport
import TestSupport
import Testing

/// Random histories against the model.
///
/// `CHECKIN_RUNS_HISTORIES` sets how many there are of each kind.
@Suite("Random histories against a model")
struct JournalModelTests {
  private static let runs = 0..<UInt64(TestSettings.runs("HISTORIES", default: 6))

  private func configuration(_ limit: Int) -> Journal.Configuration {
    Journal.Configuration(now: { RandomHistory.now }, segmentByteLimit: limit)
  }

  @Test("In memory, compared after every command", arguments: runs)
  func everyStep(_ run: UInt64) throws {
    let seed = TestSettings.seed &+ run
    var history = RandomHistory(seed: seed)
    var configuration = configuration(1500)
    configuration.fileSystem = SimulatedFileSystem()
    let journal = try Journal(at: "/journal", configuration: configuration)
    for step in 0..<60 {
      try history.step(journal)
      let differences = try history.problems + history.model.differences(from: journal, &history.generator)
      #expect(differences == [], "CHECKIN_SEED=\(TestSettings.seed), run \(run), step \(step)")
      if !differences.isEmpty { return }
    }
  }

  @Test("On disk: whole replay = snapshot and tail = model, reopened at random", arguments: runs)
  func reopened(_ run: UInt64) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    var history = RandomHistory(seed: TestSettings.seed &+ 1000 &+ run)
    var journal = try Journal(at: path, configuration: configuration(2000))
    for step in 0..<120 {
      try history.step(journal)
      switch history.generator.number(0...9) {
      case 0: try journal.close()
      case 1:
        // Gone without closing: only what the log says counts.
        journal = try Journal(at: path, configuration: configuration(2000))
      case 2:
        try journal.close()
        if directory.exists("journal/snapshot.sqlite"), history.generator.oneIn(2) {
          try directory.remove("journal/snapshot.sqlite")
        }
        journal = try Journal(at: path, configuration: configuration(2000))
      case 3 where history.generator.oneIn(3): _ = try journal.rebuild()
      default: continue
      }
      let differences = try history.problems + history.model.differences(from: journal, &history.generator)
      #expect(differences == [], "CHECKIN_SEED=\(TestSettings.seed), run \(run), step \(step)")
      if !differences.isEmpty { return }
    }
    try journal.close()
    let snapshot = try journal.checkSnapshot()
    #expect(snapshot.differences == [], "CHECKIN_SEED=\(TestSettings.seed), run \(run)")
    let verification = try Journal.verify(at: path)
    #expect(verification.problems == [] && verification.events == Int(history.model.sequence))
    #expect(verification.segments.count >= 2)
  }

  @Test("Two journals on one directory see each other's events", arguments: runs)
  func shared(_ run: UInt64) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    var history = RandomHistory(seed: TestSettings.seed &+ 2000 &+ run)
    let journals = [
      try Journal(at: path, configuration: configuration(1800)),
      try Journal(at: path, configuration: configuration(900)),
    ]
    for step in 0..<80 {
      let writer = history.generator.number(0...1)
      if history.generator.oneIn(3) { try journals[writer].refresh() }
      // A command catches up before it is judged, so the step's own expectations hold without a refresh.
      try history.step(journals[writer])
      guard history.generator.oneIn(4) else { continue }
      try journals[writer].close()
      try journals[1 - writer].refresh()
      for journal in journals {
        let differences = try history.problems + history.model.differences(from: journal, &history.generator)
        #expect(differences == [], "CHECKIN_SEED=\(TestSettings.seed), run \(run), step \(step)")
        if !differences.isEmpty { return }
      }
    }
  }

  @Test("A journal without events answers everything")
  func empty() throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal(at: directory.path + "/journal")
    var generator = RandomSource(seed: 0)
    #expect(try JournalModel().differences(from: journal, &generator) == [])
    try journal.close()
    #expect(try Journal.verify(at: directory.path + "/journal").problems == [])
  }
}
