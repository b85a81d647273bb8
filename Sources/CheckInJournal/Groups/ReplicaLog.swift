public import EventLog
public import FoundationEssentials

/// A replica's log as others copy it: a journal's own, or a copy of another's.
///
/// Only events up to HEAD are reported. HEAD is made durable before any of them is handed out, so that no power cut
/// takes them back. Nothing is written, and no lock is taken.
///
/// ```swift
/// let log = ReplicaLog(ofJournalAt: path)
/// print(try log.end()?.sequence ?? 0)
/// ```
public struct ReplicaLog: Sendable {
  package let directory: LogDirectory

  /// The own log of the journal in the directory at `path`.
  public init(ofJournalAt path: String) {
    self.init(path, in: DiskFileSystem())
  }

  package init(_ path: String, in fileSystem: any FileSystem) {
    directory = LogDirectory(fileSystem: fileSystem, path: path)
  }

  /// Returns the log's HEAD.
  ///
  /// - Returns: `nil` if there is no log.
  /// - Throws: `damaged` if HEAD can't be read; `inputOutput`.
  package func head() throws(JournalError) -> Head? {
    switch try withJournalErrors({ try directory.look() }) {
    case .missing: return nil
    case .head(let head, _): return head
    case .unreadable, .foreign: throw JournalError(.damaged, "HEAD cannot be read in \(directory.path).")
    }
  }

  /// The identity of the replica's journal; `nil` where there is no log.
  ///
  /// - Throws: as ``end()``.
  public func replica() throws(JournalError) -> UUID? { try head()?.journalID }

  /// The last event that is there; `nil` where there is no log. Constant.
  ///
  /// - Throws: as ``end()``.
  public func lastSequence() throws(JournalError) -> UInt64? { try head()?.position.sequence }

  /// Returns the position of the log's end; `nil` if there is no log.
  ///
  /// Reads the last segment.
  ///
  /// - Throws: `damaged`; `inputOutput`.
  public func end() throws(JournalError) -> ReplicaPosition? {
    guard let head = try head() else { return nil }
    return try position(at: head.position.sequence, head)
  }

  /// Returns the digest of the log up to an event; `nil` if the log ends before it.
  ///
  /// Reads the event's segment.
  ///
  /// - Throws: `damaged`; `inputOutput`.
  public func digest(at sequence: UInt64) throws(JournalError) -> Digest? {
    guard let head = try head(), sequence <= head.position.sequence else { return nil }
    return try position(at: sequence, head).digest
  }

  /// Returns digests of the log up to each of some events, by the events' sequence numbers.
  ///
  /// The result omits events that the log doesn't have. Reads the log from the first of the events to the last.
  ///
  /// - Throws: `damaged`; `inputOutput`.
  package func digests(at sequences: Set<UInt64>) throws(JournalError) -> [UInt64: Digest] {
    guard let head = try head() else { return [:] }
    let wanted = sequences.filter { (1...max(1, head.position.sequence)).contains($0) }.sorted()
    guard let first = wanted.first, first <= head.position.sequence else { return [:] }
    var chunks = try ReplicaChunks(directory, head: head, after: first - 1)
    return try chunks.digests(at: wanted)
  }

  /// Some events of the log, by their numbers; those that it does not have are left out. Reads their segments.
  ///
  /// - Throws: `damaged`; `inputOutput`.
  package func events(_ sequences: Set<UInt64>) throws(JournalError) -> [UInt64: Event] {
    guard let head = try head() else { return [:] }
    let segments = try withJournalErrors { try directory.segments() }
    var wanted = sequences.filter { (1...max(1, head.position.sequence)).contains($0) }.sorted()[...]
    var events: [UInt64: Event] = [:]
    while let first = wanted.first, let segment = segments.last(where: { $0 <= first }) {
      let next = segments.first { $0 > first } ?? .max
      var reader = try EventReader(
        directory, journalID: head.journalID, from: LogPosition(beginningOf: segment), limit: head.position)
      try reader.forEachEvent { event, bytes in
        if event.sequence == wanted.first {
          events[event.sequence] = Event(event, in: bytes)
          wanted.removeFirst()
        }
        return wanted.first.map { event.sequence < $0 && $0 < next } ?? false
      }
      if wanted.first == first { throw reader.failure(upTo: head.position) ?? missing(first) }
    }
    return events
  }

