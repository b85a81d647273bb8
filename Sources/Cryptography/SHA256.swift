#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import CCrypto
#endif

/// An incremental SHA-256 computation (FIPS 180-4).
///
/// A value: a copy continues independently of the original.
package struct SHA256: Sendable {
  /// The length of a digest in bytes.
  package static let byteCount = 32
  /// The length in bytes of the blocks that the function compresses.
  package static let blockByteCount = 64

  /// The 32 bytes of a digest, as numbers in the order of memory.
  package typealias Words = (UInt64, UInt64, UInt64, UInt64)

  #if canImport(CryptoKit)
    private var state = CryptoKit.SHA256()

    package init() {}

    /// Adds bytes to the message. Complexity: O(*n*) in their number.
    package mutating func update(_ bytes: RawSpan) {
      bytes.withUnsafeBytes { state.update(bufferPointer: $0) }
    }

    /// Returns the digest of all bytes so far; more may follow.
    package func finalize() -> Words {
      var words: Words = (0, 0, 0, 0)
      state.finalize().withUnsafeBytes { digest in
        withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: digest) }
      }
      return words
    }
  #else
    private var state = SHA256_CTX()

    package init() {
      SHA256_Init(&state)
    }

    /// Adds bytes to the message. Complexity: O(*n*) in their number.
    package mutating func update(_ bytes: RawSpan) {
      bytes.withUnsafeBytes { _ = SHA256_Update(&state, $0.baseAddress, $0.count) }
    }

    /// Returns the digest of all bytes so far; more may follow.
    package func finalize() -> Words {
      var final = state
      var words: Words = (0, 0, 0, 0)
      withUnsafeMutableBytes(of: &words) { _ = SHA256_Final($0.bindMemory(to: UInt8.self).baseAddress, &final) }
      return words
    }
  #endif
}
