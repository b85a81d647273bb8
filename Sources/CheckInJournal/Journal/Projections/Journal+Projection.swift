internal import EventLog
internal import FoundationEssentials
internal import Synchronization

extension Journal {
  /// A stored projection is renewed when so many events have come since.
  private static let maximumProjectionTailEventCount: UInt64 = 256

  /// A projection as of now: its stored state, and the events since.
  ///
  /// The state is stored in the snapshot by a journal that was opened for writing. It is built anew from all events
  /// where there is none, where ``Projection/version`` has changed, and where it does not fit the log.
  ///
  /// - Throws: `inputOutput`; `damaged` where the log cannot be read to its end; `cancelled` where the task in which
  ///   this runs is cancelled.
  public func projection<P: Projection & Codable>(
    _ type: P.Type, progress: Progress? = nil
  ) throws(JournalError) -> P {
    let now = state.withLock { $0 }
    guard now.past == nil else { return try replay(type, progress: progress) }
    let last = now.position.sequence
    let stored = try storedProjection(of: type, in: now)
    let projection: P
    if let stored, let current = try catchUp(stored, with: now, progress: progress) {
      projection = current
    } else {
      projection = try fold(
        type.init(), from: .start, after: 0, to: last, limit: now.position, progress: progress)
    }
    if access == .readWrite, directory.fileSystem.keepsDatabases,
      stored.map({ last - $0.sequence >= Self.maximumProjectionTailEventCount }) ?? (last > 0)
    {
      // A cache: without it, the next call takes longer.
      try? store(projection, for: now)
    }
    return projection
  }

  /// The stored state with what has come since; `nil` where its place in the log is none any more, as the segment was
  /// framed anew after it was looked up.
  private func catchUp<P: Projection>(
    _ stored: StoredProjection<P>, with now: JournalState, progress: Progress?
  ) throws(JournalError) -> P? {
    do throws(JournalError) {
      return try fold(
        stored.projection, from: stored.place.resume, after: stored.sequence, to: now.position.sequence,
        limit: now.position, progress: progress)
    } catch {
      guard error.code == .damaged else { throw error }
      return nil
    }
  }

  private func storedProjection<P: Projection & Codable>(
    of type: P.Type, in now: JournalState
  ) throws(JournalError) -> StoredProjection<P>? {
    guard let content = SnapshotItems(path: directory.snapshotDatabasePath).content(of: .projection, named: type.name),
      let (header, state) = ProjectionCoding.parts(content), header.fingerprint == type.fingerprint,
      header.journalID == now.journalID, header.position.sequence <= now.position.sequence,
      try withJournalErrors({ try directory.segments().contains(header.position.segment) }),
      let place = try SnapshotCheck(directory).place(of: header),
      let projection = try? JSONDecoder().decode(type, from: Data(state))
    else { return nil }
    return StoredProjection(projection: projection, sequence: header.position.sequence, place: place)
  }

  private func store<P: Projection & Codable>(_ projection: P, for now: JournalState) throws {
    guard let header = try snapshotHeader(now, fingerprint: P.fingerprint) else { return }
    if try directory.fileSystem.kind(of: directory.snapshotPath) == nil {
      try withWriteLock { _ throws(JournalError) in try saveSnapshot(whole: true) }
    }
    let content = ProjectionCoding.content(header, state: Array(try JSONEncoder().encode(projection)))
    try SnapshotItems(path: directory.snapshotDatabasePath).keep(content, as: .projection, named: P.name)
  }
}

/// A projection as it was after an event, whose place in the log was found.
private struct StoredProjection<P: Projection> {
  var projection: P
  var sequence: UInt64
  var place: SnapshotPlace
}

/// The encoding of a stored projection: the header of its position in the log, and its state.
private enum ProjectionCoding {
  static func content(_ header: SnapshotHeader, state: [UInt8]) -> [UInt8] {
    var writer = WireWriter()
    writer.presentBytes(header.encoded, field: 1)
    writer.presentBytes(state, field: 2)
    return writer.bytes
  }

  static func parts(_ content: [UInt8]) -> (header: SnapshotHeader, state: [UInt8])? {
    let bytes = content.span.bytes
    var reader = WireReader(start: 0, end: content.count)
    guard (try? reader.tag(in: bytes)) != nil, let header = try? reader.byteRange(in: bytes),
      (try? reader.tag(in: bytes)) != nil, let state = try? reader.byteRange(in: bytes),
      let header = SnapshotHeader(bytes.array(header))
    else { return nil }
    return (header, bytes.array(state))
  }
}

extension Projection {
  /// Stands for the projection's logic.
  fileprivate static var fingerprint: Digest { Digest(of: Array("\(name) \(version)".utf8)) }
}
