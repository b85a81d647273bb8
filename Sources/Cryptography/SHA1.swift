#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import CCrypto
#endif

/// An incremental SHA-1 computation (FIPS 180-4), for name-based UUIDs and nothing that needs security.
///
/// A value: a copy continues independently of the original.
package struct SHA1: Sendable {
  #if canImport(CryptoKit)
    private var state = Insecure.SHA1()

    package init() {}

    /// Adds bytes to the message. Complexity: O(*n*) in their number.
    package mutating func update(_ bytes: RawSpan) {
      bytes.withUnsafeBytes { state.update(bufferPointer: $0) }
    }

    /// Returns the digest of all bytes so far; more may follow.
    package func finalize() -> [20 of UInt8] {
      var digest: [20 of UInt8] = .init(repeating: 0)
      state.finalize().withUnsafeBytes { bytes in
        for index in 0..<20 { digest[index] = bytes[index] }
      }
      return digest
    }
  #else
    private var state = SHA_CTX()

    package init() {
      SHA1_Init(&state)
    }

    /// Adds bytes to the message. Complexity: O(*n*) in their number.
    package mutating func update(_ bytes: RawSpan) {
      bytes.withUnsafeBytes { _ = SHA1_Update(&state, $0.baseAddress, $0.count) }
    }

    /// Returns the digest of all bytes so far; more may follow.
    package func finalize() -> [20 of UInt8] {
      var final = state
      var digest: [20 of UInt8] = .init(repeating: 0)
      withUnsafeMutableBytes(of: &digest) { _ = SHA1_Final($0.bindMemory(to: UInt8.self).baseAddress, &final) }
      return digest
    }
  #endif
}
