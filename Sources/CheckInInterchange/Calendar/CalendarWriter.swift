internal import CheckInJournal

/// Writes content lines of the iCalendar format (RFC 5545) into a byte buffer.
struct CalendarWriter {
  /// The longest line, in bytes without its end (section 3.1).
  private static let lineByteCount = 75

  private(set) var bytes: [UInt8] = []

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// A line whose value is none of the user's text.
  mutating func line(_ name: String, _ value: String) { fold(name + ":" + value) }

  /// A line with a text value (section 3.3.11): backslashes, semicolons, commas and line ends are escaped. Other
  /// control characters cannot stand there and become spaces.
  mutating func text(_ name: String, _ value: String) {
    var escaped = name + ":"
    for scalar in value.replacing("\r\n", with: "\n").unicodeScalars {
      switch scalar {
      case "\\", ";", ",":
        escaped.unicodeScalars.append("\\")
        escaped.unicodeScalars.append(scalar)
      case "\n", "\r": escaped += "\\n"
      case "\t": escaped.unicodeScalars.append(scalar)
      case "\u{0}"..<"\u{20}", "\u{7F}": escaped.unicodeScalars.append(" ")
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    fold(escaped)
  }

  /// An instant in UTC (section 3.3.5), without the fraction of its second.
  mutating func instant(_ name: String, milliseconds: Int64) {
    line(name, Self.dateAndTime(localMilliseconds: milliseconds) + "Z")
  }

  /// A time in a zone: local where the zone has a name, else in UTC.
  mutating func time(_ name: String, _ time: CheckInTime, in zone: CalendarZones.Zone) {
    guard let zoneName = zone.name else { return instant(name, milliseconds: time.instantMilliseconds) }
    // A parameter's value may stand in quotes, and cannot contain any (section 3.2).
    let parameter = zoneName.contains(where: { ":;,".contains($0) }) ? "\"\(zoneName)\"" : zoneName
    line("\(name);TZID=\(parameter)", Self.dateAndTime(localMilliseconds: time.localMilliseconds))
  }

  /// A day without a time (section 3.3.4).
  mutating func day(_ name: String, _ day: CivilDay) {
    line("\(name);VALUE=DATE", day.description.filter { $0 != "-" })
  }

  /// A length in seconds (section 3.3.6).
  mutating func duration(_ seconds: Int) {
    // A unit cannot be left out between two others.
    line("DURATION", "PT\(seconds / 3600)H\(seconds / 60 % 60)M\(seconds % 60)S")
  }

  /// `20261121T071000`: milliseconds since 1970, as if the clock showed UTC, without the fraction of the second.
  static func dateAndTime(localMilliseconds: Int64) -> String {
    let range = CheckInTime.instantRange
    let clamped = min(max(localMilliseconds, range.lowerBound), range.upperBound)
    let text = CheckInTime(instantMilliseconds: clamped, offsetMinutes: 0).description
    return String(text.prefix(19).filter { $0 != "-" && $0 != ":" })
  }

  /// Writes a line in pieces of at most 75 bytes, cut between characters of UTF-8; each further one begins with a
  /// space.
  private mutating func fold(_ line: String) {
    var room = Self.lineByteCount
    for scalar in line.unicodeScalars {
      let encoded = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      if encoded.count > room {
        bytes.append(contentsOf: [0x0D, 0x0A, 0x20])
        room = Self.lineByteCount - 1
      }
      bytes.append(contentsOf: encoded)
      room -= encoded.count
    }
    bytes.append(contentsOf: [0x0D, 0x0A])
  }
}
