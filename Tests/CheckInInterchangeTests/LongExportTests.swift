import Foundation
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal

/// Exports of so many check-ins that several threads write them: each is there once, whole and in its place.
struct LongExportTests {
  private static let count = 20_000
  private static let discarded = Array(stride(from: 7, through: count, by: 1000))

  private func makeJournal(in directory: TemporaryDirectory) throws -> Journal {
    let journal = try Journal(at: directory.path + "/journal")
    let (berlin, tokyo) = try (
      #require(LocalTimeZone(identifier: "Europe/Berlin")), #require(LocalTimeZone(identifier: "Asia/Tokyo"))
    )
    try journal.importCheckIns(
      (1...Self.count).map { number in
        // One zone is that of a single check-in, in the middle.
        let zone = number == Self.count / 2 ? tokyo : berlin
        return CheckInDraft(
          id: UUID(), type: .run, title: "Number \(number)",
          time: zone.time(atInstant: 1_400_000_000_000 + Int64(number) * 3_600_000),
          notes: String(repeating: "long ", count: number % 50))
      })
    try journal.discard(Self.discarded)
    return journal
  }

  private static func numbers(inTitlesOf text: String) -> [Int] {
    text.matches(of: /Number (\d+)/).compactMap { Int($0.1) }
  }

  @Test(arguments: [ExportFormat.csv, .jsonl, .ics])
  func textsHaveAllInOrder(_ format: ExportFormat) throws {
    let directory = try TemporaryDirectory()
    let journal = try makeJournal(in: directory)
    let path = directory.path + "/all"
    let told = Mutex<[Int]>([])
    let report = try Exporter.run(journal: journal, path: path, format: format) { done, _ in
      told.withLock { $0.append(done) }
    }
    let progress = told.withLock { $0 }
    let expected = (1...Self.count).filter { !Self.discarded.contains($0) }
    #expect(report.exported == expected.count)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(Self.numbers(inTitlesOf: text) == expected)
    #expect(format == .ics || progress == progress.sorted() && progress.last == Self.count)
    if format == .ics {
      let head = text.prefix(upTo: try #require(text.firstRange(of: "BEGIN:VEVENT")).lowerBound)
      #expect(head.contains("TZID:Europe/Berlin") && head.contains("TZID:Asia/Tokyo"))
    }
  }

  @Test func daysAreChosen() throws {
    let directory = try TemporaryDirectory()
    let journal = try makeJournal(in: directory)
    let day = try #require(try journal.checkIn(Self.count / 2 + 100)).day
    let path = directory.path + "/some"
    let report = try Exporter.run(journal: journal, path: path, format: .csv, from: day, to: day)
    let numbers = Self.numbers(inTitlesOf: try String(contentsOfFile: path, encoding: .utf8))
    #expect(report.exported == numbers.count && numbers == numbers.sorted())
    #expect((23...24).contains(numbers.count))
  }

  @Test func theDatabaseHasAllRows() throws {
    let directory = try TemporaryDirectory()
    let journal = try makeJournal(in: directory)
    let path = directory.path + "/all.sqlite"
    _ = try Exporter.run(journal: journal, path: path, format: .sqlite)
    let rows = try Database(path: path, for: .reading).read { connection in
      try connection.all("SELECT number, title, notes, location, discarded FROM check_ins ORDER BY number") { row in
        (
          number: row.integer(0), title: row.text(1), notes: row.text(2), location: row.text(3),
          discarded: row.integer(4)
        )
      }
    }
    #expect(rows.map(\.number) == Array(1...Int64(Self.count)))
    #expect(
      rows.allSatisfy { row in
        let number = Int(row.number ?? 0)
        return row.title == "Number \(number)" && row.location == nil
          && row.notes == String(repeating: "long ", count: number % 50)
          && row.discarded == (Self.discarded.contains(number) ? 1 : 0)
      })
  }
}
