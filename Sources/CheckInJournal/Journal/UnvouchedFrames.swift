/// Frames that were read behind the place that HEAD named.
///
/// They may be acknowledged already, so they count. But they may also be what a writer is about to take back, because
/// the rest of them did not fit on the disk: other frames can come to stand there. So they are known by their content.
struct UnvouchedFrames {
  let start: LogPosition
  var hasher: ContentHasher? = ContentHasher()

  init(start: LogPosition) {
    self.start = start
  }

  /// Whether the log still says the same from there up to `end`. Reads it once more.
  ///
  /// - Throws: `inputOutput`.
  func stand(in directory: LogDirectory, upTo end: LogPosition) throws(JournalError) -> Bool {
    var visitor = FrameHasher()
    let scan = try LogScanner(directory: directory, journalID: nil, limit: end).scan(from: start, visitor: &visitor)
    return scan.position == end && visitor.hasher.finalize() == hasher?.finalize()
  }
}

private struct FrameHasher: LogVisitor {
  var hasher = ContentHasher()

  mutating func visit(frame content: RawSpan, ofSegment segment: UInt64) { hasher.update(content) }
  mutating func visit(_ event: EventView, in bytes: RawSpan) throws(JournalError) {}
}
