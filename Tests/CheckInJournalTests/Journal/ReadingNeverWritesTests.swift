import CheckInJournal
import CheckInMaintenance
import Foundation
import JournalTestSupport
import TestSupport
import Testing

/// Reading leaves the directory byte-identical, whatever stands in it.
@Suite("Reading never writes")
struct ReadingNeverWritesTests {
  /// What becomes of the directory before it is read.
  enum Condition: String, CaseIterable, Sendable {
    case whole, withoutSnapshot, snapshotBehind, snapshotDamaged, snapshotEmpty, snapshotNoDatabase, tornTail, headHalf
    case headMissing, logDamaged, segmentMissing, lockMissing, snapshotJournalLeftBehind

    func apply(to directory: TemporaryDirectory) throws {
      let snapshot = "journal/snapshot.sqlite"
      let segment = "journal/log/00000000000000000001.lz4"
      func change(_ name: String, _ body: (inout [UInt8]) -> Void) throws {
        var bytes = try directory.read(name)
        body(&bytes)
        try directory.write(bytes, to: name)
      }
      switch self {
      case .whole: break
      case .withoutSnapshot: try directory.remove(snapshot)
      case .snapshotBehind:
        let journal = try Journal(at: directory.path + "/journal")
        try journal.edit(1, with: CheckInChanges(title: "Behind"))
        try journal.close()
      case .snapshotDamaged:
        try change(snapshot) { for index in stride(from: 100, to: $0.count, by: 97) { $0[index] ^= 85 } }
      case .snapshotEmpty: try directory.write([], to: snapshot)
      case .snapshotNoDatabase: try directory.write(Array("no database".utf8), to: snapshot)
      case .tornTail: try change(segment) { $0 += [4, 34, 77] }
      case .headHalf: try change("journal/HEAD") { $0[60] ^= 1 }
      case .headMissing: try directory.remove("journal/HEAD")
      case .logDamaged: try change(segment) { $0[$0.count / 2] ^= 1 }
      case .segmentMissing: try directory.remove(segment)
      case .lockMissing: try directory.remove("journal/lock")
      case .snapshotJournalLeftBehind: try directory.write([1, 2, 3], to: snapshot + "-journal")
      }
    }
  }

  private static func makeJournal() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let journal = try Journal(at: directory.path + "/journal")
    for command in TrialCommand.mixture(40) { try command.perform(on: journal) }
    try journal.close()
    return directory
  }

  @Test("Opening read-only and every question", arguments: Condition.allCases)
  func everyQuestion(_ condition: Condition) throws {
    let directory = try Self.makeJournal()
    try condition.apply(to: directory)
    let before = try directory.files()
    let path = directory.path + "/journal"
    do {
      let journal = try Journal(at: path, for: .readOnly)
      try ask(journal)
      _ = journal.openingMessages
      #expect(throws: JournalError.self) { try journal.create(TrialCommand.draft("Refused")) }
      _ = try? journal.checkSnapshot()
      try journal.close()
    } catch let error as JournalError {
      #expect(error.code == .damaged || error.code == .notFound, "\(condition): \(error)")
    }
    _ = try? Journal.verify(at: path)
    #expect(try directory.files() == before, "\(condition)")
  }

  @Test("Opening for writing and only asking", arguments: Condition.allCases)
  func openedForWriting(_ condition: Condition) throws {
    let directory = try Self.makeJournal()
    try condition.apply(to: directory)
    let before = try directory.files()
    let journal = try Journal(at: directory.path + "/journal")
    try? ask(journal)
    try journal.refresh()
    #expect(try directory.files() == before, "\(condition)")
  }

  @Test("A missing journal is not created by reading")
  func missing() throws {
    let directory = try TemporaryDirectory()
    #expect(throws: JournalError.self) { try Journal(at: directory.path + "/journal", for: .readOnly) }
    #expect(throws: JournalError.self) { try Journal.verify(at: directory.path + "/journal") }
    #expect(try directory.files().isEmpty)
  }

  private func ask(_ journal: Journal) throws {
    let month = try #require(CivilMonth("2024-01"))
    _ = try journal.statistics(today: month.firstDay)
    for month in try journal.months() { _ = try journal.calendar(of: month.month) }
    _ = try journal.calendar(of: month)
    _ = try journal.dayCounts(inYear: 2024)
    _ = try journal.checkIns()
    _ = try journal.checkIns(discarded: true, limit: 3)
    for number in 0...journal.lastNumber { _ = try journal.checkIn(number) }
    _ = try journal.checkIn(id: UUID())
    try journal.forEachCheckIn { _ in }
    _ = try? journal.history(of: 1)
    try? journal.audit { _ in }
    _ = try? journal.replay(AllEvents.self)
  }
}
