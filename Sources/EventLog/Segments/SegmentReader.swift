/// Reads a segment frame by frame, and says where and why it cannot go on. Whether that place is torn or damaged is not
/// its business.
package final class SegmentReader {
  /// The reason why reading stopped.
  package enum Stop: Hashable, Sendable {
    /// The file ends with a whole frame.
    case end
    /// The file ends within a frame, or what is at the offset is none.
    case invalid(offset: Int, reason: String)
  }

  /// About how much of the file is read at a time, if so much content is asked for.
  private static let readByteCount = 512 << 10

  private let file: any File
  private let fileByteCount: Int
  /// Bytes of the file, from ``windowOffset`` on. Chunks share them, so they are replaced and never changed.
  private var window: [UInt8] = []
  private var windowOffset: Int
  /// The next frame's place in the file.
  private(set) var offset: Int

  /// The number of bytes from ``offset`` to the end of the file.
  var byteCount: Int { fileByteCount - offset }

  /// A reader of the frames from `offset` on, up to the file's present size.
  package init(_ file: any File, from offset: Int) throws(FileError) {
    self.file = file
    self.offset = offset
    windowOffset = offset
    fileByteCount = try file.size()
  }

  /// The next frames, about `byteCount` bytes of content, decompressed: at least one, unless the batch has a `stop`.
  package func next(byteCount: Int = 1 << 20) throws(FileError) -> FrameBatch {
    try nextChunk(byteCount: byteCount).decompressed()
  }

  /// The next frames, about `byteCount` bytes of content: at least one, unless the chunk has a `stop`.
  ///
  /// Reads at most as much of the file as that takes; the work of decompressing is left to whoever gets the chunk.
  package func nextChunk(byteCount: Int = 1 << 20) throws(FileError) -> FrameChunk {
    var chunk = FrameChunk()
    var contentByteCount = 0
    while chunk.stop == nil, contentByteCount < byteCount {
      if offset == fileByteCount {
        chunk.stop = .end
        break
      }
      switch FrameFormat.inspect(window.span.bytes, at: offset - windowOffset) {
      case .frame(let frameByteCount, let frameContentByteCount):
        chunk.frames.append(
          FrameChunk.Frame(
            offset: offset - windowOffset, byteCount: frameByteCount, contentByteCount: frameContentByteCount))
        contentByteCount += frameContentByteCount
        offset += frameByteCount
      case .incomplete:
        // What was found lies in the present window.
        if !chunk.frames.isEmpty { return inWindow(chunk) }
        if try !extendWindow(byteCount) {
          chunk.stop = .invalid(offset: offset, reason: "the file ends within a frame")
        }
      case .invalid(let reason):
        chunk.stop = .invalid(offset: offset, reason: reason)
      }
    }
    return inWindow(chunk)
  }

  private func inWindow(_ chunk: consuming FrameChunk) -> FrameChunk {
    chunk.bytes = window
    chunk.fileOffset = windowOffset
    return chunk
  }

  /// Makes the window begin at the next frame and reach further than before; `false` if the file has no more.
  private func extendWindow(_ byteCount: Int) throws(FileError) -> Bool {
    let kept = windowOffset + window.count - offset
    let wanted = min(max(min(byteCount, Self.readByteCount), 2 * kept), fileByteCount - offset - kept)
    guard wanted > 0 else { return false }
    let extended = try file.bytes(window[(window.count - kept)...], thenFrom: offset + kept, count: wanted)
    let hasGrown = extended.count > kept
    window = extended
    windowOffset = offset
    return hasGrown
  }
}
