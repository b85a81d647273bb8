import TestSupport
import Testing

@testable import EventLog

/// The bytes at the end of a log that an interrupted write can leave, and others.
struct TailShapeTests {
  private let frame: [UInt8]

  init() throws {
    var source = RandomSource(seed: TestSettings.seed)
    frame = try FrameEncoder.frame(of: source.bytes(2000))
  }

  private func shape(_ bytes: [UInt8], at offset: Int = 100) -> TailShape {
    TailShape(bytes.span.bytes, at: offset)
  }

  @Test func theStartOfAFrameIsCutOff() {
    for count in 1..<frame.count { #expect(shape(Array(frame.prefix(count))) == .cutOff, "\(count)") }
  }

  @Test func zerosInPlaceOfASectorAreCutOff() {
    #expect(shape([UInt8](repeating: 0, count: 4096)) == .cutOff)
    // The first sector ends 412 bytes after the frame's start.
    for (range, wanted) in [
      (0..<412, TailShape.cutOff), (412..<924, .cutOff), (924..<1436, .cutOff), (500..<924, .alteredFrame),
    ] {
      var bytes = frame
      bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
      #expect(shape(bytes) == wanted, "\(range)")
    }
  }

  @Test func aFrameWithAWrongChecksumIsAltered() {
    for offset in [FrameFormat.headerByteCount + 4, frame.count / 2, frame.count - 1] {
      var bytes = frame
      bytes[offset] ^= 1
      #expect(shape(bytes) == .alteredFrame, "\(offset)")
    }
  }

  @Test func otherBytesAreNeither() {
    #expect(shape(Array("torn".utf8)) == .other)
    #expect(shape(frame.dropFirst(40).map { $0 }) == .other)
    var wrongHeader = Array(frame.dropLast(9))
    wrongHeader[6] ^= 1
    #expect(shape(wrongHeader) == .other)
  }
}
