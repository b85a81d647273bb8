extension CheckInTime: CustomStringConvertible {
  /// RFC 3339 with the recorded offset: `2026-11-21T07:10:00+01:00`. A fraction is written only where there is one.
  public var description: String {
    let output = OutputBytes()
    output.time(self)
    return output.text
  }

  /// The known part of the time as text: its ``description``, or the day alone, `2026-11-21`.
  package var written: String { isTimeOfDayKnown ? description : day.description }
}

extension OutputBytes {
  /// A local time and its offset, as ``CheckInTime/description`` has them.
  package func time(_ time: CheckInTime) {
    write(atMost: Pen.timeByteCount) {
      $0.time(localMilliseconds: time.localMilliseconds, offsetMinutes: time.offsetMinutes, &day)
    }
  }

  /// Writes the known part of a time, as in ``CheckInTime/written``.
  package func written(_ time: CheckInTime) {
    if time.isTimeOfDayKnown { self.time(time) } else { date(time) }
  }

  /// A time in UTC: `2026-11-21T06:53:01.123Z`. One outside the years 1 to 9999 is written as the nearest one in them.
  package func time(utcMilliseconds: Int64) {
    write(atMost: Pen.timeByteCount) { $0.time(utcMilliseconds: utcMilliseconds, &day) }
  }

  /// The instant of a time in UTC, with a fraction of a second only where there is one: `2026-11-21T06:10:00Z`.
  package func utcTime(_ time: CheckInTime) {
    write(atMost: Pen.timeByteCount) { pen in
      pen.timeWithoutOffset(localMilliseconds: time.instantMilliseconds, &day)
      pen.literal("Z")
    }
  }

  /// A local time in the basic form of ISO 8601, without its fraction of a second: `20261121T071000`. One outside the
  /// years 1 to 9999 is written as the nearest one in them.
  package func basicTime(localMilliseconds: Int64) {
    write(atMost: Pen.timeByteCount) { $0.basicTime(localMilliseconds: localMilliseconds, &day) }
  }

  /// The civil date of a time: `2026-11-21`.
  package func date(_ time: CheckInTime) {
    write(atMost: Pen.timeByteCount) { $0.date(localMilliseconds: time.localMilliseconds, &day) }
  }
}

extension JSONWriter {
  package mutating func time(_ time: CheckInTime) { quoted { $0.time(time) } }

  package mutating func time(utcMilliseconds: Int64) { quoted { $0.time(utcMilliseconds: utcMilliseconds) } }

  package mutating func date(_ time: CheckInTime) { quoted { $0.date(time) } }

  package subscript(name: String) -> CheckInTime? {
    get { nil }
    set { member(name, value: newValue) { $0.time($1) } }
  }
}

extension WrittenDay {
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
  package static let timeByteCount = 64

  /// A local time and its offset, as ``CheckInTime/description`` has them.
  @inline(__always)
  package mutating func time(localMilliseconds: Int64, offsetMinutes: Int, _ day: inout WrittenDay) {
    timeWithoutOffset(localMilliseconds: localMilliseconds, &day)
    offset(minutes: offsetMinutes)
  }

  /// An instant as a clock with an offset shows it: `2026-11-21T07:53:01.123+01:00`. One outside the years 1 to 9999 is
  /// written as the nearest one in them.
  @inline(__always)
  package mutating func time(instantMilliseconds: Int64, offsetMinutes: Int, _ day: inout WrittenDay) {
    let local = CheckInTime.nearestInstant(to: instantMilliseconds) + Int64(offsetMinutes) * 60_000
    milliseconds(second(localMilliseconds: CheckInTime.nearestInstant(to: local), &day))
    offset(minutes: offsetMinutes)
  }

  private mutating func offset(minutes: Int) {
    literal(minutes < 0 ? "-" : "+")
    twoDigits(abs(minutes) / 60)
    literal(":")
    twoDigits(abs(minutes) % 60)
  }

  /// A local time, with a fraction of a second only where there is one.
  @inline(__always)
  mutating func timeWithoutOffset(localMilliseconds: Int64, _ day: inout WrittenDay) {
    let fraction = second(localMilliseconds: localMilliseconds, &day)
    if fraction != 0 { milliseconds(fraction) }
  }

