internal import EventLog
internal import Synchronization

internal import struct Foundation.UUID

/// The version of a journal's state: as long as it stays equal, every query returns the same result.
package struct JournalVersion: Hashable, Sendable {
  private let journalID: UUID?
  private let end: LogPosition
  private let lastFrame: LogFrame?
  private let shownSequence: UInt64
  private let incompleteReasons: [JournalError]
  /// The version vector of the group's logs: the last event of each.
  private let ends: [UUID: UInt64]

  init(_ state: borrowing JournalState) {
    journalID = state.journalID
    end = state.position
    lastFrame = state.lastFrame
    shownSequence = state.shownSequence
    incompleteReasons = state.incompleteReasons
    ends = state.merged.ends
  }
}

extension Journal {
  /// The version that queries are answered from now. Constant.
  package var version: JournalVersion { state.withLock { JournalVersion($0) } }
}
