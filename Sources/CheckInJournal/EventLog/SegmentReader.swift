/// Decoded frames of one segment, one after the other.
struct FrameBatch {
  struct Frame {
    /// Where it begins in the segment's file.
    var fileOffset: Int
    /// Its bytes in the file.
    var byteCount: Int
    /// Its content, in the batch's ``FrameBatch/content``.
    var content: ByteRange
  }

  /// The memory of the contents; longer than what is filled.
  fileprivate(set) var content: [UInt8] = []
  fileprivate(set) var frames: [Frame] = []
  fileprivate var filled = 0

  init() {}

  fileprivate mutating func removeAll() {
    frames.removeAll(keepingCapacity: true)
    filled = 0
  }

  /// Room for `count` further bytes of content.
  fileprivate mutating func reserve(_ count: Int) -> ByteRange {
    let range = ByteRange(start: filled, end: filled + count)
    if range.end > content.count {
      content += [UInt8](repeating: 0, count: max(range.end, 2 * content.count) - content.count)
    }
    return range
  }
}

/// Reads a segment frame by frame, and says where and why it cannot go on. Whether that place is torn or damaged is not
/// its business.
final class SegmentReader {
  /// Why reading stopped.
  enum Stop: Hashable {
    /// The file ends with a whole frame.
    case end
    /// The file ends within a frame, or what stands at the offset is none.
    case invalid(offset: Int, reason: String)
  }

  /// About how much is read at a time.
  private static let readByteCount = 1 << 20

  private let file: any File
  private let fileByteCount: Int
  private let decoder = FrameDecoder()
  /// Bytes of the file; longer than what is read of it.
  private var window: [UInt8] = []
  /// The bytes that the window holds: where they begin in the file, and how many they are.
  private var windowOffset: Int
  private var windowByteCount = 0
  /// The next frame's place in the file.
  private(set) var offset: Int

  /// A reader of the frames from `offset` on, up to the file's present size.
  init(_ file: any File, from offset: Int) throws(FileError) {
    self.file = file
    self.offset = offset
    windowOffset = offset
    fileByteCount = try file.size()
  }

  /// Replaces the batch's content by the next frames, about `byteCount` bytes of content, at least one frame where
  /// there is one.
  ///
  /// - Returns: `nil` where there may be more.
  func read(into batch: inout FrameBatch, byteCount: Int = 256 << 10) throws(FileError) -> Stop? {
    batch.removeAll()
    while batch.filled < byteCount {
      if offset == fileByteCount { return .end }
      switch FrameFormat.inspect(window.span.bytes.extracting(first: windowByteCount), at: offset - windowOffset) {
      case .frame(let frameByteCount, let contentByteCount):
        let range = batch.reserve(contentByteCount)
        let start = offset - windowOffset
        let isWhole = window.withUnsafeBytes { window in
          batch.content.withUnsafeMutableBytes { content in
            decoder.decode(
              UnsafeRawBufferPointer(rebasing: window[start..<start + frameByteCount]).bytes,
              into: UnsafeMutableRawBufferPointer(rebasing: content[range.start..<range.end]))
          }
        }
        guard isWhole else { return .invalid(offset: offset, reason: "a frame's checksum does not match its content") }
        batch.frames.append(FrameBatch.Frame(fileOffset: offset, byteCount: frameByteCount, content: range))
        batch.filled = range.end
        offset += frameByteCount
      case .incomplete:
        guard try extendWindow() else { return .invalid(offset: offset, reason: "the file ends within a frame") }
      case .invalid(let reason):
        return .invalid(offset: offset, reason: reason)
      }
    }
    return nil
  }

  /// Makes the window begin at the next frame and reach further than before; `false` where the file has no more.
  private func extendWindow() throws(FileError) -> Bool {
    let kept = windowOffset + windowByteCount - offset
    let wanted = min(max(Self.readByteCount, 2 * kept), fileByteCount - offset - kept)
    guard wanted > 0 else { return false }
    if window.count < kept + wanted { window += [UInt8](repeating: 0, count: kept + wanted - window.count) }
    let start = offset - windowOffset
    window.withUnsafeMutableBytes { window in
      window.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[start..<start + kept]))
    }
    let read = try file.read(into: &window, kept..<kept + wanted, at: offset + kept)
    windowOffset = offset
    windowByteCount = kept + read
    return read > 0
  }
}
