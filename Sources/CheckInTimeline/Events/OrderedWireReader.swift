internal import EventLog

/// A cursor over a message with its fields in the order in which ``WireWriter`` writes them.
///
/// Each number must have as few bytes as possible. On any deviation, the cursor sets ``hasFailed`` and continues with
/// meaningless values, so callers check for failure once for each message, and not at each step.
///
/// - Precondition: Eight bytes follow the message in the bytes that are passed to its methods.
struct OrderedWireReader {
  private(set) var offset: Int
  let end: Int
  /// `true` if the message doesn't have the expected encoding.
  private(set) var hasFailed = false

  /// The number of bytes that must follow a message.
  static let paddingByteCount = 8

  @inline(__always)
  init(start: Int, end: Int) {
    offset = start
    self.end = end
  }

  /// `true` if the message had the expected encoding up to its end.
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

  /// Passes over a tag of two bytes, if it comes next.
  @inline(__always)
  mutating func takeLong(_ tag: UInt64, in bytes: RawSpan) -> Bool {
    let next = UInt16(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt16.self))
    guard UInt64(next) == (tag & 0x7F | 0x80) | (tag &>> 7) &<< 8, offset &+ 1 < end else { return false }
    offset &+= 2
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
