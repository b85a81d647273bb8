internal import FoundationEssentials
internal import Glibc

/// Appends frames to the log, under the journal's lock. Used by one thread at a time.
///
/// Rules applied here: 6 (order of a commit), 8 (after a failed sync the handle is finished), 9 (a write that failed
/// before the sync is taken back), 10 (new files), 11 (the lock).
final class LogWriter {
  let directory: LogDirectory
  private let lock: any File
  private let head: WitnessWriter
  private var segment: (firstSequence: UInt64, file: any File)?
  /// Why this writer writes no more.
  private(set) var failure: JournalError?

  /// A writer for a log that ends at the witness, whose lock is held.
  init(_ directory: LogDirectory, lock: any File, witness: Witness) throws(JournalError) {
    self.directory = directory
    self.lock = lock
    do throws(FileError) {
      head = WitnessWriter(
        try directory.fileSystem.open(directory.headPath, for: .readingAndWriting), lock: lock, after: witness)
    } catch {
      throw JournalError(error)
    }
  }

  /// The end of the log as it was last written.
  var witness: Witness { head.scheduled }

  /// Whether HEAD is up to date, so that the lock may be given back.
  var isSettled: Bool { head.isSettled }

  /// Waits until HEAD is durable.
  ///
  /// - Parameter isSaved: whether the caller's change stands in the log already, as an error then says.
  func settle(isSaved: Bool = false) throws(JournalError) {
    do throws(FileError) {
      try head.settle()
    } catch {
      throw finish(headError(error, isSaved: isSaved))
    }
  }

  /// Takes note of a failure of HEAD that nobody was told yet. Never waits.
  func noteFailureOfHead() {
    if failure == nil, let error = head.failure { _ = finish(headError(error, isSaved: false)) }
  }

  /// Gives the lock back; HEAD is durable.
  func unlock() throws(JournalError) {
    do throws(FileError) { try lock.unlock() } catch { throw JournalError(error) }
  }

  /// Appends whole frames and makes them durable. `sequence` and `contentByteCount` are of the last event and of all the
  /// frames' content.
  ///
  /// - Parameters:
  ///   - isComplete: whether the caller's change ends with these frames.
  ///   - savedEventCount: how many of its events were appended before.
  /// - Returns: the new end of the log, which may be acknowledged.
  func append(
    _ frames: [UInt8], from end: LogPosition, sequence: UInt64, contentByteCount: Int, isComplete: Bool,
    savedEventCount: Int = 0,
    whenSettled: @escaping @Sendable () -> Void
  ) throws(JournalError) -> LogPosition {
    if let failure { throw failure }
    let file = try openSegment(end.segment)
    do throws(FileError) {
      try file.writeAll(frames.span.bytes, at: end.fileOffset)
    } catch {
      try takeBack(file, to: end.fileOffset, after: error, savedEventCount: savedEventCount)
    }
    do throws(FileError) {
      try file.synchronize()
    } catch {
      throw finish(
        JournalError(
          .inputOutput,
          "\(JournalError(error).message) Whether the change was saved is unknown: run 'checkin verify' and look before "
            + "repeating it."))
    }
    var position = end
    position.sequence = sequence
    position.fileOffset += frames.count
    position.contentOffset += contentByteCount
    try announce(position, isSaved: isComplete, whenSettled: whenSettled)
    return position
  }

  /// Lets HEAD say where the log ends; `isSaved` as for ``settle(isSaved:)``.
  func announce(
    _ position: LogPosition, isSaved: Bool = false, whenSettled: @escaping @Sendable () -> Void
  ) throws(JournalError) {
    do throws(FileError) {
      try head.write(position, whenDurable: whenSettled)
    } catch {
      throw finish(headError(error, isSaved: isSaved))
    }
  }

  /// Begins the next segment, which holds its header alone; it is durable afterwards.
  func roll(after end: LogPosition, previousDigest: Digest) throws(JournalError) -> LogPosition {
    if let failure { throw failure }
    let header = SegmentHeader(
      journalID: witness.journalID, firstSequence: end.sequence + 1, previousDigest: previousDigest)
    return try Self.createSegment(header, in: directory)
  }

  /// Writes a segment that holds its header alone. Replaces what a process that was cut off left under a temporary name.
  static func createSegment(_ header: SegmentHeader, in directory: LogDirectory) throws(JournalError) -> LogPosition {
    var writer = WireWriter()
    writer.record(header)
    let frame = try FrameEncoder.frame(of: writer.bytes)
    do throws(FileError) {
      try directory.fileSystem.writeAtomically(frame.span.bytes, to: directory.segmentPath(header.firstSequence))
    } catch {
      throw JournalError(error)
    }
    return LogPosition(
      sequence: header.firstSequence - 1, segment: header.firstSequence, fileOffset: frame.count,
      contentOffset: writer.count)
  }

  /// HEAD can fail for the sake of an earlier change, or of one that another process left: then nothing is said of the
  /// caller's.
  private func headError(_ error: FileError, isSaved: Bool) -> JournalError {
    let consequence =
      isSaved ? "The change was saved, but HEAD does not say so yet." : "HEAD does not say yet where the log ends."
    return JournalError(.inputOutput, "\(JournalError(error).message) \(consequence)")
  }

  private func openSegment(_ firstSequence: UInt64) throws(JournalError) -> any File {
    if let segment, segment.firstSequence == firstSequence { return segment.file }
    let file = try directory.open(segment: firstSequence, for: .readingAndWriting)
    segment = (firstSequence, file)
    return file
  }

  /// Removes what a failed write left behind the end of the log, which nobody was promised.
  private func takeBack(
    _ file: any File, to offset: Int, after error: FileError, savedEventCount: Int
  ) throws(JournalError) {
    let saved =
      savedEventCount == 0
      ? "Nothing was saved"
      : "\(savedEventCount) events of the command were saved before, and stay; repeating the command completes it"
    do throws(FileError) {
      try file.truncate(to: offset)
      try file.synchronize()
    } catch {
      throw finish(
        JournalError(
          .inputOutput, "\(JournalError(error).message) \(saved); part of the rest may stand behind the log's end."))
    }
    throw JournalError(.inputOutput, "\(JournalError(error).message) \(saved)\(Self.remedy(for: error)).")
  }

  private static func remedy(for error: FileError) -> String {
    [ENOSPC, EDQUOT, EFBIG].contains(error.number) ? "; make room on the disk and try again" : ""
  }

  /// Keeps the first failure, which is what later calls are told too.
  private func finish(_ error: JournalError) -> JournalError {
    let first = failure ?? error
    failure = first
    return first
  }
}
