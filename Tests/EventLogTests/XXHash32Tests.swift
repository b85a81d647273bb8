import TestSupport
import Testing

@testable import EventLog

@Suite("xxHash-32")
struct XXHash32Tests {
  /// The bytes that the reference's vectors are hashes of the beginnings of.
  ///
  /// Source: https://github.com/Cyan4973/xxHash/blob/dev/cli/xsum_sanity_check.c
  private static let bytes: [UInt8] = {
    var value: UInt64 = 2_654_435_761
    return (0..<222).map { _ in
      defer { value = value &* 11_400_714_785_074_694_797 }
      return UInt8(value >> 56)
    }
  }()

  @Test(
    "The published vectors",
    arguments: [(0, 0x02CC_5D05), (1, 0xCF65_B03E), (14, 0x1208_E7E2), (222, 0x5BD1_1DBD)] as [(Int, UInt32)])
  func vectors(count: Int, hash: UInt32) {
    #expect(XXHash32.hash(Array(Self.bytes.prefix(count)).span.bytes) == hash)
  }

  @Test("Where the bytes lie in memory makes no difference")
  func alignment() {
    for count in 0...100 {
      let aligned = XXHash32.hash(Array(Self.bytes[8..<8 + count]).span.bytes)
      for shift in 1...15 {
        let moved = [UInt8](repeating: 0, count: shift) + Self.bytes[8..<8 + count]
        #expect(XXHash32.hash(moved.span.bytes.extracting(droppingFirst: shift)) == aligned, "\(count) bytes")
      }
    }
  }

  @Test("The checksums of frames that the lz4 tool makes")
  func toolFrames() throws {
    let scratch = try TemporaryDirectory()
    var generator = RandomSource(seed: TestSettings.seed)
    for count in [1, 15, 16, 17, 1000, 65_536] {
      let content = generator.bytes(count)
      let made = try Tool.shell(
        "cat > content && lz4 -q -f -B4 -BX --content-size content frame && cat frame", in: scratch.path, input: content
      )
      try #require(made.status == 0, "\(made.errorText)")
      let frame = made.output.span.bytes
      // Noise is stored as it is, in one block.
      try #require(frame.byteCount == 15 + 4 + count + 4 + 8)
      func stored(at offset: Int) -> UInt32 { frame.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self) }
      let hash = XXHash32.hash(content.span.bytes)
      #expect(stored(at: 15 + 4 + count) == hash, "the block's, \(count) bytes")
      #expect(stored(at: frame.byteCount - 4) == hash, "the content's, \(count) bytes")
      #expect(
        made.output[14] == UInt8(truncatingIfNeeded: XXHash32.hash(frame.extracting(4..<14)) >> 8),
        "the header's, \(count) bytes")
    }
  }
}
