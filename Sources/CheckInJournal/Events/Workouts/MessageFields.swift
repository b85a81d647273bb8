internal import EventLog
internal import FoundationEssentials

/// The fields of one message, read all at once and asked for by their numbers. For messages of which a log has few:
/// those of check-ins are read without allocating anything.
struct MessageFields {
  /// Whether there is a field that its reader does not know, or an enumerated value.
  private(set) var isNotUnderstood = false
  private var numbers: [(field: UInt64, value: UInt64)] = []
  private var ranges: [(field: UInt64, range: ByteRange)] = []

  /// - Parameters:
  ///   - varints: the fields whose values are numbers.
  ///   - lengths: the fields whose values have a length. A field of both is a repeated number, packed or not.
  /// - Throws: for what is no message, and for a known field of another form.
  init(
    _ range: ByteRange, in bytes: RawSpan, varints: Set<UInt64> = [], lengths: Set<UInt64> = []
  ) throws(WireError) {
    var reader = WireReader(range)
    while !reader.isAtEnd {
      let tag = try reader.tag(in: bytes)
      switch tag.type {
      case .varint where varints.contains(tag.field):
        numbers.append((tag.field, try reader.varint(in: bytes)))
      case .bytes where lengths.contains(tag.field):
        ranges.append((tag.field, try reader.byteRange(in: bytes)))
      case _ where varints.contains(tag.field) || lengths.contains(tag.field): throw .unexpectedWireType
      default:
        isNotUnderstood = true
        try reader.skip(tag.type, in: bytes)
      }
    }
  }

  /// Takes note that what was read from a part of the message was not all understood.
  mutating func note(isNotUnderstood: Bool) {
    if isNotUnderstood { self.isNotUnderstood = true }
  }

  /// A number of 64 bits; `nil` if the field is absent. Of several the last counts.
  func number(_ field: UInt64) -> UInt64? { numbers.last { $0.field == field }?.value }

  /// A number that counts something; `nil` if the field is absent or zero.
  ///
  /// - Throws: `invalidValue` for one of more than 48 bits.
  func natural(_ field: UInt64) throws(WireError) -> Int? {
    guard let number = number(field), number > 0 else { return nil }
    guard number < 1 << 48 else { throw .invalidValue }
    return Int(number)
  }

  /// The number of an exercise, a plan, a session or a set.
  ///
  /// - Throws: `invalidValue` unless it is from 1 to 4,294,967,295.
  func entity(_ field: UInt64) throws(WireError) -> Int {
    guard let number = number(field), let entity = UInt32(exactly: number), entity > 0 else { throw .invalidValue }
    return Int(entity)
  }

  /// A zigzag-encoded number; `nil` if the field is absent.
  func signed(_ field: UInt64) -> Int64? {
    number(field).map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }

  /// An instant in milliseconds since 1970; `nil` if the field is absent.
  ///
  /// - Throws: `invalidValue` for one that lies in no year of the calendar.
  func instant(_ field: UInt64) throws(WireError) -> Int64? {
    guard let instant = signed(field) else { return nil }
    guard CheckInTime.instantRange.contains(instant) else { throw .invalidValue }
    return instant
  }

  /// An enumerated value; `nil` if the field is absent, or its value is one that this version does not know.
  mutating func enumerated<Value: RawRepresentable<UInt8>>(_ field: UInt64, _: Value.Type = Value.self) -> Value? {
    guard let number = number(field) else { return nil }
    guard let raw = UInt8(exactly: number), let value = Value(rawValue: raw) else {
      isNotUnderstood = true
      return nil
    }
    return value
  }

  /// The content of a text or message; `nil` if the field is absent. Of several the last counts.
  func range(_ field: UInt64) -> ByteRange? { ranges.last { $0.field == field }?.range }

  /// The contents of a repeated field, in their order.
  func allRanges(_ field: UInt64) -> [ByteRange] { ranges.filter { $0.field == field }.map(\.range) }

  /// The numbers of a repeated field, packed or not.
  func allNumbers(_ field: UInt64, in bytes: RawSpan) throws(WireError) -> [UInt64] {
    var all = numbers.filter { $0.field == field }.map(\.value)
    for range in allRanges(field) {
      var reader = WireReader(range)
      while !reader.isAtEnd { all.append(try reader.varint(in: bytes)) }
    }
    return all
  }

  func text(_ field: UInt64, in bytes: RawSpan) -> String? { range(field).map { bytes.text($0) } }

  /// - Throws: `invalidValue` unless the field has 16 bytes.
  func identity(_ field: UInt64, in bytes: RawSpan) throws(WireError) -> UUID {
    guard let range = range(field), range.count == 16 else { throw .invalidValue }
    return UUID(range, in: bytes)
  }
}
