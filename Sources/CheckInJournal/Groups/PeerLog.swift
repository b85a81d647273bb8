package import EventLog
public import FoundationEssentials

/// The copy of another replica's log that a journal keeps, in `peers/JOURNAL-ID`: the same content, in segments of the
/// same names, with a HEAD of its own.
///
/// Only whoever brings chunks from elsewhere writes there, through ``append(_:)``. What it promises:
///
/// - Nothing is visible that does not continue the copy: every frame's checksums, the sequence numbers, the segments'
///   headers and the digests before and after are checked first.
/// - HEAD moves last, once everything else is durable. A crash before that leaves what was there; bytes after HEAD's
///   place are nobody's, and the next append replaces them. Segments without a HEAD may be what is left of a copy whose
///   HEAD was lost, and perhaps all that is left of the log: they are set aside, beside the new ones.
/// - A chunk that is there already changes nothing. One that says something else about events that are there is a fork,
///   and is refused: both logs stay as they are.
///
/// ```swift
/// let phone = PeerLog(of: phoneID, inJournalAt: path)
/// switch try phone.append(chunk) {
/// case .appended, .known: break
/// case .gap(let last): print("The events after \(last) are needed first.")
/// case .fork(let sequence): print("Event \(sequence) of the phone says something else than it did.")
/// }
/// ```
public struct PeerLog: Sendable {
  /// The outcome of appending a chunk.
  public enum Outcome: Hashable, Sendable {
    /// It is durable, and visible.
    case appended
    /// All of it was there.
    case known
    /// Events are missing between what is there, which ends with this one, and the chunk.
    case gap(after: UInt64)
    /// The copy's content up to this event differs from the chunk's.
    case fork(at: UInt64)
  }

  /// The directory in a journal's directory with a directory for each other replica.
  public static let directoryName = "peers"

  /// The identity of the replica's journal.
  public let replica: UUID
  /// The copy, for reading.
  public let log: ReplicaLog
  private let lockTimeoutSeconds: Double

  private var directory: LogDirectory { log.directory }

  /// The copy in the journal in the directory at `path`, whether there is one yet or not.
  public init(of replica: UUID, inJournalAt path: String, lockTimeoutSeconds: Double = 5) {
    self.init(of: replica, inJournalAt: path, DiskFileSystem(), lockTimeoutSeconds: lockTimeoutSeconds)
  }

  package init(
    of replica: UUID, inJournalAt path: String, _ fileSystem: any FileSystem, lockTimeoutSeconds: Double = 5
  ) {
    self.replica = replica
    self.lockTimeoutSeconds = lockTimeoutSeconds
    log = ReplicaLog(Self.path(of: replica, inJournalAt: path), in: fileSystem)
  }

  static func path(of replica: UUID, inJournalAt path: String) -> String {
    "\(path)/\(folder(of: replica))"
  }

  /// Returns the path of a replica's copy, relative to the journal's directory.
  package static func folder(of replica: UUID) -> String { "\(directoryName)/\(replica.uuidString)" }

  /// The copies that a journal has, in the order of their identities.
  ///
  /// - Throws: `inputOutput`.
  public static func all(inJournalAt path: String) throws(JournalError) -> [PeerLog] {
    try all(inJournalAt: path, DiskFileSystem())
  }

  package static func all(inJournalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) -> [PeerLog] {
    try withJournalErrors {
      let peers = path + "/" + directoryName
      guard try fileSystem.kind(of: peers) == .directory else { return [] }
      return try fileSystem.list(peers).compactMap { name in
        UUID(uuidString: name).flatMap { id in
          id.uuidString == name ? PeerLog(of: id, inJournalAt: path, fileSystem) : nil
        }
      }
    }
  }

  /// Returns `true` if the copy has segments.
  ///
  /// If it has segments but no HEAD, HEAD was lost, or the first append was interrupted.
  package func hasSegments() throws(JournalError) -> Bool {
    try withJournalErrors { try !directory.segments().isEmpty }
  }

  /// Returns `true` if a process is currently appending.
  package func isBeingWritten() throws(JournalError) -> Bool {
    try withJournalErrors { try LogLock.isHeld(in: directory) }
  }

  /// Appends a chunk of the replica's log, durably.
  ///
  /// Takes time proportional to the chunk and to the segment that it continues.
  ///
  /// - Throws: `damaged` where the chunk, or the copy, is not what it should be, and nothing was changed; `busy`;
  ///   `inputOutput`, after which the chunk can be given again.
  public func append(_ chunk: ReplicaChunk) throws(JournalError) -> Outcome {
    guard chunk.replica == replica, chunk.firstSequence >= 1, chunk.firstSequence <= chunk.lastSequence else {
      throw refusal("it is not of this replica")
    }
    try withJournalErrors { try directory.fileSystem.createDirectories(directory.logPath) }
    let lock = try withJournalErrors { try LogLock.take(directory, timeoutSeconds: lockTimeoutSeconds) }
    let outcome: Outcome
    do throws(JournalError) {
      outcome = try appendLocked(chunk)
    } catch {
      try? lock.release()
      throw error
    }
    try withJournalErrors { try lock.release() }
    return outcome
  }

