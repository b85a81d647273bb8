import FoundationEssentials
import JournalTestSupport
import TestSupport

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInMaintenance

extension FuzzTarget {
  /// 2026-11-21T12:00:00Z.
  private static let now: Int64 = 1_795_262_400_000

  /// How a file of events was read.
  private struct Reading: Equatable {
    var journalID: UUID?
    var records: [[UInt8]] = []
    /// Of the other devices' logs.
    var others: [[[UInt8]]] = []
    var rejected: [RejectedRow] = []
    var error: JournalError?
  }

  /// The size of the steps in which it is read makes no difference; a journal takes what is accepted, its log is whole
  /// then, and it is exported as the same events.
  static func events(_ bytes: [UInt8]) throws {
    let directory = try TemporaryDirectory()
    try directory.write(bytes, to: "input")
    let reading = read(directory.path + "/input", chunkByteCount: 1 << 16)
    try require(
      read(directory.path + "/input", chunkByteCount: 7) == reading, "the steps of reading make no difference")
    guard reading.error == nil, reading.rejected.isEmpty, !reading.records.isEmpty else { return }

    let fileSystem = SimulatedFileSystem()
    var configuration = Journal.Configuration(now: { Self.now })
    configuration.fileSystem = fileSystem
    configuration.journalID = reading.journalID
    let journal = try Journal(at: Trial.path, configuration: configuration)
    let count = reading.others.reduce(reading.records.count) { $0 + $1.count }
    for added in [count, 0] {
      let report = try Importer.run(
        path: directory.path + "/input", format: .events, dryRun: false, skipInvalid: false, now: Self.now,
        zone: try LocalTimeZone.system(environment: ["TZ": "UTC"]), progress: nil, into: { _ in journal })
      try require(report.added == added && report.rejected.isEmpty, "events that are accepted come in once")
    }
    _ = try Exporter.run(journal: journal, path: directory.path + "/output", format: .events, progress: nil)
    try journal.close()
    try require(
      read(directory.path + "/output", chunkByteCount: 1 << 16) == reading, "an export says what was imported")
    let verification = try Journal.verify(at: Trial.path, in: fileSystem)
    // The photos that are named are not there.
    try require(
      verification.receipt != nil && verification.events == reading.records.count, "the log is whole")
  }

  private static func read(_ path: String, chunkByteCount: Int) -> Reading {
    do throws(JournalError) {
      let file = try EventFile(try InputFile.open(path, chunkByteCount: chunkByteCount, rowByteLimit: 1 << 16))
      func messages(_ history: EventHistory) -> [[UInt8]] {
        (0..<history.records.count).map { Array(history.records[$0]) }
      }
      for index in file.others.indices { _ = try file.chunk(index, of: path) }
      return Reading(
        journalID: file.header.journalID, records: messages(file.history), others: file.others.map(messages),
        rejected: file.rejected)
    } catch {
      return Reading(error: error)
    }
  }

  /// Whatever stands in the app's database: check-ins that a journal takes once, or an error.
  static func store(_ bytes: [UInt8]) throws {
    let directory = try TemporaryDirectory()
    try directory.write(bytes, to: "default.store")
    var configuration = Journal.Configuration(now: { Self.now })
    configuration.fileSystem = SimulatedFileSystem()
    let journal = try Journal(at: Trial.path, configuration: configuration)
    func importing() throws -> ImportReport {
      try Importer.run(
        path: directory.path + "/default.store", format: .store, dryRun: false, skipInvalid: true, now: Self.now,
        zone: try LocalTimeZone.system(environment: ["TZ": "UTC"]), progress: nil, into: { _ in journal })
    }
    guard let report = try? importing() else { return }
    try require(report.added == journal.lastNumber, "every check-in that is said to be new is there")
    try require(try importing().added == 0, "the same database twice adds nothing")
  }
}
