import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// The number of a check-in is its name: whatever is lost, it names no other.
@Suite("Salvaging: numbers stay, and the snapshot helps")
struct SalvageTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/journal" }
  private static let segment = "journal/log/00000000000000000001.lz4"

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func draft(_ title: String) -> CheckInDraft {
    CheckInDraft(
      type: .run, title: title, time: CheckInTime(instantMilliseconds: 1_700_000_000_000, offsetMinutes: 60),
      notes: "Notes of \(title)")
  }

  /// Six check-ins; the second edited, the fourth with a photo and discarded; then what `more` does after the snapshot.
  private func makeJournal(after more: (Journal) throws -> Void = { _ in }) throws {
    let journal = try Journal(at: path)
    for number in 1...6 { try journal.create(draft("Session \(number)")) }
    try journal.edit(2, with: CheckInChanges(title: "Edited"))
    try journal.attachPhoto([0xFF, 0xD8, 0xFF, 0xE0], width: 4, height: 5, to: 4)
    try journal.discard([4])
    _ = try journal.rebuild()
    try journal.close()
    try more(journal)
    // Nothing of it is in the snapshot.
    try journal.close()
  }

  /// Damages the frames of events, of which each is one.
  private func damage(_ sequences: [Int]) throws {
    var bytes = try directory.read(Self.segment)
    let frames = Trial.frames(in: bytes)
    for sequence in sequences { bytes[frames[sequence].lowerBound + 25] ^= 0x10 }
    try directory.write(bytes, to: Self.segment)
  }

  private func salvage(from path: String? = nil) throws -> (Repair, Journal, [String]) {
    let path = path ?? self.path
    let repair = try Journal.diagnose(at: path)
    guard case .salvage(let target) = repair.remedy else {
      throw JournalError(.internalFault, "no salvage, but \(String(describing: repair.remedy))")
    }
    let before = try directory.files().filter { $0.key.hasPrefix("journal/") }
    let report = try Journal.repair(at: path, repair)
    #expect(try directory.files().filter { $0.key.hasPrefix("journal/") } == before, "the old one stays as it is")
    #expect(try Journal.verify(at: target).problems == [])
    return (repair, try Journal(at: target), report.actions)
  }

  private func checkIns(_ journal: Journal) throws -> [CheckIn] {
    try Trial.checkIns(journal).map { checkIn in
      var checkIn = checkIn
      checkIn.sequence = 0
      return checkIn
    }
  }

  @Test("With a snapshot nothing of it is lost, and later events follow")
  func withASnapshot() throws {
    try makeJournal { journal in
      try journal.edit(3, with: CheckInChanges(calories: .set(300)))
      try journal.create(draft("Session 7"))
      try journal.edit(1, with: CheckInChanges(title: "Edited later"))
    }
    let whole = try checkIns(Journal(at: path, for: .readOnly))
    // The creations of 3 and 4, the edit of 2, the photo of 4.
    try damage([3, 4, 7, 8])
    let (repair, salvaged, actions) = try salvage()
    #expect(try checkIns(salvaged) == whole)
    #expect(repair.lostCheckIns == [] && repair.recoveredCheckIns == [2, 3, 4])
    #expect(try salvaged.photoBytes(of: #require(salvaged.existingCheckIn(4).photo)) != nil)
    #expect(actions.contains { $0.contains("3 to 4") } && !actions.joined().contains("Session"))
    #expect(try salvaged.create(draft("Next")).checkIn.number == 8)
  }

  @Test("Without one, what is lost keeps its number, by which nothing else is called")
  func withoutASnapshot() throws {
    try makeJournal()
    try directory.remove("journal/snapshot.sqlite")
    try damage([2, 4])
    let (repair, salvaged, _) = try salvage()
    #expect(repair.lostCheckIns == [2, 4] && repair.recoveredCheckIns == [])
    #expect(repair.findings.contains { $0.contains("Lost: check-in 2, 4.") })
    #expect(try Trial.checkIns(salvaged).map(\.number) == [1, 3, 5, 6])
    #expect(try salvaged.existingCheckIn(6).title == "Session 6")
    let error = #expect(throws: JournalError.self) { try salvaged.existingCheckIn(4) }
    #expect(error?.code == .notFound && error?.message.contains("lost") == true)
    #expect(throws: JournalError.self) { try salvaged.edit(4, with: CheckInChanges(title: "X")) }
    #expect(try salvaged.history(of: 4).map(\.event.action) == [.lost])
    #expect(try salvaged.statistics(today: CivilDay(dayNumber: 20_000)).total == 4)

    // It lives on as any journal does: snapshot, undo, damage, events in and out.
    #expect(try salvaged.create(draft("Next")).checkIn.number == 7)
    _ = try salvaged.rebuild()
    try salvaged.close()
    #expect(try salvaged.checkSnapshot().differences == [])
    for _ in 0..<20 { _ = try? salvaged.undo() }
    #expect(try salvaged.statistics(today: CivilDay(dayNumber: 20_000)).total == 0)
    try salvaged.close()
    #expect(try Journal(at: path + "-salvaged", for: .readOnly).lastNumber == 7)
  }

  @Test("Events that were lost at the end are brought back as far as the snapshot knows them")
  func shorterLog() throws {
    try makeJournal()
    let whole = try checkIns(Journal(at: path, for: .readOnly))
    var bytes = try directory.read(Self.segment)
    let frames = Trial.frames(in: bytes)
    bytes.removeLast(bytes.count - frames[4].lowerBound)
    try directory.write(bytes, to: Self.segment)
    let (repair, salvaged, _) = try salvage()
    #expect(repair.findings.contains { $0.contains("shorter than HEAD says") })
    #expect(try checkIns(salvaged) == whole)
    #expect(repair.recoveredCheckIns == [2, 4, 5, 6])
  }

  @Test("Numbers that lost events at the end may have given are not given again", arguments: [false, true])
  func endOfTheLog(hasSnapshot: Bool) throws {
    try makeJournal { journal in
      try journal.create(draft("Session 7"))
      try journal.create(draft("Session 8"))
    }
    if !hasSnapshot { try directory.remove("journal/snapshot.sqlite") }
    try damage([10, 11])
    let (repair, salvaged, _) = try salvage()
    #expect(repair.findings.contains { $0.contains("2 numbers from 7 on not given again") }, "\(repair.findings)")
    #expect(try salvaged.create(draft("Next")).checkIn.number == 9)
    #expect(try Trial.checkIns(salvaged).map(\.number) == [1, 2, 3, 4, 5, 6, 9])
  }

  @Test("A snapshot of another history is not used")
  func foreignSnapshot() throws {
    try makeJournal()
    try directory.copy("journal", to: "other")
    let other = try Journal(at: directory.path + "/other")
    try other.edit(1, with: CheckInChanges(title: "Another way"))
    try other.discard([5])
    _ = try other.rebuild()
    try other.close()
    let journal = try Journal(at: path)
    for calories in 1...3 { try journal.edit(2, with: CheckInChanges(calories: .set(calories))) }
    try journal.close()
    let snapshot = try directory.read("other/snapshot.sqlite")
    try directory.remove("other")
    try directory.write(snapshot, to: "journal/snapshot.sqlite")
    try damage([3])
    let (repair, salvaged, _) = try salvage()
    #expect(repair.findings.contains { $0.contains("of another history") })
    #expect(repair.lostCheckIns == [3] && repair.recoveredCheckIns == [])
    #expect(try salvaged.existingCheckIn(1).title == "Session 1")
    #expect(try !salvaged.existingCheckIn(5).isDiscarded)
  }

  @Test("HEAD is not written anew for a log that its snapshot proves short")
  func headOverAShortLog() throws {
    try makeJournal()
    let whole = try checkIns(Journal(at: path, for: .readOnly))
    var bytes = try directory.read(Self.segment)
    let frames = Trial.frames(in: bytes)
    bytes.removeLast(bytes.count - frames[6].lowerBound)
    try directory.write(bytes, to: Self.segment)
    try directory.remove("journal/HEAD")
    let (repair, salvaged, _) = try salvage()
    #expect(repair.findings.contains { $0.contains("Events were lost") })
    #expect(try checkIns(salvaged) == whole)
    let head = HeadRepair(directory: LogDirectory(fileSystem: DiskFileSystem(), path: path))
    #expect(throws: JournalError.self) { try head.rewrite() }
  }

  @Test("HEAD is not written anew for a log that lacks a segment of its snapshot, though that held no event")
  func headWithoutTheLastSegment() throws {
    try makeJournal()
    let journal = try Journal(at: path)
    let whole = try checkIns(journal)
    _ = try journal.compact(includingActive: true)
    _ = try journal.rebuild()
    try journal.close()
    let segments = try directory.files().keys.filter { $0.hasPrefix("journal/log/") }.sorted()
    try #require(segments.count == 2)
    try directory.remove(segments[1])
    try directory.remove("journal/HEAD")
    // Its snapshot would make of that a log that has lost events.
    let (_, salvaged, _) = try salvage()
    #expect(try checkIns(salvaged) == whole)
  }

  @Test("HEAD is written anew for a log that can be read to its end, and not twice")
  func headAlone() throws {
    try makeJournal()
    let repair = HeadRepair(directory: LogDirectory(fileSystem: DiskFileSystem(), path: path))
    func files() throws -> [String: [UInt8]?] { try directory.files().filter { !$0.key.hasSuffix("/lock") } }
    let whole = try files()
    #expect(try repair.rewrite() == ["HEAD has been repaired meanwhile."])
    #expect(try files() == whole)
    try directory.remove("journal/HEAD")
    try directory.remove("journal/snapshot.sqlite")
    try damage([5])
    let damaged = try files()
    #expect(throws: JournalError.self) { try repair.rewrite() }
    #expect(try files() == damaged)
  }

  @Test("A journal without HEAD and events, but with a snapshot, has lost its log")
  func headerAlone() throws {
    try makeJournal()
    let bytes = try directory.read(Self.segment)
    try directory.write(Array(bytes[Trial.frames(in: bytes)[0]]), to: Self.segment)
    try directory.remove("journal/HEAD")
    let journal = try Journal(at: path)
    #expect(journal.readOnlyReason?.code == .damaged)
    #expect(try Trial.checkIns(journal).count == 6)
    #expect(throws: JournalError.self) { try journal.create(draft("Refused")) }
  }

  @Test("A HEAD of another journal is told from damage, and mended without a new journal")
  func foreignHead() throws {
    try makeJournal()
    let receipt = try #require(try Journal.verify(at: path).receipt)
    let other = try Journal(at: directory.path + "/other")
    try other.create(draft("Other"))
    try other.close()
    try directory.write(try directory.read("other/HEAD"), to: "journal/HEAD")
    let journal = try Journal(at: path)
    #expect(try Trial.checkIns(journal).count == 6)
    #expect(throws: JournalError.self) { try journal.create(draft("Refused")) }
    let repair = try Journal.diagnose(at: path)
    #expect(repair.remedy == .rewriteHead && repair.findings.contains { $0.contains("another journal") })
    _ = try Journal.repair(at: path, repair)
    #expect(try Journal.verify(at: path, against: receipt).problems == [])
    #expect(try journal.create(draft("Seven")).checkIn.number == 7)
  }

  @Test("A log of another journal is not taken over, and does not cost the snapshot", arguments: [1, 30])
  func foreignLog(eventCount: Int) throws {
    try makeJournal()
    let other = try Journal(at: directory.path + "/other")
    for number in 1...eventCount { try other.create(draft("Other \(number)")) }
    try other.close()
    try directory.write(try directory.read("other/log/00000000000000000001.lz4"), to: Self.segment)
    for hasHead in [true, false] {
      if !hasHead { try directory.remove("journal/HEAD") }
      let before = try directory.files()
      #expect(try Journal.diagnose(at: path).remedy == .restoreBackup)
      #expect(throws: JournalError.self) {
        try HeadRepair(directory: LogDirectory(fileSystem: DiskFileSystem(), path: path)).rewrite()
      }
      #expect(throws: JournalError.self) { try Journal(at: path).create(draft("Refused")) }
      let now = try directory.files()
      #expect(now.filter { !$0.key.hasSuffix("/lock") } == before.filter { !$0.key.hasSuffix("/lock") })
    }
  }

  @Test("A HEAD of another journal over a damaged log costs no numbers")
  func foreignHeadAndDamage() throws {
    try makeJournal()
    let other = try Journal(at: directory.path + "/other")
    for number in 1...30 { try other.create(draft("Other \(number)")) }
    try other.close()
    try directory.write(try directory.read("other/HEAD"), to: "journal/HEAD")
    try damage([5])
    let (repair, salvaged, _) = try salvage()
    #expect(repair.findings.contains { $0.contains("another journal") } || repair.lostCheckIns.isEmpty)
    #expect(try salvaged.create(draft("Next")).checkIn.number == 7)
  }

  @Test("It lies beside the journal, however that is named")
  func place() throws {
    let files = DiskFileSystem()
    for path in ["\(directory.path)/journal", "\(directory.path)/journal/", "\(directory.path)/journal//"] {
      #expect(
        try Salvage.freePath(for: LogDirectory(fileSystem: files, path: path)) == "\(directory.path)/journal-salvaged")
    }
    for path in [".", "/", "..", "x/.."] {
      #expect(throws: JournalError.self) { try Salvage.freePath(for: LogDirectory(fileSystem: files, path: path)) }
    }
  }

  @Test("What a newer version wrote is not dropped by a salvage of this one")
  func newerVersion() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial((1...4).map { .create(title: "Session \($0)") }, segmentByteLimit: 1 << 20)
    _ = trial.run(on: fileSystem)
    let segment = Trial.path + "/log/00000000000000000001.lz4"
    var writer = WireWriter()
    writer.record(
      Event(sequence: 5, recordedAtMilliseconds: 1, origin: .cli, checkIn: 1, command: 5, action: .unknown(field: 40)))
    var bytes = fileSystem.content(of: segment) + (try FrameEncoder.frame(of: writer.bytes))
    bytes[Trial.frames(in: bytes)[2].lowerBound + 25] ^= 1
    fileSystem.replace(segment, by: bytes)
    #expect(try Journal.diagnose(at: Trial.path, in: fileSystem).remedy == .useNewerVersion)
  }

  @Test("Commands stay whole in a salvaged journal, or come apart where events are missing")
  func commands() throws {
    let journal = try Journal(at: path)
    try journal.create(draft("Before"))
    let notes = String(repeating: "n", count: 3000)
    let drafts = (1...300).map { number in
      var draft = draft("Imported \(number)")
      draft.id = UUID()
      draft.notes = notes + "\(number)"
      return draft
    }
    #expect(try journal.importCheckIns(drafts).added == 300)
    try journal.close()
    try? directory.remove("journal/snapshot.sqlite")
    try damage([3])
    let (_, salvaged, _) = try salvage()
    let count = try salvaged.checkIns().count
    #expect(count > 100 && count < 301)
    let undone = try salvaged.undo().checkIns.count
    #expect(undone > 0 && undone < count)
    _ = try salvaged.undo()
    #expect(try salvaged.checkIns().map(\.title) == ["Before"])
    _ = try salvaged.redo()
    _ = try salvaged.redo()
    #expect(try salvaged.checkIns().count == count)
  }

  @Test("A salvage of a salvaged journal keeps what was lost before as it is")
  func again() throws {
    try makeJournal()
    try directory.remove("journal/snapshot.sqlite")
    try damage([2])
    let (_, first, _) = try salvage()
    try first.close()
    let path = path + "-salvaged"
    let name = "journal-salvaged/log/00000000000000000001.lz4"
    // The events are in one frame there; one more comes in a frame of its own, and is damaged.
    let journal = try Journal(at: path)
    try journal.create(draft("Seven"))
    try journal.close()
    var bytes = try directory.read(name)
    bytes[try #require(Trial.frames(in: bytes).last).lowerBound + 25] ^= 1
    try directory.write(bytes, to: name)
    let (repair, second, _) = try salvage(from: path)
    #expect(repair.lostCheckIns == [2])
    #expect(!repair.findings.contains { $0.contains("left out") })
    #expect(try second.create(draft("Eight")).checkIn.number == 8)
    #expect(
      try second.history(of: 2).map(\.event.recordedAtMilliseconds)
        == first.history(of: 2).map(\.event.recordedAtMilliseconds))
  }

  @Test("A HEAD from before a compaction is recognised, and mended without a new journal")
  func olderHead() throws {
    let journal = try Journal(at: path, configuration: Journal.Configuration(segmentByteLimit: 600))
    for number in 1...5 { try journal.create(draft("Session \(number)")) }
    try journal.close()
    let head = try directory.read("journal/HEAD")
    for number in 6...20 { try journal.create(draft("Session \(number)")) }
    _ = try journal.compact()
    _ = try journal.rebuild()
    try journal.close()
    let receipt = try #require(try Journal.verify(at: path).receipt)
    let whole = try Trial.checkIns(journal)
    try directory.write(head, to: "journal/HEAD")

    for hasSnapshot in [true, false] {
      if !hasSnapshot { try directory.remove("journal/snapshot.sqlite") }
      let other = try Journal(at: path)
      #expect(try Trial.checkIns(other) == whole)
      let error = #expect(throws: JournalError.self) { try other.create(draft("Refused")) }
      #expect(error?.code == .damaged)
    }
    let repair = try Journal.diagnose(at: path)
    #expect(repair.remedy == .rewriteHead && repair.findings.contains { $0.contains("HEAD is older than the log") })
    _ = try Journal.repair(at: path, repair)
    #expect(try Journal.verify(at: path, against: receipt).problems == [])
    #expect(try Journal(at: path).create(draft("On")).checkIn.number == 21)
  }

  @Test("A closed segment with other content than the next one names is not called whole")
  func foreignContent() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial((1...12).map { .create(title: "Session \($0)") }, segmentByteLimit: 400)
    _ = trial.run(on: fileSystem)
    let other = SimulatedFileSystem()
    var changed = trial
    changed.commands[0] = .create(title: "Session X")
    _ = changed.run(on: other)
    let first = Trial.path + "/log/00000000000000000001.lz4"
    // The same journal, with the same numbers, in which the first event says something else.
    let frames = Trial.frames(in: fileSystem.content(of: first))
    let foreign = Trial.frames(in: other.content(of: first))
    fileSystem.replace(
      first,
      by: Array(
        fileSystem.content(of: first)[frames[0]] + other.content(of: first)[foreign[1]]
          + fileSystem.content(of: first)[frames[2].lowerBound...]))
    let repair = try Journal.diagnose(at: Trial.path, in: fileSystem)
    guard case .salvage = repair.remedy else {
      Issue.record("\(repair)")
      return
    }
    #expect(repair.findings.contains { $0.contains("other content") })
  }
}
