/// A field of a record: its number, and its value in the form that Protocol Buffers give it on the wire.
///
/// The wire does not say what type a field has in its schema, so the reader asks for the one that it knows:
///
/// ```swift
/// for field in try record.fields() {
///   switch field.number {
///   case 2: account = field.text ?? ""
///   case 3: cents = field.signed ?? 0
///   default: break  // A newer version of the program wrote it.
///   }
/// }
/// ```
public struct MessageField: Hashable, Sendable {
  /// A value, in one of the four forms of the wire.
  public enum Value: Hashable, Sendable {
    /// `uint64`, `int64`, `sint64`, `bool` and enumerations.
    case varint(UInt64)
    /// `fixed64`, `sfixed64` and `double`.
    case fixed64(UInt64)
    /// `fixed32`, `sfixed32` and `float`.
    case fixed32(UInt32)
    /// `string`, `bytes`, messages and packed repeated fields.
    case bytes(ArraySlice<UInt8>)
  }

  /// The field's number in the schema: 1 to 536,870,911.
  public var number: Int
  /// Its value, as the wire has it.
  public var value: Value

  /// The number in a `uint64`, `uint32` or `bool`; `nil` if the value has another form.
  public var unsigned: UInt64? {
    if case .varint(let value) = value { value } else { nil }
  }

  /// The number in a `sint64` or `sint32`; `nil` if the value has another form.
  public var signed: Int64? {
    unsigned.map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }

  /// The content of a `bytes`, `string` or message field; `nil` if the value has another form.
  public var bytes: ArraySlice<UInt8>? {
    if case .bytes(let value) = value { value } else { nil }
  }

  /// The text of a `string`; `nil` if the value has another form or is not UTF-8.
  public var text: String? {
    bytes.flatMap { String(validating: $0, as: UTF8.self) }
  }
}

extension WireReader {
  /// The next field of the message that `message` is.
  mutating func field(in message: ArraySlice<UInt8>) throws(WireError) -> MessageField {
    let bytes = message.span.bytes
    let tag = try tag(in: bytes)
    let value: MessageField.Value
    switch tag.type {
    case .varint:
      value = .varint(try varint(in: bytes))
    case .fixed64:
      let start = try self.bytes(8, in: bytes).start
      value = .fixed64(UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)))
    case .fixed32:
      let start = try self.bytes(4, in: bytes).start
      value = .fixed32(UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt32.self)))
    case .bytes:
      let range = try byteRange(in: bytes)
      // A slice counts from the beginning of what it is a part of.
      value = .bytes(message[message.startIndex + range.start..<message.startIndex + range.end])
    }
    return MessageField(number: Int(tag.field), value: value)
  }
}
