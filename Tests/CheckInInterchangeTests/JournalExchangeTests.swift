import CheckInInterchange
import CheckInJournal
import JournalTestSupport
import TestSupport
import Testing

/// Import and export as a user of the library calls them.
struct JournalExchangeTests {
  @Test(arguments: [ExportFormat.csv, .jsonl, .events])
  func whatWasExportedComesIn(_ format: ExportFormat) throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal.inMemory()
    for index in 1...20 { try journal.create(TrialCommand.draft("Session \(index)")) }
    let path = directory.path + "/journal.\(format == .csv ? "csv" : "jsonl")"
    #expect(try journal.exportFile(to: path, format: format).exported == 20)
    let other = try Journal.inMemory()
    #expect(try other.importFile(at: path, dryRun: true).added == 20 && other.sequence == 0)
    #expect(try other.importFile(at: path).added == 20)
    #expect(try other.importFile(at: path).added == 0)
    #expect(try other.checkIns().map(\.title) == journal.checkIns().map(\.title))
  }

  @Test func theExtensionNamesTheFormat() throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal.inMemory()
    try journal.exportFile(to: directory.path + "/training.ics")
    #expect(throws: JournalError.self) { try journal.exportFile(to: directory.path + "/training") }
  }
}
