package import FoundationEssentials

/// Brings a new log into being: its directories, the first segment with its header alone, and HEAD.
///
/// HEAD comes last. An attempt that was cut off before it has promised nothing, and can be repeated.
package struct LogCreation {
  /// The names that an interrupted creation may have left in the log's directory.
  package static let ownNames: Set<String> = ["log", "lock", "HEAD", "HEAD.new"]

  private let directory: LogDirectory
  private let logID: UUID

  package init(_ directory: LogDirectory, logID: UUID) {
    self.directory = directory
    self.logID = logID
  }

  /// Creates the log, unless another process is faster.
  ///
  /// - Parameters:
  ///   - otherNames: what else a creation that was cut off may have left.
  ///   - prepare: makes what belongs beside the log, while the lock is held and before there is a segment.
  /// - Throws: `invalidValue` where the directory holds something else; `busy`; `inputOutput`.
  package func create(
    lockTimeoutSeconds: Double, otherNames: Set<String> = [], prepare: () throws(FileError) -> Void = {}
  ) throws(LogError) {
    let fileSystem = directory.fileSystem
    try withLogErrors {
      try fileSystem.createDirectories(directory.path)
      // Another process may have been faster; then the directory is a log, with everything that one has.
      let foreignEntry = try fileSystem.list(directory.path).first {
        !Self.ownNames.contains($0) && !otherNames.contains($0)
      }
      if let foreignEntry, try directory.look() == .missing {
        throw LogError(
          .invalidValue,
          "\(directory.path) is no journal and contains other files (\(foreignEntry)); name an empty or new directory.")
      }
    }
    let lock = try LogLock.take(directory, timeoutSeconds: lockTimeoutSeconds)
    if try directory.look() == .missing {
      try withLogErrors {
        try fileSystem.createDirectories(directory.logPath)
        try prepare()
      }
      try createLog()
    }
    try lock.release()
  }

  private func createLog() throws(LogError) {
    let header = SegmentHeader(journalID: logID, firstSequence: 1, previousDigest: nil)
    let position = try LogWriter.createSegment(header, in: directory)
    var content = HeadFormat.slot(Head(journalID: logID, generation: 0, position: position))
    content.append(contentsOf: repeatElement(0, count: HeadFormat.slotByteCount))
    try withLogErrors { try directory.writeHead(content) }
  }
}
