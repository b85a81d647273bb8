package import CheckInJournal
package import EventLog
package import FoundationEssentials

/// The logs that a device keeps: its own and copies of the others'.
///
/// What is appended comes from a place, so it is hostile until an implementation has checked it: the frames, the
/// sequence numbers, the chain and the digest.
package protocol ReplicaLogs: AnyObject {
  /// The identity of this device's own journal.
  var me: UUID { get }
  /// Lets this device's own log end where all that was acknowledged does: after a power cut HEAD can know of less.
  func finishRecovery() throws(JournalError)
  /// Returns the end of a replica's log on this device; `nil` if the device has none of the log.
  func end(of replica: UUID) throws(JournalError) -> ReplicaPosition?
  /// The replicas of which something is here, this device's own included.
  func replicas() throws(JournalError) -> [UUID]
  /// The digest of a replica's log up to an event; `nil` where it is not here.
  func digest(of replica: UUID, at sequence: UInt64) throws(JournalError) -> Digest?
  /// Calls `body` with a replica's log after an event, in chunks, in order.
  func forEachChunk(
    of replica: UUID, after sequence: UInt64, _ body: (ReplicaChunk) throws(JournalError) -> Void
  ) throws(JournalError)
  /// Appends to the copy of another replica's log, durably; see ``CheckInJournal/PeerLog/append(_:)``.
  func append(_ chunk: ReplicaChunk) throws(JournalError) -> PeerLog.Outcome
  /// Checks that ``append(_:)`` would accept the first chunk of a replica's log. Changes nothing.
  ///
  /// - Throws: `damaged` if it wouldn't.
  func check(_ chunk: ReplicaChunk) throws(JournalError)
  /// The photos that a replica's events after one name, whose files are not here and that were not purged; others of
  /// its log may be among them.
  func missingPhotos(
    of replica: UUID, after sequence: UInt64, purges: GroupPurges
  ) throws(JournalError) -> [Digest]
  /// The photos that a replica's events after one name and that were not purged; others of its log may be among them.
  func photos(of replica: UUID, after sequence: UInt64, purges: GroupPurges) throws(JournalError) -> [Digest]
  /// The records of the photos that were purged here.
  func purgedPhotos() throws(JournalError) -> [PurgedPhotos.Record]
  /// Records other devices' purges of photos that have no file here.
  func adopt(_ purges: GroupPurges) throws(JournalError)
  /// The photos that there are files for.
  func presentPhotos() throws(JournalError) -> Set<Digest>
  /// A photo's bytes; `nil` where they are missing or damaged.
  func photo(_ digest: Digest) throws(JournalError) -> [UInt8]?
  /// Stores a photo whose digest was checked.
  func store(photo: [UInt8]) throws(JournalError)
}