  private func missing(_ sequence: UInt64) -> JournalError {
    JournalError(.damaged, "Event \(sequence), which was acknowledged, cannot be read in \(directory.path).")
  }

  private func position(at sequence: UInt64, _ head: Head) throws(JournalError) -> ReplicaPosition {
    try ReplicaChunks(directory, head: head, after: sequence).position
  }

  /// The events after one, in chunks.
  ///
  /// - Parameters:
  ///   - sequence: the last event that is not wanted; none comes after it where the log does not go so far.
  ///   - byteLimit: a chunk is closed with so many bytes; it has one frame at least. It is also closed where its
  ///     content has 8 MiB, half of what a receiver accepts.
  /// - Throws: `damaged`; `inputOutput`.
  public func chunks(after sequence: UInt64, byteLimit: Int = 1 << 20) throws(JournalError) -> ReplicaChunks {
    guard let head = try head() else { throw JournalError(.notFound, "There is no log in \(directory.path).") }
    if sequence < head.position.sequence {
      // HEAD is synced only some milliseconds after it was written. A power cut could leave one that does not know what
      // others have, and until the next commit the log would look like an older copy of itself.
      try withJournalErrors { try directory.synchronizeHead() }
    }
    return try ReplicaChunks(directory, head: head, after: sequence, byteLimit: byteLimit)
  }
}

/// Hands out a log in chunks, in order; see ``ReplicaLog/chunks(after:byteLimit:)``.
///
/// ```swift
/// var chunks = try journal.ownLog.chunks(after: 0)
/// while let chunk = try chunks.next() { print(chunk.firstSequence, chunk.body.count) }
/// ```
public struct ReplicaChunks {
  private let directory: LogDirectory
  private let head: Head
  private let byteLimit: Int
  /// The segments that are still to be read, ascending.
  private var segments: ArraySlice<UInt64>
  private var current: (reader: SegmentReader, file: any File, segment: UInt64)?
  /// Frames that were read and not looked at yet, the last first.
  private var waiting: [(content: [UInt8], fileOffset: Int, byteCount: Int)] = []
  /// Of the content of the current segment so far.
  private(set) var hasher = SHA256Hasher()
  /// The last event that was handed out or passed over.
  private var sequence: UInt64 = 0

  /// Passes over the events up to one.
  init(
    _ directory: LogDirectory, head: Head, after last: UInt64, byteLimit: Int = 1 << 20
  ) throws(JournalError) {
    self.directory = directory
    self.head = head
    self.byteLimit = max(byteLimit, 1)
    let all = try withJournalErrors { try directory.segments() }.filter { $0 <= head.position.segment }
    let first = all.last { $0 <= max(last, 1) } ?? 1
    segments = all.filter { $0 >= first }[...]
    guard segments.first == first else { throw missing(first) }
    sequence = first - 1
    if last == 0 { return }
    while sequence < last, let frame = try nextFrame() {
      let records = try self.records(of: frame)
      if let end = records.lastSequence, end > last {
        let rest = Array(records.content(after: last))
        pass(records, content: Array(records.content[..<(records.content.count - rest.count)]), upTo: last)
        // Reframed: what is left is no frame of the file.
        waiting.append((rest, -1, 0))
      } else {
        pass(records, content: records.content, upTo: records.lastSequence ?? sequence)
      }
    }
    guard sequence == min(last, head.position.sequence) || sequence >= last else { throw missing(sequence + 1) }
  }

  /// The position up to which the log was returned or skipped.
  var position: ReplicaPosition { ReplicaPosition(sequence: sequence, digest: hasher.finalize()) }

