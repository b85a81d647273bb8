internal import FoundationEssentials

/// The result of ``RecordLog/verify()``.
///
/// ```swift
/// let found = try log.verify()
/// print(found.verdict, found.lastSequence)
/// ```
public struct LogVerification: Hashable, Sendable {
  /// The verdict of a verification.
  public enum Verdict: Hashable, Sendable {
    /// Everything that was acknowledged is there, and nothing else.
    case sound
    /// Everything that was acknowledged is there. After it come bytes of a write that was cut off, from this place on;
    /// the next append sets them aside.
    case torn(LogError.Place)
    /// Something that was acknowledged cannot be read, or may be missing. The error says where and why; its
    /// ``LogError/place`` is `nil` if it is not about bytes of one segment.
    ///
    /// After a power cut, it can be unknown whether something is missing. The next append keeps all whole records, and
    /// sets the bytes after them aside.
    case damaged(LogError)
  }

  /// A segment of the log, as far as it could be read.
  public struct Segment: Hashable, Sendable {
    /// The name of the file in the directory `log`.
    public var name: String
    /// The number of records in the segment.
    public var recordCount = 0
    /// The bytes of its decompressed content.
    public var contentByteCount = 0
    /// SHA-256 of its decompressed content, which the next segment names; of the last one, up to the last record.
    public var digest: Digest
  }

  /// The verdict on the log.
  public var verdict: Verdict
  /// The last record up to which everything can be read; 0 for an empty log.
  public var lastSequence: UInt64
  /// The segments that were read, oldest first.
  public var segments: [Segment]
}

extension RecordLog {
  /// Rereads everything: every checksum of the frames, the form and the numbers of the records, the digests by which
  /// each segment names the one before it, and HEAD.
  ///
  /// Writes nothing, and holds the lock only if the log does not end cleanly, to tell a torn write from one that is
  /// under way. Takes time proportional to the log's length.
  ///
  /// ```swift
  /// switch try log.verify().verdict {
  /// case .sound: print("sound")
  /// case .torn(let place): print("torn at byte \(place.offset) of \(place.segment)")
  /// case .damaged(let error): print(error.message)
  /// }
  /// ```
  ///
  /// - Throws: `inputOutput` where the system cannot read, which is no damage; `busy`.
  public func verify() throws(LogError) -> LogVerification {
    var pass = VerifyingPass()
    let verdict: LogVerification.Verdict
    do throws(LogError) {
      let head = try requireHead()
      let end = acknowledgedEnd(head)
      try pass.read(try LogReader(directory, journalID: head.journalID, limit: end), upTo: end)
      verdict = try verdictOnEnd(after: end, journalID: head.journalID)
    } catch {
      guard error.code == .damaged else { throw error }
      verdict = .damaged(error)
    }
    return LogVerification(verdict: verdict, lastSequence: pass.lastSequence, segments: pass.segments)
  }

  /// Judges what comes after everything that was acknowledged.
  private func verdictOnEnd(
    after end: LogPosition, journalID: UUID
  ) throws(LogError) -> LogVerification.Verdict {
    var reader = try LogReader(directory, journalID: journalID, from: end)
    _ = try reader.readAll(RecordForm.check)
    if reader.scan.isSound { return .sound }
    let tail = try tail()
    if let doubt = tail.doubt { return .damaged(doubt) }
    guard let torn = tail.torn else { return .sound }
    return .torn(LogError.Place(segment: LogDirectory.segmentName(torn.segment), offset: torn.offset))
  }
}

/// One pass over the whole log.
private struct VerifyingPass {
  private(set) var segments: [LogVerification.Segment] = []
  private(set) var lastSequence: UInt64 = 0
  private var hasher = SHA256Hasher()

  /// - Throws: `damaged`; `inputOutput`.
  mutating func read(_ log: LogReader, upTo end: LogPosition) throws(LogError) {
    var reader = log
    defer { finishSegment() }
    while let batch = try reader.next() {
      if segments.last?.name != LogDirectory.segmentName(batch.segment) { try beginSegment(batch) }
      hasher.update(batch)
      segments[segments.count - 1].contentByteCount += batch.framedByteCount
      let bytes = batch.content.span.bytes
      for (index, record) in batch.records.enumerated() {
        if case .malformed(let reason) = RecordForm.check(bytes, record) {
          throw reader.scan.damage(in: batch, atRecord: index, reason: reason)
        }
        segments[segments.count - 1].recordCount += 1
        lastSequence = batch.firstSequence + UInt64(index)
      }
    }
    if let failure = reader.scan.failure(upTo: end) { throw failure }
    guard reader.scan.position == end else {
      throw .damaged(
        segment: LogDirectory.segmentName(end.segment), offset: end.fileOffset,
        reason: "HEAD says that record \(end.sequence) ends here, and it does not")
    }
  }

  private mutating func beginSegment(_ batch: RecordBatch) throws(LogError) {
    finishSegment()
    let previous = segments.last
    hasher = SHA256Hasher()
    segments.append(
      LogVerification.Segment(name: LogDirectory.segmentName(batch.segment), digest: hasher.finalize()))
    guard let previous, let header = batch.header, header.previousDigest != previous.digest else { return }
    throw .damaged(
      segment: LogDirectory.segmentName(batch.segment), offset: 0,
      reason: "it follows a segment with other content than \(previous.name) has")
  }

  private mutating func finishSegment() {
    guard !segments.isEmpty else { return }
    segments[segments.count - 1].digest = hasher.finalize()
  }
}
