import Glibc
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// Commands of many events, of which a part reached the disk.
@Suite("Commands that are cut off between their events")
struct CutOffCommandTests {
  private let fileSystem = SimulatedFileSystem()
  private let trial = Trial([], segmentByteLimit: 64 << 20)
  private let segment = Trial.path + "/log/" + LogDirectory.segmentName(1)
  private let head = Trial.path + "/HEAD"
  private let snapshot = Trial.path + "/snapshot.sqlite"

  private func open() throws -> Journal { try trial.open(fileSystem) }

  /// A journal with one check-in, and an import of many behind it.
  private func importMany(_ count: Int) throws {
    let journal = try open()
    try TrialCommand.create(title: "First").perform(on: journal)
    try TrialCommand.importing(titles: (1...count).map { "Imported \($0)" }).perform(on: journal)
    try journal.close()
  }

  private func total() throws -> Int { try open().statistics(today: CivilDay(dayNumber: 19_700)).total }

  @Test("An undo that is cut off is completed by the next, and undoes nothing else")
  func undo() throws {
    let count = 12_000
    try importMany(count)
    let log = fileSystem.content(of: segment)
    let (earlierHead, earlierSnapshot) = (fileSystem.content(of: head), fileSystem.content(of: snapshot))
    let journal = try open()
    try journal.undo()
    try journal.close()
    #expect(try total() == 1)

    // Only the first of its frames is there, as after a power cut before HEAD.
    let whole = fileSystem.content(of: segment)
    let file = try fileSystem.open(segment, for: .reading)
    let reader = try SegmentReader(file, from: log.count)
    let first = try #require(try reader.next(byteCount: 1).frames.first)
    fileSystem.replace(segment, by: Array(whole.prefix(first.fileOffset + first.byteCount)))
    fileSystem.replace(head, by: earlierHead)
    fileSystem.replace(snapshot, by: earlierSnapshot)
    let left = try total()
    #expect(left > 1 && left < count)

    let again = try open()
    #expect(try again.undo().command == 2)
    try again.close()
    #expect(try total() == 1 && open().checkIn(1)?.isDiscarded == false)
    let next = try open()
    try next.undo()
    try next.close()
    #expect(try total() == 0)

    // And back, step by step, to everything.
    let back = try open()
    for _ in 0..<3 { try back.redo() }
    #expect(throws: JournalError.self) { try back.redo() }
    try back.close()
    #expect(try total() == count + 1)
  }

  @Test("An edit that changes the photo as well is one command, undone and redone as one")
  func editWithPhoto() throws {
    let journal = try open()
    try TrialCommand.create(title: "First").perform(on: journal)
    let photo = NewPhoto(jpeg: [0xFF, 0xD8, 0xFF, 1], width: 1, height: 1)
    let edited = try journal.edit(1, with: CheckInChanges(title: "Second"), photo: .attach(photo)).checkIn
    #expect(edited.title == "Second" && edited.photo != nil && edited.sequence == 3 && journal.sequence == 3)
    try journal.undo()
    #expect(try journal.checkIn(1)?.title == "First" && journal.checkIn(1)?.photo == nil)
    try journal.redo()
    #expect(try journal.checkIn(1)?.title == "Second" && journal.checkIn(1)?.photo == edited.photo)
    #expect(try journal.edit(1, with: CheckInChanges(), photo: .attach(photo)).isChanged == false)
    #expect(try journal.edit(1, with: CheckInChanges(), photo: .clear).checkIn.photo == nil)
    #expect(try journal.edit(1, with: CheckInChanges(), photo: .clear).isChanged == false)
  }

  @Test("Of an import that a full disk cuts off, what was saved is told; repeating it completes it")
  func fullDisk() throws {
    let count = 60_000
    let journal = try open()
    let writes = Counter()
    fileSystem.observe { [fileSystem, segment] operation, path in
      guard operation == .write, path == segment, writes.next() == 2 else { return }
      fileSystem.failObservedOperation(with: [.error(ENOSPC)])
    }
    let titles = (1...count).map { "Imported \($0)" }
    let error = #expect(throws: JournalError.self) {
      try TrialCommand.importing(titles: titles).perform(on: journal)
    }
    fileSystem.observe(nil)
    let saved = try total()
    #expect(saved > 0 && saved < count)
    #expect(
      error?.message.contains("\(saved) events of the command were saved before") == true, "\(error?.message ?? "")")
    try TrialCommand.importing(titles: titles).perform(on: journal)
    try journal.close()
    #expect(try total() == count)
  }
}
