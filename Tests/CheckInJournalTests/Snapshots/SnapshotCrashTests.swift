import CheckInJournal
import CheckInMaintenance
import EventLog
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

/// Row 4 of the storage rules' test programme, for the snapshot: what a process or a machine that stops while the
/// snapshot is saved can leave. SQLite's files are real ones; their states are taken while SQLite writes.
@Suite("Row 4: a snapshot that was being saved")
struct SnapshotCrashTests {
  private static let snapshot = "journal/snapshot.sqlite"
  private static let journal = "journal/snapshot.sqlite-journal"

  /// A moment within SQLite's transaction.
  private struct Moment {
    var database: [UInt8]
    /// `nil` where there is no rollback journal yet, or no longer.
    var journal: [UInt8]?
  }

  private let directory: TemporaryDirectory
  private let expected: JournalAnswers
  private let old: [UInt8]
  private let moments: [Moment]

  init() throws {
    directory = try TemporaryDirectory()
    try Self.append((1...60).map { .create(title: "Session \($0)") }, to: directory)
    old = try directory.read(Self.snapshot)
    try Self.append(
      (1...30).map { .edit(number: $0 * 2, notes: "Edited \($0) " + String(repeating: "x", count: $0 * 9)) }
        + [.discard([3, 9, 27]), .create(title: "The last")], to: directory)
    expected = try JournalAnswers(logIn: directory)
    moments = try Self.moments(from: old, to: directory.read(Self.snapshot))
  }

  private static func append(_ commands: [TrialCommand], to directory: TemporaryDirectory) throws {
    let journal = try Journal(
      at: directory.path + "/journal", configuration: Journal.Configuration(segmentByteLimit: 1000))
    for command in commands { try command.perform(on: journal) }
    _ = try journal.rebuild()
    try journal.close()
    // So few check-ins fill many pages only if these are small.
    let result = try Tool.shell("sqlite3 \(snapshot) 'PRAGMA page_size = 4096; VACUUM'", in: directory.path)
    try #require(result.status == 0, "\(result.errorText)")
  }

  /// Both files after each part that SQLite replaces, the header first, with so small a cache that it writes pages
  /// before the commit.
  private static func moments(from old: [UInt8], to new: [UInt8]) throws -> [Moment] {
    let scratch = try TemporaryDirectory()
    try scratch.write(old, to: "old.sqlite")
    try scratch.write(new, to: "new.sqlite")
    let ids = try Tool.shell("sqlite3 new.sqlite 'SELECT id FROM part ORDER BY id'", in: scratch.path).text
      .split(separator: "\n")
    var script = "PRAGMA cache_size = 1;\nPRAGMA cache_spill = 1;\nPRAGMA synchronous = NORMAL;\n"
    script += "ATTACH 'new.sqlite' AS new;\nBEGIN IMMEDIATE;\n"
    for (number, id) in ids.enumerated() {
      script += "REPLACE INTO main.part SELECT * FROM new.part WHERE id = \(id);\n"
      script += ".system cp old.sqlite \(number).database; cp old.sqlite-journal \(number).journal\n"
    }
    let result = try Tool.shell("sqlite3 old.sqlite", in: scratch.path, input: Array((script + "COMMIT;\n").utf8))
    try #require(result.status == 0 && result.errors.isEmpty, "\(result.errorText)")
    var moments = try ids.indices.map {
      Moment(database: try scratch.read("\($0).database"), journal: try scratch.read("\($0).journal"))
    }
    // Pages were written before the commit, and the journal knows what stood there.
    try #require(moments.count { $0.database != old } > 1)
    moments.append(Moment(database: try scratch.read("old.sqlite"), journal: nil))
    return moments
  }

  private func put(_ moment: Moment, in directory: TemporaryDirectory) throws {
    try directory.write(moment.database, to: Self.snapshot)
    if let journal = moment.journal {
      try directory.write(journal, to: Self.journal)
    } else if directory.exists(Self.journal) {
      try directory.remove(Self.journal)
    }
  }

  /// What is wrong with the answers; reading writes nothing, and what is not used is told.
  private func problems(_ directory: TemporaryDirectory, isUsed: Bool? = nil) throws -> [String] {
    CaseCount.add()
    let before = try directory.files()
    let journal = try Journal(at: directory.path + "/journal", for: .readOnly)
    var problems: [String] = []
    if journal.readOnlyReason != nil { problems.append("read-only") }
    if let isUsed, journal.openingMessages.isEmpty != isUsed { problems.append("told: \(journal.openingMessages)") }
    if try JournalAnswers(journal) != expected { problems.append("other answers") }
    let verification = try Journal.verify(at: directory.path + "/journal")
    problems += verification.problems
    if try directory.files() != before { problems.append("reading changed the directory") }
    return problems
  }

