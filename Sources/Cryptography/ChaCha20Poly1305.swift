#if canImport(CryptoKit)
  internal import CryptoKit
  internal import Foundation
#else
  internal import CCrypto
#endif

/// Authenticated encryption (RFC 8439) of one message for each key.
///
/// The nonce is zero, so a key must never encrypt a second message: derive one for each message.
package enum ChaCha20Poly1305 {
  /// The length in bytes of the tag that follows the ciphertext.
  package static let tagByteCount = 16
  static let zeroNonce = [UInt8](repeating: 0, count: 12)

  /// Returns the ciphertext of a message, followed by the tag.
  package static func seal(
    _ message: [UInt8], key: SymmetricKey, authenticating header: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    try seal(message, key: key, nonce: zeroNonce, authenticating: header)
  }

  /// Returns the message, or `nil` if it wasn't sealed with this key and header.
  package static func open(
    _ sealed: [UInt8], key: SymmetricKey, authenticating header: [UInt8]
  ) throws(CryptographyError) -> [UInt8]? {
    try open(sealed, key: key, nonce: zeroNonce, authenticating: header)
  }

  #if canImport(CryptoKit)
    static func seal(
      _ message: [UInt8], key: SymmetricKey, nonce: [UInt8], authenticating header: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
      do {
        let box = try ChaChaPoly.seal(
          message, using: key.cryptoKit, nonce: try ChaChaPoly.Nonce(data: nonce), authenticating: header)
        return Array(box.ciphertext + box.tag)
      } catch {
        throw CryptographyError(computation: "ChaCha20-Poly1305")
      }
    }

    static func open(
      _ sealed: [UInt8], key: SymmetricKey, nonce: [UInt8], authenticating header: [UInt8]
    ) throws(CryptographyError) -> [UInt8]? {
      guard sealed.count >= tagByteCount else { return nil }
      do {
        let box = try ChaChaPoly.SealedBox(
          nonce: try ChaChaPoly.Nonce(data: nonce), ciphertext: sealed.dropLast(tagByteCount),
          tag: sealed.suffix(tagByteCount))
        return Array(try ChaChaPoly.open(box, using: key.cryptoKit, authenticating: header))
      } catch CryptoKitError.authenticationFailure {
        return nil
      } catch {
        throw CryptographyError(computation: "ChaCha20-Poly1305")
      }
    }
  #else
    static func seal(
      _ message: [UInt8], key: SymmetricKey, nonce: [UInt8], authenticating header: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
      let cipher = try Cipher(key: key, nonce: nonce, encrypts: true)
      try cipher.authenticate(header)
      let ciphertext = try cipher.transform(message)
      guard cipher.finish() else { throw Cipher.failure }
      return ciphertext + (try cipher.tag())
    }

    static func open(
      _ sealed: [UInt8], key: SymmetricKey, nonce: [UInt8], authenticating header: [UInt8]
    ) throws(CryptographyError) -> [UInt8]? {
      guard sealed.count >= tagByteCount else { return nil }
      let cipher = try Cipher(key: key, nonce: nonce, encrypts: false)
      try cipher.authenticate(header)
      let message = try cipher.transform(Array(sealed.dropLast(tagByteCount)))
      try cipher.expect(tag: Array(sealed.suffix(tagByteCount)))
      return cipher.finish() ? message : nil
    }

    /// OpenSSL's cipher context for one message.
    private final class Cipher {
      static let failure = CryptographyError(computation: "ChaCha20-Poly1305")

      private let context: OpaquePointer

      init(key: SymmetricKey, nonce: [UInt8], encrypts: Bool) throws(CryptographyError) {
        prepareLibrary()
        guard let context = EVP_CIPHER_CTX_new() else { throw Self.failure }
        self.context = context
        let isReady = key.withUnsafeBytes { key in
          EVP_CipherInit_ex(
            context, EVP_chacha20_poly1305(), nil, key.bindMemory(to: UInt8.self).baseAddress, nonce, encrypts ? 1 : 0)
        }
        guard isReady == 1 else { throw Self.failure }
      }

      deinit { EVP_CIPHER_CTX_free(context) }

      func authenticate(_ header: [UInt8]) throws(CryptographyError) {
        var written: Int32 = 0
        guard let count = Int32(exactly: header.count), EVP_CipherUpdate(context, nil, &written, header, count) == 1
        else { throw Self.failure }
      }

      /// Encrypts or decrypts the message. What is decrypted is not authentic before ``finish()`` returns `true`.
      func transform(_ message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard let count = Int32(exactly: message.count) else { throw Self.failure }
        var written: Int32 = 0
        var isTransformed = count == 0
        let result = [UInt8](unsafeUninitializedCapacity: message.count) { target, initialized in
          guard count > 0 else { return }
          isTransformed = EVP_CipherUpdate(context, target.baseAddress, &written, message, count) == 1
          initialized = isTransformed ? Int(written) : 0
        }
        guard isTransformed, written == count else { throw Self.failure }
        return result
      }

      func expect(tag: [UInt8]) throws(CryptographyError) {
        var tag = tag
        guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1 else {
          throw Self.failure
        }
      }

      /// Returns `true` if the message is complete and, for a decrypted one, authentic.
      func finish() -> Bool {
        var (rest, written): ([UInt8], Int32) = ([UInt8](repeating: 0, count: 16), 0)
        return EVP_CipherFinal_ex(context, &rest, &written) == 1 && written == 0
      }

      func tag() throws(CryptographyError) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: tagByteCount)
        guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1 else {
          throw Self.failure
        }
        return tag
      }
    }
  #endif
}
