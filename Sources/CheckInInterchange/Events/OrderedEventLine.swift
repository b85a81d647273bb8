internal import CheckInJournal
internal import EventLog
internal import Platform

internal import struct FoundationEssentials.UUID

/// Reads lines of check-ins' events that are exactly as ``EventLine`` writes them: members in its order, and no space
/// between them. All others are left to ``EventLine/message(of:_:)``, which also says what is wrong with a line.
struct OrderedEventLine {
  private var offset = 0
  private var end = 0
  private var text: [UInt8] = []

  /// The event of a line; `nil` where the line is not as expected.
  mutating func event(_ line: ByteRange, in bytes: RawSpan) -> Event? {
    offset = line.start
    end = line.end
    guard take("{\"sequence\":", in: bytes), let sequence = number(in: bytes),
      take(",\"recordedAt\":", in: bytes), let recordedAt = time(in: bytes), recordedAt.offsetMinutes == 0,
      take(",\"origin\":", in: bytes), let name = string(in: bytes),
      let origin = Event.Origin.allCases.first(where: { $0.name == name })
    else { return nil }
    var device: String?
    if take(",\"device\":", in: bytes) {
      guard let name = string(in: bytes) else { return nil }
      device = name
    }
    guard take(",\"checkIn\":", in: bytes), let checkIn = number(in: bytes),
      take(",\"command\":", in: bytes), let command = number(in: bytes),
      take(",\"undoes\":", in: bytes), let undoes = optional({ $0.number(in: bytes) }, in: bytes),
      take(",\"action\":", in: bytes), let action = action(in: bytes), take("}}", in: bytes), offset == end
    else { return nil }
    return Event(
      sequence: UInt64(sequence), recordedAtMilliseconds: recordedAt.localMilliseconds, origin: origin,
      checkIn: checkIn, command: UInt64(command), undoes: undoes.map { UInt64($0) }, device: device, action: action)
  }

  /// An action and its fields, up to the end of these.
  private mutating func action(in bytes: RawSpan) -> Event.Action? {
    if take("\"created\",\"fields\":{", in: bytes) { return created(in: bytes).map { .created($0) } }
    if take("\"edited\",\"fields\":{", in: bytes) { return changes(in: bytes).map { .edited($0) } }
    if take("\"photoAttached\",\"fields\":{", in: bytes) { return photo(in: bytes).map { .photoAttached($0) } }
    if take("\"photoCleared\",\"fields\":{", in: bytes) { return .photoCleared }
    if take("\"discarded\",\"fields\":{", in: bytes) { return .discarded }
    if take("\"restored\",\"fields\":{", in: bytes) { return .restored }
    return nil
  }

  private mutating func created(in bytes: RawSpan) -> Event.Created? {
    guard take("\"id\":", in: bytes), let id = identity(in: bytes),
      take(",\"at\":", in: bytes), let time = checkInTime(in: bytes),
      take(",\"type\":", in: bytes), let type = type(in: bytes),
      take(",\"title\":", in: bytes), let title = string(in: bytes)
    else { return nil }
    var fields = CheckInFields(type: type, title: title, time: time)
    for quantity in CheckInQuantity.original {
      guard take(member: quantity.rawValue, in: bytes), let value = optional({ $0.number(in: bytes) }, in: bytes)
      else { return nil }
      fields[quantity] = value
    }
    for quantity in CheckInQuantity.added where take(member: quantity.rawValue, in: bytes) {
      guard let value = number(in: bytes) else { return nil }
      fields[quantity] = value
    }
    guard take(",\"location\":", in: bytes), let location = optional({ $0.string(in: bytes) }, in: bytes),
      take(",\"notes\":", in: bytes), let notes = string(in: bytes)
    else { return nil }
    fields.location = location
    fields.notes = notes
    return Event.Created(id: id, fields: fields)
  }

  private mutating func changes(in bytes: RawSpan) -> CheckInChanges? {
    var changes = CheckInChanges()
    for field in EventLine.fields where take(member: field.rawValue, isFirst: changes.isEmpty, in: bytes) {
      guard read(field, into: &changes, in: bytes) else { return nil }
    }
    return changes
  }

  /// Reads the value of an editable field.
  ///
  /// - Returns: `false` if it is not as expected.
  private mutating func read(_ field: CheckInField, into changes: inout CheckInChanges, in bytes: RawSpan) -> Bool {
    switch field {
    case .type: changes.type = type(in: bytes)
    case .title: changes.title = string(in: bytes)
    case .at: changes.time = checkInTime(in: bytes)
    case .quantity(let quantity):
      changes[quantity] = optional({ $0.number(in: bytes) }, in: bytes).map { CheckInChanges.Change($0) }
    case .location: changes.location = optional({ $0.string(in: bytes) }, in: bytes).map { CheckInChanges.Change($0) }
    case .notes: changes.notes = string(in: bytes)
    case .timeZone, .photo, .discarded: break
    }
    return changes.written.contains(field)
  }

  private mutating func photo(in bytes: RawSpan) -> Photo? {
    guard take("\"sha256\":", in: bytes), let digits = string(in: bytes), let digest = Digest(hexadecimal: digits),
      take(",\"bytes\":", in: bytes), let byteCount = number(in: bytes),
      take(",\"width\":", in: bytes), let width = number(in: bytes),
      take(",\"height\":", in: bytes), let height = number(in: bytes)
    else { return nil }
    return Photo(digest: digest, byteCount: byteCount, width: width, height: height)
  }

