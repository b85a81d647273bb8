#if !canImport(CryptoKit)
  internal import CCrypto

  /// Key derivation from passphrases (RFC 7914).
  ///
  /// It costs memory as well as time for every guess. CryptoKit has no such function, so Apple's systems have none.
  package enum Scrypt {
    /// Returns the key that a passphrase and a salt give.
    ///
    /// - Parameters:
    ///   - rounds: The cost *N*, a power of two. The computation takes 128 × `rounds` × `blockSize` bytes of memory.
    ///   - blockSize: The parameter *r*.
    ///   - parallelism: The parameter *p*.
    package static func key(
      passphrase: [UInt8], salt: [UInt8], rounds: Int, blockSize: Int, parallelism: Int
    ) throws(CryptographyError) -> SymmetricKey {
      prepareLibrary()
      var words: SHA256.Words = (0, 0, 0, 0)
      defer { Swift.withUnsafeMutableBytes(of: &words) { erase($0) } }
      let isDerived = Swift.withUnsafeMutableBytes(of: &words) { key in
        passphrase.withUnsafeBytes { passphrase in
          EVP_PBE_scrypt(
            passphrase.bindMemory(to: CChar.self).baseAddress, passphrase.count, salt, salt.count, UInt64(rounds),
            UInt64(blockSize), UInt64(parallelism), UInt64.max, key.bindMemory(to: UInt8.self).baseAddress, key.count)
        }
      }
      guard isDerived == 1 else { throw CryptographyError(computation: "scrypt") }
      return SymmetricKey(words)
    }
  }
#endif
