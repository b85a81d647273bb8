extension CheckInTime: CustomStringConvertible {
  /// RFC 3339 with the recorded offset: `2026-11-21T07:10:00+01:00`. A fraction is written only where there is one.
  public var description: String {
    let output = OutputBytes()
    var day = WrittenDay()
    output.write(atMost: Pen.timeByteCount) {
      $0.time(localMilliseconds: localMilliseconds, offsetMinutes: offsetMinutes, &day)
    }
    return output.text
  }

  /// What is known of it: its ``description``, or the day alone, `2026-11-21`.
  package var written: String { isTimeOfDayKnown ? description : day.description }
}

/// The day that was written last: most that follow are the same.
struct WrittenDay {
  private var dayNumber: Int?
  /// `2026-11-21`, in the order of memory.
  fileprivate(set) var yearAndMonth: UInt64 = 0
  fileprivate(set) var dayOfMonth: UInt16 = 0

  /// Makes it the text of this day; `false` if its year has not four digits.
  @inline(__always)
  fileprivate mutating func write(_ number: Int) -> Bool {
    number == dayNumber ? true : writeOther(number)
  }

  @inline(never)
  private mutating func writeOther(_ number: Int) -> Bool {
    let (year, month, day) = CivilDay(dayNumber: number).components
    guard (0...9999).contains(year) else { return false }
    func digits(_ value: Int) -> UInt64 { UInt64(0x3030 + value / 10 + ((value % 10) << 8)) }
    let dash = UInt64(UInt8(ascii: "-"))
    let text = digits(year / 100) | digits(year % 100) << 16 | dash << 32 | digits(month) << 40 | dash << 56
    yearAndMonth = UInt64(littleEndian: text)
    dayOfMonth = UInt16(littleEndian: UInt16(digits(day)))
    dayNumber = number
    return true
  }
}

extension Pen {
  /// The most bytes that a time takes, whatever its year.
  static let timeByteCount = 64

  /// A local time and its offset, as ``CheckInTime/description`` has them.
  @inline(__always)
  mutating func time(localMilliseconds: Int64, offsetMinutes: Int, _ day: inout WrittenDay) {
    let fraction = second(localMilliseconds: localMilliseconds, &day)
    if fraction != 0 { milliseconds(fraction) }
    let offset = abs(offsetMinutes)
    literal(offsetMinutes < 0 ? "-" : "+")
    twoDigits(offset / 60)
    literal(":")
    twoDigits(offset % 60)
  }

  /// A time in UTC: `2026-11-21T06:53:01.123Z`. One outside the years 1 to 9999 is written as the nearest one in them.
  @inline(__always)
  mutating func time(utcMilliseconds: Int64, _ day: inout WrittenDay) {
    let range = CheckInTime.instantRange
    let time = min(max(utcMilliseconds, range.lowerBound), range.upperBound)
    milliseconds(second(localMilliseconds: time, &day))
    literal("Z")
  }

  /// A local time without its fraction of a second, which is returned in milliseconds.
  @inline(__always)
  private mutating func second(localMilliseconds: Int64, _ day: inout WrittenDay) -> Int {
    let dayNumber = floorDivide(Int(localMilliseconds), 86_400_000)
    if day.write(dayNumber) {
      put(day.yearAndMonth)
      put(day.dayOfMonth)
    } else {
      string(CivilDay(dayNumber: dayNumber).description)
    }
    let milliseconds = Int(localMilliseconds) &- dayNumber &* 86_400_000
    literal("T")
    twoDigits(milliseconds / 3_600_000)
    literal(":")
    twoDigits(milliseconds / 60_000 % 60)
    literal(":")
    twoDigits(milliseconds / 1000 % 60)
    return milliseconds % 1000
  }

  @inline(__always)
  private mutating func milliseconds(_ value: Int) {
    literal(".")
    threeDigits(value)
  }
}

/// An RFC 3339 or ISO 8601 date and time as it was written: a local time, and an offset where one is given.
///
/// ```swift
/// let written = WrittenTime("2026-11-21T18:00:00+01:00")
/// print(written?.offsetMinutes ?? 0)  // 60
/// ```
public struct WrittenTime: Hashable, Sendable {
  /// The local time, counted as if it were UTC: milliseconds since 1970-01-01 00:00 on the local clock.
  public var localMilliseconds: Int64
  /// Minutes, or `nil` where the text has no offset.
  public var offsetMinutes: Int?

  /// Reads `YYYY-MM-DDTHH:MM[:SS[.fraction]][Z|±HH[:MM]]`; a space may stand for the `T`, and digits of the fraction
  /// past the third are dropped. `nil` for anything else, an impossible date or time, or a leap second.
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    let parsed = text.withUTF8 { WrittenTime.parse($0) }
    guard let parsed else { return nil }
    self = parsed
  }

  package init(localMilliseconds: Int64, offsetMinutes: Int?) {
    self.localMilliseconds = localMilliseconds
    self.offsetMinutes = offsetMinutes
  }

  package static func parse(_ text: UnsafeBufferPointer<UInt8>) -> WrittenTime? {
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= text.count else { return nil }
      var value = 0
      for index in start..<start + count {
        let digit = text[index] &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        value = value * 10 + Int(digit)
      }
      return value
    }
    func has(_ character: Unicode.Scalar, at index: Int) -> Bool {
      index < text.count && text[index] == UInt8(ascii: character)
    }

    guard has("-", at: 4), has("-", at: 7), has("T", at: 10) || has("t", at: 10) || has(" ", at: 10), has(":", at: 13),
      let year = number(0, 4), let month = number(5, 2), let dayOfMonth = number(8, 2),
      let day = CivilDay(year: year, month: month, day: dayOfMonth),
      let hour = number(11, 2), hour < 24, let minute = number(14, 2), minute < 60
    else { return nil }

    var position = 16
    var milliseconds = 0
    if has(":", at: position) {
      guard let second = number(position + 1, 2), second < 60 else { return nil }
      milliseconds = second * 1000
      position += 3
      if has(".", at: position) || has(",", at: position) {
        position += 1
        let start = position
        var scale = 100
        while let digit = number(position, 1) {
          milliseconds += digit * scale
          scale /= 10
          position += 1
        }
        guard position > start else { return nil }
      }
    }

    var offsetMinutes: Int?
    if has("Z", at: position) || has("z", at: position) {
      offsetMinutes = 0
      position += 1
    } else if has("+", at: position) || has("-", at: position) {
      let isNegative = has("-", at: position)
      guard let hours = number(position + 1, 2), hours < 24 else { return nil }
      position += 3
      var minutes = 0
      if position < text.count {
        if has(":", at: position) { position += 1 }
        guard let written = number(position, 2), written < 60 else { return nil }
        minutes = written
        position += 2
      }
      offsetMinutes = (hours * 60 + minutes) * (isNegative ? -1 : 1)
    }
    guard position == text.count else { return nil }
    let seconds = day.dayNumber * 86_400 + hour * 3600 + minute * 60
    return WrittenTime(localMilliseconds: Int64(seconds * 1000 + milliseconds), offsetMinutes: offsetMinutes)
  }
}

/// A number of at most two digits, padded with a zero.
func twoDigits(_ value: Int) -> String {
  value < 10 ? "0\(value)" : String(value)
}