  // MARK: Values

  private mutating func take(_ literal: StaticString, in bytes: RawSpan) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard end - offset >= count else { return false }
    let isThere = bytes.extracting(offset..<offset + count).withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp($0, literal.utf8Start, count) == 0 } ?? false
    }
    if isThere { offset += count }
    return isThere
  }

  /// Reads past a member's name if it comes next, and past the comma before it unless it is the first.
  private mutating func take(member name: String, isFirst: Bool = false, in bytes: RawSpan) -> Bool {
    var name = name
    let start = offset
    if isFirst || take(",", in: bytes), take("\"", in: bytes), end - offset >= name.utf8.count {
      let (offset, count) = (offset, name.utf8.count)
      let isThere = bytes.extracting(offset..<offset + count).withUnsafeBytes { bytes in
        name.withUTF8 { bytes.elementsEqual($0) }
      }
      if isThere {
        self.offset += count
        if take("\":", in: bytes) { return true }
      }
    }
    self.offset = start
    return false
  }

  /// A value, or a null, which is `.some(nil)`.
  private mutating func optional<Value>(
    _ read: (inout OrderedEventLine) -> Value?, in bytes: RawSpan
  ) -> Value?? {
    if take("null", in: bytes) { return .some(nil) }
    return read(&self).map { .some($0) }
  }

  /// A whole number that is not negative, of at most 18 digits.
  private mutating func number(in bytes: RawSpan) -> Int? {
    let start = offset
    var value = 0
    while offset < end, case let digit = byte(at: offset, in: bytes) &- UInt8(ascii: "0"), digit <= 9 {
      value = value &* 10 &+ Int(digit)
      offset += 1
    }
    let count = offset - start
    guard count > 0, count <= 18, count == 1 || byte(at: start, in: bytes) != UInt8(ascii: "0") else { return nil }
    return value
  }

  /// The place of a string's content where it is ASCII without escapes.
  private mutating func plain(in bytes: RawSpan) -> ByteRange? {
    guard take("\"", in: bytes) else { return nil }
    let start = offset
    skipLetters(in: bytes)
    while offset < end {
      let next = byte(at: offset, in: bytes)
      if next == UInt8(ascii: "\"") {
        offset += 1
        return ByteRange(start: start, end: offset - 1)
      }
      guard next >= 0x20, next < 0x80, next != UInt8(ascii: "\\") else { break }
      offset += 1
    }
    offset = start - 1
    return nil
  }

  /// Moves on over bytes that are ASCII, and neither a quote, a backslash nor a control character: eight at a time, to
  /// the first eight in which another is.
  private mutating func skipLetters(in bytes: RawSpan) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    while end - offset >= 8 {
      let word = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      // The high bit of a byte is set where the byte is below what is subtracted, or above 127.
      let found = word | (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)
      if found & highBits != 0 { return }
      offset += 8
    }
  }

  private mutating func string(in bytes: RawSpan) -> String? {
    if let range = plain(in: bytes) { return bytes.text(range) }
    guard take("\"", in: bytes) else { return nil }
    text.removeAll(keepingCapacity: true)
    while offset < end {
      let next = byte(at: offset, in: bytes)
      offset += 1
      switch next {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case 0..<0x20: return nil
      case UInt8(ascii: "\\"):
        guard offset < end else { return nil }
        let escaped = byte(at: offset, in: bytes)
        offset += 1
        switch escaped {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(escaped)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        default: return nil
        }
      default: text.append(next)
      }
    }
    return nil
  }

  private mutating func identity(in bytes: RawSpan) -> UUID? {
    guard let range = plain(in: bytes) else { return nil }
    return withBytes(range, in: bytes) { UUID(asciiBytes: $0) }
  }

  private mutating func time(in bytes: RawSpan) -> WrittenTime? {
    guard let range = plain(in: bytes) else { return nil }
    return withBytes(range, in: bytes) { WrittenTime.parse($0) }
  }

  /// A time with its offset, followed by the zone and by whether only the day is known.
  private mutating func checkInTime(in bytes: RawSpan) -> CheckInTime? {
    guard let written = time(in: bytes), let offset = written.offsetMinutes, take(",\"timeZone\":", in: bytes),
      let timeZone = optional({ $0.string(in: bytes) }, in: bytes)
    else { return nil }
    return CheckInTime(
      instantMilliseconds: written.localMilliseconds - Int64(offset) * 60_000, offsetMinutes: offset,
      timeZone: timeZone, isTimeOfDayKnown: !take(",\"timeKnown\":false", in: bytes))
  }

  private mutating func type(in bytes: RawSpan) -> ExerciseType? {
    guard let range = plain(in: bytes) else { return nil }
    return withBytes(range, in: bytes) { ExerciseType(writtenName: $0) }
  }

  private func byte(at offset: Int, in bytes: RawSpan) -> UInt8 {
    bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  private func withBytes<Result>(
    _ range: ByteRange, in bytes: RawSpan, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.extracting(range.start..<range.end).withUnsafeBytes { $0.withMemoryRebound(to: UInt8.self, body) }
  }
}
