internal import CheckInJournal

internal import struct FoundationEssentials.UUID

/// A row as read from a file, before validation as a check-in.
struct ImportRow {
  var id: UUID?
  var type: ExerciseType?
  /// The title, the quantities, the location and the notes.
  var fields = CheckInFields.empty
  /// `nil` if the time can't be read; ``problems`` then states the reason.
  var time: WrittenTime?
  /// `true` if the time of day is known; otherwise the time is the start of its day.
  var isTimeOfDayKnown = true
  /// The IANA zone, if the file specifies one.
  var timeZone: String?
  /// Readable messages to the user about values that can't be read.
  var problems: [Message] = []
  /// The type as written, if it isn't one.
  var unknownType = ""
  /// `true` if the row can't be split into fields, so no field is known.
  var isUnreadable = false

  static let idUnreadable: Message = "The id is not a UUID"
  static let notUnicode: Message = "The text is not UTF-8"

  /// A row whose fields cannot be told apart.
  static func unreadable(_ problem: Message) -> ImportRow {
    var row = ImportRow()
    row.problems = [problem]
    row.isUnreadable = true
    return row
  }

  /// The message for a time that is none, or that lacks what this format asks for.
  static func timeUnreadable(_ text: String) -> Message {
    "Cannot read the time '\(text.prefix(40))'; write it as 2026-11-21T07:10:00+01:00"
  }

  /// Takes a day alone, `2026-11-21`, for a time; nothing where the text is none.
  mutating func setDay(_ text: String) {
    guard let day = CivilDay(text) else { return }
    time = WrittenTime(localMilliseconds: Int64(day.dayNumber) * 86_400_000, offsetMinutes: nil)
    isTimeOfDayKnown = false
  }

  /// Takes the zone that the file names. ``time`` is read before it.
  mutating func setTimeZone(_ name: String) {
    timeZone = name
    if !Self.isZoneName(name) { problems.append("The time zone is not a name such as Europe/Berlin") }
    if let time, time.offsetMinutes == nil, isTimeOfDayKnown {
      problems.append("A time with a time zone needs its offset: 2026-11-21T07:10:00+01:00")
    }
  }

  /// Returns `true` if the text can be the name of an IANA zone.
  ///
  /// Only the form is checked, because zones are added and removed over time.
  private static func isZoneName(_ text: String) -> Bool {
    (1...Validation.maximumTimeZoneBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "+"):
          true
        default: false
        }
      }
  }

  /// The row as a normalized draft, without an id where the row has none; or everything that is wrong with it.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970; a check-in after it is refused.
  ///   - localTime: finds the instant of a local time without an offset, in milliseconds as if it were UTC.
  func draft(now: Int64, localTime: (Int64) -> CheckInTime) -> Result<CheckInDraft, RowProblems> {
    if isUnreadable { return .failure(RowProblems(messages: problems)) }
    var checkInTime = CheckInTime(instantMilliseconds: CheckInTime.instantRange.lowerBound, offsetMinutes: 0)
    if let time {
      if let offset = time.offsetMinutes {
        checkInTime.instantMilliseconds = time.localMilliseconds - Int64(offset) * 60_000
        checkInTime.offsetMinutes = offset
        checkInTime.timeZone = timeZone
      } else if let timeZone, let zone = LocalTimeZone(identifier: timeZone) {
        checkInTime = zone.resolve(localMilliseconds: time.localMilliseconds).time
      } else {
        checkInTime = localTime(time.localMilliseconds)
      }
      checkInTime.isTimeOfDayKnown = isTimeOfDayKnown
    }
    var fields = fields
    fields.time = checkInTime
    fields.title = trimmed(fields.title)
    fields.location = fields.location.map(trimmed).flatMap { $0.isEmpty ? nil : $0 }
    fields.notes = trimmed(fields.notes)
    let draft = CheckInDraft(id: id, type: type, fields: fields)
    let messages = Validation.messages(for: draft, now: now).map {
      $0 == Validation.typeMissing && !trimmed(unknownType).isEmpty ? ActivityNames.unknown(unknownType) : $0
    }
    guard messages.isEmpty, problems.isEmpty else { return .failure(RowProblems(messages: messages + problems)) }
    return .success(draft)
  }

  /// Most texts have nothing to trim; looking at two ASCII bytes is enough to know.
  private func trimmed(_ text: String) -> String {
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    if text.isEmpty { return text }
    if let first = text.utf8.first, let last = text.utf8.last, visible ~= first, visible ~= last { return text }
    return Validation.trimmed(text)
  }
}

/// The reasons why a row is not a valid check-in.
struct RowProblems: Error {
  var messages: [Message]
}

extension ExerciseType {
  private static let writtenNames = allCases.map { (Array($0.name.utf8), $0) }

  /// The type whose ``name`` this is, exactly.
  init?(writtenName bytes: UnsafeBufferPointer<UInt8>) {
    for (name, type) in Self.writtenNames where name.elementsEqual(bytes) {
      self = type
      return
    }
    return nil
  }
}

extension UUID {
  /// Reads the 36 characters of RFC 9562, in either case. Several times as fast as parsing through a `String`.
  init?(asciiBytes text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 36 else { return nil }
    var bytes: [16 of UInt8] = .init(repeating: 0)
    var position = 0
    for index in 0..<16 {
      if index == 4 || index == 6 || index == 8 || index == 10 {
        guard text[position] == UInt8(ascii: "-") else { return nil }
        position += 1
      }
      guard let high = hexadecimalDigit(text[position]), let low = hexadecimalDigit(text[position + 1]) else {
        return nil
      }
      bytes[index] = high << 4 | low
      position += 2
    }
    self.init(bytes)
  }

  /// The UUID with these bytes.
  init(_ bytes: [16 of UInt8]) {
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}

/// The value of a hexadecimal digit in ASCII, or `nil`.
private func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
