package import EventLog

package import struct FoundationEssentials.UUID

/// Writes one JSON document (RFC 8259) into a byte buffer, members in the order in which they are given.
///
/// Foundation's encoder leaves out members without a value, orders them by chance, and takes several times as long; the
/// interface promises every member, always.
package struct JSONWriter {
  private let output: OutputBytes
  /// Whether the next value follows another in the same array or object.
  private var needsComma = false

  /// - Parameter output: where the document is written; a copy of this writer goes on there, too.
  package init(to output: OutputBytes = OutputBytes()) {
    self.output = output
  }

  /// The document so far, in UTF-8.
  package var bytes: [UInt8] { output.array }

  /// How many bytes there are so far.
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
    try nest(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
  }

  package mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
    try nest(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
  }

  /// The name of the member whose value is written next.
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

  /// A finite number, in the shortest form that reads back as the same.
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

  package mutating func identity(_ id: UUID) { quoted { $0.identity(id) } }

  package mutating func hexadecimal(_ digest: Digest) { quoted { $0.hexadecimal(digest) } }

  /// A text that needs no escapes.
  mutating func quoted(_ write: (OutputBytes) -> Void) {
    separate()
    output.byte(UInt8(ascii: "\""))
    write(output)
    output.byte(UInt8(ascii: "\""))
  }

  /// How many bytes one byte of a string takes at the most.
  static let maximumEscapedByteCount = 6

  /// Calls `emit` with the bytes that a byte of UTF-8 is written as in a string.
  @inline(__always)
  static func escape(_ byte: UInt8, _ emit: (UInt8) -> Void) {
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

  /// A value that was written elsewhere.
  mutating func value(_ written: OutputBytes) {
    separate()
    written.withBytes(0..<written.count) { written in written.withUnsafeBytes { output.bytes($0) } }
  }

  /// An array of texts.
  package mutating func strings(_ values: [String]) {
    array { json in
      for value in values { json.string(value) }
    }
  }

  /// A text, or null.
  package mutating func string(orNull value: String?) {
    if let value { string(value) } else { null() }
  }

  /// A whole number, or null.
  package mutating func integer(orNull value: Int?) {
    if let value { integer(value) } else { null() }
  }

  private mutating func nest(
    _ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) throws -> Void
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
