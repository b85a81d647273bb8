/// Appends the Protocol Buffers wire form to a buffer. Fields are written in ascending order, and a value that is its
/// field's default is left out, as `protoc` does.
///
/// With it a record can be written without a Protocol Buffers library. Fields are numbered from 2 on, since the log
/// writes field 1:
///
/// ```swift
/// var record = WireWriter()
/// record.text("alice", field: 2)  // string account = 2;
/// record.signed(-500, field: 3)   // sint64 cents = 3;
/// try log.append(record.bytes)
/// ```
public struct WireWriter {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// A writer of an empty message.
  public init() {}

  package var count: Int { bytes.count }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes a number, left out where it is zero.
  public mutating func unsigned(_ value: UInt64, field: UInt64) {
    if value != 0 { presentUnsigned(value, field: field) }
  }

  /// Writes a number, zero included: for fields with explicit presence.
  public mutating func presentUnsigned(_ value: UInt64, field: UInt64) {
    varint(field << 3)
    varint(value)
  }

  /// Writes a zigzag-encoded number, left out where it is zero.
  public mutating func signed(_ value: Int64, field: UInt64) {
    if value != 0 { presentSigned(value, field: field) }
  }

  /// Writes a zigzag-encoded number, zero included.
  public mutating func presentSigned(_ value: Int64, field: UInt64) {
    presentUnsigned(UInt64(bitPattern: (value << 1) ^ (value >> 63)), field: field)
  }

  /// Writes a text, left out where it is empty.
  public mutating func text(_ value: String, field: UInt64) {
    if !value.isEmpty { presentText(value, field: field) }
  }

  /// Writes a text, the empty one included.
  public mutating func presentText(_ value: String, field: UInt64) {
    var value = value
    value.withUTF8 { presentBytes($0, field: field) }
  }

  /// Writes bytes, or a message that is encoded already, the empty one included.
  public mutating func presentBytes(_ value: some Collection<UInt8>, field: UInt64) {
    varint(field << 3 | 2)
    varint(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// Writes the bytes at `range`, none included.
  package mutating func presentBytes(_ range: ByteRange, in source: RawSpan, field: UInt64) {
    source.extracting(range.start..<range.end).withUnsafeBytes { presentBytes($0, field: field) }
  }

  /// Writes a message field with what `body` writes.
  ///
  /// - Returns: the place of the message in ``bytes``.
  @discardableResult
  public mutating func message(field: UInt64, _ body: (inout WireWriter) -> Void) -> ByteRange {
    varint(field << 3 | 2)
    // The length comes before the content and is known after it: most are below 128 and take the byte kept for them.
    let lengthIndex = bytes.count
    bytes.append(0)
    body(&self)
    let length = bytes.count - lengthIndex - 1
    if length < 0x80 {
      bytes[lengthIndex] = UInt8(length)
    } else {
      var prefix = WireWriter()
      prefix.varint(UInt64(length))
      bytes.replaceSubrange(lengthIndex...lengthIndex, with: prefix.bytes)
    }
    return ByteRange(start: bytes.count - length, end: bytes.count)
  }

  /// Appends fields that are encoded already.
  mutating func fields(_ encoded: [UInt8]) {
    bytes.append(contentsOf: encoded)
  }

  package mutating func varint(_ value: UInt64) {
    bytes.appendVarint(value)
  }
}

extension [UInt8] {
  /// Appends a number as a varint of the wire form: one to ten bytes.
  package mutating func appendVarint(_ value: UInt64) {
    WireWriter.forEachByte(ofVarint: value) { append($0) }
  }
}

extension WireWriter {
  /// Calls `body` with each byte of a number as a varint of the wire form: one to ten.
  @inlinable @inline(__always)
  public static func forEachByte(ofVarint value: UInt64, _ body: (UInt8) -> Void) {
    var rest = value
    while rest >= 0x80 {
      body(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    body(UInt8(truncatingIfNeeded: rest))
  }
}
