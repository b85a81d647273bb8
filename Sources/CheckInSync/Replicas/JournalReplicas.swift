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
  /// - Throws: `notFound` where there is no journal; `damaged` if its local log is damaged; `inputOutput`.
  package init(ofJournalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) {
    me = try JournalLoader.identityOfSoundLog(inJournalAt: path, fileSystem)
    self.path = path
    self.fileSystem = fileSystem
    photoFiles = PhotoFiles(ofJournalAt: path, fileSystem)
  }

  /// Reads a replica's log.
  ///
  /// A snapshot can have hidden damage of the local log until now. Then the error is the one that commands report.
  private func read<Result>(
    _ replica: UUID, perform body: (ReplicaLog) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    guard replica == me else {
      let log = PeerLog(of: replica, inJournalAt: path, fileSystem).log
      guard try log.replica().map({ $0 == replica }) ?? true else {
        throw JournalError(.damaged, "It holds the log of another journal.")
      }
      return try body(log)
    }
    do throws(JournalError) {
      return try body(ReplicaLog(path, in: fileSystem))
    } catch  where error.code == .damaged {
      _ = try JournalLoader.identityOfSoundLog(inJournalAt: path, fileSystem, isThorough: true)
      throw error
    }
  }

  package func finishRecovery() throws(JournalError) {
    try Journal.finishRecovery(at: path, configuration: Journal.Configuration(in: fileSystem))
  }

  package func end(of replica: UUID) throws(JournalError) -> ReplicaPosition? {
    let end = try read(replica) { (log) throws(JournalError) in try log.end() }
    return end.flatMap { $0.sequence > 0 ? $0 : nil }
  }

  package func replicas() throws(JournalError) -> [UUID] {
    [me] + (try PeerLog.all(inJournalAt: path, fileSystem).map(\.replica))
  }

  package func digest(of replica: UUID, at sequence: UInt64) throws(JournalError) -> Digest? {
    try read(replica) { (log) throws(JournalError) in try log.digest(at: sequence) }
  }

  package func forEachChunk(
    of replica: UUID, after sequence: UInt64, _ body: (ReplicaChunk) throws(JournalError) -> Void
  ) throws(JournalError) {
    var chunks = try read(replica) { (log) throws(JournalError) -> ReplicaChunks? in
      guard let last = try log.lastSequence(), last > sequence else { return nil }
      return try log.chunks(after: sequence, byteLimit: RemoteLimits.stepByteCount)
    }
    while let chunk = try read(replica, perform: { (_) throws(JournalError) in try chunks?.next() }) { try body(chunk) }
  }

  package func append(_ chunk: ReplicaChunk) throws(JournalError) -> PeerLog.Outcome {
    try PeerLog(of: chunk.replica, inJournalAt: path, fileSystem).append(chunk)
  }

  package func missingPhotos(of replica: UUID, after sequence: UInt64) throws(JournalError) -> [Digest] {
    var missing: [Digest] = []
    for digest in try photos(of: replica, after: sequence)
    where try !photoFiles.contains(digest) {
      missing.append(digest)
    }
    return missing
  }

  package func photos(of replica: UUID, after sequence: UInt64) throws(JournalError) -> [Digest] {
    try read(replica) { (log) throws(JournalError) in try photoFiles.photosReferenced(by: log, after: sequence) }
  }

  package func presentPhotos() throws(JournalError) -> Set<Digest> { try photoFiles.present() }
  package func photo(_ digest: Digest) throws(JournalError) -> [UInt8]? { try photoFiles.read(digest) }
  package func store(photo: [UInt8]) throws(JournalError) { try photoFiles.store(photo) }
}
