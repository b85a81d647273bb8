import Foundation
import TestSupport
import Testing

@testable import CheckInJournal

/// A segment from 4 MiB on is decompressed on a second thread.
@Suite("Decompressing ahead")
struct ParallelReadingTests {
  private func largeSegment(in directory: TemporaryDirectory) throws -> any File {
    var generator = RandomSource(seed: 7)
    // Noise does not get smaller; the same frame again and again is large enough.
    let frame = try FrameEncoder.frame(of: (0..<250_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    var bytes: [UInt8] = []
    for _ in 0..<20 { bytes += frame }
    try directory.write(bytes, to: "segment")
    return try DiskFileSystem().open(directory.path + "/segment", for: .reading)
  }

  @Test("The frames are the same, and come in order")
  func order() throws {
    let directory = try TemporaryDirectory()
    let file = try largeSegment(in: directory)
    let reader = try SegmentReader(file, from: 0)
    let batches = try FrameBatches(file, from: 0)
    var expected = FrameBatch()
    while true {
      let stop = try reader.read(into: &expected)
      let (batch, batchStop) = try batches.next()
      #expect(batch.frames.map(\.fileOffset) == expected.frames.map(\.fileOffset) && stop == batchStop)
      for (frame, other) in zip(batch.frames, expected.frames) {
        #expect(batch.content.span.bytes.array(frame.content) == expected.content.span.bytes.array(other.content))
      }
      if stop != nil { break }
      batches.recycle(batch)
    }
  }

  @Test("A reader that stops early leaves nothing behind that waits")
  func cancelled() throws {
    let directory = try TemporaryDirectory()
    let file = try largeSegment(in: directory)
    for count in 0..<4 {
      let batches = try FrameBatches(file, from: 0)
      for _ in 0..<count {
        let (batch, _) = try batches.next()
        batches.recycle(batch)
      }
    }
  }
}
