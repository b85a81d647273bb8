import CheckInJournal
import CheckInSync
import EventLog
import FoundationEssentials
import Testing

/// What stands between the logs and a place.
struct PlaceSealTests {
  private static let group = UUID()
  private static let replica = UUID()
  private let key = GroupKey()
  private var seal: PlaceSeal { PlaceSeal(group: Self.group, key: key) }

  private func chunk(_ body: String = "frames of Morning 5k") -> ReplicaChunk {
    ReplicaChunk(
      replica: Self.replica, firstSequence: 4, lastSequence: 7, previousDigest: Digest(of: "before".utf8),
      digest: Digest(of: body.utf8), body: Array(body.utf8))
  }

  @Test(arguments: [true, false]) func whatIsSealedComesBack(isSealed: Bool) throws {
    let seal = PlaceSeal(group: Self.group, key: isSealed ? key : nil)
    let sealed = try seal.seal(chunk())
    #expect(try seal.open(sealed, previousDigest: chunk().previousDigest, at: "place") == chunk())
    #expect(seal.open(card: try seal.seal(card: [1, 2], of: Self.replica), of: Self.replica) == [1, 2])
    let photo: [UInt8] = [0xFF, 0xD8, 1]
    let digest = Digest(of: photo)
    #expect(seal.open(photo: try seal.seal(photo: photo, digest), digest) == photo)
  }

  @Test func aPlaceSeesNothingOfTheContent() throws {
    let sealed = try seal.seal(chunk())
    #expect(sealed.head.token != chunk().digest)
    #expect(seal.name(ofPhoto: chunk().digest) != chunk().digest)
    #expect(!sealed.body.contains(chunk().body))
    // Sealed twice, the same content is not known again.
    #expect(try seal.seal(chunk()).body != sealed.body)
    #expect(try seal.seal(chunk()).head == sealed.head)
  }

  @Test func everyBitOfASealedBodyCounts() throws {
    let sealed = try seal.seal(chunk())
    for index in sealed.body.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed.body[index] ^= 1 << UInt8(bit)
        #expect(throws: JournalError.self) {
          try seal.open(changed, previousDigest: chunk().previousDigest, at: "place")
        }
      }
    }
    for count in sealed.body.indices {
      var cut = sealed
      cut.body.removeLast(sealed.body.count - count)
      #expect(throws: JournalError.self) { try seal.open(cut, previousDigest: chunk().previousDigest, at: "place") }
    }
  }

  @Test func aBodyBelongsToItsReplicaAndPlaceInTheLog() throws {
    let sealed = try seal.seal(chunk())
    var others = Array(repeating: sealed, count: 4)
    others[0].replica = UUID()
    others[1].firstSequence = 3
    others[2].head.sequence = 8
    others[3].head.token = Digest(of: [])
    for other in others {
      #expect(throws: JournalError.self) { try seal.open(other, previousDigest: chunk().previousDigest, at: "place") }
    }
    for stranger in [PlaceSeal(group: UUID(), key: key), PlaceSeal(group: Self.group, key: GroupKey())] {
      #expect(throws: JournalError.self) {
        try stranger.open(sealed, previousDigest: chunk().previousDigest, at: "place")
      }
    }
  }

  @Test func cardsAndPhotosAreNotExchanged() throws {
    let card = try seal.seal(card: [1, 2], of: Self.replica)
    #expect(seal.open(card: card, of: UUID()) == nil)
    let photo: [UInt8] = [0xFF, 0xD8, 1]
    let sealed = try seal.seal(photo: photo, Digest(of: photo))
    #expect(seal.open(photo: sealed, Digest(of: [])) == nil)
    // Without a key, the digest alone decides.
    #expect(PlaceSeal(group: Self.group, key: nil).open(photo: photo, Digest(of: [])) == nil)
  }

  @Test func anotherKeyIsRefusedByTheDescriptor() throws {
    let descriptor = try RemoteDescriptor(seal.descriptor(salt: Digest(of: [])).bytes, at: "place")
    try seal.require(descriptor, at: "place")
    let strangers = [
      PlaceSeal(group: Self.group, key: GroupKey()), PlaceSeal(group: Self.group, key: nil),
      PlaceSeal(group: UUID(), key: key),
    ]
    for stranger in strangers {
      #expect(throws: JournalError.self) { try stranger.require(descriptor, at: "place") }
    }
    let open = PlaceSeal(group: Self.group, key: nil).descriptor(salt: Digest(of: []))
    #expect(throws: JournalError.self) { try seal.require(open, at: "place") }
  }

  @Test func aKeyFileComesBack() throws {
    let read = try #require(GroupKey(fileContent: key.fileContent))
    #expect(read.fileContent == key.fileContent)
    for text in ["", "\n", "ab", String(repeating: "g", count: 64), String(repeating: "ab", count: 33)] {
      #expect(GroupKey(fileContent: Array(text.utf8)) == nil)
    }
  }
}
