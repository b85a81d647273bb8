import CheckInJournal
import CheckInSync
import EventLog
import FoundationEssentials
import Testing

/// The encryption between the logs and a remote.
struct RemoteEncryptionTests {
  private static let group = UUID()
  private static let replica = UUID()
  private let key = GroupKey()
  private var encryption: RemoteEncryption { RemoteEncryption(group: Self.group, key: key) }

  private func chunk(_ body: String = "frames of Morning 5k") -> ReplicaChunk {
    ReplicaChunk(
      replica: Self.replica, firstSequence: 4, lastSequence: 7, previousDigest: Digest(of: "before".utf8),
      digest: Digest(of: body.utf8), body: Array(body.utf8))
  }

  @Test(arguments: [true, false]) func encryptedDataComesBack(isEncrypted: Bool) throws {
    let encryption = RemoteEncryption(group: Self.group, key: isEncrypted ? key : nil)
    let encrypted = try encryption.encrypt(chunk())
    #expect(try encryption.decrypt(encrypted, previousDigest: chunk().previousDigest, at: "place") == chunk())
    let manifest = try encryption.encrypt(manifest: [1, 2], of: Self.replica)
    #expect(encryption.decrypt(manifest: manifest, of: Self.replica) == [1, 2])
    let photo: [UInt8] = [0xFF, 0xD8, 1]
    let digest = Digest(of: photo)
    #expect(encryption.decrypt(photo: try encryption.encrypt(photo: photo, digest), digest) == photo)
  }

  @Test func aPlaceSeesNothingOfTheContent() throws {
    let encrypted = try encryption.encrypt(chunk())
    #expect(encrypted.head.token != chunk().digest)
    #expect(encryption.name(ofPhoto: chunk().digest) != chunk().digest)
    #expect(!encrypted.body.contains(chunk().body))
    // Sealed twice, the same content is not known again.
    #expect(try encryption.encrypt(chunk()).body != encrypted.body)
    #expect(try encryption.encrypt(chunk()).head == encrypted.head)
  }

  @Test func everyBitOfAnEncryptedBodyCounts() throws {
    let encrypted = try encryption.encrypt(chunk())
    for index in encrypted.body.indices {
      for bit in 0..<8 {
        var changed = encrypted
        changed.body[index] ^= 1 << UInt8(bit)
        #expect(throws: JournalError.self) {
          try encryption.decrypt(changed, previousDigest: chunk().previousDigest, at: "place")
        }
      }
    }
    for count in encrypted.body.indices {
      var cut = encrypted
      cut.body.removeLast(encrypted.body.count - count)
      #expect(throws: JournalError.self) {
        try encryption.decrypt(cut, previousDigest: chunk().previousDigest, at: "place")
      }
    }
  }

  @Test func aBodyBelongsToItsReplicaAndPlaceInTheLog() throws {
    let encrypted = try encryption.encrypt(chunk())
    var others = Array(repeating: encrypted, count: 4)
    others[0].replica = UUID()
    others[1].firstSequence = 3
    others[2].head.sequence = 8
    others[3].head.token = Digest(of: [])
    for other in others {
      #expect(throws: JournalError.self) {
        try encryption.decrypt(other, previousDigest: chunk().previousDigest, at: "place")
      }
    }
    for stranger in [RemoteEncryption(group: UUID(), key: key), RemoteEncryption(group: Self.group, key: GroupKey())] {
      #expect(throws: JournalError.self) {
        try stranger.decrypt(encrypted, previousDigest: chunk().previousDigest, at: "place")
      }
    }
  }

  @Test func cardsAndPhotosAreNotExchanged() throws {
    let manifest = try encryption.encrypt(manifest: [1, 2], of: Self.replica)
    #expect(encryption.decrypt(manifest: manifest, of: UUID()) == nil)
    let photo: [UInt8] = [0xFF, 0xD8, 1]
    let encrypted = try encryption.encrypt(photo: photo, Digest(of: photo))
    #expect(encryption.decrypt(photo: encrypted, Digest(of: [])) == nil)
    // Without a key, the digest alone decides.
    #expect(RemoteEncryption(group: Self.group, key: nil).decrypt(photo: photo, Digest(of: [])) == nil)
  }

  @Test func anotherKeyIsRefusedByTheDescriptor() throws {
    let descriptor = try RemoteDescriptor(encryption.descriptor(salt: Digest(of: [])).bytes, at: "place")
    try encryption.require(descriptor, at: "place")
    let strangers = [
      RemoteEncryption(group: Self.group, key: GroupKey()), RemoteEncryption(group: Self.group, key: nil),
      RemoteEncryption(group: UUID(), key: key),
    ]
    for stranger in strangers {
      #expect(throws: JournalError.self) { try stranger.require(descriptor, at: "place") }
    }
    let open = RemoteEncryption(group: Self.group, key: nil).descriptor(salt: Digest(of: []))
    #expect(throws: JournalError.self) { try encryption.require(open, at: "place") }
  }

  @Test func aKeyFileComesBack() throws {
    let read = try #require(GroupKey(fileContent: key.fileContent))
    #expect(read.fileContent == key.fileContent)
    for text in ["", "\n", "ab", String(repeating: "g", count: 64), String(repeating: "ab", count: 33)] {
      #expect(GroupKey(fileContent: Array(text.utf8)) == nil)
    }
  }
}
