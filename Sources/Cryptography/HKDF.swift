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
