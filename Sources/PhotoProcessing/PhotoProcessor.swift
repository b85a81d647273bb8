internal import Synchronization

/// Makes photos fit to be stored: upright, sRGB, small, without metadata. The work is done in a process of its own,
/// with limits; whatever goes wrong there is a ``PhotoError`` here.
///
/// ```swift
/// let photo = try PhotoProcessor().process(bytes)
/// print(photo.width, photo.height, photo.jpeg.count, photo.removed.contains(.location))
/// ```
///
/// A call blocks its thread until the worker is done: about a quarter of a second for a phone's photo. In one process
/// one worker runs at a time, so that several photos at once do not take several times the memory; further calls wait.
public struct PhotoProcessor: Sendable {
  /// The most bytes that a photo may have before processing.
  public static let inputByteLimit = 200_000_000
  /// A processed photo has fewer bytes than this, and so has a thumbnail.
  public static let outputByteLimit = 2_000_000
  /// Width and height of a thumbnail in pixels.
  public static let thumbnailSide = 200
  /// The shorter side of the largest preview, in pixels.
  public static let previewSide = 960
  /// The limits of a photo, before and after processing: the longer side in pixels, and the number of pixels.
  static let (sideLimit, pixelLimit) = (65_500, 50_000_000)

  private static let turn = Mutex(())

  private let worker: String?
  private let timeLimit: Duration

  /// - Parameters:
  ///   - worker: the path of `checkin-photo`. Without it, the program is looked for beside the running executable, and
  ///     in `../libexec/checkin` from there.
  ///   - timeLimit: how long a worker may take, in wall-clock time, before it is killed.
  public init(worker: String? = nil, timeLimit: Duration = .seconds(60)) {
    self.worker = worker
    self.timeLimit = timeLimit
  }

  /// Makes the photo to be stored, and its thumbnail.
  ///
  /// - Parameter photo: the content of a JPEG, PNG, HEIC or AVIF file. It is recognised by its first bytes.
  public func process(_ photo: [UInt8]) throws(PhotoError) -> ProcessedPhoto {
    let reply = try ask([], about: photo)
    try check(reply.photo, width: reply.width, height: reply.height)
    try check(reply.thumbnail, width: Self.thumbnailSide, height: Self.thumbnailSide)
    return ProcessedPhoto(
      jpeg: reply.photo, width: reply.width, height: reply.height, thumbnail: reply.thumbnail, removed: reply.removed)
  }

  /// Makes the thumbnail of a stored photo again.
  ///
  /// This is cheaper than ``process(_:)``.
  ///
  /// - Parameter jpeg: a JPEG; no other kind is accepted.
  public func thumbnail(of jpeg: [UInt8]) throws(PhotoError) -> [UInt8] {
    let reply = try ask([PhotoReply.thumbnailOption], about: jpeg)
    try check(reply.thumbnail, width: Self.thumbnailSide, height: Self.thumbnailSide)
    return reply.thumbnail
  }

  /// Makes a smaller JPEG of a stored photo, of the same shape.
  ///
  /// ```swift
  /// let preview = try PhotoProcessor().preview(of: photo.jpeg, side: 240)
  /// ```
  ///
  /// - Parameters:
  ///   - jpeg: A JPEG; no other kind is accepted.
  ///   - side: The length of the shorter side in pixels, clamped to 1 to ``previewSide``. A photo whose shorter side is
  ///     not longer keeps its size.
  public func preview(of jpeg: [UInt8], side: Int) throws(PhotoError) -> [UInt8] {
    let side = min(max(side, 1), Self.previewSide)
    let reply = try ask([PhotoReply.previewOption, String(side)], about: jpeg)
    guard min(reply.width, reply.height) <= side else { throw .badAnswer("its preview is too large") }
    try check(reply.thumbnail, width: reply.width, height: reply.height)
    return reply.thumbnail
  }

  /// The centre of a stored photo, or all of a thumbnail, as pixels.
  ///
  /// - Parameters:
  ///   - jpeg: a JPEG; no other kind is accepted.
  ///   - side: width and height of the result, clamped to 1 to ``thumbnailSide``.
  public func pixels(of jpeg: [UInt8], side: Int) throws(PhotoError) -> PixelImage {
    let side = min(max(side, 1), Self.thumbnailSide)
    let reply = try ask([PhotoReply.pixelsOption, String(side)], about: jpeg)
    guard reply.thumbnail.count == 3 * side * side else { throw .badAnswer("its pixels are of another number") }
    return PixelImage(side: side, bytes: reply.thumbnail)
  }

  private func ask(_ arguments: [String], about photo: [UInt8]) throws(PhotoError) -> PhotoReply {
    guard !photo.isEmpty else { throw .empty }
    guard photo.count <= Self.inputByteLimit else { throw .tooManyBytes }
    let answer = try run(arguments, input: photo)
    guard let reply = PhotoReply(answer) else { throw .badAnswer("its form is unknown") }
    if let refusal = PhotoError(reply.verdict) { throw refusal }
    return reply
  }

  /// Runs the worker when its turn comes, and returns all that it wrote.
  func run(_ arguments: [String], input: [UInt8]) throws(PhotoError) -> [UInt8] {
    let path = if let worker { worker } else { try WorkerLocation.find() }
    return try Self.turn.withLock { _ throws(PhotoError) in
      try WorkerProcess.run(path, arguments: arguments, input: input, timeLimit: timeLimit)
    }
  }

  /// The worker's output is trusted no more than the photo is.
  private func check(_ jpeg: [UInt8], width: Int, height: Int) throws(PhotoError) {
    guard jpeg.count < Self.outputByteLimit else { throw .badAnswer("its JPEG is too large") }
    guard let header = JPEGHeader(jpeg) else { throw .badAnswer("it holds no plain JPEG") }
    guard header.width == width, header.height == height else { throw .badAnswer("its JPEG has another size") }
    // Whatever shows it allocates memory for the declared size.
    guard max(width, height) <= Self.sideLimit, width * height <= Self.pixelLimit else {
      throw .badAnswer("its JPEG declares too many pixels")
    }
  }
}
