internal import Glibc
internal import PhotoProcessing

/// Standard input, read to its end.
enum Input {
  /// The bytes stay in memory until the process ends.
  case whole(UnsafeBufferPointer<UInt8>)
  case tooLarge
  case outOfMemory
  case unreadable

  /// Memory grows by this many bytes, in place as a rule: an array that doubles would need three times the photo.
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
