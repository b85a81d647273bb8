import PhotoProcessing
import TestSupport
import Testing

/// A worker that answers in the right form is believed no further than its JPEG is plain.
@Suite struct AnswerTests {
  /// What comes of the answer when the worker gives it.
  private func outcome(of reply: PhotoReply) throws -> Result<ProcessedPhoto, PhotoError> {
    let directory = try TemporaryDirectory()
    try directory.write(reply.bytes, to: "reply")
    let standIn = try StandIn("cat > /dev/null; cat \(directory.path)/reply")
    return Result { () throws(PhotoError) in try PhotoProcessor(worker: standIn.path).process([1]) }
  }

  private func goodReply() throws -> PhotoReply {
    let photo = try PhotoProcessor(worker: PhotoCorpus.worker).process(try PhotoCorpus.bytes("plain.jpg"))
    var reply = PhotoReply(verdict: .ok)
    (reply.photo, reply.width, reply.height) = (photo.jpeg, photo.width, photo.height)
    reply.thumbnail = photo.thumbnail
    return reply
  }

  private func expectRefused(_ reply: PhotoReply) throws {
    guard case .failure(let error) = try outcome(of: reply) else {
      Issue.record("taken")
      return
    }
    #expect(error.code == .workerFailed)
  }

  @Test func aGoodAnswerIsTaken() throws {
    let reply = try goodReply()
    #expect(try outcome(of: reply).get().jpeg == reply.photo)
  }

  @Test func metadataInTheAnswerIsRefused() throws {
    for name in ["orientation-1.jpg", "xmp.jpg", "display-p3.jpg", "comment.jpg"] {
      var reply = try goodReply()
      reply.photo = try PhotoCorpus.bytes(name)
      try expectRefused(reply)
    }
  }

  /// Where a decoder looks no further, but others may.
  @Test func metadataBehindTheScanIsRefused() throws {
    let comment: [UInt8] = [0xFF, 0xFE, 0, 6, 1, 2, 3, 4]
    var reply = try goodReply()
    reply.photo.insert(contentsOf: comment, at: reply.photo.count - 2)
    try expectRefused(reply)
    reply = try goodReply()
    reply.photo += comment + [0xFF, 0xD9]
    try expectRefused(reply)
    reply = try goodReply()
    reply.photo.insert(0xFF, at: reply.photo.count - 2)
    try expectRefused(reply)
  }

  @Test func aLongerJFIFSegmentIsRefused() throws {
    var reply = try goodReply()
    try #require(Array(reply.photo[2...5]) == [0xFF, 0xE0, 0, 16])
    reply.photo[5] = 20
    reply.photo.insert(contentsOf: [1, 2, 3, 4], at: 20)
    try expectRefused(reply)
  }

  @Test func anotherSizeIsRefused() throws {
    var reply = try goodReply()
    reply.width += 1
    try expectRefused(reply)
    reply = try goodReply()
    reply.thumbnail = reply.photo
    try expectRefused(reply)
  }

  /// Two million bytes can declare four thousand million pixels, which a browser would make room for.
  @Test(arguments: [(65_535, 65_535), (65_501, 1), (7_072, 7_072)])
  func aSizeThatNoPhotoHasIsRefused(width: Int, height: Int) throws {
    var reply = try goodReply()
    let start = try #require(reply.photo.indices.first { reply.photo[$0...].starts(with: [0xFF, 0xC0]) })
    for (offset, number) in [(5, height), (7, width)] {
      reply.photo[start + offset] = UInt8(number >> 8)
      reply.photo[start + offset + 1] = UInt8(number & 0xFF)
    }
    (reply.width, reply.height) = (width, height)
    try expectRefused(reply)
  }

  @Test func aCutOrOverlongJPEGIsRefused() throws {
    var reply = try goodReply()
    reply.photo.removeLast()
    try expectRefused(reply)
    reply = try goodReply()
    reply.photo.insert(contentsOf: [UInt8](repeating: 0, count: 2_000_000), at: reply.photo.count - 2)
    try expectRefused(reply)
  }

  @Test func whatIsNoJPEGIsRefused() throws {
    var reply = try goodReply()
    reply.photo = []
    try expectRefused(reply)
    for count in 0..<40 {
      reply.photo = [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: count) + [0xFF, 0xD9]
      try expectRefused(reply)
    }
  }

  @Test func everyVerdictHasAnError() throws {
    for number in UInt32(1)...9 {
      let verdict = try #require(PhotoVerdict(rawValue: number))
      guard case .failure(let error) = try outcome(of: PhotoReply(verdict: verdict)) else {
        Issue.record("\(verdict) is taken")
        continue
      }
      #expect(error.message.hasSuffix(".") && error.message.count > 15)
    }
    #expect(PhotoVerdict(rawValue: 10) == nil)
  }
}
