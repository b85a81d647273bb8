/// An error that is thrown if bytes are not a message in the Protocol Buffers wire format.
///
/// ```swift
/// do {
///   let tag = try reader.tag(in: bytes)
/// } catch {
///   print(error.reason)
/// }
/// ```
public enum WireError: Error, Hashable, Sendable {
  /// A value reaches past the end of its message.
  case truncated
  /// A varint has more than ten bytes or more than 64 bits.
  case overlongVarint
  /// A field number is zero or out of range, or a wire type does not exist.
  case invalidTag
  /// A known field has another wire type than the schema says.
  case unexpectedWireType
  /// A value breaks a rule of the schema: an identity of other than 16 bytes, for example.
  case invalidValue

  /// In words.
  public var reason: String {
    switch self {
    case .truncated: "a record reaches past its end"
    case .overlongVarint: "a number in a record is too long"
    case .invalidTag: "a record has an impossible field"
    case .unexpectedWireType: "a field of a record has the wrong form"
    case .invalidValue: "a record has an impossible value"
    }
  }
}

/// Bytes of one length-delimited field, as a place in the buffer that is being read. Nothing is copied.
///
/// Replay makes several for each event, so it is small: places from 4 GiB on cannot be told, and are cut to there,
/// which makes a message of such a length unreadable. Frames and pages are limited to less.
///
/// ```swift
/// let whole = ByteRange(start: 0, end: bytes.byteCount)
/// ```
public struct ByteRange: Hashable, Sendable {
  @usableFromInline var lower: UInt32
  @usableFromInline var upper: UInt32

  /// The first byte.
  @inlinable public var start: Int { Int(lower) }
  /// The byte after the last.
  @inlinable public var end: Int { Int(upper) }
  /// The number of bytes.
  @inlinable public var count: Int { end - start }
  /// A Boolean value that indicates whether the range is empty.
  @inlinable public var isEmpty: Bool { upper == lower }

  /// The bytes from one to before another.
  @inlinable @inline(__always)
  public init(start: Int = 0, end: Int = 0) {
    lower = UInt32(clamping: start)
    upper = UInt32(clamping: end)
  }

  /// A place within another one: both are below 4 GiB.
  @inlinable @inline(__always)
  public init(knownStart start: Int, end: Int) {
    lower = UInt32(truncatingIfNeeded: start)
    upper = UInt32(truncatingIfNeeded: end)
  }
}

/// A cursor over the Protocol Buffers wire form. It allocates nothing, and traps on no input: every step is checked
/// against the end of the message.
///
/// The bytes are handed to every call, so that the cursor can be stored and copied freely. Source of the form:
/// <https://protobuf.dev/programming-guides/encoding/>.
///
/// ```swift
/// var reader = WireReader(range)
/// while !reader.isAtEnd {
///   switch try reader.tag(in: bytes) {
///   case .varint(1): amount = try reader.varint(in: bytes)
///   case .bytes(2): title = try reader.byteRange(in: bytes)
///   case let unknown: try reader.skip(unknown.type, in: bytes)
///   }
/// }
/// ```
///
/// Public rather than for this package alone, since the compiler inlines only what is public into other modules, and a
/// call for each field takes longer than reading it.
public struct WireReader {
  /// The encoding of a field's value.
  public enum WireType: UInt64, Sendable {
    /// A number in 1 to 10 bytes, seven bits in each.
    case varint = 0
    /// Eight bytes, the lowest first.
    case fixed64 = 1
    /// A length as a varint, and so many bytes.
    case bytes = 2
    /// Four bytes, the lowest first.
    case fixed32 = 5
  }

  /// A field's number and the form of its value, as the one number that stands before the value.
  public struct Tag: Hashable, Sendable {
    @usableFromInline let number: UInt64

    @inlinable init(number: UInt64) {
      self.number = number
    }

    /// The field's number.
    @inlinable public var field: UInt64 { number &>> 3 }
    /// A tag that was read has one of the four.
    @inlinable public var type: WireType { WireType(rawValue: number & 7) ?? .varint }

    @inlinable @inline(__always)
    public static func == (left: Tag, right: Tag) -> Bool { left.number == right.number }

    /// Returns `true` if a tag that was read matches this one.
    ///
    /// A separate operator, because the operator that `Equatable` provides isn't inlined.
    @inlinable @inline(__always)
    public static func ~= (pattern: Tag, tag: Tag) -> Bool { pattern.number == tag.number }

    /// A field whose value is a number.
    @inlinable @inline(__always)
    public static func varint(_ field: UInt64) -> Tag { Tag(number: field &<< 3) }

    /// A field whose value has a length.
    @inlinable @inline(__always)
    public static func bytes(_ field: UInt64) -> Tag { Tag(number: field &<< 3 | 2) }
  }

  @usableFromInline var position: Int
  /// The offset of the next field.
  @inlinable public var offset: Int { position }
  /// The end of the message.
  public let end: Int

