import CheckInMaintenance
import FoundationEssentials
import JournalTestSupport
import TestSupport

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel
@testable import EventLog

extension FuzzTarget {
  /// 2026-11-21T12:00:00Z.
  private static let now: Int64 = 1_795_262_400_000

  /// The formats with a row for each check-in.
  enum RowFormat {
    case csv, jsonl
  }

  /// How an import's input was read.
  private struct Reading: Hashable {
    var drafts: [CheckInDraft] = []
    var read = 0
    var rejected: [[String]] = []
    var error: JournalError?
  }

  /// The size of the steps in which it is read makes no difference; what is accepted can be added, exported, and reads
  /// as the same check-ins then.
  static func importer(_ bytes: [UInt8], _ format: RowFormat) throws {
    let directory = try TemporaryDirectory()
    try directory.write(bytes, to: "input")
    let reading = read(directory.path + "/input", format, chunkByteCount: 1 << 16)
    try require(
      read(directory.path + "/input", format, chunkByteCount: 7) == reading, "the steps of reading make no difference")
    guard !reading.drafts.isEmpty else { return }

    var configuration = Journal.Configuration(now: { Self.now })
    configuration.fileSystem = SimulatedFileSystem()
    let journal = try Journal(at: Trial.path, configuration: configuration)
    try require(
      try journal.importCheckIns(reading.drafts).added == reading.drafts.count,
      "every draft of an import is new and valid")
    for exported in [RowFormat.csv, .jsonl] {
      try directory.write(try export(journal, exported), to: "output")
      let again = read(directory.path + "/output", exported, chunkByteCount: 1 << 16)
      try require(again.error == nil && again.rejected.isEmpty, "an export can be imported")
      try require(again.drafts == reading.drafts, "an export says what was imported")
    }
  }

  private static func read(_ path: String, _ format: RowFormat, chunkByteCount: Int) -> Reading {
    var reading = Reading()
    var rows = ImportedRows(now: now)
    let localTime: (Int64) -> (CheckInTime, LocalTimeZone.Reading) = {
      (CheckInTime(instantMilliseconds: $0 - 3_600_000, offsetMinutes: 60), .exact)
    }
    do throws(JournalError) {
      let input = try InputFile.open(path, chunkByteCount: chunkByteCount, rowByteLimit: 1 << 16)
      switch format {
      case .csv:
        var source = try CSVCheckIns(input)
        while let row = try source.next() { rows.add(row, number: source.rowNumber, localTime: localTime) }
      case .jsonl:
        var source = try JSONLinesCheckIns(input)
        while let row = try source.next() { rows.add(row, number: source.rowNumber, localTime: localTime) }
      }
    } catch {
      reading.error = error
    }
    reading.drafts = rows.drafts
    reading.read = rows.report.read
    reading.rejected = rows.report.rejected.map { ["\($0.row)"] + $0.messages.map(\.text) }
    return reading
  }

  private static func export(_ journal: Journal, _ format: RowFormat) throws -> [UInt8] {
    let output = OutputBytes()
    var json = JSONWriter(to: output)
    if format == .csv { CSVWriter.writeHeader(CheckInQuantity.added, to: output) }
    try journal.forEachCheckIn { checkIn in
      if format == .csv { return CSVWriter.write(checkIn, addedQuantities: CheckInQuantity.added, to: output) }
      checkIn.write(to: &json)
      json.endLine()
    }
    return json.bytes
  }

  /// What is accepted is the same after it was written and read again.
  static func texts(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    if let written = WrittenTime(text), let offset = written.offsetMinutes {
      let time = CheckInTime(
        instantMilliseconds: written.localMilliseconds - Int64(offset) * 60_000, offsetMinutes: offset)
      try require(WrittenTime(time.description) == written, "a time reads as it was written")
    }
    if let day = CivilDay(text) { try require(day.description == text, "a day is written as it was read") }
    if let month = CivilMonth(text) { try require(month.description == text, "a month is written as it was read") }
    if let receipt = Receipt(text) {
      try require(Receipt(receipt.description) == receipt, "a receipt reads as it was written")
    }
    if let digest = Digest(hexadecimal: text) {
      try require(digest.hexadecimal == text.lowercased(), "a digest is written as it was read")
    }
    if let id = bytes.withUnsafeBufferPointer({ UUID(asciiBytes: $0) }) {
      try require(id.uuidString == text.uppercased(), "an identity is written as it was read")
    }
  }
}
