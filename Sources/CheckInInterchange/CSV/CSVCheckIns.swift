internal import CheckInJournal

internal import struct FoundationEssentials.UUID

/// Reads the rows of a CSV file as check-ins.
struct CSVCheckIns: ~Copyable {
  private var reader: CSVReader
  private let fieldCount: Int
  private let at: Int?
  private let type: Int?
  private let title: Int?
  private let quantities: [(quantity: CheckInQuantity, index: Int)]
  private let location: Int?
  private let notes: Int?
  private let id: Int?
  private let timeZone: Int?

  /// Reads the header.
  ///
  /// - Throws: `JournalError` as ``Header/init(reading:)`` does.
  init(_ input: consuming InputFile) throws(JournalError) {
    var reader = CSVReader(input)
    let header = try Header(reading: &reader)
    self.fieldCount = header.fieldCount
    self.at = header[.field(.at)]
    self.type = header[.field(.type)]
    self.title = header[.field(.title)]
    self.quantities = CheckInQuantity.allCases.compactMap { quantity in
      header[.field(.quantity(quantity))].map { (quantity, $0) }
    }
    self.location = header[.field(.location)]
    self.notes = header[.field(.notes)]
    self.id = header[.id]
    self.timeZone = header[.field(.timeZone)]
    self.reader = reader
  }

  /// The number of the row that was read last, as a spreadsheet counts.
  var rowNumber: Int { reader.row }

  /// The next row; `nil` at the end.
  mutating func next() throws(JournalError) -> ImportRow? {
    guard try reader.next() else { return nil }
    if reader.isMisquoted {
      return .unreadable("Text follows a closing quote; inside a quoted field a quote is written twice")
    }
    if reader.fields.count != fieldCount {
      return .unreadable("Row and header differ in their number of fields: \(reader.fields.count) and \(fieldCount)")
    }
    var row = ImportRow()
    read(into: &row)
    return row
  }

  private func read(into row: inout ImportRow) {
    if let at {
      row.time = withTrimmedBytes(of: at) { WrittenTime.parse($0) }
      if row.time == nil { row.setDay(withTrimmedBytes(of: at, shown)) }
      if row.time == nil { row.problems.append(ImportRow.timeUnreadable(withTrimmedBytes(of: at, shown))) }
    }
    if let type {
      row.type = withTrimmedBytes(of: type, exerciseType)
      if row.type == nil { row.unknownType = withTrimmedBytes(of: type, shown) }
    }
    if let title { row.fields.title = text(title, &row.problems) }
    for (quantity, index) in quantities { row.fields[quantity] = value(of: quantity, index, &row.problems) }
    if let location { row.fields.location = text(location, &row.problems) }
    if let notes { row.fields.notes = text(notes, &row.problems) }
    if let id {
      row.id = withTrimmedBytes(of: id) { bytes in
        let uuid = UUID(asciiBytes: bytes)
        if uuid == nil, !bytes.isEmpty { row.problems.append(ImportRow.idUnreadable) }
        return uuid
      }
    }
    if let timeZone {
      let name = Validation.trimmed(text(timeZone, &row.problems))
      if !name.isEmpty { row.setTimeZone(name) }
    }
  }

  private func text(_ index: Int, _ problems: inout [Message]) -> String {
    let field = reader.fields[index]
    if field.start == field.end { return "" }
    guard let text = reader.text(of: field) else {
      problems.append(ImportRow.notUnicode)
      return reader.withBytes(of: field) { String(decoding: $0, as: UTF8.self) }
    }
    return SpreadsheetText.text(of: text)
  }

  private func value(of quantity: CheckInQuantity, _ index: Int, _ problems: inout [Message]) -> Int? {
    withTrimmedBytes(of: index) { bytes in
      if bytes.isEmpty { return nil }
      let text = shown(bytes)
      let number = bytes.count <= shownByteCount ? Int(text) ?? quantity.value(text) : nil
      if number == nil { problems.append(quantity.row.unreadableInFile) }
      return number
    }
  }

