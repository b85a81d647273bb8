/// Why bytes are not a message of the Protocol Buffers wire form.
package enum WireError: Error, Hashable, Sendable {
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

  package var reason: String {
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
package struct ByteRange: Hashable, Sendable {
  private var first: UInt32
  private var behind: UInt32

  package var start: Int { Int(first) }
  package var end: Int { Int(behind) }
  package var count: Int { end - start }
  package var isEmpty: Bool { behind == first }

  @inline(__always)
  package init(start: Int = 0, end: Int = 0) {
    first = UInt32(clamping: start)
    behind = UInt32(clamping: end)
  }

  /// A place within another one.
  @inline(__always)
  fileprivate init(knownStart start: Int, end: Int) {
    first = UInt32(truncatingIfNeeded: start)
    behind = UInt32(truncatingIfNeeded: end)
  }
}

/// A cursor over the Protocol Buffers wire form. It allocates nothing, and traps on no input: every step is checked
/// against the end of the message.
///
/// The bytes are handed to every call, so that the cursor can be stored and copied freely. Source of the form:
/// <https://protobuf.dev/programming-guides/encoding/>.
package struct WireReader {
  package enum WireType: UInt64 {
    case varint = 0
    case fixed64 = 1
    case bytes = 2
    case fixed32 = 5
  }

  /// A field's number and the form of its value, as the one number that stands before the value.
  package struct Tag: Hashable {
    fileprivate let number: UInt64

    package var field: UInt64 { number &>> 3 }
    /// A tag that was read has one of the four.
    package var type: WireType { WireType(rawValue: number & 7) ?? .varint }

    /// A field whose value is a number.
    @inline(__always)
    static func varint(_ field: UInt64) -> Tag { Tag(number: field &<< 3) }

    /// A field whose value has a length.
    @inline(__always)
    static func bytes(_ field: UInt64) -> Tag { Tag(number: field &<< 3 | 2) }
  }

  package private(set) var offset: Int
  package let end: Int

  /// A reader of the message in `start..<end`, which lies inside the bytes given later.
  package init(start: Int, end: Int) {
    offset = start
    self.end = end
  }

  package init(_ range: ByteRange) {
    self.init(start: range.start, end: range.end)
  }

  package var isAtEnd: Bool { offset >= end }

  @inline(__always)
  package mutating func varint(in bytes: RawSpan) throws(WireError) -> UInt64 {
    guard offset < end else { throw .truncated }
    let first = bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    if first < 0x80 {
      offset += 1
      return UInt64(first)
    }
    return try longVarint(in: bytes)
  }

  private mutating func longVarint(in bytes: RawSpan) throws(WireError) -> UInt64 {
    if end - offset >= 8 {
      let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
      // The top bit of a number's last byte is not set.
      let lastBytes = ~word & 0x8080_8080_8080_8080
      if lastBytes != 0 {
        offset += lastBytes.trailingZeroBitCount / 8 + 1
        return Self.joinGroups(word & (lastBytes ^ (lastBytes &- 1)))
      }
    }
    return try varintByBytes(in: bytes)
  }

  /// Joins eight groups of seven bits, each in a byte of its own: pairs, then fours, then all.
  @inline(__always)
  fileprivate static func joinGroups(_ groups: UInt64) -> UInt64 {
    var value = groups & 0x007F_007F_007F_007F | (groups & 0x7F00_7F00_7F00_7F00) &>> 1
    value = value & 0x0000_3FFF_0000_3FFF | (value & 0x3FFF_0000_3FFF_0000) &>> 2
    return value & 0x0FFF_FFFF | (value & 0x0FFF_FFFF_0000_0000) &>> 4
  }

  private mutating func varintByBytes(in bytes: RawSpan) throws(WireError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while offset < end {
      let byte = bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
      offset += 1
      // The tenth byte has room for one bit.
      if shift == 63, byte > 1 { throw .overlongVarint }
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw .truncated
  }

  /// A number that the schema limits to 32 bits.
  package mutating func varint32(in bytes: RawSpan) throws(WireError) -> UInt32 {
    guard let value = UInt32(exactly: try varint(in: bytes)) else { throw .invalidValue }
    return value
  }

  /// A zigzag-encoded number.
  @inline(__always)
  package mutating func signedVarint(in bytes: RawSpan) throws(WireError) -> Int64 {
    let value = try varint(in: bytes)
    return Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
  }

  @inline(__always)
  package mutating func tag(in bytes: RawSpan) throws(WireError) -> Tag {
    let number = try varint(in: bytes)
    // One bit for each wire type that exists.
    guard 0b10_0111 &>> (number & 7) & 1 == 1, number >= 8, number <= UInt64(UInt32.max) else { throw .invalidTag }
    return Tag(number: number)
  }

  /// The place of the next `count` bytes.
  package mutating func bytes(_ count: Int, in bytes: RawSpan) throws(WireError) -> ByteRange {
    guard count <= end - offset else { throw .truncated }
    offset += count
    return ByteRange(start: offset - count, end: offset)
  }

  /// The place of a length-delimited field's content.
  @inline(__always)
  package mutating func byteRange(in bytes: RawSpan) throws(WireError) -> ByteRange {
    let count = try varint(in: bytes)
    guard count <= UInt64(end - offset) else { throw .truncated }
    let start = offset
    offset += Int(count)
    return ByteRange(start: start, end: offset)
  }

  /// Passes over a field's value.
  ///
  /// - Returns: the place of a length-delimited one's content, of another one's bytes.
  @inline(__always)
  package mutating func value(_ type: WireType, in bytes: RawSpan) throws(WireError) -> ByteRange {
    if type == .bytes { return try byteRange(in: bytes) }
    let start = offset
    try skip(type, in: bytes)
    return ByteRange(start: start, end: offset)
  }

  /// Passes over the value of a field that is not known.
  package mutating func skip(_ type: WireType, in bytes: RawSpan) throws(WireError) {
    switch type {
    case .varint: _ = try varint(in: bytes)
    case .bytes: _ = try byteRange(in: bytes)
    case .fixed32, .fixed64:
      let count = type == .fixed32 ? 4 : 8
      guard end - offset >= count else { throw .truncated }
      offset += count
    }
  }
}

/// A cursor over a message whose fields are expected in the order in which ``WireWriter`` puts them, each number with
/// as few bytes as it needs. It notes that something is otherwise, and goes on with what is no use any more: so that
/// this is asked once for a message, and not at each step.
///
/// - Precondition: eight bytes follow the message in the bytes given later.
struct OrderedWireReader {
  private(set) var offset: Int
  let end: Int
  /// Whether the message is not as expected.
  private(set) var hasFailed = false

  /// How many bytes have to follow a message.
  static let paddingByteCount = 8

  @inline(__always)
  init(start: Int, end: Int) {
    offset = start
    self.end = end
  }

  /// Whether the message was as expected up to its end.
  @inline(__always)
  var isDone: Bool { !hasFailed && offset == end }

  @inline(__always)
  private mutating func advance(_ count: Int) {
    offset &+= count
    if offset > end {
      offset = end
      hasFailed = true
    }
  }

  /// Passes over a tag of one byte, if it comes next.
  @inline(__always)
  mutating func take(_ tag: UInt64, in bytes: RawSpan) -> Bool {
    guard bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self) == tag, offset < end else { return false }
    offset &+= 1
    return true
  }

  /// The tag of one byte that comes next, passed over.
  @inline(__always)
  mutating func tag(in bytes: RawSpan) -> UInt8 {
    let tag = bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    advance(1)
    return tag
  }

  /// A number of at most eight bytes. Numbers of the same field are mostly of the same length, so this is asked byte by
  /// byte for short ones.
  @inline(__always)
  mutating func varint(in bytes: RawSpan) -> UInt64 {
    let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    if word & 0x80 == 0 {
      advance(1)
      return word & 0x7F
    }
    var value = word & 0x7F | word &>> 1 & 0x3F80
    if word & 0x8000 == 0 {
      advance(2)
      require(value >= 0x80)
      return value
    }
    value |= word &>> 2 & 0x1F_C000
    if word & 0x80_0000 == 0 {
      advance(3)
      require(value >= 0x4000)
      return value
    }
    return longVarint(word)
  }

  /// A number of four to eight bytes.
  @inline(__always)
  private mutating func longVarint(_ word: UInt64) -> UInt64 {
    // The top bit of a number's last byte is not set. Where there is none, this is a ninth byte.
    let lastBytes = ~word & 0x8080_8080_8080_8080
    let byteCount = lastBytes.trailingZeroBitCount &>> 3 &+ 1
    advance(byteCount)
    let value = WireReader.joinGroups(word & (lastBytes ^ (lastBytes &- 1)))
    require(byteCount <= 8 && value &>> UInt64(truncatingIfNeeded: 7 &* byteCount &- 7) > 0)
    return value
  }

  @inline(__always)
  mutating func signedVarint(in bytes: RawSpan) -> Int64 {
    let value = varint(in: bytes)
    return Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// The place of a length-delimited field's content.
  @inline(__always)
  mutating func byteRange(in bytes: RawSpan) -> ByteRange {
    let count = varint(in: bytes)
    if count > UInt64(truncatingIfNeeded: end &- offset) {
      hasFailed = true
      return ByteRange()
    }
    let start = offset
    offset &+= Int(truncatingIfNeeded: count)
    return ByteRange(knownStart: start, end: offset)
  }

  /// Notes that the message is not as expected unless this holds.
  @inline(__always)
  mutating func require(_ holds: Bool) {
    if !holds { hasFailed = true }
  }
}
