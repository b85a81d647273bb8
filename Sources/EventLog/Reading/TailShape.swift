/// The form of the unreadable bytes at the end of the log.
package enum TailShape: Hashable, Sendable {
  /// An interrupted write can leave these bytes: they are the start of a frame, or contain a sector of zeros.
  case cutOff
  /// A complete frame with a wrong checksum. An interrupted write leaves no such bytes.
  case alteredFrame
  /// Any other bytes.
  case other

  /// The smallest unit that a disk writes.
  private static let sectorByteCount = 512

  /// - Parameters:
  ///   - bytes: The unreadable bytes.
  ///   - offset: Their place in the file.
  init(_ bytes: RawSpan, at offset: Int) {
    if Self.containsEmptySector(bytes, at: offset) {
      self = .cutOff
      return
    }
    let hasHeader = bytes.byteCount >= FrameFormat.headerByteCount
    let isHeaderIntact =
      !hasHeader
      || FrameFormat.headerChecksum(bytes) == FrameFormat.byte(in: bytes, at: FrameFormat.headerByteCount - 1)
    switch FrameFormat.inspect(bytes, at: 0) {
    case .frame: self = .alteredFrame
    case .incomplete: self = isHeaderIntact ? .cutOff : .other
    case .invalid: self = .other
    }
  }

  private static func containsEmptySector(_ bytes: RawSpan, at offset: Int) -> Bool {
    var start = 0
    while start < bytes.byteCount {
      let end = min(bytes.byteCount, start + sectorByteCount - (offset + start) % sectorByteCount)
      if (start..<end).allSatisfy({ FrameFormat.byte(in: bytes, at: $0) == 0 }) { return true }
      start = end
    }
    return false
  }
}

/// An open question about the unreadable bytes at the end of the log: whether they contain acknowledged records.
///
/// A frame is written only after HEAD names the end of the append before it. If a complete append comes between HEAD's
/// place and the unreadable bytes, then a power cut took the newest HEAD, or an older HEAD was put in its place.
package struct TailDoubt: Hashable, Sendable {
  /// The question as an error.
  package let error: LogError
  /// `true` if no interrupted write leaves such bytes, so that nothing may be appended.
  package let stopsWriting: Bool
}

extension LogScan {
  /// Returns what HEAD leaves open about the end of the log, or `nil` if the log ends cleanly or with the bytes of a
  /// write that was never acknowledged.
  package func doubt(after head: Head) -> TailDoubt? {
    guard case .unreadable(let segment, let offset, _, _, let shape) = ending else { return nil }
    let followsAppend = max(start.sequence, lastAppendSequence) > head.position.sequence
    guard followsAppend || shape == .alteredFrame else { return nil }
    let error = LogError(
      .damaged,
      "Segment \(LogDirectory.segmentName(segment)) cannot be read from byte \(offset) on, after event "
        + "\(position.sequence). HEAD names event \(head.position.sequence) and may be older than the log, so whether "
        + "the unreadable bytes were acknowledged is unknown.")
    return TailDoubt(error: error, stopsWriting: shape != .cutOff)
  }
}
