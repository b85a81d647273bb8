import TestSupport
import Testing

@testable import EventLog

/// Frames that LZ4 accepts and the log's profile does not.
@Suite("Pinned profile")
struct FrameProfileTests {
  private static let content = [UInt8]((0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7 ^ $0) })

  private func content(of frame: [UInt8]) -> [UInt8]? {
    FrameDecoder().content(of: frame.span.bytes)
  }

  private func lz4(_ options: String) throws -> [UInt8] {
    let result = try Tool.shell(
      "cat > content && lz4 \(options) content frame && cat frame", in: scratch.path, input: Self.content)
    try #require(result.status == 0, "\(result.errorText)")
    return result.output
  }

  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  @Test("The profile's frames are read, whoever wrote them")
  func accepted() throws {
    #expect(try content(of: lz4("-q -f -B4 -BX --content-size")) == Self.content)
    #expect(try content(of: lz4("-q -f -9 -B4 -BX --content-size")) == Self.content)
    for effort in [FrameEncoder.Effort.fast, .thorough] {
      #expect(try content(of: FrameEncoder.frame(of: Self.content, effort: effort)) == Self.content)
    }
  }

  @Test(
    "Other profiles are refused",
    arguments: [
      "", "-B4", "-B4 -BX", "-B4 --content-size", "-B5 -BX --content-size", "-B7 -BX --content-size",
      "-BD -B4 -BX --content-size", "-B4 -BX --content-size --no-frame-crc", "-l",
    ])
  func refused(_ options: String) throws {
    let frame = try lz4("-q -f " + options)
    #expect(content(of: frame) == nil)
    if case .frame = FrameFormat.inspect(frame.span.bytes, at: 0) { Issue.record("taken for a frame of the log") }
  }

  @Test("Skippable frames are refused")
  func skippable() {
    for kind in UInt8(0x50)...0x5F {
      #expect(content(of: [kind, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]) == nil)
    }
  }

  @Test("An empty frame cannot be made, nor one beyond the limit")
  func limits() {
    #expect(throws: LogError.self) { try FrameEncoder.frame(of: []) }
    let limit = FrameFormat.maximumContentByteCount
    #expect(throws: LogError.self) { try FrameEncoder.frame(of: Array(repeating: 1, count: limit + 1)) }
    #expect(throws: Never.self) { try FrameEncoder.frame(of: Array(repeating: 1, count: limit)) }
  }
}
