import Foundation
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel

@Suite struct RowIdentityTests {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  static let row = "2026-11-21T07:10:00+01:00,Run,Läufe"

  func read(_ rows: [String], header: String = "at,type,title") throws -> (drafts: [CheckInDraft], duplicates: Int) {
    let text = ([header] + rows).joined(separator: "\n")
    var source = try CSVCheckIns(try InputFile.open(directory.write(text, to: "rows.csv")))
    var imported = ImportedRows(now: noon)
    while let row = try source.next() {
      imported.add(row, number: source.rowNumber, localTime: { (centralEuropeanTime($0), .exact) })
    }
    return (imported.drafts, imported.report.duplicates)
  }

  @Test func isTheNameBasedUUIDThatIsDocumented() throws {
    let drafts = try read([Self.row, Self.row]).drafts
    let answer = try python(
      """
      import uuid
      fields = ['1795245000000', '60', 'Run', 'Läufe', '', '', '']
      name = ''.join(f'{len(field.encode())}:{field},' for field in fields)
      namespace = uuid.UUID('a59a512f-2854-4da8-9adf-d08eadda9ea8')
      print(uuid.uuid5(namespace, name), uuid.uuid5(namespace, name + '#2'))
      """)
    let expected = String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(drafts.compactMap { $0.id?.uuidString.lowercased() } == expected)
  }

  @Test func equalRowsAreSeveralCheckIns() throws {
    let first = try read([Self.row, Self.row, Self.row])
    #expect(Set(first.drafts.map(\.id)).count == 3)
    #expect(first.duplicates == 0)
    #expect(try read([Self.row, Self.row, Self.row]).drafts == first.drafts)
  }

  @Test func differencesThatSayNothingDoNotCount() throws {
    let written = ["2026-11-21 07:10+01:00,run, Läufe ", "2026-11-21T07:10:00.000+0100,RUN,\"Läufe\""]
    #expect(try Set(written.map { try read([$0]).drafts[0].id }) == [try read([Self.row]).drafts[0].id])
  }

  static let forms = [
    "Läufe\nam See", "La\u{308}ufe\nam See", "Läufe\r\nam See", "La\u{308}ufe\r\nam See", "La\u{308}ufe\ram See",
  ]

  @Test func lineEndingsAndCompositionDoNotCount() throws {
    let rows = Self.forms.map { "2026-11-21T07:10:00+01:00,Run,\"\($0)\"" }
    #expect(try Set(rows.map { try read([$0]).drafts[0].id }).count == 1)
    // In one file, they are as many check-ins.
    #expect(try Set(read(rows).drafts.map(\.id)).count == rows.count)
  }

  @Test func anImportFindsTheSameTextsInAnotherForm() throws {
    let journal = try Journal(at: directory.path + "/journal")
    for (index, form) in Self.forms.enumerated() {
      let row = "\"\(form)\",\"\(form)\",\"\(form)\""
      let path = try directory.write(
        "at,type,title,location,notes\n2026-11-21T07:10:00+01:00,Run,\(row)\n", to: "\(index).csv")
      let report = try Importer.run(path: path, now: noon, zone: centralEuropeanZone) { _ in journal }
      #expect((report.added, report.duplicates) == (index == 0 ? (1, 0) : (0, 1)))
      let table = try directory.write(
        "Start Time,Activity,Name,Notes\n2026-11-20 07:10,Run,\"\(form)\",\"\(form)\"\n", to: "\(index).txt")
      let activities = try Importer.run(path: table, now: noon, zone: centralEuropeanZone) { _ in journal }
      #expect((activities.added, activities.duplicates) == (index == 0 ? (1, 0) : (0, 1)))
    }
  }

  @Test func aJournalCanHaveTheIdentityOfTheVeryTexts() throws {
    let text = "at,type,title\n2026-11-21T07:10:00+01:00,Run,\"La\u{308}ufe\r\nam See\"\n"
    let path = try directory.write(text + text.split(separator: "\n", maxSplits: 1)[1], to: "written.csv")
    var source = try CSVCheckIns(try InputFile.open(path))
    var drafts: [CheckInDraft] = []
    while let row = try source.next() {
      var draft = try row.draft(now: noon, localTime: centralEuropeanTime).get()
      var identity = RowIdentity()
      let written = identity.uuid(ofWritten: draft, at: try #require(row.time))
      draft.id = drafts.isEmpty ? written : identity.uuid(ofOccurrence: 2)
      drafts.append(draft)
    }
    let journal = try Journal(at: directory.path + "/journal")
    try journal.importCheckIns(drafts)
    let report = try Importer.run(path: path, now: noon, zone: centralEuropeanZone) { _ in journal }
    #expect((report.added, report.duplicates) == (0, 2))
  }

  @Test func theSameIDIsTheSameCheckIn() throws {
    let id = "8C1F0000-0000-4000-8000-00000000000A"
    let rows = ["\(Self.row),\(id)", "\(Self.row) 2,\(id.lowercased())"]
    let result = try read(rows, header: "at,type,title,id")
    #expect(result.drafts.count == 1)
    #expect(result.duplicates == 1)
  }

  @Test func anExportedRowIsTheRowItCameFrom() throws {
    let id = try #require(try read([Self.row]).drafts[0].id?.uuidString)
    for rows in [["\(Self.row),\(id)", "\(Self.row),"], ["\(Self.row),", "\(Self.row),\(id)"]] {
      let result = try read(rows, header: "at,type,title,id")
      #expect(result.drafts.count == 1)
      #expect(result.duplicates == 1)
    }
  }
}
