import CheckInMaintenance
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// What a journal is taken for while others write, and where its files are not those that were here before.
@Suite("What a reader makes of the files")
struct JournalLoaderTests {
  private static let segment = Trial.path + "/log/" + LogDirectory.segmentName(1)
  private static let head = Trial.path + "/HEAD"

  private let fileSystem = SimulatedFileSystem()
  private let trial = Trial([], segmentByteLimit: 1 << 20)

  private func create(_ titles: String..., on journal: Journal) throws {
    for title in titles { try TrialCommand.create(title: title).perform(on: journal) }
  }

  /// Opens the journal for reading; other files take the place of those that are there once the log was read.
  private func openWhile(filesBecome files: [String: [UInt8]]) throws -> Journal {
    let isSegmentRead = Mutex(false)
    fileSystem.observe { [fileSystem] operation, path in
      if operation == .read, path == Self.segment { isSegmentRead.withLock { $0 = true } }
      guard operation == .read, path == Self.head, isSegmentRead.withLock({ $0 }) else { return }
      fileSystem.observe(nil)
      for (path, content) in files { fileSystem.replace(path, by: content) }
    }
    defer { fileSystem.observe(nil) }
    return try trial.open(fileSystem, for: .readOnly)
  }

  @Test("What is half written when a journal is opened is looked at again before it is called doubtful")
  func halfWritten() throws {
    let journal = try trial.open(fileSystem)
    try create("One", "Two", "Three", on: journal)
    try journal.close()
    let settled = fileSystem.files()
    try create("Four", on: journal)
    try journal.close()
    let later = fileSystem.files()
    // Half of a slot of HEAD and half of a frame, as they can be seen between two pages of a write.
    var half = try #require(later[Self.head])
    for index in half.indices where settled[Self.head]?[index] != half[index] && index % 2 == 0 { half[index] = 0xEE }
    fileSystem.replace(Self.head, by: half)
    let before = try #require(settled[Self.segment]?.count)
    fileSystem.replace(Self.segment, by: Array(try #require(later[Self.segment]).prefix(before + 20)))
    #expect(try trial.open(fileSystem, for: .readOnly).readOnlyReason?.code == .damaged)

    let reader = try openWhile(filesBecome: later)
    #expect(reader.readOnlyReason == nil && reader.sequence == 4)
  }

  @Test("Damage that is not there any more at a second look, while HEAD stays, is none")
  func damageIsLookedAtTwice() throws {
    let journal = try trial.open(fileSystem)
    try create("One", "Two", "Three", on: journal)
    try journal.close()
    fileSystem.erase(Trial.path + "/snapshot.sqlite")
    let whole = fileSystem.files()
    var damaged = fileSystem.content(of: Self.segment)
    damaged[Trial.frames(in: damaged)[2].lowerBound + 20] ^= 1
    fileSystem.replace(Self.segment, by: damaged)
    #expect(try trial.open(fileSystem, for: .readOnly).readOnlyReason?.code == .damaged)

    let reader = try openWhile(filesBecome: whole)
    #expect(reader.readOnlyReason == nil && reader.sequence == 3)
  }

  @Test("Torn bytes right after what the half of HEAD that is left names may have been acknowledged")
  func tornAfterHalfAHead() throws {
    let journal = try trial.open(fileSystem)
    try create("One", on: journal)
    try journal.close()
    try create("Two", on: journal)
    try journal.close()
    fileSystem.erase(Trial.path + "/snapshot.sqlite")
    var content = fileSystem.content(of: Self.head)
    let newest = try #require(HeadState(content: content).head)
    content[HeadFormat.slotOffset(generation: newest.generation) + 9] ^= 1
    fileSystem.replace(Self.head, by: content)
    #expect(try trial.open(fileSystem, for: .readOnly).readOnlyReason == nil)

    fileSystem.replace(Self.segment, by: fileSystem.content(of: Self.segment).dropLast())
    #expect(try trial.open(fileSystem, for: .readOnly).readOnlyReason?.code == .damaged)
  }

  @Test("A segment of a newer format is told, also where every event in it is understood")
  func newerFormat() throws {
    let journal = try trial.open(fileSystem)
    try create("One", "Two", on: journal)
    try journal.close()
    let directory = LogDirectory(fileSystem: fileSystem, path: Trial.path)
    let end = try #require(try directory.look().head)
    var header = SegmentHeader(
      journalID: end.journalID, firstSequence: 3,
      previousDigest: try SegmentContent.digest(of: 1, upTo: end.position, in: directory))
    header.formatVersion = LogFormat.version + 1
    _ = try LogWriter.createSegment(header, in: directory)
    let files = fileSystem.files()
    let reader = try trial.open(fileSystem, for: .readOnly)
    #expect(reader.readOnlyReason?.code == .newerVersion)
    #expect(try reader.checkIns().count == 2)
    let error = #expect(throws: JournalError.self) { try create("Three", on: try trial.open(fileSystem)) }
    #expect(error?.code == .newerVersion)
    #expect(fileSystem.files().filter { !$0.key.hasSuffix("/lock") } == files.filter { !$0.key.hasSuffix("/lock") })
  }

  @Test("A command judges by the log that is there, not by one of the same length that was there before")
  func replacedByAnother() throws {
    let journal = try trial.open(fileSystem)
    try create("One", on: journal)
    try journal.close()
    let fork = fileSystem.disk
    var draft = TrialCommand.draft("Here")
    try journal.create(draft)
    try journal.close()
    let here = SimulatedFileSystem(fileSystem.disk)
    _ = try trial.open(here).rebuild()
    // Frames of the same length; how well a time can be compressed may differ.
    draft.title = "Back"
    var restored: [String: [UInt8]] = [:]
    let length = fileSystem.content(of: Self.segment).count
    for _ in 0..<1000 where restored[Self.segment]?.count != length {
      let other = SimulatedFileSystem(fork)
      let journal = try trial.open(other)
      try journal.create(draft)
      try journal.close()
      restored = other.files()
    }
    try #require(restored[Self.segment]?.count == length)
    let snapshot = Trial.path + "/snapshot.sqlite"
    for (path, content) in restored { fileSystem.replace(path, by: content) }
    // The snapshot of the log that was there names the same place.
    let mixed = SimulatedFileSystem(fileSystem.disk)
    mixed.replace(snapshot, by: here.content(of: snapshot))
    #expect(try trial.open(mixed, for: .readOnly).checkIn(2)?.title == "Back")
    // To whoever believes the log that was there, this is no change.
    #expect(try journal.edit(2, with: CheckInChanges(title: "Here")).isChanged)
    try journal.close()
    #expect(try trial.open(fileSystem, for: .readOnly).checkIn(2)?.title == "Here")
  }

  @Test("A snapshot that others renew while it is judged is not ahead of the log")
  func renewedMeanwhile() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let configuration = Journal.Configuration(segmentByteLimit: 300)
    @Sendable func append(_ titles: String...) throws {
      let journal = try Journal(at: path, configuration: configuration)
      for title in titles { try create(title, on: journal) }
      _ = try journal.rebuild()
      try journal.close()
    }
    try append("One")
    let looks = Counter()
    let fileSystem = ObservedFileSystem { operation, observed in
      // HEAD was read and the segments were listed.
      guard operation == .kind, observed.hasSuffix("/snapshot.sqlite"), looks.next() == 1 else { return }
      try? append("Two", "Three", "Four", "Five", "Six")
    }
    let check = SnapshotCheck(LogDirectory(fileSystem: fileSystem, path: path))
    let verdict = try check.check()
    #expect(verdict.store?.header.position.sequence == 6, "\(verdict)")
    #expect(looks.next() > 1)
  }
}
