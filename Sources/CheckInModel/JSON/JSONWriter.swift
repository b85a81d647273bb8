package import EventLog

package import struct FoundationEssentials.UUID

/// Writes one JSON document (RFC 8259) into a byte buffer, members in the order in which they are given.
///
/// Foundation's encoder leaves out members without a value, orders them by chance, and takes several times as long; the
/// interface promises every member, always.
package struct JSONWriter: ~Copyable {
  private let output: OutputBytes
  /// `true` if the next value follows another in the same array or object.
  private var needsComma = false

  /// - Parameter output: The buffer that the document is appended to.
  package init(to output: OutputBytes = OutputBytes()) {
    self.output = output
  }

  /// The document so far, in UTF-8.
  package var bytes: [UInt8] { output.array }

  /// The number of bytes so far.
  package var byteCount: Int { output.count }

  /// The document so far.
  package var text: String { output.text }

  /// Forgets the document and keeps its memory.
  package mutating func removeAll() {
    output.removeAll()
    needsComma = false
  }

  /// Ends the document with a line feed; the next may follow.
  package mutating func endLine() {
    output.literal("\n")
    needsComma = false
  }

  package mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
    try nest(between: UInt8(ascii: "{"), and: UInt8(ascii: "}"), members)
  }

  package mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
    try nest(between: UInt8(ascii: "["), and: UInt8(ascii: "]"), elements)
  }

  /// Writes the name of a member, whose value must be written next.
  package mutating func key(_ name: String) {
    string(name)
    output.byte(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func null() {
    separate()
    output.literal("null")
  }

  package mutating func boolean(_ value: Bool) {
    separate()
    output.literal(value ? "true" : "false")
  }

  package mutating func integer(_ value: Int) {
    separate()
    output.decimal(value)
  }

  package mutating func integer(_ value: UInt64) {
    separate()
    output.decimal(value)
  }

  /// Writes a finite number in the shortest form that reads back as the same number; `null` for any other.
  package mutating func number(_ value: Double) {
    if value == value.rounded(), abs(value) < 1e15 {
      integer(Int(value))
    } else if value.isFinite {
      separate()
      output.string(String(value))
    } else {
      null()
    }
  }

  package mutating func string(_ value: String) {
    separate()
    output.jsonString(value)
  }

  /// Writes an ID, or its qualified ID if it has one: `"phone/17"`.
  package mutating func number(_ id: Int, qualified qualifiedID: String?) {
    if let qualifiedID { string(qualifiedID) } else { integer(id) }
  }

  package mutating func identity(_ id: UUID) { quoted { $0.identity(id) } }

  package mutating func hexadecimal(_ digest: Digest) { quoted { $0.hexadecimal(digest) } }

  /// Writes a string that needs no escapes.
  mutating func quoted(_ write: (OutputBytes) -> Void) {
    separate()
    output.byte(UInt8(ascii: "\""))
    write(output)
    output.byte(UInt8(ascii: "\""))
  }

  /// The maximum number of bytes that one byte of a string takes.
  static let maximumEscapedByteCount = 6

  /// Calls `emit` with the bytes that represent a byte of UTF-8 in a string.
  @inline(__always)
  static func escape(_ byte: UInt8, to emit: (UInt8) -> Void) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      emit(UInt8(ascii: "\\"))
      emit(byte)
    case 0x0A, 0x0D, 0x09:
      emit(UInt8(ascii: "\\"))
      emit(byte == 0x0A ? UInt8(ascii: "n") : byte == 0x0D ? UInt8(ascii: "r") : UInt8(ascii: "t"))
    case 0..<0x20, 0x7F:
      emit(UInt8(ascii: "\\"))
      emit(UInt8(ascii: "u"))
      emit(UInt8(ascii: "0"))
      emit(UInt8(ascii: "0"))
      emit(hexadecimalDigit(byte >> 4))
      emit(hexadecimalDigit(byte & 15))
    default: emit(byte)
    }
  }

  /// Writes a value that was written to another buffer.
  package mutating func value(_ written: OutputBytes) {
    separate()
    written.withBytes(0..<written.count) { written in written.withUnsafeBytes { output.bytes($0) } }
  }

  private mutating func nest(
    between open: UInt8, and close: UInt8, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    separate()
    output.byte(open)
    needsComma = false
    try body(&self)
    output.byte(close)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { output.byte(UInt8(ascii: ",")) }
    needsComma = true
  }
}