  /// Returns the outcome that ``append(_:)`` would have for a chunk. Changes nothing.
  ///
  /// - Throws: The errors of ``append(_:)``, except for `busy`.
  package func outcome(of chunk: ReplicaChunk) throws(JournalError) -> Outcome {
    guard case .outcome(let outcome) = try verdict(chunk) else { return .appended }
    return outcome
  }

  private func appendLocked(_ chunk: ReplicaChunk) throws(JournalError) -> Outcome {
    switch try verdict(chunk) {
    case .outcome(let outcome): return outcome
    case .continues(let head, let checked):
      try write(checked, after: head)
      return .appended
    }
  }

  /// The result of comparing a chunk with the copy.
  private enum ChunkVerdict {
    /// There is nothing to write.
    case outcome(Outcome)
    /// It goes on where HEAD says that the copy ends.
    case continues(Head?, CheckedChunk)
  }

  private func verdict(_ chunk: ReplicaChunk) throws(JournalError) -> ChunkVerdict {
    let head = try log.head()
    guard head.map({ $0.journalID == replica }) ?? true else {
      throw JournalError(.damaged, "\(directory.path) holds the log of another journal.")
    }
    let end = head?.position.sequence ?? 0
    guard chunk.firstSequence <= end + 1 else { return .outcome(.gap(after: end)) }

    var checked = CheckedChunk(chunk)
    var hasher = SHA256Hasher()
    if let head {
      let before = try ReplicaChunks(directory, head: head, after: chunk.firstSequence - 1)
      guard before.position.digest == chunk.previousDigest else {
        return .outcome(.fork(at: chunk.firstSequence - 1))
      }
      hasher = before.hasher
    }
    // Where the chunk overlaps what is there, and ends after it or before.
    let common = min(end, chunk.lastSequence)
    let known = common >= chunk.firstSequence ? try log.digest(at: common) : nil
    do throws(CheckedChunk.Fault) {
      try checked.check(continuing: hasher, common: known == nil ? 0 : common)
    } catch {
      throw refusal(error.reason)
    }
    if let known, checked.commonDigest != known { return .outcome(.fork(at: common)) }
    if chunk.lastSequence <= end { return .outcome(.known) }
    return .continues(head, checked)
  }

  /// Writes what comes after HEAD's place, and then HEAD.
  private func write(_ chunk: CheckedChunk, after head: Head?) throws(JournalError) {
    let fileSystem = directory.fileSystem
    var position = head?.position ?? LogPosition(sequence: 0, segment: 1, fileOffset: 0, contentOffset: 0)
    try withJournalErrors {
      let segments = try directory.segments()
      if head == nil, !segments.isEmpty {
        let aside = try fileSystem.freePath("\(directory.logPath)-without-head")
        defer { directory.forget() }
        try fileSystem.rename(directory.logPath, to: aside)
        try fileSystem.createDirectories(directory.logPath)
        try fileSystem.synchronizeDirectory(directory.path)
      } else {
        // What an append that was cut off has left.
        for segment in segments where segment > position.segment { try directory.removeSegment(segment) }
      }
      for piece in try chunk.pieces(after: position.sequence) {
        if piece.beginsSegment {
          position = LogPosition(beginningOf: piece.segment)
          try directory.writeSegment(piece.segment, piece.frames.span.bytes)
        } else {
          let file = try directory.open(segment: position.segment, for: .readingAndWriting)
          guard try file.size() >= position.fileOffset else {
            throw JournalError(.damaged, "The copy in \(directory.path) is shorter than its HEAD says.")
          }
          try file.truncate(to: position.fileOffset)
          try file.writeAll(piece.frames.span.bytes, at: position.fileOffset)
          try file.synchronize()
        }
        position.fileOffset += piece.frames.count
        position.contentOffset += piece.contentByteCount
        position.sequence = piece.lastSequence
      }
      guard let head else {
        return try directory.writeHead(
          HeadFormat.content(Head(journalID: replica, generation: 0, position: position)))
      }
      let next = Head(journalID: replica, generation: head.generation + 1, position: position)
      let file = try directory.openHeadForWriting(isFresh: true)
      try file.writeAll(HeadFormat.slot(next).span.bytes, at: HeadFormat.slotOffset(generation: next.generation))
      try file.synchronize()
    }
  }

  private func refusal(_ reason: Message) -> JournalError {
    JournalError(.damaged, "Events of replica \(replica.uuidString) that came from elsewhere were refused: \(reason).")
  }
}

