import Testing

@testable import Cryptography

/// The published test vectors of each algorithm.
struct CryptographyTests {
  private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal.filter { !$0.isWhitespace })
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
  }

  private func bytes(_ words: SHA256.Words) -> [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

  private func key(_ hexadecimal: String) -> SymmetricKey {
    SymmetricKey(bytes(hexadecimal).withUnsafeBytes { $0.loadUnaligned(as: SHA256.Words.self) })
  }

  private func sha256(_ message: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(message.span.bytes)
    return bytes(hash.finalize())
  }

  /// NIST's examples for FIPS 180-4.
  @Test func sha256OfShortMessages() {
    #expect(sha256([]) == bytes("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
    #expect(
      sha256(Array("abc".utf8)) == bytes("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    #expect(
      sha256(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == bytes("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"))
  }

  /// NIST's long example, in parts of every size, with the digest asked for in between.
  @Test func sha256OfPartsAndCopies() {
    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    let expected = bytes("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    var (hash, offset, step) = (SHA256(), 0, 0)
    while offset < million.count {
      let part = Array(million[offset..<min(offset + step, million.count)])
      hash.update(part.span.bytes)
      // A copy that goes another way does not change the original.
      var copy = hash
      copy.update([1].span.bytes)
      _ = (copy.finalize(), hash.finalize())
      (offset, step) = (offset + part.count, step + 1)
    }
    #expect(bytes(hash.finalize()) == expected)
  }

  @Test func sha1OfShortMessages() {
    for (message, digest) in [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
    ] {
      var hash = SHA1()
      hash.update(Array(message.utf8).span.bytes)
      let found = hash.finalize()
      #expect((0..<20).map { found[$0] } == bytes(digest))
    }
  }

  /// RFC 4231, section 4: a short key, a short message, a key and a message longer than a block.
  @Test func hmac() {
    let long = [UInt8](repeating: 0xAA, count: 131)
    let text =
      "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed "
      + "before being used by the HMAC algorithm."
    for (key, message, code) in [
      (
        [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
      ),
      (
        long, Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
      (long, Array(text.utf8), "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    ] {
      var found = key.withUnsafeBytes { HMAC(key: $0) }
      found.update(message.span.bytes)
      #expect(bytes(found.finalize()) == bytes(code))
    }
  }

  /// RFC 5869, appendices A.1 to A.3: the first 32 bytes of each output.
  @Test func hkdf() {
    for (key, salt, info, output) in [
      (
        String(repeating: "0b", count: 22), "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
      ),
      (
        hexadecimal(0x00...0x4F), hexadecimal(0x60...0xAF), hexadecimal(0xB0...0xFF),
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
      ),
      (
        String(repeating: "0b", count: 22), "", "",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"
      ),
    ] {
      let pseudorandom = bytes(key).withUnsafeBytes { HKDF.extract(from: $0, salt: bytes(salt)) }
      #expect(bytes(HKDF.expand(pseudorandom, info: bytes(info))) == bytes(output))
    }
  }

  private func hexadecimal(_ range: ClosedRange<Int>) -> String {
    range.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// RFC 7914, section 12: the first 32 bytes of each output.
  @Test func scrypt() throws {
    for (passphrase, salt, rounds, blockSize, parallelism, output) in [
      ("", "", 16, 1, 1, "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"),
      ("password", "NaCl", 1024, 8, 16, "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"),
      (
        "pleaseletmein", "SodiumChloride", 16_384, 8, 1,
        "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
      ),
    ] {
      let key = try Scrypt.key(
        passphrase: Array(passphrase.utf8), salt: Array(salt.utf8), rounds: rounds, blockSize: blockSize,
        parallelism: parallelism)
      #expect(key.withUnsafeBytes { Array($0) } == bytes(output))
    }
  }

  @Test func impossibleDerivationsFail() {
    // The cost must be a power of two.
    #expect(throws: CryptographyError.self) {
      try Scrypt.key(passphrase: [1], salt: [1], rounds: 1000, blockSize: 8, parallelism: 1)
    }
  }

  /// RFC 8439, section 2.8.2 and appendix A.5.
  @Test func chaCha20Poly1305() throws {
    let message = Array(
      ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be "
        + "it.").utf8)
    let header = bytes("50515253c0c1c2c3c4c5c6c7")
    let cipherKey = key("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f")
    let sealed = try ChaCha20Poly1305.seal(
      message, key: cipherKey, nonce: bytes("070000004041424344454647"), authenticating: header)
    #expect(
      sealed
        == bytes(
          """
          d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71
          de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def0
          8e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691
          """))
    let nonce = bytes("000000000102030405060708")
    let received = bytes(
      """
      64a0861575861af460f062c79be643bd5e805cfd345cf389f108670ac76c8cb24c6cfc18755d43eea09ee94e382d26b0bdb7
      b73c321b0100d4f03b7f355894cf332f830e710b97ce98c8a84abd0b948114ad176e008d33bd60f982b1ff37c8559797a06e
      f4f0ef61c186324e2b3506383606907b6a7c02b0f9f6157b53c867e4b9166c767b804d46a59b5216cde7a4e99040c5a40433
      225ee282a1b0a06c523eaf4534d7f83fa1155b0047718cbc546a0d072b04b3564eea1b422273f548271a0bb2316053fa7699
      1955ebd63159434ecebb4e466dae5a1073a6727627097a1049e617d91d361094fa68f0ff77987130305beaba2eda04df997b
      714d6c6f2c29a6ad5cb4022b02709beead9d67890cbb22392336fea1851f38
      """)
    let opened = try ChaCha20Poly1305.open(
      received, key: key("1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0"), nonce: nonce,
      authenticating: bytes("f33388860000000000004e91"))
    #expect(opened.map { String(decoding: $0, as: UTF8.self).hasPrefix("Internet-Drafts are draft documents") } == true)
  }

  @Test func everyBitIsAuthenticated() throws {
    let cipherKey = SymmetricKey()
    for message in [[], Array("Morning 5k".utf8)] {
      let sealed = try ChaCha20Poly1305.seal(message, key: cipherKey, authenticating: [1])
      #expect(sealed.count == message.count + ChaCha20Poly1305.tagByteCount)
      #expect(try ChaCha20Poly1305.open(sealed, key: cipherKey, authenticating: [1]) == message)
      for bit in 0..<8 * sealed.count {
        var changed = sealed
        changed[bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(try ChaCha20Poly1305.open(changed, key: cipherKey, authenticating: [1]) == nil)
      }
      #expect(try ChaCha20Poly1305.open(sealed, key: cipherKey, authenticating: []) == nil)
      #expect(try ChaCha20Poly1305.open(sealed, key: SymmetricKey(), authenticating: [1]) == nil)
      for count in 0..<sealed.count {
        #expect(try ChaCha20Poly1305.open(Array(sealed.prefix(count)), key: cipherKey, authenticating: [1]) == nil)
      }
    }
  }

  @Test func keysAreRandom() {
    let keys = (0..<100).map { _ in SymmetricKey().withUnsafeBytes { Array($0) } }
    #expect(Set(keys).count == 100 && keys.allSatisfy { Set($0).count > 8 })
  }
}
