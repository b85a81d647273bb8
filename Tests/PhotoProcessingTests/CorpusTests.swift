import PhotoProcessing
import Testing

@Suite struct CorpusTests {
  /// The names that the corpus has for the codes.
  static let codes: [String: PhotoError.Code] = [
    "empty": .empty, "unknownKind": .unknownKind, "truncated": .truncated, "damaged": .damaged, "tooLarge": .tooLarge,
    "unsupported": .unsupported, "limitReached": .limitReached,
  ]

  let processor = PhotoProcessor(worker: PhotoCorpus.worker)

  @Test func theCorpusIsThere() {
    #expect(PhotoCorpus.taken.count >= 50)
    #expect(PhotoCorpus.refused.count >= 25)
  }

  @Test(arguments: PhotoCorpus.taken) func aPhotoComesOutUprightAndInItsColors(name: String) throws {
    let expected = try #require(PhotoCorpus.expectations[name])
    let photo = try processor.process(try PhotoCorpus.bytes(name))
    #expect(photo.width == expected.width)
    #expect(photo.height == expected.height)
    let picture = try DecodedPicture(photo.jpeg)
    #expect(picture.width == photo.width)
    #expect(picture.height == photo.height)
    if let colors = expected.colors {
      let difference = try ColorDifference(picture, colors)
      #expect(difference.largestInside < 5)
      #expect(difference.largest < 15)
    }
  }

  @Test(arguments: PhotoCorpus.taken) func nothingButThePictureIsLeft(name: String) throws {
    let original = try PhotoCorpus.bytes(name)
    let photo = try processor.process(original)
    let removed = try #require(PhotoCorpus.expectations[name]?.removed)
    #expect(photo.removed.contains(.location) == removed.contains("location"))
    #expect(photo.removed.contains(.otherMetadata) == removed.contains("other"))
    #expect(photo.jpeg.count < PhotoProcessor.outputByteLimit)
    for jpeg in [photo.jpeg, photo.thumbnail] {
      #expect(Set(try jpegMarkers(jpeg)).isSubset(of: [0xE0, 0xDB, 0xC0, 0xC4, 0xDA]))
      for text in ["Exif", "GPS", "adobe", "ICC_PROFILE", "Invented"] { #expect(!contains(jpeg, text)) }
    }
  }

  @Test(arguments: PhotoCorpus.refused) func aBadPhotoIsRefused(name: String) throws {
    let codes = try #require(PhotoCorpus.expectations[name]?.refused)
    let error = try #require(throws: PhotoError.self) { try processor.process(try PhotoCorpus.bytes(name)) }
    #expect(codes.contains { Self.codes[$0] == error.code }, "\(error)")
    #expect(!error.message.contains(name))
  }

  @Test(arguments: ["plain.jpg", "plain.avif", "orientation-6.heic", "line.png", "one-pixel.png"])
  func aThumbnailIsASquareFromTheCentre(name: String) throws {
    let photo = try processor.process(try PhotoCorpus.bytes(name))
    let picture = try DecodedPicture(photo.thumbnail)
    #expect(picture.width == PhotoProcessor.thumbnailSide)
    #expect(picture.height == PhotoProcessor.thumbnailSide)
    let again = try DecodedPicture(try processor.thumbnail(of: photo.jpeg))
    #expect(again.width == PhotoProcessor.thumbnailSide)
    for (one, other) in zip(picture.colors, again.colors) { #expect(abs(one - other) < 12) }
  }

  @Test(arguments: [("plain.jpg", 100), ("plain.jpg", 960), ("orientation-6.heic", 48), ("one-pixel.png", 240)])
  func aPreviewIsTheWholePictureSmaller(name: String, side: Int) throws {
    let photo = try processor.process(try PhotoCorpus.bytes(name))
    let whole = try DecodedPicture(photo.jpeg)
    let preview = try DecodedPicture(try processor.preview(of: photo.jpeg, side: side))
    #expect(min(preview.width, preview.height) == min(side, min(whole.width, whole.height)))
    #expect(abs(preview.width * whole.height - preview.height * whole.width) <= max(whole.width, whole.height))
    for (one, other) in zip(whole.colors, preview.colors) { #expect(abs(one - other) < 12) }
  }

  @Test func onlyAJPEGHasAPreview() throws {
    let error = try #require(throws: PhotoError.self) {
      try processor.preview(of: try PhotoCorpus.bytes("alpha.png"), side: 240)
    }
    #expect(error.code == .unknownKind)
  }

  @Test func onlyAJPEGHasAThumbnailMadeAgain() throws {
    let error = try #require(throws: PhotoError.self) {
      try processor.thumbnail(of: try PhotoCorpus.bytes("alpha.png"))
    }
    #expect(error.code == .unknownKind)
  }
}
