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
package struct ByteRange: Hashable, Sendable {
  package var start: Int
  package var end: Int
  package var count: Int { end - start }
  package var isEmpty: Bool { end == start }

  package init(start: Int = 0, end: Int = 0) {
    self.start = start
    self.end = end
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

  package struct Tag {
    package var field: UInt64
    package var type: WireType
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

  /// A zigzag-encoded number.
  @inline(__always)
  package mutating func signedVarint(in bytes: RawSpan) throws(WireError) -> Int64 {
    let value = try varint(in: bytes)
    return Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
  }

  @inline(__always)
  package mutating func tag(in bytes: RawSpan) throws(WireError) -> Tag {
    let value = try varint(in: bytes)
    guard let type = WireType(rawValue: value & 7), value >= 8, value <= UInt64(UInt32.max) else { throw .invalidTag }
    return Tag(field: value &>> 3, type: type)
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
