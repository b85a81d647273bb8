#if canImport(CryptoKit)
  internal import Platform
#else
  internal import CCrypto
#endif

/// Overwrites secret bytes with zeros. The optimizer doesn't remove these writes.
func erase(_ bytes: UnsafeMutableRawBufferPointer) {
  #if canImport(CryptoKit)
    if let address = bytes.baseAddress { memset_s(address, bytes.count, 0, bytes.count) }
  #else
    OPENSSL_cleanse(bytes.baseAddress, bytes.count)
  #endif
}

#if !canImport(CryptoKit)
  /// Initialises OpenSSL without the machine's configuration file, which could replace its algorithms or load modules.
  ///
  /// Called before each use of EVP; the digests need no initialisation.
  func prepareLibrary() {
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
  }
#endif

/// A computation that the library could not carry out, for lack of memory or because this installation forbids it.
package struct CryptographyError: Error {
  /// The name of the computation, such as "scrypt".
  package let computation: String
}
