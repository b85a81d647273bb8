import CheckInJournal
import CheckInSync
import EventLog
import FoundationEssentials
import TestSupport
import Testing

/// The file of a chunk in a folder.
struct ChunkFileTests {
  private let group = UUID()
  private let chunk = RemoteChunk(
    replica: UUID(), firstSequence: 5, head: RemoteHead(sequence: 9, token: Digest(of: [9])),
    body: Array("the frames".utf8))
  private var bytes: [UInt8] { ChunkFile.bytes(chunk, of: group) }

  @Test func itComesBack() throws {
    #expect(try ChunkFile.chunk(bytes) == chunk)
    let header = try ChunkFile.header(Array(bytes.prefix(ChunkFile.headerByteCount)))
    #expect(header.group == group && header.head == chunk.head && header.bodyByteCount == chunk.body.count)
  }

  @Test func everyShorterFileIsIncomplete() {
    for count in bytes.indices {
      #expect(throws: ChunkFile.Fault.incomplete) { try ChunkFile.chunk(Array(bytes.prefix(count))) }
    }
    #expect(throws: ChunkFile.Fault.incomplete) { try ChunkFile.chunk([UInt8](repeating: 0, count: bytes.count)) }
    #expect(throws: ChunkFile.Fault.damaged) { try ChunkFile.chunk(bytes + [0]) }
  }

  @Test func noFlippedBitIsAccepted() {
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << UInt8(bit)
        #expect(throws: ChunkFile.Fault.self) { try ChunkFile.chunk(flipped) }
      }
    }
  }

  @Test(arguments: [(0, 9), (5, 4), (5, .max), (1 << 62, 1 << 62)] as [(UInt64, UInt64)])
  func impossibleNumbersAreDamage(first: UInt64, last: UInt64) {
    var other = chunk
    (other.firstSequence, other.head.sequence) = (first, last)
    #expect(throws: ChunkFile.Fault.damaged) { try ChunkFile.chunk(ChunkFile.bytes(other, of: group)) }
  }

  @Test(arguments: [.max, 1 << 63 - 1, 17 << 20] as [UInt64]) func aHugeBodyIsDamage(count: UInt64) {
    var huge = bytes
    withUnsafeBytes(of: count.littleEndian) { huge.replaceSubrange(96..<104, with: $0) }
    #expect(throws: ChunkFile.Fault.damaged) { try ChunkFile.chunk(huge) }
  }

  @Test func aNewerVersionIsTold() {
    var newer = bytes
    newer.replaceSubrange(0..<16, with: Array("checkin chunk 2\n".utf8))
    #expect(throws: ChunkFile.Fault.newerVersion) { try ChunkFile.chunk(newer) }
    // As it is, its version may be what is damaged, alone or besides something else.
    #expect(!ChunkFile.isWholeOfOtherVersion(newer))
    newer.replaceSubrange((newer.count - 32)..., with: Digest(of: newer.dropLast(32)).bytes)
    #expect(ChunkFile.isWholeOfOtherVersion(newer) && !ChunkFile.isWholeOfOtherVersion(bytes))
    for index in newer.indices {
      var damaged = newer
      damaged[index] ^= 1
      #expect(!ChunkFile.isWholeOfOtherVersion(damaged), "\(index)")
    }
    #expect(!ChunkFile.isWholeOfOtherVersion(Array(newer.prefix(20))) && !ChunkFile.isWholeOfOtherVersion([]))
  }

  @Test func foreignBytesNeverTrap() {
    var source = RandomSource(seed: 7)
    for _ in 0..<2000 {
      let noise = source.bytes(source.number(0...300))
      #expect(throws: (any Error).self) { try ChunkFile.chunk(noise) }
      #expect(throws: JournalError.self) { try RemoteDescriptor(noise, at: "place") }
      #expect(ReplicaManifest(noise) == nil)
      #expect(SyncState(noise) == nil)
    }
  }
}
