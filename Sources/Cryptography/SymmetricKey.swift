#if canImport(CryptoKit)
  internal import CryptoKit
#endif

/// A secret of 32 bytes, whose memory is overwritten when its last copy goes.
package struct SymmetricKey: Sendable {
  package static let byteCount = 32

  private let storage: Storage

  /// Creates a random key.
  package init() {
    var generator = SystemRandomNumberGenerator()
    storage = Storage { $0.storeBytes(of: generator.next(), toByteOffset: $1, as: UInt64.self) }
  }

  /// Creates a key with the words of a digest, which have full entropy only if their source has.
  package init(_ words: SHA256.Words) {
    storage = Swift.withUnsafeBytes(of: words) { bytes in
      Storage { $0.storeBytes(of: bytes.load(fromByteOffset: $1, as: UInt64.self), toByteOffset: $1, as: UInt64.self) }
    }
  }

  /// Calls `body` with the 32 bytes, which are valid only during the call.
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(storage) {} }
    return try body(UnsafeRawBufferPointer(storage.bytes))
  }

  // The memory is written by `init` alone, and read afterwards.
  private final class Storage: @unchecked Sendable {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: SymmetricKey.byteCount, alignment: 8)

    /// - Parameter store: Stores the eight bytes at an offset; called for each offset.
    init(_ store: (UnsafeMutableRawBufferPointer, Int) -> Void) {
      for offset in stride(from: 0, to: SymmetricKey.byteCount, by: 8) { store(bytes, offset) }
    }

    deinit {
      erase(bytes)
      bytes.deallocate()
    }
  }
}

#if canImport(CryptoKit)
  extension SymmetricKey {
    var cryptoKit: CryptoKit.SymmetricKey { withUnsafeBytes { CryptoKit.SymmetricKey(data: $0) } }
  }
#endif
