package import FoundationEssentials

/// The part of a segment's file that can be read from its start, and the digest of that part.
package struct SegmentExtent: Hashable, Sendable {
  /// Bytes of decompressed content.
  package var contentByteCount = 0
  /// The end of the last whole frame.
  package var fileByteCount = 0
  package var digest = SHA256Hasher().finalize()

  package init() {}

  package init(contentByteCount: Int, fileByteCount: Int, digest: Digest) {
    self.contentByteCount = contentByteCount
    self.fileByteCount = fileByteCount
    self.digest = digest
  }
}

/// One segment on its way into a copy of its log: a backup, or a fork, which has another identity.
///
/// The copy is extended, never rewritten: the frames that it has stay, and what they lack comes after them. So whatever
/// names a place in the copy still finds it, even where the source was reframed in between. Of a little, one frame is
/// made and appended, as a writer of the log does; of more, a new file, which takes the old one's name when it is
/// durable.
package struct SegmentCopy {
  /// So many bytes of content are appended as one frame at the most.
  fileprivate static let appendedByteLimit = 1 << 20

  package let segment: UInt64
  let source: any File
  /// The end of the content to copy; `nil` to copy all of it.
  let limit: Int?
  /// The content that the copy already has; `nil` if it has no such segment.
  package let present: SegmentExtent?
  /// The source's content up to the limit. Its size in the file isn't set.
  package private(set) var wanted = SegmentExtent()
  /// The digest of the source's content up to the limit, as ``relation(in:)`` read it; `nil` before.
  package private(set) var sourceDigest: Digest?
  private let targetByteCount: Int
  /// The header to write to the copy instead of the source's; `nil` to copy the source's header.
  private let header: SegmentHeader?
  private var missing = Missing()

  /// The content that the copy lacks.
  private struct Missing {
    enum Piece {
      /// Whole frames, by their place in the source's file.
      case frames(Range<Int>)
      /// Part of a frame. Frames hold whole records, and so does this: its ends lay between two frames once.
      case content([UInt8])
    }

    /// In order.
    private(set) var pieces: [Piece] = []
    /// All of the content, unless that is more than is appended.
    private(set) var content: [UInt8]? = []
    /// Of all the content.
    var digest = SegmentExtent().digest

    /// Adds a frame of the source, or the part of it from `start` to the end of `content`.
    ///
    /// - Parameter frame: The frame; `nil` if the source has no frame with this content.
    mutating func add(_ content: RawSpan, from start: Int, of frame: FrameBatch.Frame?) {
      let part = content.extracting(droppingFirst: start)
      if let known = self.content?.count, known + part.byteCount <= SegmentCopy.appendedByteLimit {
        part.withUnsafeBytes { self.content?.append(contentsOf: $0) }
      } else {
        self.content = nil
      }
      guard let frame, start == 0, content.byteCount == frame.content.count else {
        return pieces.append(.content(part.withUnsafeBytes { Array($0) }))
      }
      let place = frame.fileOffset..<frame.fileOffset + frame.byteCount
      if case .frames(let before)? = pieces.last, before.upperBound == place.lowerBound {
        pieces[pieces.count - 1] = .frames(before.lowerBound..<place.upperBound)
      } else {
        pieces.append(.frames(place))
      }
    }
  }

  /// The relation of the copy to the source before anything is written.
  package enum Relation {
    /// The source says what the copy says, and perhaps more.
    case behind
    /// The copy says what the source says, and more.
    case ahead
    /// They say different things.
    case diverged
  }

  /// Reads the copy.
  ///
  /// - Throws: `inputOutput`.
  package init(_ segment: UInt64, from source: LogDirectory, to target: LogDirectory, limit: Int?) throws(LogError) {
    var present: SegmentExtent?
    var targetByteCount = 0
    try withLogErrors {
      guard try target.fileSystem.kind(of: target.segmentPath(segment)) != nil else { return }
      let file = try target.open(segment: segment)
      targetByteCount = try file.size()
      present = try Self.extent(of: file)
    }
    try self.init(segment, from: source, limit: limit, present: present, targetByteCount: targetByteCount)
  }

  /// Relies on what is known of the copy: the whole file is as far as it was read.
  ///
  /// - Throws: `inputOutput`.
  package init(
    _ segment: UInt64, from source: LogDirectory, limit: Int?, knowing present: SegmentExtent?
  ) throws(LogError) {
    try self.init(segment, from: source, limit: limit, present: present, targetByteCount: present?.fileByteCount ?? 0)
  }

  /// Copies into a new log with another identity.
  ///
  /// - Parameter previousDigest: The digest of the new log's segment before this one.
  /// - Throws: `inputOutput`.
  package init(
    _ segment: UInt64, from source: LogDirectory, limit: Int?, as journalID: UUID, after previousDigest: Digest?
  ) throws(LogError) {
    let header = SegmentHeader(journalID: journalID, firstSequence: segment, previousDigest: previousDigest)
    try self.init(segment, from: source, limit: limit, present: nil, targetByteCount: 0, header: header)
  }

  private init(
    _ segment: UInt64, from source: LogDirectory, limit: Int?, present: SegmentExtent?, targetByteCount: Int,
    header: SegmentHeader? = nil
  ) throws(LogError) {
    self.segment = segment
    self.limit = limit
    self.source = try source.open(segment: segment)
    self.present = present
    self.targetByteCount = targetByteCount
    self.header = header
  }

  /// `true` if there is nothing to write.
  package var isRight: Bool {
    present.map { $0.contentByteCount == wanted.contentByteCount && $0.fileByteCount == targetByteCount } ?? false
  }

  /// Reads the source, and the copy again where that has more, and compares.
  ///
  /// - Throws: `damaged` where the source cannot be read up to the limit; `inputOutput`.
  package mutating func relation(in target: LogDirectory) throws(LogError) -> Relation {
    var missing = Missing()
    let present = present ?? SegmentExtent()
    var hasher = SHA256Hasher()
    var missingHasher = SHA256Hasher()
    var digestAtPresent = present.contentByteCount == 0 ? hasher.finalize() : nil
    var count = 0
    var sourceHasher = SHA256Hasher()
    let header = header
    return try withLogErrors {
      try forEachSourceFrame(
        original: { if header != nil { sourceHasher.update($0) } }
      ) { content, frame in
        let end = count + content.byteCount
        let known = min(max(0, present.contentByteCount - count), content.byteCount)
        if known > 0 {
          hasher.update(content.extracting(first: known))
          if count + known == present.contentByteCount { digestAtPresent = hasher.finalize() }
        }
        if known < content.byteCount {
          let new = content.extracting(droppingFirst: known)
          hasher.update(new)
          if present.contentByteCount > 0 { missingHasher.update(new) }
          missing.add(content, from: known, of: frame)
        }
        count = end
      }
      wanted = SegmentExtent(contentByteCount: count, fileByteCount: 0, digest: hasher.finalize())
      sourceDigest = header == nil ? wanted.digest : sourceHasher.finalize()
      missing.digest = present.contentByteCount > 0 ? missingHasher.finalize() : wanted.digest
      self.missing = missing
      if let digestAtPresent { return digestAtPresent == present.digest ? .behind : .diverged }
      let start = try Self.extent(of: target.open(segment: segment), upTo: count)
      return start.contentByteCount == count && start.digest == wanted.digest ? .ahead : .diverged
    }
  }

  // MARK: Writing

  /// Writes what the copy lacks.
  ///
  /// - Returns: the copy's size, and how many bytes of it are new.
  /// - Throws: `inputOutput`.
  package func write(to target: LogDirectory) throws(LogError) -> (byteCount: Int, newByteCount: Int) {
    let kept = present ?? SegmentExtent()
    guard !isRight else { return (kept.fileByteCount, 0) }
    return try withLogErrors {
      let byteCount: Int
      if let content = missing.content, !content.isEmpty, present != nil, kept.fileByteCount == targetByteCount {
        byteCount = try append(content, to: target, at: kept.fileByteCount)
      } else {
        byteCount = try rewrite(to: target, keeping: kept)
      }
      return (byteCount, byteCount - kept.fileByteCount)
    }
  }

  /// Appends one frame: a crash leaves it whole, or bytes that HEAD does not reach and that no frame follows.
  private func append(_ content: [UInt8], to target: LogDirectory, at end: Int) throws -> Int {
    let file = try target.open(segment: segment, for: .readingAndWriting)
    let frame = try FrameEncoder.frame(of: content)
    try file.writeAll(frame.span.bytes, at: end)
    try file.synchronize()
    return end + frame.count
  }

  private func rewrite(to target: LogDirectory, keeping kept: SegmentExtent) throws -> Int {
    let temporaryPath = target.segmentPath(segment) + ".new"
    if try target.fileSystem.kind(of: temporaryPath) != nil { try target.fileSystem.remove(temporaryPath) }
    return try target.fileSystem.removing(temporaryPath) {
      let file = try target.fileSystem.create(temporaryPath)
      var offset = 0
      func copy(_ range: Range<Int>, of other: any File) throws {
        var place = range.lowerBound
        while place < range.upperBound {
          let bytes = try other.readBytes(at: place, count: min(1 << 20, range.upperBound - place))
          guard !bytes.isEmpty else { break }
          try file.writeAll(bytes.span.bytes, at: offset)
          place += bytes.count
          offset += bytes.count
        }
      }
      if kept.fileByteCount > 0 { try copy(0..<kept.fileByteCount, of: target.open(segment: segment)) }
      for piece in missing.pieces {
        switch piece {
        case .frames(let range): try copy(range, of: source)
        case .content(let content):
          let frame = try FrameEncoder.frame(of: content)
          try file.writeAll(frame.span.bytes, at: offset)
          offset += frame.count
        }
      }
      try file.synchronize()
      try target.replaceSegment(segment, with: temporaryPath)
      return offset
    }
  }

  // MARK: Reading

  /// Reads what was written: whether the copy has, after what it had before, just what it lacked.
  package func isWritten(in target: LogDirectory) throws(LogError) -> Bool {
    try withLogErrors {
      let file = try target.open(segment: segment)
      let extent = try Self.extent(of: file, from: present?.fileByteCount ?? 0)
      return try extent.digest == missing.digest && extent.fileByteCount == file.size()
    }
  }

  /// Calls `body` with the content of each of the source's frames up to the limit; of one that reaches over it, with
  /// the part before it; of the first, if the copy has another identity, with the changed content and no frame.
  /// Calls `original` with the unchanged content of each.
  private func forEachSourceFrame(
    original: (RawSpan) -> Void, _ body: (RawSpan, FrameBatch.Frame?) throws -> Void
  ) throws {
    var count = 0
    let stop = try Self.forEachFrame(of: source) { content, frame in
      let part = min(content.byteCount, (limit ?? .max) - count)
      if part > 0 {
        original(content.extracting(first: part))
        let changed = try count == 0 ? renamed(content.extracting(first: part)) : nil
        if let changed {
          try body(changed.span.bytes, nil)
        } else {
          try body(content.extracting(first: part), frame)
        }
      }
      count += part
      return limit.map { count < $0 } ?? true
    }
    if case .invalid(let offset, let reason)? = stop {
      throw LogError.damaged(segment: LogDirectory.segmentName(segment), offset: offset, reason: reason)
    }
    if let limit, count < limit {
      throw LogError.damaged(
        segment: LogDirectory.segmentName(segment), offset: try source.size(), reason: "it ends before HEAD says")
    }
  }

  /// Returns the content of the source's first frame with another identity in its header; `nil` if the copy has the
  /// same identity.
  private func renamed(_ content: RawSpan) throws(LogError) -> [UInt8]? {
    guard var header else { return nil }
    guard let (old, end) = SegmentHeader.first(in: content) else {
      throw .damaged(segment: LogDirectory.segmentName(segment), offset: 0, reason: "its header cannot be read")
    }
    header.formatVersion = old.formatVersion
    var writer = WireWriter()
    writer.record(header)
    return writer.bytes + content.extracting(droppingFirst: end).withUnsafeBytes { Array($0) }
  }

  private static func extent(of file: any File, from start: Int = 0, upTo limit: Int? = nil) throws -> SegmentExtent {
    var extent = SegmentExtent()
    extent.fileByteCount = start
    var hasher = SHA256Hasher()
    _ = try forEachFrame(of: file, from: start) { content, frame in
      let part = min(content.byteCount, (limit ?? .max) - extent.contentByteCount)
      hasher.update(content.extracting(0..<part))
      extent.contentByteCount += part
      extent.fileByteCount = frame.fileOffset + frame.byteCount
      return limit.map { extent.contentByteCount < $0 } ?? true
    }
    extent.digest = hasher.finalize()
    return extent
  }

  /// From so many bytes of a file on, several threads decompress it.
  private static let parallelByteCount = 2 << 20

  /// Calls `body` with each whole frame until it answers `false`, or none follows.
  ///
  /// - Returns: why no frame follows; `nil` where `body` ended it.
  private static func forEachFrame(
    of file: any File, from start: Int = 0, _ body: (RawSpan, FrameBatch.Frame) throws -> Bool
  ) throws -> SegmentReader.Stop? {
    let reader = try SegmentReader(file, from: start)
    let isLong = try file.size() - start >= parallelByteCount
    var isRead = false
    var stop: SegmentReader.Stop?
    do {
      try foldInOrder(
        threads: isLong ? min(ProcessInfo.processInfo.activeProcessorCount, 8) : 1,
        next: {
          if isRead { return nil }
          let chunk = try reader.nextChunk()
          isRead = chunk.stop != nil
          return chunk
        },
        map: { (chunk: FrameChunk) in chunk.decompressed() },
        merge: { (batch: FrameBatch) in
          for frame in batch.frames {
            let content = batch.content.span.bytes.extracting(frame.content.start..<frame.content.end)
            guard try body(content, frame) else { throw Ended() }
          }
          stop = batch.stop
          if stop != nil { throw Ended() }
        })
    } catch is Ended {}
    return stop
  }

  /// Ends a pass that needs no more.
  private struct Ended: Error {}
}
