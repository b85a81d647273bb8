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

  /// Reads the header.
  ///
  /// - Throws: ``JournalError`` as ``CSVHeader/init(reading:)`` does.
  init(_ input: consuming ByteInput) throws(JournalError) {
    var reader = CSVReader(input)
    let header = try CSVHeader(reading: &reader)
    self.fieldCount = header.fieldCount
    self.at = header[.at]
    self.type = header[.type]
    self.title = header[.title]
    self.calories = header[.calories]
    self.location = header[.location]
    self.notes = header[.notes]
    self.id = header[.id]
    self.timeZone = header[.timeZone]
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
      return .unreadable("The row has \(reader.fields.count) fields, and the header \(fieldCount)")
    }
    var row = ImportRow()
    read(into: &row)
    return row
  }

  private func read(into row: inout ImportRow) {
    if let at {
      row.time = withTrimmedBytes(at) { WrittenTime.parse($0) }
      if row.time == nil { row.problems.append(ImportRow.timeUnreadable(withTrimmedBytes(at, shown))) }
    }
    if let type { row.type = withTrimmedBytes(type, exerciseType) }
    if let title { row.title = text(title, &row.problems) }
    if let calories { row.calories = number(calories, &row.problems) }
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

  private func number(_ index: Int, _ problems: inout [String]) -> Int? {
    withTrimmedBytes(index) { bytes in
      if bytes.isEmpty { return nil }
      let number = bytes.count <= shownByteCount ? Int(shown(bytes)) : nil
      if number == nil { problems.append(ImportRow.caloriesUnreadable) }
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

private let exportedTypeNames = ExerciseType.allCases.map { (Array($0.name.utf8), $0) }

/// The longest cell that is shown in a message, in bytes.
private let shownByteCount = 160

/// White space of ASCII.
private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

private func exerciseType(_ bytes: UnsafeBufferPointer<UInt8>) -> ExerciseType? {
  // Nearly every name is written as it is exported, and comparing bytes is cheap.
  for (name, type) in exportedTypeNames where name.elementsEqual(bytes) { return type }
  return ExerciseType(name: shown(bytes))
}

/// The bytes as text, at a length that a message can bear.
private func shown(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
  String(decoding: bytes.prefix(shownByteCount), as: UTF8.self)
}
