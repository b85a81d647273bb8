internal import Dispatch
package import FoundationEssentials
internal import Synchronization

/// A durable, append-only log of records: append, replay, verify.
///
/// A record is a Protocol Buffers message whose field 1 is left to the log, which writes the sequence number there.
///
/// ```swift
/// let log = try RecordLog(at: "/var/lib/ledger")
/// var deposit = WireWriter()
/// deposit.text("alice", field: 2)
/// deposit.signed(2_500, field: 3)
/// let sequence = try log.append(deposit.bytes)   // Durable now.
///
/// let batches = try log.batches()
/// while let batch = try batches.next() {
///   for record in batch { print(record.sequence, try record.fields().count) }
/// }
/// try log.close()
/// ```
///
/// Any number of threads may use one log, and any number of processes may have the same directory open. Whoever appends
/// holds the log's lock meanwhile, and gives it back soon after; a process that holds it and is killed leaves it free.
///
/// An append that returns is durable: neither `kill -9` nor a power cut takes its records away, on a disk that keeps
/// what was synced. One that throws says in the error's message whether its records were saved or that this is unknown.
/// One that was cut off is found as a whole or not at all.
///
/// Damage does not keep a log from being opened and read up to the place of the damage, but nothing is appended to it.
public final class RecordLog: Sendable {
  /// The options for opening a log.
  public struct Configuration: Sendable {
    /// The words for the program in the recovery suggestions of errors.
    public var vocabulary: LogVocabulary
    /// A segment with so many bytes on disk is closed, and the next begun.
    public var segmentByteLimit: Int
    /// The maximum time to wait for another process that is writing, in seconds.
    public var lockTimeoutSeconds: Double

    package var fileSystem: any FileSystem = DiskFileSystem()
    /// The identity of a log that is created; `nil` draws a random one.
    package var logID: UUID?

    /// The usual configuration, but for what is given.
    public init(
      vocabulary: LogVocabulary = LogVocabulary(
        program: "the program", verification: "a verification", repair: "a verification"),
      segmentByteLimit: Int = 64 << 20, lockTimeoutSeconds: Double = 5
    ) {
      self.vocabulary = vocabulary
      self.segmentByteLimit = segmentByteLimit
      self.lockTimeoutSeconds = lockTimeoutSeconds
    }
  }

  /// The most that the records of one append may take: 4 MiB, with about 20 bytes for each record's frame and number.
  public static let appendByteLimit = FrameFormat.maximumContentByteCount

  let directory: LogDirectory
  private let configuration: Configuration
  /// The writing side. Whoever has it appends.
  private let lease = Mutex(WriterLease())
  /// The end of what was appended here. Readers need it, and the lease is held during a sync.
  private let appendedEnd = Mutex<LogPosition?>(nil)

  /// Opens the log in the directory at `path`, and creates it if there is none.
  ///
  /// What a killed process or a power cut left at the end of the log is put in order first: whole records are kept,
  /// torn bytes are set aside. Reads up to 1 MiB, whatever the length of the log.
  ///
  /// The directory has to be writable.
  ///
  /// - Throws: `invalidValue` if the directory holds something else than a log; `busy` if another process does not give
  ///   the lock back in time; `inputOutput`. Damage is not thrown: ``verify()`` and the next append say so.
  public init(at path: String, configuration: Configuration = Configuration()) throws(LogError) {
    self.configuration = configuration
    directory = LogDirectory(
      fileSystem: configuration.fileSystem, path: path, vocabulary: configuration.vocabulary, for: .readingAndWriting)
    if try isMissing() {
      try LogCreation(directory, logID: configuration.logID ?? UUID()).create(
        lockTimeoutSeconds: configuration.lockTimeoutSeconds)
    }
    try lease.withLock { lease throws(LogError) in
      do throws(LogError) {
        _ = try lockedWriter(&lease)
        try lease.release()
      } catch  where error.code == .damaged || error.code == .newerVersion {}
    }
  }

  /// The sequence number of the last record that was acknowledged, here or by another process; 0 for an empty log.
  ///
  /// - Throws: `damaged` if that cannot be told; `inputOutput`.
  public var lastSequence: UInt64 {
    get throws(LogError) { acknowledgedEnd(try requireHead()).sequence }
  }

  /// Appends a record.
  ///
  /// - Parameters:
  ///   - record: a Protocol Buffers message without its field 1.
  ///   - last: if given, nothing is appended unless the log's last record has this number: what was decided by the
  ///     records up to there may not hold any more.
  /// - Returns: the record's sequence number, once it is durable.
  /// - Throws: what ``append(contentsOf:expecting:)`` does.
  @discardableResult
  public func append(_ record: [UInt8], expecting last: UInt64? = nil) throws(LogError) -> UInt64 {
    try append(contentsOf: [record], expecting: last)
  }