  /// The next chunk; `nil` at the log's end.
  ///
  /// - Throws: `damaged`; `inputOutput`.
  public mutating func next() throws(JournalError) -> ReplicaChunk? {
    let before = position
    var body: [UInt8] = []
    var contentByteCount = 0
    // A segment's header goes along with the event that comes after it.
    var endsWithHeader = false
    while body.count < byteLimit && contentByteCount < ReplicaChunk.maximumContentByteCount / 2 || endsWithHeader,
      sequence < head.position.sequence
    {
      guard let frame = try nextFrame() else { throw missing(sequence + 1) }
      let records = try self.records(of: frame)
      if let header = records.header { hasher = try begin(header) }
      guard records.records.isEmpty || records.records[0].sequence == sequence + 1 else { throw missing(sequence + 1) }
      let whole = records.records.last.map { $0.sequence <= head.position.sequence } ?? true
      let content = whole ? records.content : Array(records.content(after: 0, upTo: head.position.sequence))
      if whole, frame.fileOffset >= 0, let file = current?.file {
        body += try withJournalErrors { try file.readBytes(at: frame.fileOffset, count: frame.byteCount) }
      } else {
        body += try withJournalErrors { try FrameEncoder.frame(of: content) }
      }
      contentByteCount += content.count
      hasher.update(content.span.bytes)
      endsWithHeader = records.records.isEmpty
      sequence = min(records.records.last?.sequence ?? sequence, head.position.sequence)
    }
    guard sequence > before.sequence else { return nil }
    return ReplicaChunk(
      replica: head.journalID, firstSequence: before.sequence + 1, lastSequence: sequence,
      previousDigest: before.digest, digest: hasher.finalize(), body: body)
  }

  /// The log's digests up to some events, which come after those that were passed over, ascending.
  ///
  /// - Throws: `damaged`; `inputOutput`.
  fileprivate mutating func digests(at sequences: [UInt64]) throws(JournalError) -> [UInt64: Digest] {
    var digests: [UInt64: Digest] = [:]
    var wanted = sequences[...]
    while let next = wanted.first {
      guard let frame = try nextFrame() else { throw missing(next) }
      let records = try self.records(of: frame)
      if let header = records.header { hasher = try begin(header) }
      var hashed = 0
      for record in records.records where record.sequence == wanted.first {
        hasher.update(Array(records.content[hashed..<record.end]).span.bytes)
        hashed = record.end
        digests[record.sequence] = hasher.finalize()
        wanted.removeFirst()
      }
      hasher.update(Array(records.content[hashed...]).span.bytes)
      sequence = records.lastSequence ?? sequence
    }
    return digests
  }

  private mutating func pass(_ records: FrameRecords, content: [UInt8], upTo last: UInt64) {
    if records.header != nil { hasher = SHA256Hasher() }
    hasher.update(content.span.bytes)
    sequence = last
  }

  private func begin(_ header: SegmentHeader) throws(JournalError) -> SHA256Hasher {
    guard header.journalID == head.journalID, header.firstSequence == sequence + 1,
      header.previousDigest == (header.firstSequence == 1 ? nil : hasher.finalize())
    else {
      throw JournalError(
        .damaged,
        "Segment \(LogDirectory.segmentName(header.firstSequence)) in \(directory.path) does not follow the one before "
          + "it.")
    }
    return SHA256Hasher()
  }

  private func records(
    of frame: (content: [UInt8], fileOffset: Int, byteCount: Int)
  ) throws(JournalError) -> FrameRecords {
    do throws(WireError) {
      return try FrameRecords(frame.content)
    } catch {
      throw JournalError(
        .damaged, "The log in \(directory.path) is damaged after event \(sequence): \(error.reason).")
    }
  }

  /// The next frame, of the next segment where this one has ended.
  private mutating func nextFrame() throws(JournalError) -> (content: [UInt8], fileOffset: Int, byteCount: Int)? {
    while waiting.isEmpty {
      if current == nil {
        guard let segment = segments.popFirst() else { return nil }
        current = try withJournalErrors {
          let file = try directory.open(segment: segment)
          return (try SegmentReader(file, from: 0), file, segment)
        }
      }
      guard let (reader, _, segment) = current else { return nil }
      let batch = try withJournalErrors { try reader.next() }
      for frame in batch.frames.reversed() {
        waiting.append(
          (Array(batch.content[frame.content.start..<frame.content.end]), frame.fileOffset, frame.byteCount))
      }
      // Bytes after the log's end are nobody's business here; before it, what is missing is noticed by its number.
      if batch.stop != nil, waiting.isEmpty {
        current = nil
        if segment == head.position.segment { segments = [] }
      }
    }
    return waiting.removeLast()
  }

  private func missing(_ sequence: UInt64) -> JournalError {
    JournalError(
      .damaged, "Event \(sequence), which was acknowledged, cannot be read in \(directory.path).")
  }
}