  /// A time in UTC: `2026-11-21T06:53:01.123Z`. One outside the years 1 to 9999 is written as the nearest one in them.
  @inline(__always)
  package mutating func time(utcMilliseconds: Int64, _ day: inout WrittenDay) {
    milliseconds(second(localMilliseconds: CheckInTime.nearestInstant(to: utcMilliseconds), &day))
    literal("Z")
  }

  /// A local time in the basic form, without its fraction of a second: `20261121T071000`. One outside the years 1 to
  /// 9999 is written as the nearest one in them.
  @inline(__always)
  mutating func basicTime(localMilliseconds: Int64, _ day: inout WrittenDay) {
    let time = CheckInTime.nearestInstant(to: localMilliseconds)
    let dayNumber = floorDivide(Int(time), by: 86_400_000)
    _ = day.write(dayNumber)
    withUnsafeBytes(of: day.yearAndMonth) { bytes in
      put(bytes.loadUnaligned(as: UInt32.self))
      put(bytes.loadUnaligned(fromByteOffset: 5, as: UInt16.self))
    }
    put(day.dayOfMonth)
    let seconds = (Int(time) &- dayNumber &* 86_400_000) / 1000
    literal("T")
    twoDigits(seconds / 3600)
    twoDigits(seconds / 60 % 60)
    twoDigits(seconds % 60)
  }

  /// The civil date of a local time; returns its day number.
  @inline(__always)
  @discardableResult
  mutating func date(localMilliseconds: Int64, _ day: inout WrittenDay) -> Int {
    let dayNumber = floorDivide(Int(localMilliseconds), by: 86_400_000)
    if day.write(dayNumber) {
      put(day.yearAndMonth)
      put(day.dayOfMonth)
    } else {
      string(CivilDay(dayNumber: dayNumber).description)
    }
    return dayNumber
  }

  /// A local time without its fraction of a second, which is returned in milliseconds.
  @inline(__always)
  private mutating func second(localMilliseconds: Int64, _ day: inout WrittenDay) -> Int {
    let dayNumber = date(localMilliseconds: localMilliseconds, &day)
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
  /// past the third are dropped. `nil` for anything else, or an impossible date or time.
  ///
  /// The second 60 of the last minute of a day in UTC is a leap second, which is read as the second after it.
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
    func number(at start: Int, count: Int) -> Int? {
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
      let year = number(at: 0, count: 4), let month = number(at: 5, count: 2), let dayOfMonth = number(at: 8, count: 2),
      let day = CivilDay(year: year, month: month, day: dayOfMonth),
      let hour = number(at: 11, count: 2), hour < 24, let minute = number(at: 14, count: 2), minute < 60
    else { return nil }

    var position = 16
    var milliseconds = 0
    if has(":", at: position) {
      guard let second = number(at: position + 1, count: 2), second <= 60 else { return nil }
      milliseconds = second * 1000
      position += 3
      if has(".", at: position) || has(",", at: position) {
        position += 1
        let start = position
        var scale = 100
        while let digit = number(at: position, count: 1) {
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
      guard let hours = number(at: position + 1, count: 2), hours < 24 else { return nil }
      position += 3
      var minutes = 0
      if position < text.count {
        if has(":", at: position) { position += 1 }
        guard let written = number(at: position, count: 2), written < 60 else { return nil }
        minutes = written
        position += 2
      }
      offsetMinutes = (hours * 60 + minutes) * (isNegative ? -1 : 1)
    }
    guard position == text.count else { return nil }
    if milliseconds >= 60_000 {
      let minuteOfDay = (hour * 60 + minute - (offsetMinutes ?? 0) + 2 * 1440) % 1440
      guard minuteOfDay == 1439 else { return nil }
    }
    let seconds = day.dayNumber * 86_400 + hour * 3600 + minute * 60
    return WrittenTime(localMilliseconds: Int64(seconds * 1000 + milliseconds), offsetMinutes: offsetMinutes)
  }
}

/// A number of at most two digits, padded with a zero.
package func twoDigits(_ value: Int) -> String {
  value < 10 ? "0\(value)" : String(value)
}
