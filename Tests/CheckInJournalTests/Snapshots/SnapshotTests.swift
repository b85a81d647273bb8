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

/// A snapshot is a cache: whatever becomes of it, every answer is the log's.
@Suite("Snapshots")
struct SnapshotTests {
  /// A journal with a snapshot in a real directory.
  private func makeJournal(_ count: Int, prefix: String = "", segmentByteLimit: Int = 1000) throws -> TemporaryDirectory
  {
    let directory = try TemporaryDirectory()
    try append((1...count).map { .create(title: "\(prefix)Session \($0)") }, to: directory, limit: segmentByteLimit)
    return directory
  }

  private func append(_ commands: [TrialCommand], to directory: TemporaryDirectory, limit: Int = 1000) throws {
    let journal = try Journal(
      at: directory.path + "/journal", configuration: Journal.Configuration(segmentByteLimit: limit))
    for command in commands { try command.perform(on: journal) }
    _ = try journal.rebuild()
    try journal.close()
  }

  private func answers(_ journal: Journal) throws -> JournalAnswers { try JournalAnswers(journal) }

  private func answersOfLog(_ directory: TemporaryDirectory) throws -> JournalAnswers {
    try JournalAnswers(logIn: directory)
  }

  private func open(_ directory: TemporaryDirectory) throws -> Journal {
    try Journal(at: directory.path + "/journal", for: .readOnly)
  }

  /// `CHECKIN_RUNS_SNAPSHOT_STEP=1` flips a bit of every byte. Otherwise it is every 23rd, so that all places of a page
  /// are met.
  @Test("Row 2: no flipped bit of the snapshot changes an answer")
  func flippedBits() throws {
    let directory = try makeJournal(6)
    let name = "journal/snapshot.sqlite"
    let snapshot = try directory.read(name)
    let expected = try answersOfLog(directory)
    #expect(try answers(open(directory)) == expected)
    var generator = RandomSource(seed: TestSettings.seed)
    for index in stride(from: 0, to: snapshot.count, by: TestSettings.runs("SNAPSHOT_STEP", default: 23)) {
      var flipped = snapshot
      flipped[index] ^= 1 << UInt8(generator.number(0...7))
      try directory.write(flipped, to: name)
      let journal = try open(directory)
      let isSame = try answers(journal) == expected
      #expect(isSame && journal.readOnlyReason == nil, "CHECKIN_SEED=\(TestSettings.seed), byte \(index)")
    }
  }

  @Test("A snapshot that is ahead of half a HEAD is no sign of loss, where the log has its event")
  func halfOfHead() throws {
    let directory = try makeJournal(6)
    let expected = try answersOfLog(directory)
    var content = try directory.read("journal/HEAD")
    let head = try #require(HeadState(content: content).head)
    content[HeadFormat.slotOffset(generation: head.generation) + 100] ^= 1
    try directory.write(content, to: "journal/HEAD")
    let reader = try open(directory)
    #expect(try answers(reader) == expected && reader.readOnlyReason == nil)
    try append([.create(title: "Next")], to: directory)
    #expect(try Journal.verify(at: directory.path + "/journal", in: DiskFileSystem()).problems == [])
  }

  @Test("A truncated snapshot changes no answer")
  func truncated() throws {
    let directory = try makeJournal(6)
    let snapshot = try directory.read("journal/snapshot.sqlite")
    let expected = try answersOfLog(directory)
    for count in stride(from: 0, to: snapshot.count, by: 509) {
      try directory.write(Array(snapshot.prefix(count)), to: "journal/snapshot.sqlite")
      let journal = try open(directory)
      #expect(try answers(journal) == expected && journal.readOnlyReason == nil, "cut to \(count)")
    }
  }

  @Test("A whole snapshot is used without a word")
  func used() throws {
    let directory = try makeJournal(6)
    let journal = try open(directory)
    #expect(journal.openingMessages == [])
    #expect(try Journal.verify(at: directory.path + "/journal").snapshot == .matches)
  }

  @Test("A snapshot that one command's check-ins of several months are added to is whole")
  func severalMonths() throws {
    let directory = try makeJournal(6)
    let journal = try Journal(at: directory.path + "/journal")
    // The latest month first, so that numbers descend where months ascend.
    try journal.importCheckIns(
      (0..<8).map { index in
        let time = CheckInTime(instantMilliseconds: 1_700_000_000_000 - 2_678_400_000 * Int64(index), offsetMinutes: 0)
        return CheckInDraft(id: UUID(), type: .run, title: "Session \(index)", time: time)
      })
    try journal.close()
    let check = try journal.checkSnapshot()
    #expect(check.isCompared && check.events == 14 && check.differences == [])
    #expect(try open(directory).openingMessages == [])
  }

  @Test("Another journal's snapshot is not used, and it is told")
  func ofAnotherJournal() throws {
    let directory = try makeJournal(6)
    let other = try makeJournal(6, prefix: "Other ")
    try directory.write(other.read("journal/snapshot.sqlite"), to: "journal/snapshot.sqlite")
    let journal = try open(directory)
    #expect(try answers(journal) == answersOfLog(directory))
    #expect(journal.openingMessages.contains { $0.text.contains("it belongs to another journal") })
    #expect(journal.readOnlyReason == nil)
  }

  @Test("A snapshot of other logic is not used, and it is told")
  func changedFingerprint() throws {
    let directory = try makeJournal(6)
    let path = directory.path + "/journal/snapshot.sqlite"
    let store = try SnapshotStore(readingFrom: path)
    var timeline = try #require(Timeline(store))
    var header = store.header
    header.fingerprint = Digest(of: [1])
    _ = try SnapshotStore.create(header, at: path, in: DiskFileSystem()) { try timeline.forEachSnapshotPart($0) }
    let journal = try open(directory)
    #expect(try answers(journal) == answersOfLog(directory))
    #expect(journal.openingMessages.contains { $0.text.contains("the logic of the projection has changed") })
  }

