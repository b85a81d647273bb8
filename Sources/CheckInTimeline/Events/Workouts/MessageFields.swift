internal import EventLog
internal import FoundationEssentials

/// The fields of one message, read all at once and asked for by their numbers. For messages of which a log has few:
/// those of check-ins are read without allocating anything.
///
/// The fields that are asked for are the known ones.
struct MessageFields {
  private enum Content {
    case number(UInt64)
    case range(ByteRange)
    /// A form that no field of ours has.
    case other
  }

  private let bytes: [UInt8]
  private var fields: [(number: UInt64, content: Content)] = []
  /// A bit for each field that was asked for. Ours have numbers below 64.
  private var known: UInt64 = 0
  private var hasUnknownValue = false
  /// The field that is being read, if no number is given.
  var field = WorkoutField(0)

  /// - Throws: for bytes that are not a message.
  init(_ range: ByteRange, in bytes: RawSpan) throws(WireError) {
    try self.init(bytes.extracting(range.start..<range.end).withUnsafeBytes { Array($0) })
  }

  init(_ bytes: [UInt8]) throws(WireError) {
    try self.init(ByteRange(start: 0, end: bytes.count), of: bytes)
  }

  private init(_ range: ByteRange, of bytes: [UInt8]) throws(WireError) {
    self.bytes = bytes
    let span = bytes.span.bytes
    fields.reserveCapacity(12)
    var reader = WireReader(range)
    while !reader.isAtEnd {
      let tag = try reader.tag(in: span)
      let content: Content
      switch tag.type {
      case .varint: content = .number(try reader.varint(in: span))
      case .bytes: content = .range(try reader.byteRange(in: span))
      default:
        content = .other
        try reader.skip(tag.type, in: span)
      }
      fields.append((tag.field, content))
    }
  }

  /// Reads the message in a range that ``range(_:)`` returned.
  func message(_ range: ByteRange) throws(WireError) -> MessageFields { try MessageFields(range, of: bytes) }

  /// `true` if each field was asked for, and has a value that is known.
  var isUnderstood: Bool { !hasUnknownValue && fields.allSatisfy { known & 1 << $0.number != 0 } }

  /// Records that a part of the message has a field or a value that is not known.
  mutating func noteUnknownValue() { hasUnknownValue = true }

  /// A number of 64 bits; `nil` if the field is absent. Of several the last counts.
  ///
  /// - Throws: `unexpectedWireType` if the field has another form.
  mutating func number(_ field: UInt64? = nil) throws(WireError) -> UInt64? {
    let field = field ?? self.field.number
    known |= 1 << field
    var last: UInt64?
    for (number, content) in fields where number == field {
      guard case .number(let value) = content else { throw .unexpectedWireType }
      last = value
    }
    return last
  }

  /// A number that counts something; `nil` if the field is absent or zero.
  ///
  /// - Throws: `invalidValue` for one of more than 48 bits.
  mutating func natural(_ field: UInt64? = nil) throws(WireError) -> Int? {
    guard let number = try number(field), number > 0 else { return nil }
    guard number < 1 << 48 else { throw .invalidValue }
    return Int(number)
  }

  /// The number of an exercise, a plan, a session or a set.
  ///
  /// - Throws: `invalidValue` unless it is from 1 to 4,294,967,295.
  mutating func entity(_ field: UInt64? = nil) throws(WireError) -> Int {
    guard let number = try number(field), let entity = UInt32(exactly: number), entity > 0 else {
      throw .invalidValue
    }
    return Int(entity)
  }

  /// A zigzag-encoded number; `nil` if the field is absent.
  mutating func signed(_ field: UInt64? = nil) throws(WireError) -> Int64? {
    try number(field).map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }

  /// An instant in milliseconds since 1970; `nil` if the field is absent.
  ///
  /// - Throws: `invalidValue` for one that lies in no year of the calendar.
  mutating func instant(_ field: UInt64? = nil) throws(WireError) -> Int64? {
    guard let instant = try signed(field) else { return nil }
    guard CheckInTime.instantRange.contains(instant) else { throw .invalidValue }
    return instant
  }

  /// An enumerated value; `nil` if the field is absent, or its value is one that this version does not know.
  mutating func enumerated<Value: RawRepresentable<UInt8>>(
    _ field: UInt64? = nil, _: Value.Type = Value.self
  ) throws(WireError) -> Value? {
    guard let number = try number(field) else { return nil }
    guard let raw = UInt8(exactly: number), let value = Value(rawValue: raw) else {
      hasUnknownValue = true
      return nil
    }
    return value
  }

  /// The content of a text or message; `nil` if the field is absent. Of several the last counts.
  mutating func range(_ field: UInt64? = nil) throws(WireError) -> ByteRange? {
    try allRanges(field ?? self.field.number).last
  }

  /// The message that a field is; `nil` if the field is absent. Of several the last counts.
  mutating func message() throws(WireError) -> MessageFields? {
    guard let range = try range() else { return nil }
    return try message(range)
  }

  /// The contents of a repeated field, in their order.
  ///
  /// - Throws: `unexpectedWireType` if the field has another form.
  mutating func allRanges(_ field: UInt64) throws(WireError) -> [ByteRange] {
    known |= 1 << field
    var ranges: [ByteRange] = []
    for (number, content) in fields where number == field {
      guard case .range(let range) = content else { throw .unexpectedWireType }
      ranges.append(range)
    }
    return ranges
  }

  /// The numbers of a repeated field, packed or not.
  mutating func allNumbers(_ field: UInt64) throws(WireError) -> [UInt64] {
    known |= 1 << field
    var all: [UInt64] = []
    for (number, content) in fields where number == field {
      switch content {
      case .number(let number): all.append(number)
      case .range(let range):
        var reader = WireReader(range)
        while !reader.isAtEnd { all.append(try reader.varint(in: bytes.span.bytes)) }
      case .other: throw .unexpectedWireType
      }
    }
    return all
  }

  mutating func text(_ field: UInt64? = nil) throws(WireError) -> String? {
    try range(field).map { bytes.span.bytes.text($0) }
  }

  /// The texts of a repeated field, in their order.
  mutating func allTexts(_ field: UInt64) throws(WireError) -> [String] {
    try allRanges(field).map { bytes.span.bytes.text($0) }
  }

  /// - Throws: `invalidValue` unless the field has 16 bytes.
  mutating func identity(_ field: UInt64? = nil) throws(WireError) -> UUID {
    guard let range = try range(field), range.count == 16 else { throw .invalidValue }
    return UUID(range, in: bytes.span.bytes)
  }
}
