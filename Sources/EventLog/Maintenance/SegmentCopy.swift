/// How far a segment's file can be read from its start, and what it says up to there.
package struct SegmentExtent {
  /// Bytes of decompressed content.
  package var contentByteCount = 0
  /// The end of the last whole frame.
  package var fileByteCount = 0
  package var digest = SHA256Hasher().finalize()
}

/// One segment on its way into a backup.
///
/// The copy is extended, never rewritten: the frames that it has stay, and behind them come those of the source. So
/// whatever names a place in the copy still finds it, even where the source was reframed in between. The new file
/// takes the old one's name when it is durable.
package struct SegmentCopy {
  package let segment: UInt64
  let source: any File
  /// Where the content to copy ends; `nil` for all of it.
  let limit: Int?
  /// What the copy says already; `nil` where there is none.
  package private(set) var present: SegmentExtent?
  /// What the source says up to the limit; its place in the file is not told.
  package private(set) var wanted = SegmentExtent()
  private var targetByteCount = 0

  /// How the copy stands to the source before anything is written.
  package enum Relation {
    /// The source says what the copy says, and perhaps more.
    case behind
    /// The copy says what the source says, and more.
    case ahead
    /// They say different things.
    case diverged
  }

  /// - Throws: `damaged` where the source cannot be read up to the limit; `inputOutput`.
  package init(_ segment: UInt64, from source: LogDirectory, to target: LogDirectory, limit: Int?) throws(LogError) {
    self.segment = segment
    self.limit = limit
    self.source = try source.open(segment: segment)
    try withLogErrors {
      guard try target.fileSystem.kind(of: target.segmentPath(segment)) != nil else { return }
      let file = try target.open(segment: segment)
      targetByteCount = try file.size()
      present = try Self.extent(of: file)
    }
  }

  /// Whether there is nothing to write.
  package var isRight: Bool {
    present.map { $0.contentByteCount == wanted.contentByteCount && $0.fileByteCount == targetByteCount } ?? false
  }

  /// Reads both, and compares.
  package mutating func relation(in target: LogDirectory) throws(LogError) -> Relation {
    try withLogErrors {
      let present = present ?? SegmentExtent()
      var hasher = SHA256Hasher()
      var digestAtPresent = present.contentByteCount == 0 ? hasher.finalize() : nil
      var count = 0
      try forEachSourceFrame { content, _ in
        let end = count + content.byteCount
        if count < present.contentByteCount, present.contentByteCount <= end {
          var partial = hasher
          partial.update(content.extracting(0..<present.contentByteCount - count))
          digestAtPresent = partial.finalize()
        }
        hasher.update(content)
        count = end
      }
      wanted = SegmentExtent(contentByteCount: count, fileByteCount: 0, digest: hasher.finalize())
      if let digestAtPresent { return digestAtPresent == present.digest ? .behind : .diverged }
      let start = try Self.extent(of: target.open(segment: segment), upTo: count)
      return start.contentByteCount == count && start.digest == wanted.digest ? .ahead : .diverged
    }
  }

  /// Writes what the copy lacks.
  ///
  /// - Returns: the copy's size, and how many bytes of it are new.
  package func write(to target: LogDirectory) throws(LogError) -> (byteCount: Int, newByteCount: Int) {
    let kept = present ?? SegmentExtent()
    guard !isRight else { return (kept.fileByteCount, 0) }
    return try withLogErrors {
      let path = target.segmentPath(segment)
      let temporaryPath = path + ".new"
      if try target.fileSystem.kind(of: temporaryPath) != nil { try target.fileSystem.remove(temporaryPath) }
      let file = try target.fileSystem.create(temporaryPath)
      var offset = 0
      if kept.fileByteCount > 0 {
        let old = try target.open(segment: segment)
        while offset < kept.fileByteCount {
          let bytes = try old.readBytes(at: offset, count: min(1 << 20, kept.fileByteCount - offset))
          guard !bytes.isEmpty else { break }
          try file.writeAll(bytes.span.bytes, at: offset)
          offset += bytes.count
        }
      }
      var count = 0
      try forEachSourceFrame { content, frame in
        let end = count + content.byteCount
        if end > kept.contentByteCount {
          let bytes = try copiedFrame(frame, content, droppingFirst: kept.contentByteCount - count)
          try file.writeAll(bytes.span.bytes, at: offset)
          offset += bytes.count
        }
        count = end
      }
      try file.synchronize()
      try target.fileSystem.rename(temporaryPath, to: path)
      try target.fileSystem.synchronizeDirectory(target.logPath)
      return (offset, offset - kept.fileByteCount)
    }
  }

  /// A frame of the source as it goes into the copy.
  private func copiedFrame(
    _ frame: FrameBatch.Frame, _ content: RawSpan, droppingFirst count: Int
  ) throws -> [UInt8] {
    if count <= 0, content.byteCount == frame.content.count {
      return try source.readBytes(at: frame.fileOffset, count: frame.byteCount)
    }
    // The source was reframed, and one of its frames reaches over an end that lay between two frames once. Frames
    // hold whole records, so that place lies between records.
    return try FrameEncoder.frame(of: content.withUnsafeBytes { Array($0[max(0, count)...]) })
  }

  /// Calls `body` with the content of each of the source's frames up to the limit; of one that reaches over it, with
  /// the part before it.
  private func forEachSourceFrame(_ body: (RawSpan, FrameBatch.Frame) throws -> Void) throws {
    var count = 0
    let stop = try Self.forEachFrame(of: source) { content, frame in
      let part = min(content.byteCount, (limit ?? .max) - count)
      if part > 0 { try body(content.extracting(0..<part), frame) }
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

  private static func extent(of file: any File, upTo limit: Int? = nil) throws -> SegmentExtent {
    var extent = SegmentExtent()
    var hasher = SHA256Hasher()
    _ = try forEachFrame(of: file) { content, frame in
      let part = min(content.byteCount, (limit ?? .max) - extent.contentByteCount)
      hasher.update(content.extracting(0..<part))
      extent.contentByteCount += part
      extent.fileByteCount = frame.fileOffset + frame.byteCount
      return limit.map { extent.contentByteCount < $0 } ?? true
    }
    extent.digest = hasher.finalize()
    return extent
  }

  /// Calls `body` with each whole frame until it answers `false`, or none follows.
  ///
  /// - Returns: why no frame follows; `nil` where `body` ended it.
  private static func forEachFrame(
    of file: any File, _ body: (RawSpan, FrameBatch.Frame) throws -> Bool
  ) throws -> SegmentReader.Stop? {
    let reader = try SegmentReader(file, from: 0)
    while true {
      let batch = try reader.next()
      for frame in batch.frames {
        let content = batch.content.span.bytes.extracting(frame.content.start..<frame.content.end)
        guard try body(content, frame) else { return nil }
      }
      if let stop = batch.stop { return stop }
    }
  }
}
