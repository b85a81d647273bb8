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

/// Key derivation with HMAC-SHA-256 (RFC 5869).
package enum HKDF {
  /// Returns a key for one purpose, derived from another key.
  ///
  /// - Parameters:
  ///   - salt: A value that need not be secret, of any length.
  ///   - info: The purpose. Keys for different purposes are independent of each other.
  package static func key(from key: SymmetricKey, salt: [UInt8], info: [UInt8]) -> SymmetricKey {
    SymmetricKey(key.withUnsafeBytes { expand(extract(from: $0, salt: salt), info: info) })
  }

  /// The pseudorandom key of RFC 5869, section 2.2.
  static func extract(from key: UnsafeRawBufferPointer, salt: [UInt8]) -> SHA256.Words {
    var code = salt.withUnsafeBytes { HMAC(key: $0) }
    code.update(key.bytes)
    return code.finalize()
  }

  /// The first 32 bytes of output of RFC 5869, section 2.3.
  static func expand(_ pseudorandomKey: SHA256.Words, info: [UInt8]) -> SHA256.Words {
    var code = withUnsafeBytes(of: pseudorandomKey) { HMAC(key: $0) }
    code.update((info + [1]).span.bytes)
    return code.finalize()
  }
}
