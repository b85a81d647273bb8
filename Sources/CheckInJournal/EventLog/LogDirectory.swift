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
