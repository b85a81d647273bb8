package import EventLog

package import struct FoundationEssentials.UUID

/// The photos of a journal as files, for whoever carries them between devices.
package struct PhotoFiles: Sendable {
  private let directory: LogDirectory
  private var store: PhotoStore { PhotoStore(directory: directory) }

  package init(_ directory: LogDirectory) {
    self.directory = directory
  }

  /// - Parameter path: the journal's directory.
  package init(ofJournalAt path: String, _ fileSystem: any FileSystem) {
    directory = LogDirectory(fileSystem: fileSystem, path: path)
  }

  /// A photo's bytes; `nil` where they are missing or damaged.
  package func read(_ digest: Digest) throws(JournalError) -> [UInt8]? { try store.read(digest) }

  /// Stores a photo and makes it durable.
  package func store(_ jpeg: [UInt8]) throws(JournalError) { _ = try store.store(jpeg) }

  /// The photos that there are files for.
  package func present() throws(JournalError) -> Set<Digest> { try store.digests() }

  /// Returns `true` if the store has a file for the photo.
  package func contains(_ digest: Digest) throws(JournalError) -> Bool { try store.contains(digest) }

  /// The photos that events of a log name, apart from those that were purged since, here or by `purges`, in the order
  /// of their digests. Reads the log from the segment that the event after `sequence` is in, so earlier ones may be
  /// among them.
  package func photosReferenced(
    by log: ReplicaLog, after sequence: UInt64, purges: GroupPurges = GroupPurges()
  ) throws(JournalError) -> [Digest] {
    guard let head = try log.head() else { return [] }
    let first = try withJournalErrors { try log.directory.segments() }.last { $0 <= sequence + 1 } ?? 1
    var referenced: [Digest: PhotoUses.Attachment] = [:]
    var reader = try EventReader(
      log.directory, journalID: head.journalID, from: LogPosition(beginningOf: first), limit: head.position)
    while let batch = try reader.next() {
      for attachment in PhotoUses.attachments(in: batch) { referenced[attachment.photo.digest] = attachment }
    }
    if let failure = reader.failure(upTo: head.position) { throw failure }
    let purged = try PurgedPhotos(directory).records()
    let isOwn = log.directory.path == directory.path
    let wanted = referenced.filter { digest, attachment in
      if purges.cover(attachment, of: head.journalID) { return false }
      return isOwn
        ? !purged.covers(digest, attachedBy: attachment.sequence)
        : !purged.covers(attachment, of: head.journalID)
    }
    return wanted.keys.sorted { $0.hexadecimal < $1.hexadecimal }
  }

  /// The latest record of each photo that was purged here.
  package func purged() throws(JournalError) -> [Digest: PurgedPhotos.Record] { try PurgedPhotos(directory).records() }

  /// Records the purges of other devices whose photos have no file here: they aren't missing, and aren't asked for.
  ///
  /// - Parameter me: The identity of the journal's own log.
  package func adopt(_ purges: GroupPurges, in me: UUID) throws(JournalError) {
    guard !purges.isEmpty else { return }
    let known = try purged()
    var adopted: [PurgedPhotos.Record] = []
    for record in purges.records(for: me) {
      guard let digest = record.digest, known[digest] == nil, try !contains(digest) else { continue }
      adopted.append(record)
    }
    if !adopted.isEmpty { try withJournalErrors { try directory.fileSystem.createDirectories(directory.photosPath) } }
    try PurgedPhotos(directory).append(adopted)
  }
}