  /// A reader of the message in `start..<end` of the bytes given later.
  @inlinable @inline(__always)
  public init(start: Int, end: Int) {
    position = max(start, 0)
    self.end = end
  }

  /// A reader of the message at `range` of the bytes given later.
  @inlinable @inline(__always)
  public init(_ range: ByteRange) {
    self.init(start: range.start, end: range.end)
  }

  /// A Boolean value that indicates whether all fields have been read.
  @inlinable @inline(__always)
  public var isAtEnd: Bool { position >= end }

  /// A number.
  @inlinable @inline(__always)
  public mutating func varint(in bytes: RawSpan) throws(WireError) -> UInt64 {
    guard position < end, position < bytes.byteCount else { throw .truncated }
    let first = bytes.unsafeLoad(fromUncheckedByteOffset: position, as: UInt8.self)
    if first < 0x80 {
      position += 1
      return UInt64(first)
    }
    return try longVarint(in: bytes)
  }

  @inlinable
  mutating func longVarint(in bytes: RawSpan) throws(WireError) -> UInt64 {
    if end - position >= 8, bytes.byteCount - position >= 8 {
      let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self))
      // The top bit of a number's last byte is not set.
      let lastBytes = ~word & 0x8080_8080_8080_8080
      if lastBytes != 0 {
        position += lastBytes.trailingZeroBitCount / 8 + 1
        return Self.joinGroups(word & (lastBytes ^ (lastBytes &- 1)))
      }
    }
    return try varintByBytes(in: bytes)
  }

  /// Joins eight groups of seven bits, each in a byte of its own: pairs, then fours, then all.
  @inlinable
  public static func joinGroups(_ groups: UInt64) -> UInt64 {
    var value = groups & 0x007F_007F_007F_007F | (groups & 0x7F00_7F00_7F00_7F00) &>> 1
    value = value & 0x0000_3FFF_0000_3FFF | (value & 0x3FFF_0000_3FFF_0000) &>> 2
    return value & 0x0FFF_FFFF | (value & 0x0FFF_FFFF_0000_0000) &>> 4
  }

  @inlinable
  mutating func varintByBytes(in bytes: RawSpan) throws(WireError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end, position < bytes.byteCount {
      let byte = bytes.unsafeLoad(fromUncheckedByteOffset: position, as: UInt8.self)
      position += 1
      // The tenth byte has room for one bit.
      if shift == 63, byte > 1 { throw .overlongVarint }
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw .truncated
  }

  /// A number that the schema limits to 32 bits.
  @inlinable @inline(__always)
  public mutating func varint32(in bytes: RawSpan) throws(WireError) -> UInt32 {
    guard let value = UInt32(exactly: try varint(in: bytes)) else { throw .invalidValue }
    return value
  }

  /// A zigzag-encoded number.
  @inlinable @inline(__always)
  public mutating func signedVarint(in bytes: RawSpan) throws(WireError) -> Int64 {
    let value = try varint(in: bytes)
    return Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// The number and the form of the next field.
  @inlinable @inline(__always)
  public mutating func tag(in bytes: RawSpan) throws(WireError) -> Tag {
    let number = try varint(in: bytes)
    // One bit for each wire type that exists.
    guard 0b10_0111 &>> (number & 7) & 1 == 1, number >= 8, number <= UInt64(UInt32.max) else { throw .invalidTag }
    return Tag(number: number)
  }

  /// The place of the next `count` bytes.
  @inlinable @inline(__always)
  public mutating func bytes(_ count: Int, in bytes: RawSpan) throws(WireError) -> ByteRange {
    guard count >= 0, count <= end - position else { throw .truncated }
    position += count
    return ByteRange(start: position - count, end: position)
  }

  /// The place of a length-delimited field's content.
  @inlinable @inline(__always)
  public mutating func byteRange(in bytes: RawSpan) throws(WireError) -> ByteRange {
    let count = try varint(in: bytes)
    guard count <= UInt64(end - position) else { throw .truncated }
    let start = position
    position += Int(count)
    return ByteRange(start: start, end: position)
  }

  /// Passes over a field's value.
  ///
  /// - Returns: the place of a length-delimited one's content, of another one's bytes.
  @inlinable @inline(__always)
  public mutating func value(_ type: WireType, in bytes: RawSpan) throws(WireError) -> ByteRange {
    if type == .bytes { return try byteRange(in: bytes) }
    let start = position
    try skip(type, in: bytes)
    return ByteRange(start: start, end: position)
  }

  /// Passes over the value of a field that is not known.
  @inlinable
  public mutating func skip(_ type: WireType, in bytes: RawSpan) throws(WireError) {
    switch type {
    case .varint: _ = try varint(in: bytes)
    case .bytes: _ = try byteRange(in: bytes)
    case .fixed32, .fixed64:
      let count = type == .fixed32 ? 4 : 8
      guard end - position >= count else { throw .truncated }
      position += count
    }
  }
}
