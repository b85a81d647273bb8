import Foundation
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel

/// What becomes of CSV files, as a dry run tells it.
@Suite struct CSVImportTests {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  func report(_ text: String, skipInvalid: Bool = false) throws -> ImportReport {
    try dryRun(directory.write(text, to: "input.csv"), skipInvalid: skipInvalid)
  }

  func messages(_ row: String) throws -> [String] {
    let report = try report("at,type,title,calories,location,notes,id\n\(row)\n")
    return report.rejected.first?.messages.map(\.text) ?? []
  }

  func drafts(_ text: String) throws -> [CheckInDraft] {
    var rows = ImportedRows(now: noon)
    var source = try CSVCheckIns(try InputFile.open(directory.write(text, to: "drafts.csv")))
    while let row = try source.next() {
      rows.add(row, number: source.rowNumber, localTime: { (centralEuropeanTime($0), .exact) })
    }
    return rows.drafts
  }

  @Test func readsEveryColumn() throws {
    let drafts = try drafts(
      """
      \u{FEFF}ID, Title ,TYPE,notes,location,calories,AT\r
      8c1f0000-0000-4000-8000-00000000000a, Morning 5k ,run,"one\ntwo",'=Park, 320 ,2026-11-21T07:10:00-03:30\r
      ,"say ""hi""\",Strength Training,,,,2026-11-21 07:10\r
      """)
    #expect(drafts.count == 2)
    #expect(drafts[0].id?.uuidString == "8C1F0000-0000-4000-8000-00000000000A")
    #expect(drafts[0].title == "Morning 5k")
    #expect(drafts[0].type == .run)
    #expect(drafts[0].notes == "one\ntwo")
    #expect(drafts[0].location == "=Park")
    #expect(drafts[0].calories == 320)
    #expect(drafts[0].time.description == "2026-11-21T07:10:00-03:30")
    #expect(drafts[0].time.timeZone == nil)
    #expect(drafts[1].title == "say \"hi\"")
    #expect(drafts[1].type == .strengthTraining)
    #expect(drafts[1].location == nil)
    #expect(drafts[1].calories == nil)
    #expect(drafts[1].time == centralEuropeanTime(1_795_245_000_000))
  }

  @Test func blanksAreNoLocation() throws {
    let drafts = try drafts("at,type,title,location,notes\n2026-11-21T07:10:00Z,Run,Blank,\"  \",\" \n\"\n")
    #expect(drafts.map(\.location) == [nil] && drafts.map(\.notes) == [""])
  }

  @Test func tellsAllThatIsWrongWithARow() throws {
    #expect(
      try messages("yesterday,,,-5,\(String(repeating: "x", count: 201)),,17") == [
        Validation.typeMissing.text, Validation.titleMissing.text, Validation.caloriesNegative.text,
        Validation.locationTooLong.text, "Cannot read the time 'yesterday'; write it as 2026-11-21T07:10:00+01:00",
        "The id is not a UUID",
      ])
  }

  @Test(arguments: [
    ("2026-11-21T07:10:00Z,Dance,x,,,,", "\"Dance\" is not a type of exercise"),
    ("2026-11-21T07:10:00Z,Runn,x,,,,", "\"Runn\" is not a type of exercise. Did you mean Run?"),
    ("2026-11-21T07:10:00Z,,x,,,,", Validation.typeMissing.text),
    ("2026-11-21T07:10:00Z,Run,\" \u{2003}\",,,,", Validation.titleMissing.text),
    ("2026-11-21T07:10:00Z,Run,\(String(repeating: "é", count: 101)),,,,", Validation.titleTooLong.text),
    ("2026-11-21T12:00:01Z,Run,x,,,,", Validation.dateInFuture.text),
    ("2026-11-31,Run,x,,,,", "Cannot read the time '2026-11-31'; write it as 2026-11-21T07:10:00+01:00"),
    ("05/06/2026,Run,x,,,,", "Cannot read the time '05/06/2026'; write it as 2026-11-21T07:10:00+01:00"),
    ("2026-11-21T07:10:00Z,Run,x,32.5,,,", "Calories must be a whole number"),
    ("2026-11-21T07:10:00Z,Run,x,99999999999999999999,,,", "Calories must be a whole number"),
    ("2026-11-21T07:10:00Z,Run,x,,,", "Row and header differ in their number of fields: 6 and 7"),
    ("2026-11-21T07:10:00Z,Run,a\u{0}b,,,,", Validation.titleContainsNull.text),
    ("2026-11-21T07:10:00Z,Run,x,,a\u{0}b,,", Validation.locationContainsNull.text),
    ("2026-11-21T07:10:00Z,Run,x,,,a\u{0}b,", Validation.notesContainNull.text),
    (
      "2026-11-21T07:10:00Z,Run,\"a\"b,,,,",
      "Text follows a closing quote; inside a quoted field a quote is written twice"
    ),
  ])
  func tellsWhatIsWrong(row: String, message: String) throws {
    #expect(try messages(row) == [message])
  }

  @Test func acceptsWhatALegacyExportContains() throws {
    #expect(try messages("2026-11-21T12:00:00Z,Unknown,Legacy Check-in,0,,,") == [])
  }

  @Test func rejectsARowThatIsNotUnicode() throws {
    let bytes = Array("at,type,title\n2026-11-21T07:10:00Z,Run,Caf".utf8) + [0xE9, 0x0A]
    let report = try dryRun(directory.write(bytes, to: "latin.csv"))
    #expect(report.rejected == [RejectedRow(row: 2, messages: ["The text is not UTF-8"])])
  }

  @Test func isAllOrNothingUnlessAsked() throws {
    let text = "at,type,title\n2026-11-21T07:10:00Z,Run,a\n\n2026-11-21T07:10:00Z,Run,\n2026-11-21T07:10:00Z,Run,b\n"
    var expected = ImportReport()
    expected.read = 3
    expected.rejected = [RejectedRow(row: 4, messages: [Validation.titleMissing])]
    #expect(try report(text) == expected)
    expected.added = 2
    var lenient = try report(text, skipInvalid: true)
    #expect(lenient.sample.map(\.title) == ["a", "b"])
    lenient.sample = []
    #expect(lenient == expected)
  }

  @Test(arguments: [
    ("", "is empty"),
    ("at,title\n", "lacks the columns type"),
    ("title\n", "lacks the columns at, type"),
    ("at,type,title,mood\n", "unknown column 'mood', which you can remove"),
    ("at,type,title,\n", "unknown column without a name (number 4)"),
    ("at,type,title,mood,sky\n", "unknown columns 'mood', 'sky', which you can remove"),
    ("at,type,title,Title\n", "two columns title"),
    ("Quand,Sport\n", "the unknown columns 'Quand', 'Sport'. To import a table of another program, pass --as table"),
    ("at,type,title\n2026-11-21T07:10:00Z,Run,\"x\n", "row 2 opens a quote that is never closed"),
    ("a\u{0}t\u{0},\u{0}", "UTF-16"),
  ])
  func refusesWhatIsNoSuchFile(text: String, words: String) throws {
    let error = #expect(throws: JournalError.self) { try report(text) }
    #expect(error?.code == .refusedInput)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func namesMissingFiles() throws {
    let missing = #expect(throws: JournalError.self) { try dryRun(directory.path + "/none.csv") }
    #expect(missing?.code == .notFound)
    let isDirectory = #expect(throws: JournalError.self) { try dryRun(directory.path) }
    #expect(isDirectory?.code == .notFound)
  }
}
