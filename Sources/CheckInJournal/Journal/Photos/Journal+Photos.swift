public import EventLog
internal import Synchronization

internal import struct FoundationEssentials.UUID

/// The condition of a photo's stored bytes.
///
/// ```swift
/// if try journal.condition(of: photo) == .missing { print("Restore it from a backup.") }
/// ```
public enum PhotoCondition: String, Sendable {
  /// The condition of the file on disk.
  case present, missing, damaged
  /// Its bytes were erased on purpose.
  case purged
}

extension Journal {
  /// The photo's JPEG; `nil` where it is missing, damaged or purged.
  ///
  /// - Throws: `inputOutput`.
  public func photoBytes(of photo: Photo) throws(JournalError) -> [UInt8]? {
    try photos.read(photo.digest)
  }

  /// Returns `true` if the directory contains photos, which shows that it is or was a journal.
  package static func hasPhotos(at path: String) -> Bool {
    let directory = LogDirectory(fileSystem: DiskFileSystem(), path: path)
    return (try? PhotoStore(directory: directory).hasPhotos()) ?? false
  }

  /// Returns the condition of a photo's stored bytes. Reads all of its bytes.
  ///
  /// - Throws: `inputOutput`.
  public func condition(of photo: Photo) throws(JournalError) -> PhotoCondition {
    switch try photos.condition(of: photo.digest) {
    case .present: .present
    case .damaged: .damaged
    case .missing: try PurgedPhotos(directory).records()[photo.digest] == nil ? .missing : .purged
    }
  }

  /// Small pictures of photos, from the cache where they are in it, else made from the stored JPEG. A photo whose file
  /// is not there or damaged has none, and neither has one that `make` answers with `nil` for.
  ///
  /// Nothing is written now. A journal that was opened for writing keeps what was made when it is closed.
  ///
  /// - Parameter make: the picture of a JPEG.
  /// - Throws: `inputOutput`.
  public func thumbnails(
    of photos: some Sequence<Photo>, make: ([UInt8]) -> [UInt8]?
  ) throws(JournalError) -> [Digest: [UInt8]] {
    var wanted: Set<Digest> = []
    for photo in photos where try self.photos.contains(photo.digest) { wanted.insert(photo.digest) }
    return try thumbnails(ofPresent: wanted, make: make)
  }

  private func thumbnails(
    ofPresent wanted: Set<Digest>, make: ([UInt8]) -> [UInt8]?
  ) throws(JournalError) -> [Digest: [UInt8]] {
    guard !wanted.isEmpty else { return [:] }
    var found = newThumbnails.withLock { $0.filter { wanted.contains($0.key) } }
    let names = wanted.subtracting(found.keys).map(\.hexadecimal)
    let kept = SnapshotItems(path: directory.snapshotDatabasePath).contents(of: .thumbnail, named: names)
    for (name, picture) in kept { if let digest = Digest(hexadecimal: name) { found[digest] = picture } }
    for digest in wanted where found[digest] == nil {
      guard let jpeg = try self.photos.read(digest), let picture = make(jpeg) else { continue }
      found[digest] = picture
      if access == .readWrite { keepForLater(picture, of: digest) }
    }
    return found
  }

  /// Makes the thumbnails that the cache lacks, of the photos that check-ins show. They are kept when the journal is
  /// closed.
  ///
  /// - Throws: `inputOutput`.
  public func makeThumbnails(
    progress: Progress? = nil, _ make: ([UInt8]) -> [UInt8]?
  ) throws(JournalError) {
    let present = try photos.digests()
    guard !present.isEmpty else { return }
    let all = try months()
    for (index, month) in all.enumerated() {
      progress?(index, all.count)
      let shown = try read { try $0.photos(in: month.month) }
      _ = try thumbnails(ofPresent: present.intersection(shown.lazy.map(\.digest)), make: make)
    }
  }

  /// Remembers a thumbnail until the journal is closed.
  func keepForLater(_ thumbnail: [UInt8]?, of digest: Digest) {
    guard let thumbnail else { return }
    newThumbnails.withLock { $0[digest] = thumbnail }
  }

  /// Writes the remembered thumbnails into the cache, where there is one. They can be made again, so nothing is lost
  /// where that fails.
  func keepThumbnails(_ lease: inout WriterLease) {
    let pictures = newThumbnails.withLock { pictures in
      defer { pictures = [:] }
      return pictures
    }
    guard !pictures.isEmpty, (try? directory.fileSystem.kind(of: directory.snapshotPath)) == .file else { return }
    guard lease.isHeld || (try? lockedWriter(&lease)) != nil else { return }
    // Of a photo that another process has purged since, no picture may stay.
    let present = pictures.filter { (try? photos.contains($0.key)) ?? false }
    try? SnapshotItems(path: directory.snapshotDatabasePath).keep(
      present.map { (name: $0.key.hexadecimal, content: $0.value) }, as: .thumbnail)
  }
}

