import PhotoProcessing
import Testing

/// Small pictures as pixels, against what `djpeg` reads of the thumbnail.
@Suite struct PixelImageTests {
  private let processor = PhotoProcessor(worker: PhotoCorpus.worker)

  @Test(arguments: ["plain.jpg", "gray.jpg", "display-p3.heic", "orientation-6.png", "one-pixel.png", "line.png"])
  func theColoursAreRight(name: String) throws {
    let thumbnail = try processor.process(try PhotoCorpus.bytes(name)).thumbnail
    let image = try processor.pixels(of: thumbnail, side: PhotoProcessor.thumbnailSide)
    for (index, color) in try DecodedPicture(thumbnail).colors.enumerated() {
      #expect(abs(color - mean(of: image, inField: index / 3, part: index % 3)) < 2, "\(index)")
    }
  }

  /// The mean of a colour's part over one of the fields that `DecodedPicture` cuts a picture into.
  private func mean(of image: PixelImage, inField field: Int, part: Int) -> Double {
    let size = image.side / DecodedPicture.side
    let (top, left) = (field / DecodedPicture.side * size, field % DecodedPicture.side * size)
    var sum = 0
    for y in top..<top + size {
      for x in left..<left + size { sum += Int(image.bytes[3 * (y * image.side + x) + part]) }
    }
    return Double(sum) / Double(size * size)
  }

  @Test(arguments: [(-5, 1), (1, 1), (7, 7), (200, 200), (201, 200), (.max, 200)])
  func theSideIsKeptWithinBounds(asked: Int, given: Int) throws {
    let thumbnail = try processor.process(try PhotoCorpus.bytes("plain.jpg")).thumbnail
    let image = try processor.pixels(of: thumbnail, side: asked)
    #expect(image.side == given && image.bytes.count == 3 * given * given)
  }

  @Test(arguments: ["12-bit.jpg", "plain.avif", "empty.jpg", "alpha.png"])
  func nothingElseIsRead(name: String) throws {
    #expect(throws: PhotoError.self) { try processor.pixels(of: try PhotoCorpus.bytes(name), side: 9) }
  }
}
