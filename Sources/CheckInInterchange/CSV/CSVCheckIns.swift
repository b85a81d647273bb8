internal import CheckInJournal

internal import struct FoundationEssentials.UUID

/// Reads the rows of a CSV file as check-ins.
struct CSVCheckIns: ~Copyable {
  private var reader: CSVReader
  private let fieldCount: Int
  private let at: Int?
  private let type: Int?
  private let title: Int?
  private let calories: Int?
  private let location: Int?
  private let notes: Int?
  private let id: Int?
  private let timeZone: Int?
  private let duration: Int?
  private let distance: Int?

  /// Reads the header.
  ///
  /// - Throws: `JournalError` as ``Header/init(reading:)`` does.
  init(_ input: consuming InputFile) throws(JournalError) {
    var reader = CSVReader(input)
    let header = try Header(reading: &reader)
    self.fieldCount = header.fieldCount
    self.at = header[.at]
    self.type = header[.type]
    self.title = header[.title]
    self.calories = header[.calories]
    self.location = header[.location]
    self.notes = header[.notes]
    self.id = header[.id]
    self.timeZone = header[.timeZone]
    self.duration = header[.duration]
    self.distance = header[.distance]
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
      row.time = withTrimmedBytes(at) { WrittenTime.parse($0) }
      if row.time == nil { row.setDay(withTrimmedBytes(at, shown)) }
      if row.time == nil { row.problems.append(ImportRow.timeUnreadable(withTrimmedBytes(at, shown))) }
    }
    if let type { row.type = withTrimmedBytes(type, exerciseType) }
    if let title { row.title = text(title, &row.problems) }
    if let calories { row.calories = number(calories, ImportRow.caloriesUnreadable, &row.problems) }
    if let duration {
      row.duration = number(duration, ImportRow.durationUnreadable, &row.problems, else: MeasureText.seconds)
    }
    if let distance {
      row.distance = number(distance, ImportRow.distanceUnreadable, &row.problems, else: MeasureText.metres)
    }
    if let location { row.location = text(location, &row.problems) }
    if let notes { row.notes = text(notes, &row.problems) }
    if let id {
      row.id = withTrimmedBytes(id) { bytes in
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

  private func text(_ index: Int, _ problems: inout [String]) -> String {
    let field = reader.fields[index]
    if field.start == field.end { return "" }
    guard let text = reader.text(of: field) else {
      problems.append(ImportRow.notUnicode)
      return reader.withBytes(of: field) { String(decoding: $0, as: UTF8.self) }
    }
    return SpreadsheetText.text(of: text)
  }

  /// - Parameter other: what else than a whole number can stand there.
  private func number(
    _ index: Int, _ problem: String, _ problems: inout [String], else other: (String) -> Int? = { _ in nil }
  ) -> Int? {
    withTrimmedBytes(index) { bytes in
      if bytes.isEmpty { return nil }
      let text = shown(bytes)
      let number = bytes.count <= shownByteCount ? Int(text) ?? other(text) : nil
      if number == nil { problems.append(problem) }
      return number
    }
  }

  private func withTrimmedBytes<Result>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
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
  enum Column: String, CaseIterable {
    case at, type, title, calories, location, notes, id, timeZone, duration, distance

    static let required: [Column] = [.at, .type, .title]
    /// What is written only where some check-in has a duration or a distance.
    static let measures: [Column] = [.duration, .distance]

    /// The column with this name in any case.
    init?(name: String) {
      let wanted = name.lowercased()
      guard let column = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else { return nil }
      self = column
    }
  }

  /// Which field of a record belongs to which column.
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
      let all = Column.allCases.map(\.rawValue).joined(separator: ",")
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
              .refusedInput, "\(reader.name) has two columns \(column). Remove one, or pass --as table.")
          }
        } else {
          unknown.append(name.isEmpty ? "without a name (number \(position + 1))" : "'\(name.prefix(40))'")
        }
      }
      self.positions = positions
      let missing = Column.required.filter { positions[$0] == nil }.map(\.rawValue).joined(separator: ", ")
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