  /// Where a rollback journal is at work, SQLite would have to write before it can read: the snapshot is not used.
  @Test("Every moment of SQLite's transaction")
  func transaction() throws {
    for (index, moment) in moments.enumerated() {
      try put(moment, in: directory)
      #expect(try problems(directory) == [], "part \(index)")
    }
    #expect(try problems(directory, isUsed: true) == [])
  }

  @Test("Pages that reached the disk in any order, with the whole rollback journal")
  func mixedPages() throws {
    var generator = RandomSource(seed: TestSettings.seed)
    let pageByteCount = 4096
    for run in 0..<TestSettings.runs("SNAPSHOT_CRASH", default: 60) {
      var moment = generator.element(of: moments.dropLast())
      for start in stride(from: 0, to: min(old.count, moment.database.count), by: pageByteCount)
      where generator.oneIn(2) {
        moment.database.replaceSubrange(start..<start + pageByteCount, with: old[start..<start + pageByteCount])
      }
      try put(moment, in: directory)
      #expect(try problems(directory) == [], "CHECKIN_SEED=\(TestSettings.seed), run \(run)")
    }
  }

  /// SQLite writes no page of the database before its journal is synced.
  @Test("A rollback journal that was cut off or torn, beside the old file")
  func tornJournal() throws {
    var generator = RandomSource(seed: TestSettings.seed)
    for run in 0..<TestSettings.runs("SNAPSHOT_CRASH", default: 60) {
      var moment = generator.element(of: moments.dropLast())
      moment.database = old
      var journal = moment.journal ?? []
      if generator.oneIn(2) { journal.removeLast(generator.number(0...journal.count)) }
      for start in stride(from: 0, to: journal.count - 511, by: 512) where generator.oneIn(4) {
        journal.replaceSubrange(start..<start + 512, with: repeatElement(0, count: 512))
      }
      moment.journal = journal
      try put(moment, in: directory)
      #expect(try problems(directory) == [], "CHECKIN_SEED=\(TestSettings.seed), run \(run)")
    }
  }

  @Test("A writer that finds a half saved snapshot writes a new one, which is used")
  func renewed() throws {
    for moment in moments {
      try put(moment, in: directory)
      let journal = try Journal(at: directory.path + "/journal")
      _ = try journal.rebuild()
      try journal.close()
      #expect(try problems(directory, isUsed: true) == [])
      #expect(!directory.exists(Self.journal))
    }
  }

  @Test("A process that is killed while it replaces a half saved snapshot, at every operation")
  func killedWhileRenewing() throws {
    for moment in [moments[moments.count / 2], moments[moments.count - 2]] {
      var number = 1
      while true {
        try put(moment, in: directory)
        let killed = KilledFileSystem(at: number)
        var configuration = Journal.Configuration()
        configuration.fileSystem = killed
        if let journal = try? Journal(at: directory.path + "/journal", configuration: configuration) {
          _ = try? journal.rebuild()
          try? journal.close()
        }
        #expect(try problems(directory) == [], "killed at operation \(number)")
        guard killed.isDead else { break }
        number += 1
      }
      #expect(number > 10)
    }
  }
}

/// The disk's files, until the process that uses them is killed. Handles that are open go on.
private final class KilledFileSystem: FileSystem {
  private let disk = DiskFileSystem()
  private let last: Int
  private let count = Atomic(0)

  init(at operation: Int) {
    last = operation - 1
  }

  var isDead: Bool { count.load(ordering: .relaxed) > last }

  private func alive() throws(FileError) -> DiskFileSystem {
    guard count.add(1, ordering: .relaxed).newValue <= last else {
      throw FileError(number: 5, operation: "use", path: "a killed process")
    }
    return disk
  }

  func open(_ path: String, for access: FileAccess) throws(FileError) -> any File {
    try alive().open(path, for: access)
  }
  func create(_ path: String) throws(FileError) -> any File { try alive().create(path) }
  func list(_ directory: String) throws(FileError) -> [String] { try alive().list(directory) }
  func kind(of path: String) throws(FileError) -> FileKind? { try alive().kind(of: path) }
  func createDirectory(_ path: String) throws(FileError) { try alive().createDirectory(path) }
  func synchronizeDirectory(_ path: String) throws(FileError) { try alive().synchronizeDirectory(path) }
  func rename(_ path: String, to newPath: String) throws(FileError) { try alive().rename(path, to: newPath) }
  func remove(_ path: String) throws(FileError) { try alive().remove(path) }
  func removeDirectory(_ path: String) throws(FileError) { try alive().removeDirectory(path) }
  func pathForSQLite(_ path: String) -> String { path }
  func lockHolder(_ path: String) -> Int32? { nil }
  func kindWithoutSharedLocks(_ directory: String) -> String? { nil }
}
