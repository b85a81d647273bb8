package import CheckInJournal
package import EventLog
package import FoundationEssentials

/// The logs in a journal's directory.
package final class JournalReplicas: ReplicaLogs {
  package let me: UUID
  private let path: String
  private let fileSystem: any FileSystem
  private let photoFiles: PhotoFiles

  /// - Parameter path: the journal's directory.
  /// - Throws: `notFound` where there is no journal; `inputOutput`.
  package init(ofJournalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) {
    guard let me = try ReplicaLog(path, in: fileSystem).replica() else {
      throw JournalError(.notFound, "There is no journal at \(path).")
    }
    self.me = me
    self.path = path
    self.fileSystem = fileSystem
    photoFiles = PhotoFiles(ofJournalAt: path, fileSystem)
  }

  private func log(of replica: UUID) throws(JournalError) -> ReplicaLog {
    if replica == me { return ReplicaLog(path, in: fileSystem) }
    let log = PeerLog(of: replica, inJournalAt: path, fileSystem).log
    guard try log.replica().map({ $0 == replica }) ?? true else {
      throw JournalError(.damaged, "It holds the log of another journal.")
    }
    return log
  }

  package func finishRecovery() throws(JournalError) {
    try Journal.finishRecovery(at: path, configuration: Journal.Configuration(in: fileSystem))
  }

  package func end(of replica: UUID) throws(JournalError) -> ReplicaPosition? {
    guard let end = try log(of: replica).end(), end.sequence > 0 else { return nil }
    return end
  }

  package func replicas() throws(JournalError) -> [UUID] {
    [me] + (try PeerLog.all(inJournalAt: path, fileSystem).map(\.replica))
  }

  package func digest(of replica: UUID, at sequence: UInt64) throws(JournalError) -> Digest? {
    try log(of: replica).digest(at: sequence)
  }

  package func forEachChunk(
    of replica: UUID, after sequence: UInt64, _ body: (ReplicaChunk) throws(JournalError) -> Void
  ) throws(JournalError) {
    let log = try log(of: replica)
    guard let last = try log.lastSequence(), last > sequence else { return }
    var chunks = try log.chunks(after: sequence, byteLimit: RemoteLimits.stepByteCount)
    while let chunk = try chunks.next() { try body(chunk) }
  }

  package func append(_ chunk: ReplicaChunk) throws(JournalError) -> PeerLog.Outcome {
    try PeerLog(of: chunk.replica, inJournalAt: path, fileSystem).append(chunk)
  }

  package func check(_ chunk: ReplicaChunk) throws(JournalError) {
    _ = try PeerLog(of: chunk.replica, inJournalAt: path, fileSystem).outcome(of: chunk)
  }

  package func missingPhotos(
    of replica: UUID, after sequence: UInt64, purges: GroupPurges
  ) throws(JournalError) -> [Digest] {
    var missing: [Digest] = []
    for digest in try photos(of: replica, after: sequence, purges: purges) where try !photoFiles.contains(digest) {
      missing.append(digest)
    }
    return missing
  }

  package func photos(
    of replica: UUID, after sequence: UInt64, purges: GroupPurges
  ) throws(JournalError) -> [Digest] {
    try photoFiles.photosReferenced(by: try log(of: replica), after: sequence, purges: purges)
  }

  package func purgedPhotos() throws(JournalError) -> [PurgedPhotos.Record] { Array(try photoFiles.purged().values) }
  package func adopt(_ purges: GroupPurges) throws(JournalError) { try photoFiles.adopt(purges, in: me) }

  package func presentPhotos() throws(JournalError) -> Set<Digest> { try photoFiles.present() }
  package func photo(_ digest: Digest) throws(JournalError) -> [UInt8]? { try photoFiles.read(digest) }
  package func store(photo: [UInt8]) throws(JournalError) { try photoFiles.store(photo) }
}
