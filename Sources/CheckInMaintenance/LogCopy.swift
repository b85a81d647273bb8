internal import EventLog
internal import FoundationEssentials

/// The copying of a journal's local log into another directory: a backup, or a fork, which has another identity.
///
/// Compare first, then write. HEAD comes last, so until then the copy is what it was, or has some of the new events.
struct LogCopy {
  let source: LogDirectory
  let target: LogDirectory
  /// The source's HEAD: the copy ends where it does.
  let head: Head
  /// The identity that the copy's segments get; `nil` for the source's.
  let identity: UUID?
  /// The segments that were compared, ascending.
  private(set) var segments: [SegmentCopy] = []

  init(from source: LogDirectory, upTo head: Head, to target: LogDirectory, as identity: UUID? = nil) {
    self.source = source
    self.target = target
    self.head = head
    self.identity = identity
  }

  /// The digest of the copy's last segment.
  var digest: Digest { segments.last?.wanted.digest ?? Digest(of: []) }

  /// Reads both logs, and compares them.
  ///
  /// - Throws: `damaged` if the source can't be read up to HEAD, or lacks a segment; `inputOutput`.
  mutating func compare(_ progress: Journal.Progress? = nil) throws(JournalError) -> SegmentCopy.Relation {
    try withJournalErrors {
      let names = try source.segments().filter { $0 <= head.position.segment }
      let known = try target.look().head?.position.sequence ?? 0
      if try known > head.position.sequence || target.segments().contains(where: { !names.contains($0) }) {
        return .ahead
      }
      guard names.last == head.position.segment else { throw gap(before: head.position.segment) }
      for (index, name) in names.enumerated() {
        progress?(index, names.count)
        try checkHeader(of: name)
        let limit = limit(of: name)
        var segment =
          if let identity {
            try SegmentCopy(name, from: source, limit: limit, as: identity, after: segments.last?.wanted.digest)
          } else {
            try SegmentCopy(name, from: source, to: target, limit: limit)
          }
        let relation = try segment.relation(in: target)
        guard relation == .behind else { return relation }
        segments.append(segment)
      }
      return .behind
    }
  }

  /// Reads the segments of the source from the one that the copy ends in on, and compares them with what is known of
  /// the copy.
  ///
  /// - Returns: `false` if the source says something else.
  /// - Throws: As ``compare(_:)``.
  mutating func compare(withEndOf record: BackupRecord) throws(JournalError) -> Bool {
    let last = record.end.segment
    return try withJournalErrors {
      for name in try source.segments() where name >= last && name <= head.position.segment {
        let present = name == last ? record.segments.last?.extent : nil
        guard (present == nil) == (name > last) else { return false }
        var segment = try SegmentCopy(name, from: source, limit: limit(of: name), knowing: present)
        guard try segment.relation(in: target) == .behind else { return false }
        if let previous = segments.last {
          let header = try SegmentHeader(of: source.open(segment: name))
          guard header?.previousDigest == previous.wanted.digest else { return false }
        }
        segments.append(segment)
      }
      return segments.last?.segment == head.position.segment
    }
  }

  /// Rejects a segment that doesn't follow the one before it in the source.
  ///
  /// Accepts an unreadable header, because the error of reading that segment names the position.
  private func checkHeader(of name: UInt64) throws {
    guard let header = try SegmentHeader(of: source.open(segment: name)) else { return }
    guard header.journalID == head.journalID, header.firstSequence == name,
      header.previousDigest == segments.last?.sourceDigest
    else { throw gap(before: name) }
  }

  private func gap(before segment: UInt64) -> JournalError {
    JournalError(
      .damaged,
      """
      \(LogDirectory.segmentName(segment)) doesn't follow the segment before it. \
      \(run: .repair, or: "Repair the journal") first. Nothing was changed.
      """)
  }

  private func limit(of segment: UInt64) -> Int? {
    segment == head.position.segment ? head.position.contentOffset : nil
  }

  /// Writes the parts that the copy lacks, and makes them durable.
  ///
  /// - Parameter body: Is called with each segment, its size, and the number of its new bytes.
  /// - Returns: The end of the copy, for ``writeHead(_:)``.
  func write(_ body: (SegmentCopy, Int, Int) -> Void = { _, _, _ in }) throws(JournalError) -> LogPosition {
    var end = head.position
    for segment in segments {
      let written = try withJournalErrors { try segment.write(to: target) }
      body(segment, written.byteCount, written.newByteCount)
      end.fileOffset = written.byteCount
      end.contentOffset = segment.wanted.contentByteCount
    }
    return end
  }

  /// Writes HEAD, which promises everything before a position, unless it does so already.
  func writeHead(_ position: LogPosition) throws(JournalError) {
    try withJournalErrors {
      let reading = try target.look()
      if case .head(let known, isWhole: true) = reading, known.position == position { return }
      let generation = identity == nil ? max(reading.head?.generation ?? 0, head.generation) : 1
      let new = Head(journalID: identity ?? head.journalID, generation: generation, position: position)
      try target.writeHead(HeadFormat.content(new))
    }
  }
}
