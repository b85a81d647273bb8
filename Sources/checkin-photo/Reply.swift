internal import CPhotoCodec
internal import Glibc
internal import PhotoProcessing

/// The task that the arguments name.
enum Task {
  case photo
  case thumbnail
  case preview(side: UInt32)
  case pixels(side: UInt32)

  init?(_ arguments: ArraySlice<String>) {
    if arguments.isEmpty {
      self = .photo
    } else if arguments == [PhotoReply.thumbnailOption] {
      self = .thumbnail
    } else if arguments.count == 2, let side = UInt32(arguments.last ?? "") {
      switch arguments.first {
      case PhotoReply.previewOption: self = .preview(side: side)
      case PhotoReply.pixelsOption: self = .pixels(side: side)
      default: return nil
      }
    } else {
      return nil
    }
  }

  /// Runs the task.
  func run(_ bytes: UnsafePointer<UInt8>?, count: Int, into result: inout photo_result) -> photo_verdict {
    switch self {
    case .photo: photo_process(bytes, count, &result)
    case .thumbnail: photo_make_thumbnail(bytes, count, &result)
    case .preview(let side): photo_make_preview(bytes, count, side, &result)
    case .pixels(let side): photo_make_pixels(bytes, count, side, &result)
    }
  }
}

/// The reply to the input.
func reply(to input: Input, _ task: Task) -> PhotoReply {
  let photo: UnsafeBufferPointer<UInt8>
  switch input {
  case .whole(let bytes): photo = bytes
  case .tooLarge: return PhotoReply(verdict: .tooLarge)
  case .outOfMemory: return PhotoReply(verdict: .outOfMemory)
  case .unreadable: exit(EX_IOERR)
  }
  var result = photo_result()
  defer { photo_free(&result) }
  let made = task.run(photo.baseAddress, count: photo.count, into: &result)
  guard let verdict = PhotoVerdict(rawValue: made.rawValue) else { exit(EX_SOFTWARE) }
  var reply = PhotoReply(verdict: verdict)
  reply.removed = ProcessedPhoto.Removed(rawValue: result.removed)
  reply.width = Int(result.width)
  reply.height = Int(result.height)
  reply.photo = Array(UnsafeBufferPointer(start: result.photo, count: result.photo_count))
  reply.thumbnail = Array(UnsafeBufferPointer(start: result.thumbnail, count: result.thumbnail_count))
  return reply
}

/// Writes to standard output; `false` if nobody reads it any more.
func writeAll(_ bytes: [UInt8]) -> Bool {
  bytes.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(1, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno != EINTR { return false }
      rest = rest.dropFirst(max(count, 0))
    }
    return true
  }
}

/// Standard input, read to its end.
enum Input {
  /// The bytes stay in memory until the process ends.
  case whole(UnsafeBufferPointer<UInt8>)
  case tooLarge
  case outOfMemory
  case unreadable

  /// Memory grows by this many bytes, usually in place: an array that doubles would need three times the photo.
  private static let step = 8 << 20

  static func read() -> Input {
    var memory: UnsafeMutableRawPointer?
    var capacity = 0
    var count = 0
    while true {
      if count == capacity {
        guard let larger = realloc(memory, capacity + step) else { return .outOfMemory }
        memory = larger
        capacity += step
      }
      guard let free = memory?.advanced(by: count) else { return .outOfMemory }
      let added = Glibc.read(0, free, capacity - count)
      if added < 0, errno != EINTR { return .unreadable }
      if added == 0 { break }
      count += max(added, 0)
      guard count <= PhotoProcessor.inputByteLimit else { return .tooLarge }
    }
    return .whole(UnsafeBufferPointer(start: memory?.assumingMemoryBound(to: UInt8.self), count: count))
  }
}