/// A chunk that is taken apart, and checked against itself and what it continues.
private struct CheckedChunk {
  struct Fault: Error {
    var reason: Message
  }

  /// Frames of one segment.
  struct Piece {
    var segment: UInt64
    var beginsSegment: Bool
    var frames: [UInt8] = []
    var contentByteCount = 0
    var lastSequence: UInt64
  }

  let chunk: ReplicaChunk
  /// The digest of the log up to the event that ``check(continuing:common:)`` was asked for.
  private(set) var commonDigest: Digest?
  private var frames: [(records: FrameRecords, bytes: Range<Int>)] = []

  init(_ chunk: ReplicaChunk) {
    self.chunk = chunk
  }

  /// - Parameters:
  ///   - hasher: what was hashed of the segment before the chunk.
  ///   - common: the event whose digest is wanted; 0 for none.
  mutating func check(continuing hasher: SHA256Hasher, common: UInt64) throws(Fault) {
    var hasher = hasher
    var sequence = chunk.firstSequence - 1
    var offset = 0
    let (chunk, body) = (chunk, chunk.body)
    let bytes = body.span.bytes
    while offset < body.count {
      guard case .frame(let byteCount, _) = FrameFormat.inspect(bytes, at: offset),
        let content = FrameDecoder().content(of: bytes.extracting(offset..<offset + byteCount))
      else { throw Fault(reason: "a frame is damaged at byte \(offset)") }
      let records: FrameRecords
      do throws(WireError) { records = try FrameRecords(content) } catch { throw Fault(reason: "\(error.reason)") }
      if let header = records.header {
        guard header.journalID == chunk.replica, header.firstSequence == sequence + 1,
          header.previousDigest == (header.firstSequence == 1 ? nil : hasher.finalize())
        else { throw Fault(reason: "a segment does not follow the one before it") }
        hasher = SHA256Hasher()
      } else if sequence == 0, frames.isEmpty {
        throw Fault(reason: "the first segment has no header")
      }
      let span = content.span.bytes
      var start = 0
      for record in records.records {
        guard record.sequence == sequence + 1 else {
          throw Fault(reason: "event \(sequence + 1) is missing")
        }
        if case .malformed(let reason) = EventView.check(span, record.message) {
          throw Fault(reason: "event \(record.sequence) cannot be read: \(reason)")
        }
        sequence = record.sequence
        if sequence == common {
          hasher.update(span.extracting(start..<record.end))
          start = record.end
          commonDigest = hasher.finalize()
        }
      }
      hasher.update(span.extracting(start..<content.count))
      frames.append((records, offset..<offset + byteCount))
      offset += byteCount
    }
    guard sequence == chunk.lastSequence else { throw Fault(reason: "event \(sequence + 1) is missing") }
    guard frames.last?.records.records.isEmpty == false, hasher.finalize() == chunk.digest else {
      throw Fault(reason: "its digest is another one")
    }
  }

  /// The frames after an event, by their segments. A frame that the event is in is made anew of what comes after it.
  func pieces(after last: UInt64) throws(LogError) -> [Piece] {
    var pieces: [Piece] = []
    for (records, place) in frames {
      if let end = records.records.last?.sequence, end <= last { continue }
      if let header = records.header, header.firstSequence > last {
        pieces.append(
          Piece(segment: header.firstSequence, beginsSegment: true, lastSequence: header.firstSequence - 1))
      } else if records.records.isEmpty {
        continue
      } else if pieces.isEmpty {
        pieces.append(Piece(segment: 0, beginsSegment: false, lastSequence: last))
      }
      let index = pieces.count - 1
      if let first = records.records.first, first.sequence <= last {
        let rest = Array(records.content(after: last))
        pieces[index].frames += try FrameEncoder.frame(of: rest)
        pieces[index].contentByteCount += rest.count
      } else {
        pieces[index].frames += chunk.body[place]
        pieces[index].contentByteCount += records.content.count
      }
      pieces[index].lastSequence = records.records.last?.sequence ?? pieces[index].lastSequence
    }
    return pieces
  }
}

/// A reason why a journal doesn't show everything that another device wrote.
package struct PeerProblem: Hashable, Sendable {
  /// The device whose log has the problem; `nil` if the problem affects several devices, such as an unreadable
  /// `group.json`.
  package var replica: UUID?
  package var error: JournalError
}

extension JournalError {
  /// This error, met in a copy of another device's log: its message says whose log it is, and how to have it copied
  /// anew.
  package func describingPeerLog(of replica: UUID, device name: String) -> JournalError {
    JournalError(
      code,
      "The copy of \(name)'s log is damaged: \(advice) Move its folder, "
        + "\(PeerLog.folder(of: replica)), out of the journal and sync: then it is copied anew.")
  }
}