// MARK: Members

/// A value that has one representation in JSON.
package protocol JSONValue {
  /// Writes the value.
  func write(to json: inout JSONWriter)
}

/// The members of the current object. They can only be set, and `nil` is written as `null`.
///
/// Each simple type has its own subscript, because a generic one costs more in the lists of check-ins.
extension JSONWriter {
  package subscript(name: String) -> String? {
    get { nil }
    set { member(name, value: newValue) { $0.string($1) } }
  }

  package subscript(name: String) -> Bool? {
    get { nil }
    set { member(name, value: newValue) { $0.boolean($1) } }
  }

  package subscript(name: String) -> Int? {
    get { nil }
    set { member(name, value: newValue) { $0.integer($1) } }
  }

  package subscript(name: String) -> UInt64? {
    get { nil }
    set { member(name, value: newValue) { $0.integer($1) } }
  }

  package subscript(name: String) -> Double? {
    get { nil }
    set { member(name, value: newValue) { $0.number($1) } }
  }

  package subscript(name: String) -> UUID? {
    get { nil }
    set { member(name, value: newValue) { $0.identity($1) } }
  }

  package subscript(name: String) -> Digest? {
    get { nil }
    set { member(name, value: newValue) { $0.hexadecimal($1) } }
  }

  /// An ID, which is written as its qualified ID if it has one: `"phone/17"`.
  package subscript(name: String, qualified qualifiedID: String?) -> Int? {
    get { nil }
    set { member(name, value: newValue) { $0.number($1, qualified: qualifiedID) } }
  }

  package subscript<Value: JSONValue>(name: String) -> Value? {
    get { nil }
    set { member(name, value: newValue) { $1.write(to: &$0) } }
  }

  /// Writes a member that is an object.
  package mutating func object(_ name: String, _ members: (inout JSONWriter) throws -> Void) rethrows {
    key(name)
    try object(members)
  }

  /// Writes a member that is an object with the members of a value, or `null`.
  package mutating func object<Value>(
    _ name: String, of value: Value?, _ members: (inout JSONWriter, Value) throws -> Void
  ) rethrows {
    key(name)
    guard let value else { return null() }
    try object { try members(&$0, value) }
  }

  /// Writes a member that is an array with one value for each element.
  package mutating func array<Elements: Sequence>(
    _ name: String, of elements: Elements, _ write: (inout JSONWriter, Elements.Element) throws -> Void
  ) rethrows {
    key(name)
    try array { json in
      for element in elements { try write(&json, element) }
    }
  }

  /// Writes a member that is an array with one object for each element.
  package mutating func objects<Elements: Sequence>(
    _ name: String, of elements: Elements, _ members: (inout JSONWriter, Elements.Element) throws -> Void
  ) rethrows {
    try array(name, of: elements) { json, element in
      try json.object { try members(&$0, element) }
    }
  }

  @inline(__always)
  mutating func member<Value>(_ name: String, value: Value?, _ write: (inout JSONWriter, Value) -> Void) {
    key(name)
    if let value { write(&self, value) } else { null() }
  }
}

extension String: JSONValue {
  package func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int: JSONValue {
  package func write(to json: inout JSONWriter) { json.integer(self) }
}

extension UInt64: JSONValue {
  package func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Digest: JSONValue {
  package func write(to json: inout JSONWriter) { json.hexadecimal(self) }
}

extension Array: JSONValue where Element: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.array { json in
      for element in self { element.write(to: &json) }
    }
  }
}

/// An object with a member for each replica, in the order of their IDs.
extension Dictionary: JSONValue where Key == UUID, Value: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      for (id, value) in sorted(by: { $0.key.text < $1.key.text }) { json[id.text] = value }
    }
  }
}
