internal import CheckInJournal
internal import EventLog

internal import struct FoundationEssentials.UUID

/// Writes content lines of the iCalendar format (RFC 5545).
struct CalendarWriter {
  /// The longest line, in bytes without its end (section 3.1).
  private static let lineByteCount = 75

  private let output: OutputBytes
  /// The line that is being written, in one piece.
  private let line = OutputBytes()

  init(to output: OutputBytes) {
    self.output = output
  }

  /// Writes the lines that every calendar starts with.
  func beginCalendar() {
    line("BEGIN", "VCALENDAR")
    line("VERSION", "2.0")
    line("PRODID", "-//checkin//checkin//EN")
    line("CALSCALE", "GREGORIAN")
  }

  /// A line whose value is none of the user's text.
  func line(_ name: String, _ value: String) {
    write(name) { $0.string(value) }
  }

  func integer(_ name: String, _ value: Int) {
    write(name) { $0.decimal(value) }
  }

  func identity(_ name: String, _ id: UUID) {
    write(name) { $0.identity(id) }
  }

  /// A line with a text value (section 3.3.11): backslashes, semicolons, commas and line ends are escaped. Other
  /// control characters cannot stand there and become spaces.
  func text(_ name: String, _ value: String) {
    write(name) { line in
      var value = value
      value.withUTF8 { Self.escape(UnsafeRawBufferPointer($0), to: line) }
    }
  }

  private static func escape(_ text: UnsafeRawBufferPointer, to line: OutputBytes) {
    var plain = 0
    for (index, byte) in text.enumerated() {
      if isPlain(byte) { continue }
      line.bytes(UnsafeRawBufferPointer(rebasing: text[plain..<index]))
      plain = index + 1
      switch byte {
      case UInt8(ascii: "\r") where plain < text.count && text[plain] == UInt8(ascii: "\n"): break
      case UInt8(ascii: "\r"), UInt8(ascii: "\n"): line.literal("\\n")
      case UInt8(ascii: "\t"): line.byte(byte)
      case 0..<0x20, 0x7F: line.literal(" ")
      default:
        line.literal("\\")
        line.byte(byte)
      }
    }
    line.bytes(UnsafeRawBufferPointer(rebasing: text[plain...]))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x7F, UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): false
    default: true
    }
  }

  /// A local time without a zone (section 3.3.5) and without the fraction of its second, in milliseconds since 1970 as
  /// if the clock showed UTC.
  func time(_ name: String, localMilliseconds: Int64) {
    write(name) { $0.basicTime(localMilliseconds: localMilliseconds) }
  }

  /// An instant in UTC (section 3.3.5), without the fraction of its second.
  func instant(_ name: String, milliseconds: Int64) {
    write(name) { line in
      line.basicTime(localMilliseconds: milliseconds)
      line.literal("Z")
    }
  }

  /// A time in the zone with a name; in UTC without one.
  func time(_ name: String, _ time: CheckInTime, inZoneNamed zoneName: String?) {
    guard let zoneName else { return instant(name, milliseconds: time.instantMilliseconds) }
    line.string(name)
    line.literal(";TZID=")
    // A parameter's value may stand in quotes, and cannot contain any (section 3.2).
    let needsQuotes = zoneName.utf8.contains { [UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ",")].contains($0) }
    if needsQuotes { line.literal("\"") }
    line.string(zoneName)
    if needsQuotes { line.literal("\"") }
    line.literal(":")
    line.basicTime(localMilliseconds: time.localMilliseconds)
    fold()
  }

  /// A day without a time (section 3.3.4).
  func day(_ name: String, _ day: CivilDay) {
    line.string(name)
    line.literal(";VALUE=DATE:")
    line.string(day.description.filter { $0 != "-" })
    fold()
  }

  /// A length in seconds (section 3.3.6).
  func duration(_ seconds: Int) {
    // A unit cannot be left out between two others.
    line("DURATION", "PT\(seconds / 3600)H\(seconds / 60 % 60)M\(seconds % 60)S")
  }

  private func write(_ name: String, as value: (OutputBytes) -> Void) {
    line.string(name)
    line.literal(":")
    value(line)
    fold()
  }

  /// Writes the line in pieces of at most 75 bytes, cut between characters of UTF-8; each further one begins with a
  /// space.
  private func fold() {
    line.withBytes(0..<line.count) { bytes in
      bytes.withUnsafeBytes { bytes in
        var start = 0
        var room = Self.lineByteCount
        while bytes.count - start > room {
          var end = start + room
          while bytes[end] & 0xC0 == 0x80 { end -= 1 }
          output.bytes(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
          output.literal("\r\n ")
          start = end
          room = Self.lineByteCount - 1
        }
        output.bytes(UnsafeRawBufferPointer(rebasing: bytes[start...]))
      }
    }
    output.literal("\r\n")
    line.removeAll()
  }
}
