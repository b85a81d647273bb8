import PhotoProcessing
import TestSupport
import Testing

/// Thumbnails as pixels, against `djpeg`, which shares no code with ours.
@Suite struct PixelImageTests {
  @Test(arguments: ["plain.jpg", "gray.jpg", "display-p3.heic", "orientation-6.png", "one-pixel.png", "line.png"])
  func theColoursAreRight(name: String) throws {
    let photo = try PhotoProcessor(worker: PhotoCorpus.worker).process(try PhotoCorpus.bytes(name))
    let image = try #require(PixelImage(thumbnail: photo.thumbnail))
    #expect(image.width == 200 && image.height == 200 && image.bytes.count == 120_000)
    let expected = try DecodedPicture(photo.thumbnail).colors
    let fields = image.scaled(toSide: DecodedPicture.side).bytes
    // Colours are stored at half the size, and djpeg smooths between them.
    for (index, color) in expected.enumerated() { #expect(abs(color - Double(fields[index])) < 6, "\(index)") }
  }

  @Test func scalingKeepsPlainColours() throws {
    let photo = try PhotoProcessor(worker: PhotoCorpus.worker).process(try PhotoCorpus.bytes("one-pixel.png"))
    let image = try #require(PixelImage(thumbnail: photo.thumbnail))
    for side in [1, 7, 60, 96, 200, 333] {
      let scaled = image.scaled(toSide: side)
      #expect(scaled.bytes.count == 3 * side * side)
      #expect(scaled.bytes.prefix(3).elementsEqual(image.bytes.prefix(3)))
    }
  }

  @Test func nothingElseIsRead() throws {
    for name in ["half-progressive.jpg", "12-bit.jpg", "plain.avif", "empty.jpg", "alpha.png"] {
      #expect(PixelImage(thumbnail: try PhotoCorpus.bytes(name)) == nil, "\(name)")
    }
  }

  /// Whatever the bytes are, the answer is a picture or none: no trap, no endless loop.
  @Test func damagedBytesDoNoHarm() throws {
    let jpeg = try PhotoProcessor(worker: PhotoCorpus.worker).process(try PhotoCorpus.bytes("gray.jpg")).thumbnail
    for count in stride(from: 0, to: min(jpeg.count, 700), by: 7) {
      _ = PixelImage(thumbnail: Array(jpeg.prefix(count)))
    }
    var random = RandomSource(seed: TestSettings.seed)
    for _ in 0..<60 {
      CaseCount.add()
      var damaged = jpeg
      for _ in 0..<3 {
        damaged[Int(random.next() % UInt64(min(damaged.count, 700)))] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = PixelImage(thumbnail: damaged)
    }
  }
}
