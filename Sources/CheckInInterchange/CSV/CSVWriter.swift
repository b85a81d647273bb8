internal import CheckInJournal
internal import FoundationEssentials

/// Writes check-ins as CSV (RFC 4180): CRLF ends a record, and fields are quoted where they have to be.
enum CSVWriter {
  /// The header.
  ///
  /// - Parameter hasMeasures: whether the records have a duration and a distance.
  static func writeHeader(hasMeasures: Bool, to bytes: inout [UInt8]) {
    let columns = CSVCheckIns.Column.allCases.filter { hasMeasures || !CSVCheckIns.Column.measures.contains($0) }
    bytes.append(contentsOf: columns.map(\.rawValue).joined(separator: ",").utf8)
    bytes.append(contentsOf: "\r\n".utf8)
  }

  /// One record, in the order of ``CSVCheckIns/Column``.
  static func write(_ checkIn: CheckIn, hasMeasures: Bool, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: checkIn.time.written.utf8)
    bytes.append(UInt8(ascii: ","))
    bytes.append(contentsOf: checkIn.type.name.utf8)
    bytes.append(UInt8(ascii: ","))
    writeText(checkIn.title, to: &bytes)
    bytes.append(UInt8(ascii: ","))
    if let calories = checkIn.calories { bytes.append(contentsOf: String(calories).utf8) }
    bytes.append(UInt8(ascii: ","))
    writeText(checkIn.location ?? "", to: &bytes)
    bytes.append(UInt8(ascii: ","))
    writeText(checkIn.notes, to: &bytes)
    bytes.append(UInt8(ascii: ","))
    bytes.append(contentsOf: checkIn.id.uuidString.utf8)
    bytes.append(UInt8(ascii: ","))
    writeText(checkIn.time.timeZone ?? "", to: &bytes)
    if hasMeasures {
      for number in [checkIn.durationSeconds, checkIn.distanceMetres] {
        bytes.append(UInt8(ascii: ","))
        if let number { bytes.append(contentsOf: String(number).utf8) }
      }
    }
    bytes.append(contentsOf: "\r\n".utf8)
  }

  /// A text that a person wrote, safe for spreadsheets.
  static func writeText(_ text: String, to bytes: inout [UInt8]) {
    let cell = SpreadsheetText.cell(for: text)
    guard cell.utf8.contains(where: needsQuotes) else {
      bytes.append(contentsOf: cell.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Semicolons and tabs need none by the standard. Spreadsheets of many countries split at them.
  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ";"), 0x09: true
    default: false
    }
  }
}
