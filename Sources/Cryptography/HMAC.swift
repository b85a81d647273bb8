/// An incremental keyed digest with SHA-256 (RFC 2104).
///
/// It is written over ``SHA256``, whose computation cannot fail, so a code always exists and no caller has to decide
/// what a missing one means.
package struct HMAC: Sendable {
  private var inner = SHA256()
  private var outer = SHA256()

  /// - Parameter key: A key of any length.
  package init(key: UnsafeRawBufferPointer) {
    withUnsafeTemporaryAllocation(byteCount: SHA256.blockByteCount, alignment: 8) { block in
      defer { erase(block) }
      block.initializeMemory(as: UInt8.self, repeating: 0)
      if key.count > SHA256.blockByteCount {
        var hash = SHA256()
        hash.update(key.bytes)
        Swift.withUnsafeBytes(of: hash.finalize()) { block.copyMemory(from: $0) }
      } else {
        block.copyMemory(from: key)
      }
      for index in block.indices { block[index] ^= 0x36 }
      inner.update(UnsafeRawBufferPointer(block).bytes)
      for index in block.indices { block[index] ^= 0x36 ^ 0x5C }
      outer.update(UnsafeRawBufferPointer(block).bytes)
    }
  }

  package init(key: SymmetricKey) {
    self = key.withUnsafeBytes { HMAC(key: $0) }
  }

  /// Adds bytes to the message. Complexity: O(*n*) in their number.
  package mutating func update(_ bytes: RawSpan) {
    inner.update(bytes)
  }

  /// Returns the authentication code of all bytes so far; more may follow.
  package func finalize() -> SHA256.Words {
    var outer = outer
    withUnsafeBytes(of: inner.finalize()) { outer.update($0.bytes) }
    return outer.finalize()
  }

  /// Returns the authentication code of a message. Complexity: O(*n*) in the message's length.
  package static func code(of message: [UInt8], key: SymmetricKey) -> SHA256.Words {
    var code = HMAC(key: key)
    code.update(message.span.bytes)
    return code.finalize()
  }
}
