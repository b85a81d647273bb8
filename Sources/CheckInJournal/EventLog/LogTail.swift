/// The log's end as somebody who holds the lock finds it: what HEAD names, and what comes after.
///
/// A ``LogWriter`` is made of one and of nothing else, so where it writes is never what a reader believed or what a
/// cache said (rule 20a). Making one writes nothing.
///
/// Rules applied here: 12 (what HEAD names has to be there), 13 and 14 (what comes after it), 16 (half of HEAD
/// damaged), 20 (a newer version's events).
struct LogTail {
  let directory: LogDirectory
  let lock: JournalLock
  /// What HEAD says.
  let head: Witness
  /// The end of the last whole frame, at HEAD or after it.
  let end: LogPosition
  /// What comes after that end.
  let torn: TornTail?

  /// - Throws: `damaged` where the log does not end as HEAD says, or HEAD cannot be read; `newerVersion`;
  ///   `inputOutput`.
  init(_ directory: LogDirectory, lock: JournalLock) throws(JournalError) {
    self.directory = directory
    self.lock = lock
    guard case .witness(let head, let isWhole) = try WitnessReading(directory) else {
      throw JournalError(.damaged, "HEAD cannot be read in \(directory.path), so nothing is appended.")
    }
    self.head = head
    try Self.requireFrame(endingAt: head, in: directory)

    var visitor = StructureOnly()
    let scan = try LogScanner(directory: directory, journalID: head.journalID).scan(
      from: head.position, visitor: &visitor)
    end = scan.position
    guard scan.notUnderstood == 0, scan.formatVersion <= EventLogSchema.formatVersion else {
      throw JournalError(.newerVersion, "A newer version of checkin writes here; to write, use that version.")
    }
    switch scan.ending {
    case .clean: torn = nil
    case .damaged(let error): throw error
    case .unreadable(let segment, let offset, let byteCount, let reason):
      // The damaged half of HEAD may have named these bytes.
      if !isWhole, end.sequence == head.position.sequence {
        throw .damaged(segment: LogDirectory.segmentName(segment), offset: offset, reason: reason)
      }
      torn = TornTail(segment: segment, offset: offset, byteCount: byteCount)
    }
  }

  /// Checks that HEAD's segment belongs to its journal, and that a whole frame ends where HEAD says, with the event
  /// that HEAD names.
  private static func requireFrame(endingAt head: Witness, in directory: LogDirectory) throws(JournalError) {
    let position = head.position
    let file = try directory.open(segment: position.segment)
    try withJournalErrors {
      guard let header = try header(of: file), header.journalID == head.journalID,
        header.firstSequence == position.segment,
        let content = try FrameSearch.content(in: file, endingAt: position.fileOffset),
        lastSequence(in: content) == position.sequence
      else {
        throw JournalError(
          .damaged,
          "HEAD says that event \(position.sequence) ends at byte \(position.fileOffset) of segment "
            + "\(LogDirectory.segmentName(position.segment)), where no such event of this journal ends. Nothing was "
            + "saved; 'checkin repair' tells what can be done.")
      }
    }
  }

  /// The last event in a frame's content; of one that holds a segment's header alone, the event before the segment.
  private static func lastSequence(in content: [UInt8]) -> UInt64? {
    LastRecord(in: content.span.bytes, ByteRange(start: 0, end: content.count))?.sequence
      ?? FrameSearch.firstSequence(in: content).flatMap { $0 > 0 ? $0 - 1 : nil }
  }

  private static func header(of file: any File) throws(FileError) -> SegmentHeader? {
    for byteCount in [4096, FrameFormat.maximumByteCount] {
      let bytes = try file.readBytes(at: 0, count: byteCount)
      guard case .frame(let frameByteCount, _) = FrameFormat.inspect(bytes.span.bytes, at: 0) else { continue }
      guard let content = FrameDecoder().content(of: bytes.span.bytes.extracting(0..<frameByteCount)) else {
        return nil
      }
      let span = content.span.bytes
      var reader = WireReader(start: 0, end: content.count)
      guard let tag = try? reader.tag(in: span), tag == .bytes(LogField.segment),
        let record = try? reader.byteRange(in: span)
      else { return nil }
      return try? SegmentHeader(record, in: span)
    }
    return nil
  }
}
