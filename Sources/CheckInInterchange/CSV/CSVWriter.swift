internal import CheckInJournal

/// Writes check-ins as CSV (RFC 4180): CRLF ends a record, and fields are quoted where they have to be.
enum CSVWriter {
  /// The header.
  ///
  /// - Parameter hasMeasures: whether the records have a duration and a distance.
  static func writeHeader(hasMeasures: Bool, to output: OutputBytes) {
    let columns = CSVCheckIns.Column.allCases.filter { hasMeasures || !CSVCheckIns.Column.measures.contains($0) }
    output.string(columns.map(\.rawValue).joined(separator: ","))
    output.literal("\r\n")
  }

  /// One record, in the order of ``CSVCheckIns/Column``.
  static func write(_ checkIn: CheckIn, hasMeasures: Bool, to output: OutputBytes) {
    output.written(checkIn.time)
    output.literal(",")
    output.string(checkIn.type.name)
    output.literal(",")
    writeText(checkIn.title, to: output)
    output.literal(",")
    if let calories = checkIn.calories { output.decimal(calories) }
    output.literal(",")
    if let location = checkIn.location { writeText(location, to: output) }
    output.literal(",")
    writeText(checkIn.notes, to: output)
    output.literal(",")
    output.identity(checkIn.id)
    output.literal(",")
    if let timeZone = checkIn.time.timeZone { writeText(timeZone, to: output) }
    if hasMeasures {
      output.literal(",")
      if let seconds = checkIn.durationSeconds { output.decimal(seconds) }
      output.literal(",")
      if let metres = checkIn.distanceMetres { output.decimal(metres) }
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
