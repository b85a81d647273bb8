internal import FoundationEssentials

/// A journal's directory: where each file of it lies.
struct LogDirectory: Sendable {
  let fileSystem: any FileSystem
  let path: String

  var logPath: String { path + "/log" }
  var headPath: String { path + "/HEAD" }
  var lockPath: String { path + "/lock" }
  var schemaPath: String { path + "/" + EventLogSchema.fileName }
  var snapshotPath: String { path + "/snapshot.sqlite" }
  var photosPath: String { path + "/photos" }

  func segmentPath(_ firstSequence: UInt64) -> String {
    logPath + "/" + Self.segmentName(firstSequence)
  }

  /// `00000000000000000001.lz4`
  static func segmentName(_ firstSequence: UInt64) -> String {
    let digits = String(firstSequence)
    return String(repeating: "0", count: 20 - digits.count) + digits + ".lz4"
  }

  /// The first sequence numbers of the segments that are there, ascending. Other files are not ours to judge.
  func segments() throws(JournalError) -> [UInt64] {
    do throws(FileError) {
      guard try fileSystem.kind(of: logPath) != nil else { return [] }
      return try fileSystem.list(logPath).compactMap { name in
        guard name.utf8.count == 24, name.hasSuffix(".lz4"), let sequence = UInt64(name.dropLast(4)), sequence > 0,
          Self.segmentName(sequence) == name
        else { return nil }
        return sequence
      }.sorted()
    } catch {
      throw JournalError(error)
    }
  }

  /// The identity that the first segment names; `nil` where it cannot be read.
  func journalID() throws(JournalError) -> UUID? {
    guard let first = try segments().first else { return nil }
    return try journalID(ofSegment: first)
  }

  /// The journals that the segments name whose headers can be read: one, unless some are of another.
  func journalIDs() throws(JournalError) -> Set<UUID> {
    var found: Set<UUID> = []
    for segment in try segments() {
      if let journalID = try journalID(ofSegment: segment) { found.insert(journalID) }
    }
    return found
  }

  private func journalID(ofSegment segment: UInt64) throws(JournalError) -> UUID? {
    let file = try open(segment: segment)
    do throws(FileError) { return try SegmentHeader(of: file)?.journalID } catch { throw JournalError(error) }
  }

  /// Makes the names of the journal's files durable.
  func synchronize() throws(JournalError) {
    do throws(FileError) {
      try fileSystem.synchronizeDirectory(logPath)
      try fileSystem.synchronizeDirectory(path)
    } catch {
      throw JournalError(error)
    }
  }

  func open(segment: UInt64, for access: FileAccess = .reading) throws(JournalError) -> any File {
    do throws(FileError) {
      return try fileSystem.open(segmentPath(segment), for: access)
    } catch {
      throw JournalError(error)
    }
  }
}

/// A frame with events in it, by which a place in the log is known again.
struct LogFrame: Hashable, Sendable {
  /// Where it begins in its segment's file.
  var offset: Int
  /// Where it ends.
  var end: LogPosition
}

/// A place in the log, between two frames.
struct LogPosition: Hashable, Sendable {
  /// The last sequence number before it; 0 at the beginning.
  var sequence: UInt64
  /// The first sequence number of the segment, which names it.
  var segment: UInt64
  /// Bytes of the segment's file before it.
  var fileOffset: Int
  /// Bytes of the segment's decompressed content before it.
  var contentOffset: Int

  /// Where an empty log is read from.
  static let start = LogPosition(sequence: 0, segment: 1, fileOffset: 0, contentOffset: 0)
}

extension SegmentHeader {
  /// The header that a segment's file begins with; `nil` where it cannot be read.
  init?(of file: any File) throws(FileError) {
    for byteCount in [4096, FrameFormat.maximumByteCount] {
      let bytes = try file.readBytes(at: 0, count: byteCount)
      guard case .frame(let frameByteCount, _) = FrameFormat.inspect(bytes.span.bytes, at: 0) else { continue }
      let frame = bytes.span.bytes.extracting(0..<frameByteCount)
      guard let content = FrameDecoder().content(of: frame) else { return nil }
      let span = content.span.bytes
      var reader = WireReader(start: 0, end: content.count)
      guard let tag = try? reader.tag(in: span), tag == .bytes(LogField.segment),
        let record = try? reader.byteRange(in: span), let header = try? SegmentHeader(record, in: span)
      else { return nil }
      self = header
      return
    }
    return nil
  }
}
