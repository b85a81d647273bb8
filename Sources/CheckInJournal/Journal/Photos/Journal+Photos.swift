public import EventLog
internal import Synchronization

/// What lies in the store for a photo.
///
/// ```swift
/// if try journal.condition(of: photo) == .missing { print("Restore it from a backup.") }
/// ```
public enum PhotoCondition: String, Sendable {
  /// As it was found on the disk.
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

  /// Whether there are photos in the directory: then it is, or was, a journal.
  package static func hasPhotos(at path: String) -> Bool {
    let directory = LogDirectory(fileSystem: DiskFileSystem(), path: path)
    return (try? PhotoStore(directory: directory).hasPhotos()) ?? false
  }

  /// What lies in the store for a photo. Reads all of its bytes.
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
    let kept = SnapshotItems(path: directory.snapshotDatabasePath).contents(.thumbnail, names)
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
      let shown = try withTimeline { timeline throws(TimelineFault) in try timeline.photos(in: month.month) }
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
      present.map { (name: $0.key.hexadecimal, content: $0.value) }, .thumbnail)
  }
}

extension Journal {
  /// Takes a pass over the log, up to what this journal has read of it.
  ///
  /// - Throws: `damaged` where the log cannot be read up to there; `inputOutput`.
  func photoUses() throws(JournalError) -> PhotoUses {
    let (end, journalID) = state.withLock { ($0.position, $0.journalID) }
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
