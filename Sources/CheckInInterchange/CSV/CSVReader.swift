internal import CheckInJournal

/// Reads the records of a CSV file (RFC 4180), one at a time and without copying its fields.
///
/// As spreadsheets and Python's `csv` do, it takes LF, CRLF or CR for the end of a record, and a quote inside an
/// unquoted field for itself. Takes time proportional to the bytes, and memory for one chunk or one record.
struct CSVReader: ~Copyable {
  /// The range of a field's bytes in the current record, without its quotes.
  struct Field {
    var start: Int
    var end: Int
    /// `true` if the field contains doubled quotes.
    var hasDoubledQuotes = false
  }

  /// The row of the current record, as a spreadsheet counts: the first record is 1, a record that spans lines is one
  /// row, and a blank line is one too.
  private(set) var row = 0
  /// The fields of the current record.
  private(set) var fields: [Field] = []
  /// `true` if text follows a closing quote in the current record, which makes its fields ambiguous.
  private(set) var isMisquoted = false

  let name: String
  private var input: InputFile
  private let delimiter: UInt8
  /// Bytes of the current record, with its end of line.
  private var recordByteCount = 0

  /// - Parameter delimiter: the character between two fields; by default the one that the input declares, or a comma.
  init(_ input: consuming InputFile, delimiter: UInt8? = nil) {
    self.name = input.name
    self.delimiter = delimiter ?? input.declaredDelimiter ?? UInt8(ascii: ",")
    self.input = input
  }

  /// Goes to the next record that is not a blank line; `false` at the end.
  ///
  /// - Throws: `JournalError` with `.refusedInput` for a quote that is never closed, `.inputOutput`.
  mutating func next() throws(JournalError) -> Bool {
    repeat {
      guard try scanRecord() else { return false }
      row += 1
    } while isBlank
    return true
  }

  /// The bytes of a field, as they are between its quotes.
  func withBytes<Result>(of field: Field, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    input.withWindow { window in window.extracting(field.start..<field.end).withUnsafeBufferPointer(body) }
  }

  /// The text of a field; `nil` where it is not UTF-8.
  func text(of field: Field) -> String? {
    guard field.hasDoubledQuotes else { return withBytes(of: field) { validText($0.span) } }
    var single: [UInt8] = []
    withBytes(of: field) { bytes in
      single.reserveCapacity(bytes.count)
      var previousWasQuote = false
      for byte in bytes {
        previousWasQuote = byte == quote && !previousWasQuote
        if byte != quote || previousWasQuote { single.append(byte) }
      }
    }
    return validText(single.span)
  }

  /// `true` if the current record is a blank line: it contains at most spaces and tabs.
  private var isBlank: Bool {
    guard fields.count == 1, !isMisquoted, input[0] != quote else { return false }
    return withBytes(of: fields[0]) { $0.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
  }

  private mutating func scanRecord() throws(JournalError) -> Bool {
    input.consume(recordByteCount)
    recordByteCount = 0
    if input.available == 0 { try input.fill() }
    if input.available == 0, input.isAtEnd { return false }
    while true {
      let isAtEnd = input.isAtEnd
      var scanner = Scanner(fields: fields, delimiter: delimiter)
      let outcome = input.withWindow { scanner.scan($0, isAtEnd: isAtEnd) }
      fields = scanner.fields
      switch outcome {
      case .complete(let count):
        recordByteCount = count
        isMisquoted = scanner.isMisquoted
        return true
      case .unclosedQuote:
        throw JournalError(.refusedInput, "\(name) is not CSV: row \(row + 1) opens a quote that is never closed.")
      case .needsMore:
        try input.fillToDouble(forRow: row + 1)
      }
    }
  }
}

/// The bytes as text; `nil` where they are not UTF-8.
private func validText(_ bytes: Span<UInt8>) -> String? {
  do {
    return String(copying: try UTF8Span(validating: bytes))
  } catch {
    return nil
  }
}

private let quote = UInt8(ascii: "\"")

/// Finds the fields of the record at the start of a window.
private struct Scanner {
  enum Outcome {
    /// Bytes of the record, with its end of line.
    case complete(Int)
    case needsMore
    case unclosedQuote
  }

  var fields: [CSVReader.Field]
  var isMisquoted = false

  private let delimiter: UInt8

  init(fields: consuming [CSVReader.Field], delimiter: UInt8) {
    self.delimiter = delimiter
    self.fields = fields
    self.fields.removeAll(keepingCapacity: true)
  }

  mutating func scan(_ bytes: Span<UInt8>, isAtEnd: Bool) -> Outcome {
    var position = 0
    while true {
      var field = CSVReader.Field(start: position, end: position)
      if position < bytes.count, bytes[position] == quote {
        field.start = position + 1
        guard let closing = closingQuote(from: field.start, in: bytes, &field) else {
          return isAtEnd ? .unclosedQuote : .needsMore
        }
        field.end = closing
        position = endOfUnquotedText(from: closing + 1, in: bytes)
        if position != closing + 1 { isMisquoted = true }
      } else {
        position = endOfUnquotedText(from: position, in: bytes)
        field.end = position
      }
      fields.append(field)
      guard position < bytes.count else { return isAtEnd ? .complete(position) : .needsMore }
      switch bytes[position] {
      case delimiter:
        position += 1
      case UInt8(ascii: "\n"):
        return .complete(position + 1)
      default:
        // A carriage return: alone, or the first half of CRLF.
        if position + 1 < bytes.count { return .complete(bytes[position + 1] == 0x0A ? position + 2 : position + 1) }
        return isAtEnd ? .complete(position + 1) : .needsMore
      }
    }
  }

  /// The index of the quote that closes a field; `nil` where the window has none.
  private func closingQuote(from start: Int, in bytes: Span<UInt8>, _ field: inout CSVReader.Field) -> Int? {
    var position = start
    while position < bytes.count {
      if bytes[position] == quote {
        guard position + 1 < bytes.count, bytes[position + 1] == quote else { return position }
        field.hasDoubledQuotes = true
        position += 1
      }
      position += 1
    }
    return nil
  }

  /// The index of the delimiter or end of line from `start` on, or the window's end.
  private func endOfUnquotedText(from start: Int, in bytes: Span<UInt8>) -> Int {
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case delimiter, UInt8(ascii: "\n"), UInt8(ascii: "\r"): return position
      default: position += 1
      }
    }
    return position
  }
}