  @Test("Without the log, a snapshot of another journal or of other logic shows nothing", arguments: [true, false])
  func strangeRemains(isOfOtherLogic: Bool) throws {
    let directory = try makeJournal(6)
    let path = directory.path + "/journal/snapshot.sqlite"
    for name in try directory.files().keys where name.hasSuffix(".lz4") { try directory.remove(name) }
    #expect(try open(directory).checkIns().count == 6)
    if isOfOtherLogic {
      let store = try SnapshotStore(readingFrom: path)
      var timeline = try #require(Timeline(store))
      var header = store.header
      header.fingerprint = Digest(of: [1])
      _ = try SnapshotStore.create(header, at: path, in: DiskFileSystem()) { try timeline.forEachSnapshotPart($0) }
    } else {
      let other = try makeJournal(9, prefix: "Other ")
      try directory.write(other.read("journal/snapshot.sqlite"), to: "journal/snapshot.sqlite")
    }
    let journal = try open(directory)
    #expect(journal.readOnlyReason?.code == .damaged)
    #expect(try journal.checkIns() == [])
  }

  @Test("Without HEAD the snapshot spares the reading of nothing")
  func withoutHead() throws {
    let directory = try makeJournal(6, segmentByteLimit: 100_000)
    let name = "journal/log/00000000000000000001.lz4"
    var content = try directory.read(name)
    content[content.count / 2] ^= 1
    try directory.write(content, to: name)
    #expect(try open(directory).readOnlyReason == nil)
    try directory.remove("journal/HEAD")
    #expect(try open(directory).state.withLock { $0.problem?.kind } == .logDamaged)
  }

  @Test("A snapshot ahead of the log is an alarm")
  func ahead() throws {
    let directory = try makeJournal(6)
    let files = try directory.files().filter { $0.key.contains("/log/") || $0.key.hasSuffix("HEAD") }
    try append((7...9).map { .create(title: "Later \($0)") }, to: directory, limit: 100_000)
    for name in try directory.files().keys where name.hasSuffix(".lz4") && files[name] == nil {
      try directory.remove(name)
    }
    for case (let name, let content?) in files { try directory.write(content, to: name) }
    let journal = try open(directory)
    #expect(journal.readOnlyReason?.code == .damaged)
    #expect(journal.sequence == 6)
    let before = try directory.files()
    let writer = try Journal(at: directory.path + "/journal")
    #expect(throws: JournalError.self) { try writer.create(TrialCommand.draft("Refused")) }
    #expect(throws: JournalError.self) { try writer.rebuild() }
    #expect(try !Journal.verify(at: directory.path + "/journal").isSound)
    #expect(try Journal.diagnose(at: directory.path + "/journal").remedy != .nothing)
    #expect(try directory.files() == before)
  }

  @Test("A segment that was there when the snapshot was taken is missing")
  func missingSegment() throws {
    let directory = try makeJournal(60)
    let names = try directory.files().keys.filter { $0.hasSuffix(".lz4") }.sorted()
    try #require(names.count >= 3)
    for name in names {
      let content = try directory.read(name)
      try directory.remove(name)
      #expect(try open(directory).readOnlyReason?.code == .damaged, "\(name)")
      #expect(try !Journal.verify(at: directory.path + "/journal").isSound)
      try directory.write(content, to: name)
    }
    #expect(try open(directory).readOnlyReason == nil)
  }

  @Test("A snapshot of a log that says something else by now is not used")
  func otherBranch() throws {
    let directory = try makeJournal(6, segmentByteLimit: 100_000)
    let files = try directory.files()
    try append([.create(title: "One branch")], to: directory, limit: 100_000)
    let snapshot = try directory.read("journal/snapshot.sqlite")
    for name in ["journal/log/00000000000000000001.lz4", "journal/HEAD"] {
      try directory.write(try #require(files[name] ?? nil), to: name)
    }
    try directory.remove("journal/snapshot.sqlite")
    try append([.create(title: "Another branch"), .create(title: "And on")], to: directory, limit: 100_000)
    try directory.write(snapshot, to: "journal/snapshot.sqlite")
    let journal = try open(directory)
    #expect(try answers(journal) == answersOfLog(directory))
    #expect(journal.openingMessages.contains { $0.text.contains("no longer says the same") })
  }

  @Test("A snapshot whose parts were exchanged under an open journal changes no answer")
  func renewedByAnother() throws {
    let directory = try makeJournal(12)
    let reader = try open(directory)
    try append((1...5).map { .edit(number: $0, notes: "Edited later \($0)") }, to: directory)
    // The pages that were not loaded yet now belong to another moment.
    let seen = try answers(reader)
    try reader.refresh()
    #expect(try answers(reader) == answersOfLog(directory))
    #expect(seen.checkIns.count == 14)
  }

  @Test("A segment framed anew keeps the snapshot valid")
  func compacted() throws {
    let directory = try makeJournal(60)
    let expected = try answersOfLog(directory)
    let journal = try Journal(at: directory.path + "/journal")
    let digests = try Journal.verify(at: directory.path + "/journal").segments.map(\.digest)
    _ = try journal.compact(includingActive: true)
    try journal.close()
    let verification = try Journal.verify(at: directory.path + "/journal")
    #expect(verification.problems == [])
    #expect(verification.segments.map(\.digest).starts(with: digests))
    #expect(try answers(open(directory)) == expected)
    #expect(try open(directory).openingMessages == [])
  }
}
