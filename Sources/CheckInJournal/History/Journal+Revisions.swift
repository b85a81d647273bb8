internal import EventLog
internal import Synchronization

/// The times of a check-in's first and last event, and the number of changes after the first.
///
/// Times are in milliseconds since 1970.
package struct Revision: Sendable {
  package var firstMilliseconds: Int64 = 0
  package var lastMilliseconds: Int64 = 0
  package var count = 0

  package init() {}
}

/// The revisions of all check-ins.
package struct Revisions {
  /// The first is that of check-in 1.
  private var own: [Revision]
  /// Of check-ins that other devices of the group have created, by their numbers here.
  private var others: [Int: Revision] = [:]

  fileprivate init(count: Int) {
    own = Array(repeating: Revision(), count: count)
  }

  /// That of the check-in with a number; `nil` where there is none.
  package subscript(number: Int) -> Revision? { own.indices.contains(number - 1) ? own[number - 1] : others[number] }

  fileprivate mutating func apply(_ kind: EventKind, to checkIn: UInt64, at milliseconds: Int64) {
    guard checkIn >= 1, checkIn <= UInt64(own.count) else { return }
    own[Int(checkIn) - 1].apply(kind, at: milliseconds)
  }

  fileprivate mutating func apply(_ entry: AuditEntry) {
    let (number, milliseconds) = (entry.event.checkIn, entry.event.recordedAtMilliseconds)
    if own.indices.contains(number - 1) {
      own[number - 1].apply(entry.event.action.kind, at: milliseconds)
    } else if number > 0 {
      others[number, default: Revision()].apply(entry.event.action.kind, at: milliseconds)
    }
  }
}

extension Revision {
  fileprivate mutating func apply(_ kind: EventKind, at milliseconds: Int64) {
    lastMilliseconds = milliseconds
    // Devices that imported the same have created it each.
    if kind == .created, firstMilliseconds == 0 { firstMilliseconds = milliseconds } else { count += 1 }
  }
}

extension Journal {
  /// Returns the times and numbers of the changes to every check-in. Reads the whole log, and the peer logs of the
  /// group.
  ///
  /// - Throws: The errors of ``replay(_:progress:)``.
  package func revisions(progress: Progress? = nil) throws(JournalError) -> Revisions {
    let (end, last) = state.withLock { ($0.position, $0.shownSequence) }
    var revisions = Revisions(count: lastNumber)
    do {
      if try emitMerged(AuditSelection(), to: { revisions.apply($0) }) { return revisions }
    } catch {
      throw error as? JournalError ?? JournalError(.inputOutput, "\(error)")
    }
    try forEachEvent(from: .start, after: 0, to: last, limit: end, progress: progress) { event, _ in
      revisions.apply(event.kind, to: event.checkIn, at: event.recordedAtMilliseconds)
    }
    return revisions
  }
}
