internal import EventLog
internal import FoundationEssentials

/// How much of the other devices' logs was here, as a journal's own log says: each ``Seen`` record names what was read
/// when it was written. More than is here now is missing.
struct ReadOfOthers: Sendable {
  /// The last event of each log.
  private(set) var sequences: [UUID: UInt64] = [:]
  /// How far the own log was looked through.
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

  /// What there is to say where not all is here that was; `nil` where it is, or where it can be had from nowhere: no
  /// file names the device, and nothing of its log is here.
  ///
  /// - Parameters:
  ///   - replica: whose log it is.
  ///   - devices: those that the journal's files name.
  ///   - last: the last of its events that was here.
  ///   - here: the last that can be read here now; 0 for none.
  ///   - isCopyHere: whether there is a copy, be it one that cannot be used.
  static func missing(
    _ replica: UUID, of devices: GroupDevices, last: UInt64, here: UInt64, isCopyHere: Bool
  ) -> String? {
    guard last > here, isCopyHere || devices.contains(replica) else { return nil }
    let name = devices.name(of: replica)
    return here == 0
      ? "The copy of \(name)'s log is not here, and it was, up to event \(last): nothing of it is shown. Sync: then it "
        + "is copied anew."
      : "The copy of \(name)'s log ends with event \(here), and event \(last) was here: what comes after is not shown. "
        + "Sync: then it comes again."
  }
}
