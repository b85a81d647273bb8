internal import EventLog
internal import Synchronization

/// When a check-in was recorded and last changed, in milliseconds since 1970, and how often it was changed.
package struct Revision: Sendable {
  package var firstMilliseconds: Int64 = 0
  package var lastMilliseconds: Int64 = 0
  package var count = 0

  package init() {}
}

/// The revisions of all check-ins.
package struct Revisions {
  /// The first is that of check-in 1.
  private var all: [Revision]

  fileprivate init(count: Int) {
    all = Array(repeating: Revision(), count: count)
  }

  /// That of the check-in with a number; `nil` where there is none.
  package subscript(number: Int) -> Revision? { all.indices.contains(number - 1) ? all[number - 1] : nil }

  fileprivate mutating func apply(_ event: EventView) {
    guard event.checkIn >= 1, event.checkIn <= UInt64(all.count) else { return }
    let index = Int(event.checkIn) - 1
    all[index].lastMilliseconds = event.recordedAtMilliseconds
    if event.kind == .created {
      all[index].firstMilliseconds = event.recordedAtMilliseconds
    } else {
      all[index].count += 1
    }
  }
}

extension Journal {
  /// When the check-ins were recorded and changed. Reads the whole log.
  ///
  /// - Throws: as ``replay(_:progress:)``.
  package func revisions(progress: Progress? = nil) throws(JournalError) -> Revisions {
    let (end, last) = state.withLock { ($0.position, $0.shownSequence) }
    var revisions = Revisions(count: lastNumber)
    try forEachEvent(from: .start, after: 0, to: last, limit: end, progress: progress) { event, _ in
      revisions.apply(event)
    }
    return revisions
  }
}
