internal import EventLog
internal import Synchronization

/// The result of compacting a log.
///
/// ```swift
/// let compaction = try journal.compact()
/// print(compaction.segments.map { $0.bytesBefore - $0.bytesAfter })
/// ```
public struct Compaction: Hashable, Sendable {
  /// The outcome for one segment.
  public struct Segment: Hashable, Sendable {
    /// `00000000000000000001.lz4`
    public var file: String
    /// Bytes on disk.
    public var bytesBefore: Int
    /// Its size on the disk afterwards.
    public var bytesAfter: Int
  }

  /// The segments that were framed anew.
  public var segments: [Segment] = []
}

extension Journal {
  /// Frames sealed segments anew, in large frames: less space, faster replay, the same content and digests.
  ///
  /// Others may read and append meanwhile. Each segment is checked before it takes its old one's place, and a crash at
  /// any step leaves the old or the new one.
  ///
  /// - Parameter includingActive: closes the active segment first, where it has events, so that it is framed anew as
  ///   well.
  /// - Throws: what ``readOnlyReason`` says; `damaged` for a segment that cannot be read, which stays as it is; `busy`;
  ///   `inputOutput`.
  public func compact(includingActive: Bool = false, progress: Progress? = nil) throws(JournalError) -> Compaction {
    let sealed = try withWriteLock { writer throws(JournalError) in
      if includingActive {
        try withJournalErrors { try writer.closeSegment() }
        state.withLock { $0.position = writer.end }
      }
      return try withJournalErrors { try directory.segments().dropLast() }
    }
    var compaction = Compaction()
    for (index, segment) in sealed.enumerated() {
      progress?(index, sealed.count)
      let result = try withJournalErrors {
        try SegmentCompactor(directory).compact(segment) { result, swap in
          try withWriteLock { _ throws(JournalError) in
            try withJournalErrors(swap)
            try noteNewFrames(result.frames, of: segment)
          }
        }
      }
      guard let result else { continue }
      compaction.segments.append(
        Compaction.Segment(
          file: LogDirectory.segmentName(segment), bytesBefore: result.byteCountBefore,
          bytesAfter: result.byteCountAfter))
    }
    // Without their new places, the events of these segments are found, but take longer to read.
    if !compaction.segments.isEmpty, state.withLock({ $0.snapshot.store != nil }) {
      try? withWriteLock { _ throws(JournalError) in try saveSnapshot(whole: false) }
    }
    progress?(sealed.count, sealed.count)
    return compaction
  }

  /// Lets memory and snapshot know the new places of events, and of the last event if it is in the segment.
  private func noteNewFrames(_ frames: [LogPosition], of segment: UInt64) throws(JournalError) {
    let isConcerned = try state.withLock { state throws(JournalError) in
      if (try? state.timeline.loadSeekPoints()) != nil {
        state.timeline.seekIndex.replace(inSegment: segment, by: frames)
      }
      if let end = state.lastFrame?.end, end.segment == segment {
        state.lastFrame = try lastFrame(upTo: end, state.journalID)
      }
      return state.snapshot.store?.header.position.segment == segment
    }
    // One that cannot be saved now looks for its event itself, when it is read.
    if isConcerned { try? saveSnapshot(whole: false) }
  }
}
