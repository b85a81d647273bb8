internal import CheckInJournal

internal import struct FoundationEssentials.UUID

/// Writes check-ins as CSV (RFC 4180): CRLF ends a record, and fields are quoted where they have to be.
enum CSVWriter {
  /// The header.
  ///
  /// - Parameter added: The added quantities that the records have.
  static func writeHeader(_ added: [CheckInQuantity], to output: OutputBytes) {
    output.string(header(CSVCheckIns.Column.columns(added)))
  }

  private static func header(_ columns: [CSVCheckIns.Column]) -> String {
    columns.map(\.name).joined(separator: ",") + "\r\n"
  }

  /// Returns `true` if the file is an earlier export: it has the same header, and every row has an identity. A row that
  /// the user added has none.
  ///
  /// - Throws: `JournalError` with `.inputOutput`.
  static func isExport(at path: String) throws(JournalError) -> Bool {
    do throws(JournalError) {
      let input = try InputFile.open(path)
      let known = LaterFields.combinations.map { CSVCheckIns.Column.columns(CheckInQuantity.added(with: $0)) }
      guard let columns = known.first(where: { input.starts(with: Array(header($0).utf8)) }),
        let id = columns.firstIndex(of: .id)
      else { return false }
      var reader = CSVReader(input)
      _ = try reader.next()
      while try reader.next() {
        guard reader.fields.count == columns.count, !reader.isMisquoted,
          let text = reader.text(of: reader.fields[id]), UUID(uuidString: text)?.uuidString == text
        else { return false }
      }
      return true
    } catch {
      guard error.code == .refusedInput else { throw error }
      return false
    }
  }

  /// One record, in the order of ``CSVCheckIns/Column``.
  static func write(_ checkIn: CheckIn, addedQuantities added: [CheckInQuantity], to output: OutputBytes) {
    output.written(checkIn.time)
    output.literal(",")
    output.string(checkIn.type.name)
    output.literal(",")
    writeText(checkIn.title, to: output)
    output.literal(",")
    for quantity in CheckInQuantity.original {
      if let value = checkIn.fields[quantity] { output.decimal(value) }
      output.literal(",")
    }
    if let location = checkIn.location { writeText(location, to: output) }
    output.literal(",")
    writeText(checkIn.notes, to: output)
    output.literal(",")
    output.identity(checkIn.id)
    output.literal(",")
    if let timeZone = checkIn.time.timeZone { writeText(timeZone, to: output) }
    for quantity in added {
      output.literal(",")
      if let value = checkIn.fields[quantity] { output.decimal(value) }
    }
    output.literal("\r\n")
  }

  /// A text that a person wrote, safe for spreadsheets.
  private static func writeText(_ text: String, to output: OutputBytes) {
    var cell = SpreadsheetText.cell(for: text)
    cell.withUTF8 { bytes in
      guard bytes.contains(where: needsQuotes) else { return output.bytes(UnsafeRawBufferPointer(bytes)) }
      output.literal("\"")
      for byte in bytes {
        if byte == UInt8(ascii: "\"") { output.byte(byte) }
        output.byte(byte)
      }
      output.literal("\"")
    }
  }

  /// Semicolons and tabs need none by the standard. Spreadsheets of many countries split at them.
  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ";"), 0x09: true
    default: false
    }
  }
}

/// Keeps spreadsheets from running a cell as a formula, in a way that can be undone.
///
/// A cell that begins like a formula gets a leading apostrophe, which spreadsheets take as the sign for text
/// (<https://owasp.org/www-community/attacks/CSV_Injection>). A text that begins with an apostrophe gets one more, so
/// that reading back is exact. Someone else's `'tis` has none to lose and stays.
enum SpreadsheetText {
  /// The cell for a text.
  static func cell(for text: String) -> String {
    needsApostrophe(text.unicodeScalars.first) ? "'" + text : text
  }

  /// The text of a cell.
  static func text(of cell: String) -> String {
    guard cell.utf8.first == UInt8(ascii: "'") else { return cell }
    let rest = cell.unicodeScalars.dropFirst()
    return needsApostrophe(rest.first) ? String(rest) : cell
  }

  private static func needsApostrophe(_ first: Unicode.Scalar?) -> Bool {
    switch first {
    case "=", "+", "-", "@", "\t", "\r", "\n", "'": true
    // Full-width forms, which some spreadsheets take for the plain ones.
    case "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }
}
