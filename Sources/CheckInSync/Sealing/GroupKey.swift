internal import EventLog

internal import struct Crypto.HKDF
internal import struct Crypto.SHA256
internal import struct Crypto.SymmetricKey
internal import enum CryptoExtras.KDF

/// The key that only the devices of a group have: 32 bytes, from a key file or a passphrase.
public struct GroupKey: Sendable {
  private let key: SymmetricKey

  /// A random key.
  public init() {
    key = SymmetricKey(size: .bits256)
  }

  /// The key that a key file holds: 64 hexadecimal digits; `nil` for any other content.
  public init?(fileContent: [UInt8]) {
    let lines = String(decoding: fileContent, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard lines.count == 1, let bytes = Digest(hexadecimal: lines[0])?.bytes else { return nil }
    key = SymmetricKey(data: bytes)
  }

  /// The content of a key file.
  public var fileContent: [UInt8] {
    Array((Digest(key.withUnsafeBytes { Array($0) }) ?? Digest(of: [])).hexadecimal.utf8) + [UInt8(ascii: "\n")]
  }

  /// The key that a passphrase and the group's salt give.
  ///
  /// scrypt, since it takes memory as well as time from whoever guesses, which PBKDF2 does not; swift-crypto offers
  /// these two. Its cost (N = 2^17, r = 8, p = 1: 128 MiB and about half a second) is what OWASP recommends, and is
  /// part of the format: a place cannot ask for less.
  ///
  /// - Returns: `nil` for an empty passphrase.
  init?(passphrase: String, salt: Digest) {
    let bytes = Array(passphrase.utf8)
    guard !bytes.isEmpty,
      let derived = try? KDF.Scrypt.deriveKey(
        from: bytes, salt: salt.bytes, outputByteCount: 32, rounds: 1 << 17, blockSize: 8, parallelism: 1)
    else { return nil }
    key = derived
  }

  /// A key of its own for each purpose, so that what one use shows says nothing about another.
  func key(for purpose: Purpose, salt: [UInt8] = []) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: Array("checkin \(purpose.rawValue) 1".utf8), outputByteCount: 32)
  }

  enum Purpose: String {
    case check, token, chunk, card, photo
    case photoName = "photo name"
  }
}