extension Journal {
  /// The photos that the log names, and those of a group's other devices, as far as these can be read: see
  /// ``PhotoUses/gap``. Takes a pass over the logs, up to what this journal has read of them.
  ///
  /// - Throws: `damaged` where the own log cannot be read up to there; `inputOutput`.
  func photoUses() throws(JournalError) -> PhotoUses {
    let (end, journalID, known) = state.withLock { ($0.position, $0.journalID, $0.merged) }
    var uses = try photoUses(upTo: end, journalID)
    do throws(JournalError) {
      try requireLogsOfGroup(known)
      guard var logs = try GroupLogs(directory, journalID: journalID, asIn: known) else { return uses }
      var others: [(attachment: PhotoUses.Attachment, writer: UUID, checkIn: Int?)] = []
      let merged = try logs.merged(upTo: end) { (merged, source) throws(JournalError) in
        // Begun again, once it is known by which numbers a log names another.
        if merged.isAtStart { others = [] }
        merged.apply(source)
        guard source.writer > 0 else { return }
        let content = source.batch.content
        guard let attachment = PhotoUses.Attachment(source.event, in: content.span.bytes) else { return }
        let checkIn = merged.local(source).map { Int(clamping: $0.checkIn) }
        others.append((attachment, merged.writers[source.writer].replica, checkIn))
      }
      for (attachment, writer, checkIn) in others { uses.add(attachment, by: writer, to: checkIn) }
      uses.renumber { merged.resolved($0) }
    } catch {
      uses.gap = error
    }
    return uses
  }

  /// Checks that all logs of the group are here, and were read to their ends.
  ///
  /// - Throws: `damaged` where they are not: nobody knows what they name.
  private func requireLogsOfGroup(_ known: MergedJournal) throws(JournalError) {
    if let missing = state.withLock({ $0.missing }) { throw missing }
    let (path, fileSystem) = (directory.path, directory.fileSystem)
    let group = try Group(inJournalAt: path, fileSystem)
    let devices = GroupDevices(inJournalIn: directory)
    let copies = try PeerLog.all(inJournalAt: path, fileSystem)
    // Photos come after the log that names them, so a device that has sent nothing has none here.
    let senders = try SyncState.senders(inJournalAt: path, fileSystem)
    let absent = (group?.replicas ?? []).map(\.journal).filter { id in
      !copies.contains { $0.replica == id } && senders?.contains(id) ?? true
    }
    for replica in copies.map(\.replica) + absent {
      let log = ReplicaLog(PeerLog.path(of: replica, inJournalAt: path), in: fileSystem)
      let last: UInt64?
      do throws(JournalError) {
        last = try log.lastSequence()
      } catch {
        throw error.code == .damaged ? error.describingPeerLog(of: replica, device: devices.name(of: replica)) : error
      }
      guard let last, known.ends[replica] ?? 0 >= last else {
        throw JournalError(
          .damaged,
          "Not all of \(devices.name(of: replica))'s log is here, so it is not known which photos it names. Sync first."
        )
      }
    }
  }

  private func photoUses(upTo end: LogPosition, _ journalID: UUID?) throws(JournalError) -> PhotoUses {
    var uses = PhotoUses()
    guard end.sequence > 0 else { return uses }
    var reader = try EventReader(directory, journalID: journalID, limit: end)
    try reader.forEachBatch {
      PhotoUses.attachments(in: $0)
    } _: { _, _, _, attachments in
      for attachment in attachments { uses.add(attachment) }
      return true
    }
    if let failure = reader.failure(upTo: end) { throw failure }
    return uses
  }
}

/// Pages name photos by nothing but their digests.
extension Journal {
  /// The photos that there are files for, whatever is in them. Takes time proportional to their count.
  ///
  /// - Throws: `inputOutput`.
  package func storedPhotos() throws(JournalError) -> Set<Digest> { try photos.digests() }

  /// The bytes of a stored photo; `nil` where they are missing or damaged.
  package func photoBytes(_ digest: Digest) throws(JournalError) -> [UInt8]? { try photos.read(digest) }

  /// The small picture of a stored photo; see ``thumbnails(of:make:)``.
  package func thumbnail(
    _ digest: Digest, make: ([UInt8]) -> [UInt8]?
  ) throws(JournalError) -> [UInt8]? {
    // Thumbnails are known by the digest alone.
    try thumbnails(of: [Photo(digest: digest, byteCount: 0, width: 0, height: 0)], make: make)[digest]
  }
}
