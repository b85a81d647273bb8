import PhotoProcessing
import TestSupport
import Testing

@Suite struct InputTests {
  let processor = PhotoProcessor(worker: PhotoCorpus.worker)

  @Test func anEmptyPhotoIsRefusedWithoutAWorker() throws {
    let error = try #require(throws: PhotoError.self) { try PhotoProcessor(worker: "/nowhere").process([]) }
    #expect(error.code == .empty)
  }

  @Test func anImmensePhotoIsRefusedWithoutAWorker() throws {
    let photo = [UInt8](repeating: 0, count: PhotoProcessor.inputByteLimit + 1)
    let error = try #require(throws: PhotoError.self) { try PhotoProcessor(worker: "/nowhere").process(photo) }
    #expect(error.code == .tooLarge)
  }

  /// Without any of its last bytes, a photo is refused; every twentieth length from there on down too.
  @Test(arguments: ["plain.jpg", "progressive.jpg", "alpha.png", "plain.avif", "orientation-3.heic"])
  func aCutPhotoIsRefused(name: String) throws {
    let photo = try PhotoCorpus.bytes(name)
    let lengths = Array(max(0, photo.count - 8)..<photo.count) + stride(from: 0, to: photo.count, by: photo.count / 20)
    for length in lengths {
      let error = try #require(throws: PhotoError.self) { try processor.process(Array(photo.prefix(length))) }
      #expect([.empty, .unknownKind, .truncated, .damaged].contains(error.code), "\(length) bytes: \(error)")
    }
  }

  @Test func noiseBecomesSmallEnough() throws {
    // 3000 by 2000 pixels that no JPEG of quality 70 makes small.
    var random = RandomSource(seed: TestSettings.seed)
    var picture = Array("P6 3000 2000 255\n".utf8)
    for _ in 0..<18_000_000 / 8 { withUnsafeBytes(of: random.next()) { picture += $0 } }
    let scratch = try TemporaryDirectory()
    let noise = try Tool.shell("cjpeg -quality 98", in: scratch.path, input: picture).output
    #expect(noise.count > 3 * PhotoProcessor.outputByteLimit)
    let photo = try processor.process(noise)
    #expect(photo.jpeg.count < PhotoProcessor.outputByteLimit)
    #expect(photo.jpeg.count > PhotoProcessor.outputByteLimit / 4)
    #expect((photo.width, photo.height) == (3000, 2000))
  }

  @Test func severalThreadsTakeTurns() async throws {
    let photo = try PhotoCorpus.bytes("gps.jpg")
    let expected = try processor.process(photo)
    await withTaskGroup { group in
      for _ in 0..<4 { group.addTask { #expect((try? processor.process(photo)) == expected) } }
    }
  }
}
