/// The end of the log, as read by a process that holds the lock: HEAD, and anything after it.
///
/// A ``LogWriter`` is created only from a tail. So its write position always comes from the log itself, never from an
/// earlier read or a cache. Creating a tail writes nothing.
///
/// The initialiser throws if the log doesn't reach HEAD, and if it contains events of a newer version. It finds the
/// frames and torn bytes after HEAD, which ``LogRecovery`` handles. If half of HEAD is damaged, unreadable bytes right
/// after the other half's position may have been acknowledged, so the initialiser throws.
package struct LogTail {
  let directory: LogDirectory
  let lock: LogLock
  /// The content of HEAD.
  package let head: Head
  /// The end of the last whole frame, at HEAD or after it.
  package let end: LogPosition
  /// The torn bytes after ``end``; `nil` if there are none.
  package let torn: TornTail?
  /// The reason why it is unknown whether ``torn`` was acknowledged; `nil` if it was not.
  package let doubt: LogError?

  /// A segment of up to so many bytes is read whole before the first write: about 2 milliseconds' worth.
  private static let rereadByteCount = 1 << 20

  /// - Throws: `damaged` where the log does not end as HEAD says, or HEAD cannot be read; `newerVersion`;
  ///   `inputOutput`.
  ///
  /// - Parameters:
  ///   - check: says of each record that is read whether it can be read and is understood.
  ///   - isFirst: whether this process writes for the first time. Then HEAD's segment is read from its
  ///     beginning, unless it is long: what comes before HEAD in a long one is reread after commands, a part at a time.
  package init(
    _ directory: LogDirectory, lock: LogLock, check: RecordCheck, isFirst: Bool = true
  ) throws(LogError) {
    self.directory = directory
    self.lock = lock
    guard case .head(let head, let isWhole) = try directory.reading else {
      throw LogError(.damaged, "HEAD cannot be read in \(directory.path), so nothing is appended.")
    }
    self.head = head
    try Self.requireFrame(endingAt: head, in: directory)

    let isRead = isFirst && head.position.fileOffset <= Self.rereadByteCount
    var reader = try LogReader(
      directory, journalID: head.journalID,
      from: isRead ? LogPosition(beginningOf: head.position.segment) : head.position)
    let notUnderstoodCount = try reader.readAll(check)
    let scan = reader.scan
    if head.position.isAfter(scan.position), let failure = scan.failure { throw failure }
    end = scan.position
    guard notUnderstoodCount == 0, scan.otherRecordCount == 0, scan.formatVersion <= LogFormat.version else {
      throw LogError(
        .newerVersion, "A newer version of \(directory.vocabulary.program) writes here; to write, use that version.")
    }
    switch scan.ending {
    case .clean:
      torn = nil
      doubt = nil
    case .damaged(let error): throw error
    case .unreadable(let segment, let offset, let byteCount, let reason, _):
      // The damaged half of HEAD may have named these bytes.
      if !isWhole, end.sequence == head.position.sequence {
        throw .damaged(segment: LogDirectory.segmentName(segment), offset: offset, reason: reason)
      }
      let tailDoubt = scan.doubt(after: head)
      if let tailDoubt, tailDoubt.stopsWriting { throw tailDoubt.error }
      torn = TornTail(segment: segment, offset: offset, byteCount: byteCount)
      doubt = tailDoubt?.error
    }
  }

  /// Checks that HEAD's segment belongs to its journal, and that a whole frame ends where HEAD says, with the event
  /// that HEAD names.
  private static func requireFrame(endingAt head: Head, in directory: LogDirectory) throws(LogError) {
    let position = head.position
    let file = try directory.open(segment: position.segment)
    try withLogErrors {
      guard let header = try SegmentHeader(of: file), header.journalID == head.journalID,
        header.firstSequence == position.segment,
        let content = try FrameSearch.content(in: file, endingAt: position.fileOffset),
        lastSequence(in: content) == position.sequence
      else {
        throw LogError(
          .damaged,
          before: "HEAD says that event \(position.sequence) ends at byte \(position.fileOffset) of segment "
            + "\(LogDirectory.segmentName(position.segment)), where no such event of this journal ends. Nothing was "
            + "saved; ", remedy: .repair, after: " tells what can be done.", in: directory.vocabulary)
      }
    }
  }

  /// The last event in a frame's content; of one that holds a segment's header alone, the event before the segment.
  private static func lastSequence(in content: [UInt8]) -> UInt64? {
    LastRecord(in: content.span.bytes, ByteRange(start: 0, end: content.count))?.sequence
      ?? FrameSearch.firstSequence(in: content).flatMap { $0 > 0 ? $0 - 1 : nil }
  }
}

/// Bytes of a write that was cut off, after everything that was acknowledged.
package struct TornTail: Hashable, Sendable {
  package var segment: UInt64
  package var offset: Int
  package var byteCount: Int

  package init(segment: UInt64, offset: Int, byteCount: Int) {
    self.segment = segment
    self.offset = offset
    self.byteCount = byteCount
  }
}