  /// Appends records, all or none, with one write and one sync.
  ///
  /// - Parameters:
  ///   - records: Protocol Buffers messages without their field 1, up to ``appendByteLimit`` together.
  ///   - last: if given, nothing is appended unless the log's last record has this number.
  /// - Returns: the sequence number of the last record, once all are durable.
  /// - Throws: `invalidValue` if a record is no such message, or they are too long together; `conflict` if the log goes
  ///   on after `last`; `busy`; `damaged`; `newerVersion`; `inputOutput`, which says whether anything was saved.
  @discardableResult
  public func append(contentsOf records: [[UInt8]], expecting last: UInt64? = nil) throws(LogError) -> UInt64 {
    for (index, record) in records.enumerated() { try RecordForm.requireAppendable(record, at: index) }
    return try lease.withLock { lease throws(LogError) in
      do throws(LogError) {
        let writer = try lockedWriter(&lease)
        if let last, writer.end.sequence != last {
          throw LogError(
            .conflict,
            "The log ends with record \(writer.end.sequence), and not with \(last). Nothing was saved; read what came "
              + "since, and decide again.")
        }
        guard !records.isEmpty else {
          release(after: 0)
          return writer.end.sequence
        }
        let content = try RecordForm.content(of: records, after: writer.end.sequence)
        _ = try writer.append(
          [content], segmentByteLimit: configuration.segmentByteLimit, isComplete: true,
          whenDurable: { [weak self] in self?.release(after: 0) })
        appendedEnd.withLock { $0 = writer.end }
        return writer.end.sequence
      } catch {
        // The records can be saved although HEAD doesn't say so yet.
        if let end = lease.writer?.end { appendedEnd.withLock { $0 = end } }
        release(&lease, after: error)
        throw error
      }
    }
  }

  /// Waits until everything is durable, what is written about the log's end included, and gives the lock back.
  ///
  /// The log can be used afterwards; it opens again what it needs. A log that goes away without it loses nothing.
  ///
  /// - Throws: `inputOutput` where HEAD could not be written. What was acknowledged is safe all the same.
  public func close() throws(LogError) {
    try lease.withLock { lease throws(LogError) in try lease.releaseWhenDurable(isSaved: true) }
  }
}

extension RecordLog {
  /// Returns `true` if there is no log, or one whose creation was interrupted before HEAD was written.
  ///
  /// Such a log has acknowledged nothing.
  private func isMissing() throws(LogError) -> Bool {
    guard try directory.look() == .missing else { return false }
    // The first segment appears as a whole, with its header alone.
    var reader = try LogReader(directory)
    while let batch = try reader.next() {
      guard batch.records.isEmpty else { return false }
    }
    return reader.scan.isSound
  }

  /// Returns the content of HEAD.
  ///
  /// - Throws: `damaged` if it cannot be read; `inputOutput`.
  func requireHead() throws(LogError) -> Head {
    guard let head = try directory.look().head else { throw Self.headError(directory) }
    return head
  }

  /// The end of what was acknowledged: what HEAD says, or what was appended here since it was read.
  func acknowledgedEnd(_ head: Head) -> LogPosition {
    guard let end = appendedEnd.withLock({ $0 }), end.isAfter(head.position) else { return head.position }
    return end
  }

  static func headError(_ directory: LogDirectory) -> LogError {
    LogError(
      .damaged, "HEAD cannot be read in \(directory.path): whether the log is complete cannot be told.")
  }

  /// Judges the log's end while nobody writes. Writes nothing.
  func tail() throws(LogError) -> LogTail {
    try lease.withLock { lease throws(LogError) in
      if lease.isHeld { try lease.releaseWhenDurable() }
      let lock = try LogLock.take(directory, timeoutSeconds: configuration.lockTimeoutSeconds)
      return try LogTail(directory, lock: lock, check: RecordForm.check)
    }
  }

  /// Returns the writer, with its lock held.
  ///
  /// A writer that has failed is replaced. The new one makes durable again all that the failed one wrote, because a
  /// sync that fails once can later succeed without having written everything.
  private func lockedWriter(_ lease: inout WriterLease) throws(LogError) -> LogWriter {
    if let writer = try lease.current() { return writer }
    let opening = try lease.takeLock(directory, timeoutSeconds: configuration.lockTimeoutSeconds)
    if opening.isFirst { try requireSegment(of: try requireHead()) }
    let tail = try LogTail(directory, lock: opening.lock, check: RecordForm.check, isFirst: opening.isFirst)
    // Before the first acknowledgement: an interrupted creation may have left directory entries that are not durable.
    if tail.head.generation == 0 { try directory.synchronize() }
    let writer = try lease.openWriter(after: tail, opening)
    lease.hold(writer)
    return writer
  }

  private func requireSegment(of head: Head) throws(LogError) {
    let segments = try directory.segments()
    guard segments.first == 1, segments.contains(head.position.segment) else {
      let missing = segments.first == 1 ? head.position.segment : 1
      throw LogError(
        .damaged,
        "Segment \(LogDirectory.segmentName(missing)) is missing from \(directory.logPath). Restore the file from a "
          + "backup.")
    }
  }

  /// Gives the lock back after an append that failed: others are not to wait for it.
  private func release(_ lease: inout WriterLease, after error: LogError) {
    guard lease.isHeld else { return }
    if error.code == .conflict, lease.writer?.failure == nil {
      // Whoever decides again by what was appended meanwhile does not lose to the same process once more.
      release(after: WriterLease.longestNanoseconds)
    } else {
      try? lease.releaseWhenDurable()
    }
  }

  /// Gives the lock back in a moment, unless HEAD has to be synced first, which calls this again.
  ///
  /// Runs on another thread: appends wait for the one that HEAD is synced on.
  private func release(after nanoseconds: UInt64) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) { [weak self] in
      guard let self else { return }
      lease.withLock { lease in lease.releaseIfDurable() }
    }
  }
}
