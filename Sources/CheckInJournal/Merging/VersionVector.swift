internal import EventLog
package import FoundationEssentials

/// The last event of each peer log that this journal has read, according to its own log.
///
/// Each ``Seen`` record specifies the events that had been read when it was written. Events up to there that are no
/// longer present are missing.
package struct VersionVector: Sendable {
  /// The last event of each log.
  private(set) var sequences: [UUID: UInt64] = [:]
  /// The position up to which the local log was scanned.
  private var position = LogPosition.start

  /// Looks the own log through to a place. Takes time proportional to what is new in it.
  ///
  /// - Throws: `inputOutput`.
  mutating func advance(
    to end: LogPosition, in directory: LogDirectory, _ journalID: UUID?
  ) throws(JournalError) {
    guard end.isAfter(position) else { return }
    var reader = try EventReader(directory, journalID: journalID, from: position, limit: end)
    try reader.forEachEvent { event, bytes in
      if event.kind == .seen, let seen = try? Seen(event.message, in: bytes), !seen.continues {
        sequences[seen.replica] = max(sequences[seen.replica] ?? 0, seen.position.sequence)
      }
      return true
    }
    if reader.failure == nil { position = end }
  }

  /// Returns a message if events that were present before are missing.
  ///
  /// Returns `nil` if none are missing, or if they can't be restored from anywhere: no file names the device, and this
  /// journal has no copy of its log.
  ///
  /// - Parameters:
  ///   - replica: The replica that wrote the log.
  ///   - devices: The devices that the journal's files name.
  ///   - last: The last of its events that was present.
  ///   - here: The last of its events that can be read now; 0 for none.
  ///   - isCopyHere: `true` if there is a copy, even one that can't be used.
  package static func missing(
    _ replica: UUID, of devices: GroupDevices, last: UInt64, here: UInt64, isCopyHere: Bool
  ) -> Message? {
    guard last > here, isCopyHere || devices.contains(replica) else { return nil }
    let name = devices.name(of: replica)
    return here == 0
      ? "The copy of \(name)'s log is not here, and it was, up to event \(last): nothing of it is shown. Sync: then it "
        + "is copied anew."
      : "The copy of \(name)'s log ends with event \(here), and event \(last) was here: what comes after is not shown. "
        + "Sync: then it comes again."
  }
}
