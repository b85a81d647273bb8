import Testing

@testable import EventLog

/// What a frame claims is held against the profile before anything is allocated or decompressed.
@Suite("The bounds of a frame")
struct FrameBoundTests {
  /// Two blocks, which take less than they hold, and one whose data is stored as it is.
  private static let compressed = [UInt8](repeating: 7, count: 100_000)
  private static let stored = [UInt8](1...40)
  private static let impossibleBlock = FrameInspection.invalid(reason: "a block of a frame claims an impossible size")

  /// What stands at the start of a frame of `content` with four of its bytes replaced, with more bytes behind it than
  /// any block may have.
  private func inspect(_ content: [UInt8], _ value: UInt32, at offset: (Int) -> Int) throws -> FrameInspection {
    var bytes = try FrameEncoder.frame(of: content)
    let start = offset(bytes.count)
    withUnsafeBytes(of: value.littleEndian) { bytes.replaceSubrange(start..<start + 4, with: $0) }
    bytes += [UInt8](repeating: 0, count: 1 << 18)
    return FrameFormat.inspect(bytes.span.bytes, at: 0)
  }

  @Test("Frames as they are made are accepted, and none of their beginnings")
  func whole() throws {
    for content in [Self.compressed, Self.stored] {
      let frame = try FrameEncoder.frame(of: content)
      let whole = FrameInspection.frame(byteCount: frame.count, contentByteCount: content.count)
      #expect(FrameFormat.inspect(frame.span.bytes, at: 0) == whole)
      for count in 0..<frame.count {
        #expect(FrameFormat.inspect(Array(frame.prefix(count)).span.bytes, at: 0) == .incomplete, "\(count) bytes")
      }
    }
  }

  @Test("A content of nothing, or beyond the limit", arguments: [0, (4 << 20) + 1, .max] as [UInt32])
  func contentSize(_ value: UInt32) throws {
    #expect(try inspect(Self.compressed, value) { _ in 6 } == .invalid(reason: "a frame claims an impossible size"))
  }

  @Test("A block of nothing, or longer than a block may be", arguments: [0, 65_537, 70_000, 0x7FFF_FFFF] as [UInt32])
  func blockSize(_ value: UInt32) throws {
    for content in [Self.compressed, Array(Self.compressed.prefix(1000))] {
      #expect(try inspect(content, value) { _ in 15 } == Self.impossibleBlock)
    }
  }

  @Test("A stored block that is shorter or longer than its content", arguments: [0, 1, 39, 41, 65_536] as [UInt32])
  func storedBlockSize(_ value: UInt32) throws {
    let inspection = try inspect(Self.stored, value | FrameFormat.storedBlockFlag) { _ in 15 }
    #expect(inspection == Self.impossibleBlock)
  }

  @Test("A frame without its end mark")
  func endMark() throws {
    for content in [Self.compressed, Self.stored] {
      let inspection = try inspect(content, 1) { $0 - 8 }
      #expect(inspection == .invalid(reason: "a frame does not end where its size says"))
    }
  }
}
