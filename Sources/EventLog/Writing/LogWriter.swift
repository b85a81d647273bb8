internal import FoundationEssentials
internal import Platform

/// Appends to the log, and tracks the log's end.
///
/// A writer holds the journal's lock, and is used by one thread at a time.
///
/// No caller can specify a write position: a writer is created from a ``LogTail``, which was read from the log itself,
/// and moves its ``end`` past the frames that it has appended. Before each write, the lock must be in place, and the
/// file must end where this writer left it.
///
/// - A commit writes its frames, syncs them, and only then updates HEAD.
/// - A write that fails before the sync is rolled back.
/// - After a failed sync, the writer appends nothing more, because a further sync may succeed although data is lost.
/// - A new segment is durable before anything is appended to it.
/// - ``LogRecovery`` handles frames and torn bytes after HEAD before the first append.
package final class LogWriter {
  let directory: LogDirectory
  /// The end of everything that is durable.
  package private(set) var end: LogPosition
  /// The error because of which this writer no longer writes; `nil` if there is none.
  package private(set) var failure: LogError?
  /// The file that bytes were moved to which nobody was promised.
  package let tornPath: String?
  private let lock: LogLock
  private let headWriter: HeadWriter
  private var segment: (firstSequence: UInt64, file: any File)?

  /// Puts the log's end in order, and takes it over; everything that is there is durable afterwards.
  ///
  /// - Parameters:
  ///   - durableHead: what this process knows HEAD to say durably, if anything.
  ///   - renewsHead: whether HEAD is written again although it names the end: after a failed sync what can be read of
  ///     it need not be on the disk.
  package init(
    recovering tail: LogTail, durableHead: Head? = nil, renewsHead: Bool = false
  ) throws(LogError) {
    directory = tail.directory
    lock = tail.lock
    end = tail.end
    do throws(FileError) {
      headWriter = try HeadWriter(
        try directory.openHeadForWriting(isFresh: renewsHead), lock: lock, after: tail.head,
        isDurable: durableHead == tail.head)
    } catch {
      throw LogError(error)
    }
    let recovery = LogRecovery(directory)
    let hasFramesAfterHead = tail.end != tail.head.position
    if hasFramesAfterHead || tail.torn != nil { try lock.requireInPlace() }
    if hasFramesAfterHead { try recovery.rewrite(from: tail.head.position, to: tail.end) }
    tornPath = if let torn = tail.torn { try recovery.quarantine(torn) } else { nil }
    if hasFramesAfterHead || renewsHead {
      do throws(LogError) {
        try publishHead(whenDurable: {})
        try waitUntilDurable()
      } catch {
        // HEAD's timer would hold it for a moment, although nothing is written any more.
        try? lock.release()
        throw error
      }
    }
  }

  /// The end of the log as HEAD was last told.
  package var head: Head { headWriter.written }

  /// The content of HEAD, if it is known to be durable.
  package var durableHead: Head? { headWriter.failure == nil && isDurable ? head : nil }

  /// `true` if HEAD is up to date, so the lock may be released.
  package var isDurable: Bool { headWriter.isDurable }

  /// Waits until HEAD is durable.
  ///
  /// - Parameter isSaved: whether the caller's change stands in the log already, as an error then says.
  package func waitUntilDurable(isSaved: Bool = false) throws(LogError) {
    do throws(FileError) {
      try headWriter.waitUntilDurable()
    } catch {
      throw fail(with: headError(error, isSaved: isSaved))
    }
  }

  /// Takes note of a failure of HEAD that nobody was told yet. Never waits.
  package func recordHeadFailure() {
    if failure == nil, let error = headWriter.failure { _ = fail(with: headError(error, isSaved: false)) }
  }

  /// Gives the lock back; HEAD is durable.
  package func unlock() throws(LogError) {
    try lock.release()
  }

  /// Appends one frame for each batch of records in one write, and makes them durable.
  ///
  /// - Parameters:
  ///   - batches: at least one, and none of them empty; their sequence numbers follow those of the log.
  ///   - segmentByteLimit: a segment with so many bytes on disk is closed first, and the next begun.
  ///   - isComplete: whether the caller's change ends with these frames.
  ///   - savedEventCount: how many of its events were appended before.
  /// - Returns: the last frame, which ends at the log's new end and may be acknowledged.
  package func append(
    _ batches: [RecordBatch], segmentByteLimit: Int, isComplete: Bool, savedEventCount: Int = 0,
    whenDurable: @escaping @Sendable () -> Void
  ) throws(LogError) -> LogFrame {
    if let failure { throw failure }
    if end.fileOffset >= segmentByteLimit { try roll() }
    var frames: [UInt8] = []
    var lastFrame = LogFrame(offset: end.fileOffset, end: end)
    try Self.forEachFrame(of: batches) { batch, frame in
      lastFrame.offset = end.fileOffset + frames.count
      frames += frame
      lastFrame.end.sequence = batch.lastSequence
      lastFrame.end.contentOffset += batch.content.count
    }
    lastFrame.end.fileOffset += frames.count

    let file = try openEnd()
    do throws(FileError) {
      try file.writeAll(frames.span.bytes, at: end.fileOffset)
    } catch {
      try rollBack(file, after: error, savedEventCount: savedEventCount)
    }
    do throws(FileError) {
      try file.synchronize()
    } catch {
      throw fail(
        with:
          LogError(
            .inputOutput,
            before: "\(error.message) Whether the change was saved is unknown: run ", remedy: .verification,
            after: " and look before repeating it.", in: directory.vocabulary))
    }
    end = lastFrame.end
    try publishHead(isSaved: isComplete, whenDurable: whenDurable)
    return lastFrame
  }

  /// Calls `body` with the frame of each batch, in their order. Where there are several, as in an import, they are
  /// compressed on several threads.
  private static func forEachFrame(
    of batches: [RecordBatch], _ body: (RecordBatch, [UInt8]) -> Void
  ) throws(LogError) {
    try withLogErrors {
      var rest = batches[...]
      try foldInOrder(
        threads: min(batches.count, ProcessInfo.processInfo.activeProcessorCount, 4), next: { rest.popFirst() },
        map: { batch in (batch, Result { () throws(LogError) in try FrameEncoder.frame(of: batch.content) }) },
        merge: { batch, frame in body(batch, try frame.get()) })
    }
  }

  /// Closes the segment, unless it holds its header alone, and begins the next; HEAD says so.
  package func closeSegment() throws(LogError) {
    if let failure { throw failure }
    guard end.sequence >= end.segment else { return }
    try roll()
    try publishHead(whenDurable: {})
  }

  /// Begins the next segment, which holds its header alone; it is durable afterwards. Reads the whole segment before
  /// it.
  private func roll() throws(LogError) {
    try lock.requireInPlace()
    directory.forget()
    let header = SegmentHeader(
      journalID: head.journalID, firstSequence: end.sequence + 1,
      previousDigest: try SegmentContent.digest(of: end.segment, upTo: end, in: directory))
    end = try Self.createSegment(header, in: directory)
  }

  /// Writes a segment that holds its header alone. Replaces what a process that was cut off left under a temporary
  /// name.
  package static func createSegment(_ header: SegmentHeader, in directory: LogDirectory) throws(LogError) -> LogPosition
  {
    var writer = WireWriter()
    writer.record(header)
    let frame = try FrameEncoder.frame(of: writer.bytes)
    try withLogErrors { try directory.writeSegment(header.firstSequence, content: frame.span.bytes) }
    return LogPosition(
      sequence: header.firstSequence - 1, segment: header.firstSequence, fileOffset: frame.count,
      contentOffset: writer.count)
  }

  /// Lets HEAD say where the log ends; `isSaved` as for ``waitUntilDurable(isSaved:)``.
  private func publishHead(isSaved: Bool = false, whenDurable: @escaping @Sendable () -> Void) throws(LogError) {
    do throws(FileError) {
      try headWriter.write(end, whenDurable: whenDurable)
    } catch {
      throw fail(with: headError(error, isSaved: isSaved))
    }
  }

  /// HEAD can fail for the sake of an earlier change, or of one that another process left: then nothing is said of the
  /// caller's.
  private func headError(_ error: FileError, isSaved: Bool) -> LogError {
    let consequence =
      isSaved ? "The change was saved, but HEAD does not say so yet." : "HEAD does not say yet where the log ends."
    return LogError(.inputOutput, "\(error.message) \(consequence)")
  }

  /// The file to append to: the lock is in place, and the file is the one by the segment's name and ends where this
  /// writer left it.
  private func openEnd() throws(LogError) -> any File {
    if segment?.firstSequence != end.segment {
      segment = (end.segment, try directory.open(segment: end.segment, for: .readingAndWriting))
    }
    try lock.requireInPlace()
    do throws(FileError) {
      if let file = segment?.file, try file.byteCount(ifNamed: directory.segmentPath(end.segment)) == end.fileOffset {
        return file
      }
    } catch {
      throw LogError(error)
    }
    throw fail(
      with:
        LogError(
          .conflict,
          before:
            "Segment \(LogDirectory.segmentName(end.segment)) was changed by somebody who does not heed the journal's "
            + "lock. Nothing was saved; run ", remedy: .verification, after: ".", in: directory.vocabulary))
  }

  /// Removes what a failed write left after the end of the log, which nobody was promised.
  private func rollBack(
    _ file: any File, after error: FileError, savedEventCount: Int
  ) throws(LogError) {
    let saved =
      savedEventCount == 0
      ? "Nothing was saved"
      : savedEventCount == 1
        ? "1 event of the command was saved before, and stays; repeating the command completes it"
        : "\(savedEventCount) events of the command were saved before, and stay; repeating the command completes it"
    do throws(FileError) {
      try file.truncate(to: end.fileOffset)
      try file.synchronize()
    } catch {
      throw fail(
        with:
          LogError(
            .inputOutput, "\(error.message) \(saved); part of the rest may stand behind the log's end."))
    }
    let remedy = error.isOfFullDisk ? "; make room on the disk and try again" : ""
    throw LogError(.inputOutput, "\(error.message) \(saved)\(remedy).")
  }

  /// Keeps the first failure, which is what later calls are told too.
  private func fail(with error: LogError) -> LogError {
    let first = failure ?? error
    failure = first
    return first
  }
}
