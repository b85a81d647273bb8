internal import CPhotoCodec
internal import Glibc
internal import PhotoProcessing

/// What is made of the input.
func reply(to input: Input, makesThumbnail: Bool) -> PhotoReply {
  let photo: UnsafeBufferPointer<UInt8>
  switch input {
  case .whole(let bytes): photo = bytes
  case .tooLarge: return PhotoReply(verdict: .tooLarge)
  case .outOfMemory: return PhotoReply(verdict: .outOfMemory)
  case .unreadable: exit(EX_IOERR)
  }
  var result = photo_result()
  defer { photo_free(&result) }
  let make = makesThumbnail ? photo_make_thumbnail : photo_process
  guard let verdict = PhotoVerdict(rawValue: make(photo.baseAddress, photo.count, &result).rawValue) else {
    exit(EX_SOFTWARE)
  }
  var reply = PhotoReply(verdict: verdict)
  reply.removed = ProcessedPhoto.Removed(rawValue: result.removed)
  reply.width = Int(result.width)
  reply.height = Int(result.height)
  reply.photo = Array(UnsafeBufferPointer(start: result.photo, count: result.photo_count))
  reply.thumbnail = Array(UnsafeBufferPointer(start: result.thumbnail, count: result.thumbnail_count))
  return reply
}

/// Writes to standard output; `false` where nobody reads on.
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
