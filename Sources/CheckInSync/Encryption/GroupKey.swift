internal import CheckInJournal
internal import Cryptography
internal import EventLog

/// The key that only the devices of a group have: 32 bytes, from a key file or a passphrase.
public struct GroupKey: Sendable {
  private let key: SymmetricKey

  /// Creates a random key.
  public init() {
    key = SymmetricKey()
  }

  /// Creates the key that a key file contains: 64 hexadecimal digits; `nil` for any other content.
  public init?(fileContent: [UInt8]) {
    let lines = String(decoding: fileContent, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard lines.count == 1, let digest = Digest(hexadecimal: lines[0]) else { return nil }
    key = SymmetricKey(digest.words)
  }

  /// The content of a key file.
  public var fileContent: [UInt8] {
    key.withUnsafeBytes { bytes in
      bytes.flatMap { [hexadecimalDigit($0 >> 4), hexadecimalDigit($0 & 15)] } + [UInt8(ascii: "\n")]
    }
  }

  /// Derives a key from a passphrase and the group's salt.
  ///
  /// scrypt costs memory as well as time for every guess, which PBKDF2 does not. Its cost (N = 2^17, r = 8, p = 1:
  /// 128 MiB and about half a second) is what OWASP recommends, and is part of the format: a place cannot ask for less.
  ///
  /// - Returns: `nil` for an empty passphrase.
  /// - Throws: An error if the memory for the derivation is not available.
  init?(passphrase: String, salt: Digest) throws(CryptographyError) {
    let bytes = Array(passphrase.utf8)
    guard !bytes.isEmpty else { return nil }
    key = try Scrypt.key(passphrase: bytes, salt: salt.bytes, rounds: 1 << 17, blockSize: 8, parallelism: 1)
  }

  /// Returns a separate key for a purpose, from which no other purpose's key follows.
  func key(for purpose: Purpose, salt: [UInt8] = []) -> SymmetricKey {
    HKDF.key(from: key, salt: salt, info: Array("checkin \(purpose.rawValue) 1".utf8))
  }

  enum Purpose: String {
    case check, token, chunk, card, photo
    case photoName = "photo name"
  }
}

extension JournalError {
  init(_ error: CryptographyError) {
    self.init(
      .inputOutput, "The computation \(error.computation) failed. Free some memory, and repeat the command.")
  }
}