  private func withTrimmedBytes<Result>(of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    reader.withBytes(of: reader.fields[index]) { bytes in
      var range = bytes.indices
      while let first = range.first, isSpace(bytes[first]) { range.removeFirst() }
      while let last = range.last, isSpace(bytes[last]) { range.removeLast() }
      return body(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }
}

extension CSVCheckIns {
  /// The columns of a file of check-ins.
  enum Column: Hashable {
    case field(CheckInField)
    case id

    static let required: [Column] = [.field(.at), .field(.type), .field(.title)]
    static let all = columns(CheckInQuantity.added)

    /// The columns of a file, in their order.
    ///
    /// - Parameter added: The added quantities that the file has columns for.
    static func columns(_ added: [CheckInQuantity]) -> [Column] {
      required + CheckInQuantity.original.map { .field(.quantity($0)) }
        + [.field(.location), .field(.notes), .id, .field(.timeZone)] + added.map { .field(.quantity($0)) }
    }

    var name: String { if case .field(let field) = self { field.rawValue } else { "id" } }

    /// The column with this name in any case.
    init?(name: String) {
      let wanted = name.lowercased()
      guard let column = Self.all.first(where: { $0.name.lowercased() == wanted }) else { return nil }
      self = column
    }
  }

  /// The positions of the columns in the records of a file.
  struct Header {
    let fieldCount: Int
    private let positions: [Column: Int]

    /// The field of the column; `nil` where the file does not have that column.
    subscript(column: Column) -> Int? { positions[column] }

    /// Reads the names in the reader's next record, in any order and any case.
    ///
    /// - Throws: `JournalError` with `.refusedInput` where columns are missing, unknown, or there twice, and those of
    ///   ``CSVReader/next()``. An unknown column is refused because leaving out what it says would misstate the file.
    init(reading reader: inout CSVReader) throws(JournalError) {
      let all = Column.all.map(\.name).joined(separator: ",")
      guard try reader.next() else {
        throw JournalError(.refusedInput, "\(reader.name) is empty; its first row names the columns: \(all).")
      }
      var names: [String] = []
      for field in reader.fields {
        guard let name = reader.text(of: field), !name.utf8.contains(0) else {
          throw JournalError(.refusedInput, "\(reader.name) is not a CSV file of UTF-8 text: row \(reader.row).")
        }
        names.append(Validation.trimmed(name))
      }
      self.fieldCount = names.count

      var positions: [Column: Int] = [:]
      var unknown: [String] = []
      for (position, name) in names.enumerated() {
        if let column = Column(name: name) {
          guard positions.updateValue(position, forKey: column) == nil else {
            throw JournalError(
              .refusedInput, "\(reader.name) has two columns \(column.name). Remove one, or pass --as table.")
          }
        } else {
          unknown.append(name.isEmpty ? "without a name (number \(position + 1))" : "'\(name.prefix(40))'")
        }
      }
      self.positions = positions
      let missing = Column.required.filter { positions[$0] == nil }.map(\.name).joined(separator: ", ")
      if missing.isEmpty, unknown.isEmpty { return }
      throw Self.refusal(of: reader.name, missing: missing, unknown: unknown, names: names, all: all)
    }

    /// - Parameters:
    ///   - missing: The required columns that the file lacks.
    ///   - unknown: The columns that a file of check-ins does not have.
    private static func refusal(
      of file: String, missing: String, unknown: [String], names: [String], all: String
    ) -> JournalError {
      if names.count == 1, let name = names.first, name.contains(";") || name.contains("\t") {
        return JournalError(
          .refusedInput,
          "The columns of \(file) are separated by \(name.contains(";") ? "semicolons" : "tabs"). Such a file is a "
            + "table: pass --as table.")
      }
      if unknown.isEmpty {
        return JournalError(
          .refusedInput,
          "\(file) lacks the columns \(missing). The columns of check-ins are \(all); at, type and title are required.")
      }
      // A foreign file can have any number of columns.
      let shown = unknown.prefix(40).joined(separator: ", ") + (unknown.count > 40 ? ", …" : "")
      if !missing.isEmpty {
        return JournalError(
          .refusedInput,
          "\(file) is not a file of check-ins: it lacks the columns \(missing), and has the unknown columns \(shown). "
            + "To import a table of another program, pass --as table.")
      }
      if unknown.count == 1 {
        return JournalError(
          .refusedInput,
          "\(file) has the unknown column \(shown), which you can remove. The columns of check-ins are \(all). "
            + "To import a table of another program, pass --as table.")
      }
      return JournalError(
        .refusedInput,
        "\(file) has the unknown columns \(shown), which you can remove. The columns of check-ins are \(all). "
          + "To import a table of another program, pass --as table.")
    }
  }
}

/// The longest cell that is shown in a message, in bytes.
private let shownByteCount = 160

/// White space of ASCII.
private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

private func exerciseType(_ bytes: UnsafeBufferPointer<UInt8>) -> ExerciseType? {
  // Nearly every name is written as it is exported, and comparing bytes is cheap.
  ExerciseType(writtenName: bytes) ?? ExerciseType(name: shown(bytes))
}

/// The bytes as text, at a length that a message can bear.
private func shown(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
  String(decoding: bytes.prefix(shownByteCount), as: UTF8.self)
}
