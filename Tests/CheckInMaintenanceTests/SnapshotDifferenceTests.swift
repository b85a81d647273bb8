import CheckInJournal
import Foundation
import TestSupport
import Testing

@testable import CheckInMaintenance
@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// `rebuild --check`: a snapshot that says something else than the log is found out, and where.
struct SnapshotDifferenceTests {
  /// What the snapshot is made to take for one event more.
  struct Planted: CustomTestStringConvertible, Sendable {
    var checkIn: Int
    var action: Event.Action
    /// What has to be named.
    var names: [String]
    var testDescription: String { "\(action.name) \(checkIn)" }
  }

  static let planted = [
    Planted(checkIn: 2, action: .edited(CheckInChanges(title: "Planted")), names: ["check-in 2 on 2024-02-29"]),
    Planted(
      checkIn: 1, action: .discarded, names: ["the counts by type", "the days of 2024-01", "check-in 1 on 2024-01-31"]),
    Planted(
      checkIn: 3, action: .edited(CheckInChanges(time: time(2024, 2, 28))),
      names: ["the days of 2024-02", "the check-ins of 2024-02", "the days of 2024-03", "the month of check-in 3"]),
    Planted(
      checkIn: 3, action: .edited(CheckInChanges(time: time(2031, 1, 1))),
      names: ["month 2031-01", "the days of 2024-03"]),
    Planted(
      checkIn: 2, action: .edited(CheckInChanges(time: time(2024, 2, 1))),
      names: ["the days of 2024-02: 2024-02-01, 2024-02-29"]),
  ]

  private static func time(_ year: Int, _ month: Int, _ day: Int) -> CheckInTime {
    let dayNumber = CivilDay(year: year, month: month, day: day)?.dayNumber ?? 0
    return CheckInTime(instantMilliseconds: Int64(dayNumber) * 86_400_000 + 43_200_000, offsetMinutes: 0)
  }

  @Test("A planted difference is found, with its months and days", arguments: planted)
  func aPlantedDifference(_ planted: Planted) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/journal"
    let journal = try Journal(at: path)
    for (month, day) in [(1, 31), (2, 29), (3, 1)] {
      try journal.create(CheckInDraft(type: .run, title: "Run", time: Self.time(2024, month, day)))
    }
    _ = try journal.rebuild()
    try journal.close()
    #expect(try Journal(at: path, for: .readOnly).checkSnapshot().differences == [])

    let snapshot = directory.path + "/journal/snapshot.sqlite"
    let store = try SnapshotStore(readingFrom: snapshot)
    var timeline = try #require(Timeline(store))
    var writer = WireWriter()
    writer.record(
      Event(
        sequence: 4, recordedAtMilliseconds: 0, origin: .cli, checkIn: planted.checkIn, command: 4, undoes: nil,
        action: planted.action))
    let bytes = writer.bytes.span.bytes
    var reader = WireReader(start: 0, end: writer.count)
    _ = try reader.tag(in: bytes)
    try timeline.apply(try EventView(try reader.byteRange(in: bytes), in: bytes), in: bytes)
    timeline.directory.sequence = 3
    _ = try SnapshotStore.create(store.header, at: snapshot, in: DiskFileSystem()) {
      try timeline.forEachSnapshotPart($0)
    }

    let differences = try Journal(at: path, for: .readOnly).checkSnapshot().differences
    for name in planted.names { #expect(differences.contains { $0.hasPrefix(name) }, "\(differences)") }
    let checkin = try Journal.verify(at: path)
    #expect(!checkin.isSound)
    // Made anew, it says what the log says.
    let writable = try Journal(at: path)
    _ = try writable.rebuild()
    try writable.close()
    #expect(try Journal(at: path, for: .readOnly).checkSnapshot().differences == [])
  }
}
