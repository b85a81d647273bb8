import CheckInMaintenance
import FoundationEssentials
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// Rules that are seen in a whole journal, and in no part of it alone.
struct WholeJournalTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/journal" }

  init() throws { directory = try TemporaryDirectory() }

  private func draft(_ number: Int) -> CheckInDraft {
    CheckInDraft(
      id: UUID(), type: .run, title: "Run \(number)",
      time: CheckInTime(instantMilliseconds: Int64(number) * 3_600_000, offsetMinutes: 0))
  }

  @Test("One append is one frame of whole records, and never an empty one")
  func oneFrameForEachAppend() throws {
    let journal = try Journal(at: path)
    for number in 1...3 { try journal.create(draft(number)) }
    try journal.discard([1, 2, 3])
    _ = try journal.importCheckIns((4...9).map(draft))
    _ = try journal.importCheckIns([])
    #expect(try journal.edit(4, with: CheckInChanges()).isChanged == false)
    try journal.close()

    var records: [Int] = []
    let file = try LogDirectory(fileSystem: DiskFileSystem(), path: path).open(segment: 1)
    try SegmentContent.forEachFrame(of: file, segment: 1) { content in
      var reader = WireReader(start: 0, end: content.byteCount)
      var count = 0
      while !reader.isAtEnd {
        _ = try reader.tag(in: content)
        _ = try reader.byteRange(in: content)
        count += 1
      }
      records.append(count)
    }
    #expect(records == [1, 1, 1, 1, 3, 6], "the header, three check-ins, a command on three, an import of six")
  }

  @Test("What a newer version wrote is kept and counted, and nothing is appended")
  func newerEvents() throws {
    let journal = try Journal(at: path)
    try journal.create(draft(1))
    var records = EventRecords()
    let events = try journal.replay(AllOfThem.self).events
    let unknown = Event(
      sequence: 2, recordedAtMilliseconds: 0, origin: .cli, checkIn: 1, command: 2, undoes: nil,
      action: .unknown(field: 40))
    for event in events + [unknown] { records.append(event) }
    #expect(try journal.reproduce(records) == 1)
    try journal.close()
    // Whoever knows all events may take a snapshot; it is none for a version with another schema.
    #expect(Fingerprint.digest(of: [], schema: "newer") != Fingerprint.digest(of: []))
    try directory.remove("journal/snapshot.sqlite")

    let files = try directory.files()
    let reader = try Journal(at: path, for: .readOnly)
    #expect(reader.readOnlyReason?.code == .newerVersion)
    #expect(reader.sequence == 2)
    #expect(try reader.checkIns().map(\.title) == ["Run 1"])
    #expect(try reader.replay(AllOfThem.self).events.last?.action == .unknown(field: 40))
    let writer = try Journal(at: path)
    #expect { try writer.create(draft(2)) } throws: { ($0 as? JournalError)?.code == .newerVersion }
    #expect { try writer.undo() } throws: { ($0 as? JournalError)?.code == .newerVersion }
    #expect(try Journal.verify(at: path).problems.contains { $0.contains("newer version") })
    #expect(try directory.files() == files)
  }

  @Test("Verifying finds a changed byte of log, snapshot and photo, and changes nothing itself")
  func everyByteIsRead() throws {
    let journal = try Journal(at: path)
    for number in 1...5 { try journal.create(draft(number)) }
    let photo = try journal.attachPhoto([0xFF, 0xD8, 0xFF, 7], width: 1, height: 1, to: 1).photo
    _ = try journal.rebuild()
    try journal.close()
    #expect(try Journal.verify(at: path).isSound)
    let digest = try #require(photo).digest.hexadecimal
    for name in ["log/00000000000000000001.lz4", "photos/\(digest.prefix(2))/\(digest).jpg", "HEAD"] {
      let whole = try directory.read("journal/\(name)")
      for index in [0, whole.count / 2, whole.count - 1] {
        var damaged = whole
        damaged[index] ^= 0x10
        try directory.write(damaged, to: "journal/\(name)")
        let files = try directory.files()
        // One half of HEAD is enough.
        if name != "HEAD" { #expect(try !Journal.verify(at: path).isSound, "\(name), byte \(index)") }
        #expect(try directory.files() == files)
      }
      try directory.write(whole, to: "journal/\(name)")
    }
    #expect(try Journal.verify(at: path).isSound)
  }
}

/// Keeps every event.
private struct AllOfThem: Projection {
  static let name = "all of them"
  static let version = 1
  private(set) var events: [Event] = []

  mutating func apply(_ event: Event) { events.append(event) }
}
