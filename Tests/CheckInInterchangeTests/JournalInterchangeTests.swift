import Foundation
import TestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel

/// Files into journals and back.
@Suite struct JournalInterchangeTests {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  func journal(_ name: String) throws -> Journal {
    try Journal(at: directory.path + "/" + name, configuration: .init(origin: .library, now: { noon }))
  }

  func importing(_ path: String, into journal: Journal, dryRun: Bool = false) throws -> ImportReport {
    try Importer.run(
      path: path, format: nil, dryRun: dryRun, skipInvalid: false, now: noon,
      zone: centralEuropeanZone, progress: nil, into: { _ in journal })
  }

  func contents(of journal: Journal) throws -> [CheckIn] {
    var all: [CheckIn] = []
    try journal.forEachCheckIn { all.append($0) }
    return all
  }

  /// Check-ins whose texts try to break the formats.
  func hostileDrafts(_ count: Int) -> [CheckInDraft] {
    let pieces = [
      "\"", ",", "\n", "\r", "\r\n", "'", "''", "=", "+1", "-", "@", ";", "\t", " ", "a", "日本", "🏃‍♀️", "\u{FF1D}",
      "e\u{301}", "\u{7F}", "\u{1B}[31m", "\u{2028}", "\\", "\\n", "{", "null",
    ]
    var generator = RandomSource(seed: 14)
    return (0..<count).map { index in
      let draft = CheckInDraft(
        id: UUID(), type: ExerciseType.allCases[index % 9], title: generator.text(of: pieces, upTo: 9) + "x",
        time: CheckInTime(
          instantMilliseconds: noon - Int64.random(in: 0...1 << 42, using: &generator),
          offsetMinutes: Int.random(in: -1439...1439, using: &generator),
          timeZone: [nil, "Europe/Berlin", "Etc/GMT+5"][index % 3]),
        calories: index % 3 == 0 ? nil : index % 5000, location: generator.text(of: pieces, upTo: 9),
        notes: generator.text(of: pieces, upTo: 30))
      return Validation.normalized(draft)
    }
  }

  @Test(arguments: [ExportFormat.csv, .jsonl])
  func everythingComesBack(format: ExportFormat) throws {
    let original = try journal("original")
    #expect(try original.importCheckIns(hostileDrafts(1000)).added == 1000)
    let path = directory.path + "/all." + format.rawValue
    #expect(try Exporter.run(journal: original, path: path, format: format, progress: nil).exported == 1000)

    let copy = try journal("copy")
    #expect(try importing(path, into: copy, dryRun: true).added == 1000)
    let report = try importing(path, into: copy)
    #expect(report.added == 1000)
    #expect(report.rejected == [])
    let (before, after) = (try contents(of: original), try contents(of: copy))
    #expect(before == after)
    #expect(before.map { Array($0.notes.utf8) } == after.map { Array($0.notes.utf8) })

    let again = try importing(path, into: copy)
    #expect(again.added == 0)
    #expect(again.duplicates == 1000)
    #expect(try importing(path, into: copy, dryRun: true) == again)
    #expect(copy.sequence == 1000)
    _ = try Exporter.run(journal: copy, path: path + ".again", format: format, progress: nil)
    #expect(try directory.read("all.\(format)") == directory.read("all.\(format).again"))
  }

  @Test(arguments: ExportFormat.allCases)
  func anExportReplacesOnlyAnEarlierExportInItsFormat(_ format: ExportFormat) throws {
    let journal = try journal("journal")
    #expect(try journal.importCheckIns(hostileDrafts(20)).added == 20)
    let output = try ScratchDirectory()
    let path = output.path + "/out"
    for _ in 0..<2 { _ = try Exporter.run(journal: journal, path: path, format: format) }
    var others = [
      "precious\n", "at,type,title\r\n", "at,type,title,calories,location,notes,id,timeZone\n",
      "at,type,title,calories,location,notes,id,timeZone\r\n2026-11-21,Run,Mine,,,,,\r\n",
      "{\"number\":1,\"title\":\"x\"}\n",
      "{\"format\":\"other\"}\n", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Apple Inc.//iCal//EN\r\n",
    ].map { Array($0.utf8) }
    for other in ExportFormat.allCases where other != format {
      _ = try Exporter.run(journal: journal, path: output.path + "/\(other)", format: other)
      others.append(try output.bytes(of: "\(other)"))
    }
    for content in others {
      _ = try output.write(content, to: "out")
      let error = #expect(throws: JournalError.self) {
        try Exporter.run(journal: journal, path: path, format: format)
      }
      #expect(error?.code == .invalidValue)
      #expect(try output.bytes(of: "out") == content)
    }
    _ = try output.write([] as [UInt8], to: "out")
    #expect(try Exporter.run(journal: journal, path: path, format: format).exported == 20)
    let names = try FileManager.default.contentsOfDirectory(atPath: output.path).filter { !$0.hasSuffix(".photos") }
    #expect(names.count == ExportFormat.allCases.count, "nothing under a temporary name is left")
  }

  @Test func theSameFileTwiceAddsNothing() throws {
    let row = "2026-11-21T07:10:00+01:00,Run,Morning"
    let path = try directory.write("at,type,title\n\(row)\n\(row)\n\(row) 2\n", to: "rows.csv")
    let journal = try journal("journal")
    #expect(try importing(path, into: journal).added == 3)
    let again = try importing(path, into: journal)
    #expect(again.added == 0)
    #expect(again.duplicates == 3)
    #expect(try contents(of: journal).map(\.number) == [1, 2, 3])
  }

  @Test func rejectedRowsLeaveTheJournalAlone() throws {
    let path = try directory.write("at,type,title\n2026-11-21T07:10:00Z,Run,x\n,,\n", to: "rows.csv")
    let journal = try journal("journal")
    let report = try importing(path, into: journal)
    #expect(report.added == 0)
    #expect(report.rejected.map(\.row) == [3])
    #expect(journal.sequence == 0)
  }

  @Test func anExportReplacesAnEarlierOneAndLeavesNothingElse() throws {
    let journal = try journal("journal")
    let output = try ScratchDirectory()
    let header = "at,type,title,calories,location,notes,id,timeZone,duration,distance\r\n"
    let path = try output.write(header, to: "out.csv")
    #expect(try Exporter.run(journal: journal, path: path, format: .csv, progress: nil).exported == 0)
    #expect(try output.read("out.csv") == "at,type,title,calories,location,notes,id,timeZone\r\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: output.path) == ["out.csv"])

    for bad in [output.path, output.path + "/none/out.csv"] {
      let error = #expect(throws: JournalError.self) {
        try Exporter.run(journal: journal, path: bad, format: .csv, progress: nil)
      }
      #expect(error?.code == .notFound)
    }
    let full = #expect(throws: JournalError.self) {
      try Exporter.run(journal: journal, path: "/dev/full", format: .csv, progress: nil)
    }
    #expect(full?.code == .inputOutput)
  }
}
