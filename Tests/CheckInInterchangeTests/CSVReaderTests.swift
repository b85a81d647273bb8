import Foundation
import TestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel

/// The CSV reader against the `csv` module of Python.
@Suite struct CSVReaderTests {
  struct Record: Equatable {
    var row: Int
    /// `nil` where the record is misquoted.
    var fields: [String]?
  }

  static func records(in path: String, chunkByteCount: Int = 1 << 20) throws -> [Record] {
    var reader = CSVReader(try InputFile.open(path, chunkByteCount: chunkByteCount))
    var records: [Record] = []
    while try reader.next() {
      let texts = reader.fields.map { reader.text(of: $0) ?? "not UTF-8" }
      records.append(Record(row: reader.row, fields: reader.isMisquoted ? nil : texts))
    }
    return records
  }

  static let hostilePieces = [
    "a", "B", ",", "\"", "\"\"", "\n", "\r", "\r\n", "'", ";", "=1+1", "é", "日本", "🏃‍♀️", "\u{FF1D}", "\t", "\\", "0",
  ]

  @Test(arguments: [1, 2, 3, 7, 64, 1 << 20])
  func readsWhatPythonWrites(chunkByteCount: Int) throws {
    let directory = try ScratchDirectory()
    var generator = RandomSource(seed: 11)
    let tables = (0..<40).map { _ in
      let width = Int.random(in: 2...6, using: &generator)
      return (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        (0..<width).map { _ in generator.text(of: Self.hostilePieces, upTo: 6) }
      }
    }
    let source = try directory.write(Array(JSONEncoder().encode(tables)), to: "tables.json")
    _ = try python(
      """
      import csv, json, sys
      tables = json.load(open(sys.argv[1], encoding='utf-8'))
      for number, table in enumerate(tables):
          with open(f'{sys.argv[2]}/{number}.csv', 'w', newline='', encoding='utf-8') as file:
              quoting = [csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC][number % 3]
              # Quoting little, Python looks for the characters of its own line end only.
              end = '\\r\\n' if number % 3 == 0 else ['\\r\\n', '\\n', '\\r'][number // 3 % 3]
              csv.writer(file, quoting=quoting, lineterminator=end).writerows(table)
      """, [source, directory.path])
    for (number, table) in tables.enumerated() {
      let records = try Self.records(in: "\(directory.path)/\(number).csv", chunkByteCount: chunkByteCount)
      #expect(records.map(\.fields) == table, "table \(number)")
      #expect(records.map(\.row) == Array(1...table.count))
    }
  }

  @Test func readsHostileTextAsPythonDoes() throws {
    let directory = try ScratchDirectory()
    var generator = RandomSource(seed: 12)
    let count = 400
    // A line of nothing but tabs is blank to us and a field to Python.
    let pieces = Self.hostilePieces.filter { $0 != "\t" }
    for number in 0..<count {
      _ = try directory.write("x" + generator.text(of: pieces, upTo: 24), to: "\(number).csv")
    }
    let answers = try JSONDecoder().decode(
      [[[String]]].self,
      from: try python(
        """
        import csv, json, sys
        tables = []
        for number in range(int(sys.argv[2])):
            with open(f'{sys.argv[1]}/{number}.csv', newline='', encoding='utf-8') as file:
                tables.append([row for row in csv.reader(file) if row])
        print(json.dumps(tables))
        """, [directory.path, String(count)]))

    var compared = 0
    for (number, expected) in answers.enumerated() {
      let path = "\(directory.path)/\(number).csv"
      guard let records = try? Self.records(in: path) else { continue }
      #expect(records.count == expected.count, "file \(number)")
      for (record, fields) in zip(records, expected) where record.fields != nil {
        #expect(record.fields == fields, "file \(number)")
        compared += 1
      }
      #expect(try Self.records(in: path, chunkByteCount: 3) == records, "file \(number) in small chunks")
    }
    #expect(compared > 300)
  }

  @Test func countsRowsAsASpreadsheetDoes() throws {
    let directory = try ScratchDirectory()
    let path = try directory.write("a,b\r\n\r\n\"1\n2\",x\n   \n\ny,z", to: "rows.csv")
    #expect(try Self.records(in: path).map(\.row) == [1, 3, 6])
  }

  @Test func marksTextAfterAClosingQuote() throws {
    let directory = try ScratchDirectory()
    let path = try directory.write("a,b\n\"one\" two,x\n\"one\",\"two\"\n", to: "quotes.csv")
    #expect(try Self.records(in: path).map { $0.fields?.count } == [2, nil, 2])
  }

  @Test func refusesAQuoteThatIsNeverClosed() throws {
    let directory = try ScratchDirectory()
    let path = try directory.write("a,b\n1,2\n3,\"4\n5,6\n", to: "open.csv")
    let error = #expect(throws: JournalError.self) { try Self.records(in: path) }
    #expect(error?.code == .refusedInput)
    #expect(error?.message.contains("row 3") == true)
  }

  @Test func boundsTheLengthOfARow() throws {
    let directory = try ScratchDirectory()
    let path = try directory.write("a,\"" + String(repeating: "x\n", count: 1 << 17), to: "long.csv")
    let error = #expect(throws: JournalError.self) {
      var reader = CSVReader(try InputFile.open(path, chunkByteCount: 1 << 14, rowByteLimit: 1 << 17))
      return try reader.next()
    }
    #expect(error?.message.contains("row 1 is longer than") == true)
  }
}
