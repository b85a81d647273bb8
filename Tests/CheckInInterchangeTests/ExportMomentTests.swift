import CheckInMaintenance
import Foundation
import TestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel

/// An export is of one moment, also where others go on and renew the snapshot that it is read from.
struct ExportMomentTests {
  /// More than an export asks for at once, in many months.
  private static let count = 2600

  private func makeJournal() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let journal = try Journal(at: directory.path + "/journal")
    let drafts = (0..<Self.count).map { index in
      CheckInDraft(
        id: UUID(), type: .run, title: "Before",
        time: CheckInTime(instantMilliseconds: 1_600_000_000_000 + Int64(index) * 86_400_000 / 4, offsetMinutes: 0))
    }
    try journal.importCheckIns(drafts)
    _ = try journal.rebuild()
    try journal.close()
    return directory
  }

  /// What another process does in the middle of the export: so much, in so many months, that it saves the snapshot's
  /// changed parts in the same file.
  private func goOn(_ directory: TemporaryDirectory) throws {
    let other = try Journal(at: directory.path + "/journal")
    for number in stride(from: Self.count, to: 0, by: -400) {
      try other.edit(number, with: CheckInChanges(title: "After"))
    }
    try other.discard([Self.count - 1])
    let before = try directory.read("journal/snapshot.sqlite")
    try other.close()
    try #require(try directory.read("journal/snapshot.sqlite") != before, "it has saved the snapshot")
  }

  @Test func readingStaysAtItsMoment() throws {
    let directory = try makeJournal()
    let reader = try Journal(at: directory.path + "/journal", for: .readOnly)
    let sequence = reader.sequence
    var titles: [String] = []
    try reader.forEachCheckIn { checkIn in
      if titles.isEmpty { try goOn(directory) }
      titles.append(checkIn.title)
    }
    #expect(titles == Array(repeating: "Before", count: Self.count))
    #expect(reader.sequence == sequence)
    #expect(try reader.checkIn(Self.count - 1)?.isDiscarded == false)

    try reader.refresh()
    #expect(reader.sequence == sequence + 8)
    #expect(try reader.checkIn(Self.count)?.title == "After")
    #expect(try reader.checkIn(Self.count - 1)?.isDiscarded == true)
    #expect(reader.readOnlyReason == nil)
  }

  @Test(arguments: [ExportFormat.csv, .jsonl, .ics])
  func exportsAreOfOneMoment(_ format: ExportFormat) throws {
    let directory = try makeJournal()
    let reader = try Journal(at: directory.path + "/journal", for: .readOnly)
    // The first month is read, and the snapshot's others are gone when they are needed.
    _ = try reader.checkIn(1)
    try goOn(directory)
    let path = directory.path + "/all"
    #expect(try Exporter.run(journal: reader, path: path, format: format, progress: nil).exported == Self.count)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.components(separatedBy: "Before").count == Self.count + 1)
    #expect(!text.contains("After"))
  }
}
