import Foundation
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// Another process frames the log anew between any two file operations of this one.
///
/// `CHECKIN_RUNS_MEANWHILE_STEP=1` does so before every operation. Otherwise it is every fourth, another one for each
/// state of the log and each interruption.
@Suite("Framing anew while others read")
struct CompactionMeanwhileTests {
  /// What a process does with a journal, and what it then says.
  enum Work: CaseIterable {
    case open, refresh, project, audit, verify, verifyLog, checkSnapshot, backUp, writeNothing, append

    func run(at path: String, in fileSystem: any FileSystem) throws -> Said {
      var configuration = Journal.Configuration()
      configuration.fileSystem = fileSystem
      func open(_ access: Journal.Access = .readOnly) throws -> Journal {
        let journal = try Journal(at: path, for: access, configuration: configuration)
        if let reason = journal.readOnlyReason { throw reason }
        return journal
      }
      switch self {
      case .open: return try Said(answers: JournalAnswers(open()))
      case .refresh:
        let journal = try open()
        try journal.refresh()
        if let reason = journal.readOnlyReason { throw reason }
        return try Said(answers: JournalAnswers(journal))
      case .project: return try Said(texts: open().projection(TitleList.self).titles)
      case .audit:
        var texts: [String] = []
        try open().audit { texts.append("\($0.event.sequence) \($0.event.action.name)") }
        return Said(texts: texts)
      case .verify, .verifyLog:
        let verification = try Journal.verify(at: path, in: fileSystem, checksSnapshot: self == .verify)
        let receipt = try #require(verification.receipt)
        return try Said(texts: ["\(verification.events)"] + faults(verification) + faults(since: receipt, at: path))
      case .checkSnapshot: return try Said(texts: open().checkSnapshot().differences)
      case .backUp:
        let backup = try Journal.backUp(at: path, to: path + "-backup", in: fileSystem)
        let copy = try Journal.verify(at: path + "-backup")
        #expect(copy.receipt == backup.receipt)
        return try Said(texts: ["\(copy.events)"] + faults(copy) + faults(since: backup.receipt, at: path))
      case .writeNothing:
        // A snapshot is due, since there is none; and nothing that this journal appends tells it where the log ends.
        try? FileManager.default.removeItem(atPath: path + "/snapshot.sqlite")
        let journal = try open(.readWrite)
        _ = try journal.edit(1, with: CheckInChanges(title: try journal.checkIn(1)?.title))
        try journal.close()
        return try Said(answers: JournalAnswers(journal))
      case .append:
        let journal = try open(.readWrite)
        for number in 1...5 { try TrialCommand.create(title: "Appended \(number)").perform(on: journal) }
        try journal.close()
        return try Said(answers: JournalAnswers(Journal(at: path, for: .readOnly)))
      }
    }

    private func faults(_ verification: Verification) -> [String] {
      verification.problems + ([.matches, .behind, .absent].contains(verification.snapshot) ? [] : ["snapshot"])
    }

    /// What is wrong with the journal as it is now, which extends what was said.
    private func faults(since receipt: Receipt, at path: String) throws -> [String] {
      try Journal.verify(at: path, against: receipt, in: DiskFileSystem()).problems
    }
  }

  struct Said: Equatable {
    var answers: JournalAnswers?
    var texts: [String] = []
  }

  /// What another process does meanwhile.
  enum Interruption: CaseIterable {
    case compact, appendAndCompact

    /// Gives up at once where the lock is taken.
    func run(at path: String) {
      let configuration = Journal.Configuration(lockTimeoutSeconds: 0)
      guard let journal = try? Journal(at: path, configuration: configuration) else { return }
      if self == .appendAndCompact { _ = try? TrialCommand.create(title: "Meanwhile").perform(on: journal) }
      _ = try? journal.compact(includingActive: true)
      try? journal.close()
    }
  }

  private static let step = TestSettings.runs("MEANWHILE_STEP", default: 4)

  @Test("At no moment does it look like damage, or give an answer that never was", arguments: Work.allCases)
  func everyMoment(_ work: Work) throws {
    let directory = try TemporaryDirectory()
    try makeJournal(directory)
    let situations = ["open", "sealed"].flatMap { state in Interruption.allCases.map { (state, $0) } }
    for (index, (state, interruption)) in situations.enumerated() {
      /// Does the work on a fresh copy.
      func said(_ interrupt: @escaping @Sendable (Int, String) -> Void) throws -> Said {
        try? directory.remove("journal")
        try? directory.remove("journal-backup")
        try directory.copy(state, to: "journal")
        let path = directory.path + "/journal"
        let counter = Counter()
        return try work.run(at: path, in: ObservedFileSystem { _, _ in interrupt(counter.next(), path) })
      }
      let operations = Mutex(0)
      let before = try said { number, _ in operations.withLock { $0 = number } }
      let after = try said { number, path in if number == 1 { interruption.run(at: path) } }
      for moment in 2...operations.withLock({ $0 }) where (moment + index) % Self.step == 0 {
        let now = try said { number, path in if number == moment { interruption.run(at: path) } }
        CaseCount.add()
        let isRight = work == .append || now == before || now == after
        #expect(isRight, "\(interruption) before operation \(moment), \(state) log: \(now.texts)")
        if !isRight { return }
      }
    }
  }

  /// `open`, with a snapshot and a stored projection taken halfway; and `sealed`, the same when a compaction has closed
  /// the segment and is about to frame it anew.
  private func makeJournal(_ directory: TemporaryDirectory) throws {
    let path = directory.path + "/open"
    let first = try Journal(at: path)
    for number in 1...9 { try TrialCommand.create(title: "Session \(number)").perform(on: first) }
    _ = try first.rebuild()
    _ = try first.projection(TitleList.self)
    try first.close()
    let second = try Journal(at: path)
    for number in 10...18 { try TrialCommand.create(title: "Session \(number)").perform(on: second) }
    // Without closing it, which would save the snapshot.
    _ = try second.finishRecovery()

    try directory.copy("open", to: "compacted")
    let isCopied = Mutex(false)
    var configuration = Journal.Configuration()
    configuration.fileSystem = ObservedFileSystem { operation, path in
      guard operation == .create, path.hasSuffix(".compact") else { return }
      isCopied.withLock { $0 = (try? directory.copy("compacted", to: "sealed")) != nil }
    }
    _ = try Journal(at: directory.path + "/compacted", configuration: configuration).compact(includingActive: true)
    #expect(isCopied.withLock { $0 })
  }
}

/// The titles in their order.
private struct TitleList: Projection, Codable {
  static let name = "titles"
  static let version = 1
  private(set) var titles: [String] = []

  mutating func apply(_ event: Event) {
    if case .created(let created) = event.action { titles.append(created.title) }
  }
}
