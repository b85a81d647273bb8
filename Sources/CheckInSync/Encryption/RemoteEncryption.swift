package import CheckInJournal
internal import Cryptography
package import EventLog
package import FoundationEssentials

/// The encryption of a group's logs at a remote.
///
/// It encrypts and authenticates outgoing data, and decrypts and verifies incoming data.
///
/// Without a key, bodies stay unencrypted and tokens are the logs' digests. With a key, ChaCha20-Poly1305 encrypts each
/// body, card and photo with a separate key, derived from the group's key and the 32 random bytes at the start of the
/// message. Such a key encrypts only one message, so its nonce, which is zero, is never used twice, no matter how many
/// devices encrypt at the same time. The authenticated data of a body identifies its position: the version, the group,
/// the replica, the sequence numbers and the token. Tokens are keyed digests, so the remote can't use them to confirm
/// guesses of the content.
package struct RemoteEncryption: Sendable {
  package let group: UUID
  private let key: GroupKey?
  private let tokenKey: SymmetricKey?

  /// - Parameter key: `nil` where nothing is sealed.
  package init(group: UUID, key: GroupKey?) {
    self.group = group
    self.key = key
    tokenKey = key?.key(for: .token)
  }

  package var isEncrypted: Bool { key != nil }

  // MARK: - The group's descriptor

  /// Returns the group's descriptor for a new remote.
  ///
  /// - Parameter salt: The salt of the passphrase that the key is derived from, if any.
  package func descriptor(salt: Digest) -> RemoteDescriptor {
    RemoteDescriptor(group: group, encryption: check.map { RemoteDescriptor.Encryption(salt: salt, check: $0) })
  }

  private var check: Digest? {
    key.map { Self.code(of: group.bytes, with: $0.key(for: .check)) }
  }

  /// Checks that a place belongs to this group, and that this is its key.
  package func require(_ descriptor: RemoteDescriptor, at remote: String) throws(JournalError) {
    guard descriptor.group == group else {
      throw JournalError(
        .refusedInput,
        "\(remote) belongs to another group (\(descriptor.group.text)); this journal is of group \(group.text).")
    }
    switch (descriptor.encryption, check) {
    case (nil, nil): break
    case (let encryption?, let check?):
      guard encryption.check == check else {
        throw JournalError(
          .refusedInput,
          "The key is not the one of group \(group.text) at \(remote). Nothing was sent and nothing taken.")
      }
    case (_?, nil):
      throw JournalError(
        .refusedInput, "What is at \(remote) is sealed: name the group's key with --key or --passphrase.")
    case (nil, _?):
      throw JournalError(.refusedInput, "What is at \(remote) is not sealed, but a key was named. Nothing was sent.")
    }
  }

  // MARK: - Chunks

  /// Returns the token that a remote stores instead of a log's digest: the digest itself, or a keyed hash of it.
  package func token(_ digest: Digest) -> Digest {
    guard let tokenKey else { return digest }
    return Self.code(of: digest.bytes, with: tokenKey)
  }

  package func head(_ end: ReplicaPosition) -> RemoteHead {
    RemoteHead(sequence: end.sequence, token: token(end.digest))
  }

  package func encrypt(_ chunk: ReplicaChunk) throws(JournalError) -> RemoteChunk {
    let head = RemoteHead(sequence: chunk.lastSequence, token: token(chunk.digest))
    let header = header(of: chunk.replica, firstSequence: chunk.firstSequence, head: head)
    // A keyed token cannot be turned back into the digest, so that travels with the body.
    let content = isEncrypted ? chunk.digest.bytes + chunk.body : chunk.body
    return RemoteChunk(
      replica: chunk.replica, firstSequence: chunk.firstSequence, head: head,
      body: try encrypt(content, for: .chunk, header))
  }

  /// - Parameter previousDigest: of the log before the chunk, as it is known here.
  /// - Throws: `refusedInput` where it is not what a device of the group has sealed.
  package func decrypt(
    _ chunk: RemoteChunk, previousDigest: Digest, at remote: String
  ) throws(JournalError) -> ReplicaChunk {
    let content = try decrypt(
      chunk.body, for: .chunk, header(of: chunk.replica, firstSequence: chunk.firstSequence, head: chunk.head))
    guard var content, chunk.firstSequence > 0, chunk.head.sequence >= chunk.firstSequence else {
      throw Self.damaged(chunk, at: remote)
    }
    var digest = chunk.head.token
    if isEncrypted {
      guard let encrypted = Digest(content.prefix(Digest.byteCount)), token(encrypted) == chunk.head.token else {
        throw Self.damaged(chunk, at: remote)
      }
      digest = encrypted
      content.removeFirst(Digest.byteCount)
    }
    return ReplicaChunk(
      replica: chunk.replica, firstSequence: chunk.firstSequence, lastSequence: chunk.head.sequence,
      previousDigest: previousDigest, digest: digest, body: content)
  }

  private static func damaged(_ chunk: RemoteChunk, at remote: String) -> JournalError {
    JournalError(
      .refusedInput,
      "Events \(chunk.firstSequence) to \(chunk.head.sequence) of replica \(chunk.replica.text) at \(remote) were "
        + "damaged or changed there. Nothing of them was taken.")
  }

  private func header(of replica: UUID, firstSequence: UInt64, head: RemoteHead) -> [UInt8] {
    var writer = WireWriter()
    writer.presentUnsigned(UInt64(RemoteDescriptor.version), field: 1)
    writer.presentBytes(group.bytes, field: 2)
    writer.presentBytes(replica.bytes, field: 3)
    writer.presentUnsigned(firstSequence, field: 4)
    writer.presentUnsigned(head.sequence, field: 5)
    writer.presentBytes(head.token.bytes, field: 6)
    return writer.bytes
  }

  // MARK: - Cards and photos

  package func encrypt(manifest: [UInt8], of replica: UUID) throws(JournalError) -> [UInt8] {
    try encrypt(manifest, for: .card, group.bytes + replica.bytes)
  }

  /// `nil` where it is no card of the replica.
  package func decrypt(manifest: [UInt8], of replica: UUID) -> [UInt8]? {
    try? decrypt(manifest, for: .card, group.bytes + replica.bytes)
  }

  /// The name of a photo at a place: with a key, one that says nothing of its content.
  package func name(ofPhoto digest: Digest) -> Digest {
    guard let key else { return digest }
    return Self.code(of: digest.bytes, with: key.key(for: .photoName))
  }

  package func encrypt(photo: [UInt8], _ digest: Digest) throws(JournalError) -> [UInt8] {
    try encrypt(photo, for: .photo, group.bytes + digest.bytes)
  }

  /// `nil` where it is not the photo with this digest.
  package func decrypt(photo: [UInt8], _ digest: Digest) -> [UInt8]? {
    guard let bytes = try? decrypt(photo, for: .photo, group.bytes + digest.bytes), Digest(of: bytes) == digest else {
      return nil
    }
    return bytes
  }

  // MARK: - The cipher

  private static let saltByteCount = 32

  /// salt (32) ciphertext tag (16)
  private func encrypt(
    _ content: [UInt8], for purpose: GroupKey.Purpose, _ header: [UInt8]
  ) throws(JournalError) -> [UInt8] {
    guard let key else { return content }
    let salt = SymmetricKey().withUnsafeBytes { Array($0) }
    do {
      return salt
        + (try ChaCha20Poly1305.seal(content, key: key.key(for: purpose, salt: salt), authenticating: header))
    } catch {
      throw JournalError(error)
    }
  }

  /// `nil` where the content was not sealed with this key and header.
  private func decrypt(
    _ encrypted: [UInt8], for purpose: GroupKey.Purpose, _ header: [UInt8]
  ) throws(JournalError) -> [UInt8]? {
    guard let key else { return encrypted }
    guard encrypted.count >= Self.saltByteCount else { return nil }
    let (salt, rest) = (Array(encrypted[..<Self.saltByteCount]), Array(encrypted[Self.saltByteCount...]))
    do {
      return try ChaCha20Poly1305.open(rest, key: key.key(for: purpose, salt: salt), authenticating: header)
    } catch {
      throw JournalError(error)
    }
  }

  private static func code(of bytes: [UInt8], with key: SymmetricKey) -> Digest {
    Digest(words: HMAC.code(of: bytes, key: key))
  }
}
