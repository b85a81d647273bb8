internal import EventLog
internal import Synchronization

/// The photos that a log names: which check-ins have or had each, and the last event that attached it.
struct PhotoUses {
  struct Use {
    var photo: Photo
    /// Ascending.
    var checkIns: [Int]
    var lastSequence: UInt64
  }

  private(set) var uses: [Digest: Use] = [:]
  /// In the order in which they were first attached.
  private(set) var digests: [Digest] = []

  mutating func visit(_ event: EventView, in bytes: RawSpan) {
    guard event.kind == .photoAttached else { return }
    let photo = Photo(event.photo, in: bytes)
    var use = uses[photo.digest] ?? Use(photo: photo, checkIns: [], lastSequence: 0)
    if use.lastSequence == 0 { digests.append(photo.digest) }
    let number = Int(clamping: event.checkIn)
    let index = use.checkIns.firstIndex { $0 >= number } ?? use.checkIns.count
    if !use.checkIns[index...].starts(with: [number]) { use.checkIns.insert(number, at: index) }
    use.lastSequence = event.sequence
    uses[photo.digest] = use
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
    try reader.forEachEvent { event, bytes throws(JournalError) in
      uses.visit(event, in: bytes)
      return true
    }
    if let failure = reader.failure(upTo: end) { throw failure }
    return uses
  }
}
