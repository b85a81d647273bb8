import CheckInJournal
import CheckInMaintenance
import Foundation
import JournalTestSupport
import TestSupport
import Testing

/// Row 4: a disk that loses single writes leaves a snapshot that is of two saves, and no rollback journal to tell. Each
/// part of it is whole; together they would answer wrongly.
@Suite("Row 4: a snapshot of two saves")
struct SnapshotMixtureTests {
  private static let snapshot = "journal/snapshot.sqlite"

  private let directory: TemporaryDirectory
  private let expected: JournalAnswers
  private let old: [UInt8]
  private let new: [UInt8]

  /// Check-ins in four months and one more; the second save changes every part, and writes only what has changed.
  init() throws {
    directory = try TemporaryDirectory()
    let journal = try Journal(at: directory.path + "/journal")
    var months: Set<CivilMonth> = []
    for draft in (1...50).map({ TrialCommand.draft("Session \($0)") }) where months.count < 4 {
      if months.insert(draft.time.day.month).inserted { try journal.create(draft) }
    }
    _ = try journal.rebuild()
    try journal.close()
    old = try directory.read(Self.snapshot)
    let file = try Self.fileNumber(in: directory)

    let writer = try Journal(at: directory.path + "/journal")
    // In a month that is there: a part that only the later save has does no harm, and is not told.
    let later = (1...50).map { TrialCommand.draft("Later \($0)") }.first { months.contains($0.time.day.month) }
    try writer.create(#require(later))
    for number in 1...4 {
      try writer.edit(number, with: CheckInChanges(notes: String(repeating: "later ", count: 9 * number)))
    }
    try writer.close()
    new = try directory.read(Self.snapshot)
    let fileAfterwards = try Self.fileNumber(in: directory)
    try #require(new != old && fileAfterwards == file, "the second save writes into the same file")
    expected = try JournalAnswers(logIn: directory)
  }

  private static func fileNumber(in directory: TemporaryDirectory) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: directory.path + "/" + snapshot)[.systemFileNumber] as? Int
  }

  /// What is wrong with the answers. A snapshot is used without a word, or it is told that it is not.
  private func problems(_ snapshot: [UInt8], isUsed: Bool? = nil) throws -> [String] {
    CaseCount.add()
    try directory.write(snapshot, to: Self.snapshot)
    let journal = try Journal(at: directory.path + "/journal", for: .readOnly)
    var problems: [String] = []
    if try JournalAnswers(journal) != expected { problems.append("other answers") }
    if journal.readOnlyReason != nil { problems.append("read-only") }
    if let isUsed, journal.openingMessages.isEmpty != isUsed { problems.append("told: \(journal.openingMessages)") }
    return problems
  }

  @Test("Parts of two saves, in every combination")
  func parts() throws {
    let scratch = try TemporaryDirectory()
    try scratch.write(old, to: "old.sqlite")
    try scratch.write(new, to: "new.sqlite")
    let differing = """
      ATTACH 'old.sqlite' AS old;
      SELECT id FROM part LEFT JOIN old.part AS before USING (id)
      WHERE before.content IS NOT part.content AND id >> 40 < 4;
      """
    let ids = try Tool.shell("sqlite3 new.sqlite", in: scratch.path, input: Array(differing.utf8)).text
      .split(separator: "\n")
    // Header, contents, directory, four months, numbers and identities. The index of events is passed over if it is of
    // another save: it answers nothing by itself.
    try #require(ids.count >= 9)
    var script = "ATTACH 'new.sqlite' AS new;\n"
    for mixture in 0..<1 << ids.count {
      let chosen = ids.indices.filter { mixture >> $0 & 1 == 1 }.map { ids[$0] }.joined(separator: ", ")
      script += """
        .system cp old.sqlite mixed-\(mixture).sqlite
        ATTACH 'mixed-\(mixture).sqlite' AS mixed;
        PRAGMA mixed.synchronous = OFF;
        REPLACE INTO mixed.part SELECT * FROM new.part WHERE id IN (\(chosen));
        DETACH mixed;\n
        """
    }
    let result = try Tool.shell("sqlite3", in: scratch.path, input: Array(script.utf8))
    try #require(result.status == 0 && result.errors.isEmpty, "\(result.errorText)")
    for mixture in 0..<1 << ids.count {
      let isWhole = mixture == 0 || mixture == (1 << ids.count) - 1
      let chosen = ids.indices.filter { mixture >> $0 & 1 == 1 }.map { ids[$0] }
      #expect(
        try problems(scratch.read("mixed-\(mixture).sqlite"), isUsed: isWhole) == [], "\(chosen) of the second save")
    }
  }

  @Test("Pages of two saves, without a rollback journal")
  func pages() throws {
    var generator = RandomSource(seed: TestSettings.seed)
    let pageByteCount = 4096
    for run in 0..<TestSettings.runs("SNAPSHOT_CRASH", default: 60) {
      var mixed = new
      for start in stride(from: 0, to: min(old.count, new.count), by: pageByteCount) where generator.oneIn(2) {
        mixed.replaceSubrange(start..<start + pageByteCount, with: old[start..<start + pageByteCount])
      }
      #expect(try problems(mixed) == [], "CHECKIN_SEED=\(TestSettings.seed), run \(run)")
    }
  }
}
