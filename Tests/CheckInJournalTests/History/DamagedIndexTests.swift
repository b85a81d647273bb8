import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInTimeline
@testable import EventLog

/// An index of events that is lost or damaged is passed over, found, and made anew; one that says something else than
/// the log is found.
@Suite("A damaged index of events")
struct DamagedIndexTests {
  private static let snapshot = "journal/snapshot.sqlite"
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let journal = try Journal(at: path)
    for number in 1...6 { try TrialCommand.create(title: "Session \(number)").perform(on: journal) }
    for step in 1...6 { try TrialCommand.edit(number: step % 3 + 1, notes: "Step \(step)").perform(on: journal) }
    _ = try journal.rebuild()
    try journal.close()
  }

  private var path: String { directory.path + "/journal" }

  /// Every answer that the index gives.
  private struct Answers: Equatable {
    var histories: [[AuditEntry]]
    var latest: [AuditEntry] = []
    var past: [CheckIn?]
    var moment: UInt64

    /// - Parameter isReplayed: whether the log alone answers.
    init(_ path: String, isReplayed: Bool = false) throws {
      let log = try TemporaryDirectory(logOf: path)
      let path = isReplayed ? log.path : path
      let journal = try Journal(at: path, for: .readOnly)
      histories = try (1...journal.lastNumber).map { try journal.history(of: $0) }
      var latest: [AuditEntry] = []
      try journal.audit(from: journal.sequence - 3) { latest.append($0) }
      self.latest = latest
      let past = try Journal(at: path, asOf: .sequence(9), defersReplay: !isReplayed)
      self.past = try (1...6).map { try past.checkIn($0) }
      let now = Journal.systemMilliseconds()
      moment = try Journal(at: path, asOf: .recorded(now), defersReplay: !isReplayed)
        .sequence
    }
  }

  /// Links, times and places.
  static let kinds = [4, 5, 6]
  static let damages = [
    "DELETE FROM part WHERE id >> 40 = %;",
    "UPDATE part SET content = X'00' WHERE id >> 40 = %;",
    "UPDATE part SET content = CAST(content || X'00' AS BLOB) WHERE id >> 40 = %;",
    "UPDATE part SET content = (SELECT content FROM part WHERE id = 0) WHERE id >> 40 = %;",
  ]

  @Test("A part that is lost or damaged changes no answer, is found, and is written anew", arguments: kinds, damages)
  func damagedPart(_ kind: Int, _ statement: String) throws {
    let script = statement.replacing("%", with: String(kind)) + " SELECT changes();"
    let changes = try Tool.shell("sqlite3 \(Self.snapshot)", in: directory.path, input: Array(script.utf8)).text
    try #require(changes == "1\n")
    #expect(try Answers(path) == Answers(path, isReplayed: true))
    #expect(try Journal.verify(at: path).snapshot == .invalid)
    #expect(try !Journal(at: path, for: .readOnly).checkSnapshot().differences.isEmpty)

    let writer = try Journal(at: path)
    #expect(try writer.undo().checkIns == [1])
    #expect(try writer.redo().checkIns == [1])
    try writer.withWriteLock { _ throws(JournalError) in try writer.saveSnapshot(whole: false) }
    try writer.close()
    #expect(try Journal.verify(at: path).snapshot == .matches)
    #expect(try Answers(path) == Answers(path, isReplayed: true))
  }

  @Test("A link or a time that is not the log's is a difference")
  func planted() throws {
    func differences(_ plant: (inout Timeline) throws -> Void) throws -> [String] {
      let file = directory.path + "/" + Self.snapshot
      let store = try SnapshotStore(readingFrom: file)
      var timeline = Timeline()
      var notUnderstood = 0
      var reader = try EventReader(LogDirectory(fileSystem: DiskFileSystem(), path: path))
      while let batch = try reader.next() { try timeline.fold(batch, notUnderstood: &notUnderstood) }
      try plant(&timeline)
      _ = try SnapshotStore.create(store.header, at: file, in: DiskFileSystem()) {
        try timeline.forEachSnapshotPart($0)
      }
      #expect(try Journal.verify(at: path).snapshot == .differs)
      return try Journal(at: path, for: .readOnly).checkSnapshot().differences
    }
    let ofLinks = try differences { timeline in
      let links = timeline.events.recent
      timeline.events = EventIndex()
      for link in links.dropLast() { timeline.events.append(link.sequence, after: link.previous) }
    }
    #expect(ofLinks == ["the index of events 1 to 65536"])
    let ofTimes = try differences { timeline in
      timeline.times = EventTimes()
      timeline.times.note(1, of: 1)
    }
    #expect(ofTimes == ["the times of events"])
  }
}
