internal import EventLog
internal import Synchronization

/// Reads what other processes append, and what they bring of other devices, as soon as they do, as long as somebody
/// follows the journal. All that follow one journal share it.
final class JournalWatch: Sendable {
  private let lastFailure = Mutex<JournalError?>(nil)
  private let files = Mutex<[(any Sendable)?]>([])

  /// The reason why the latest attempt to read the journal failed; `nil` if it succeeded.
  var failure: JournalError? { lastFailure.withLock { $0 } }

  /// Begins to watch, and reads what was appended before.
  ///
  /// - Throws: `inputOutput` where the system cannot tell what others write.
  init(_ journal: Journal) throws(JournalError) {
    let fileSystem = journal.directory.fileSystem
    func watch(_ name: String) throws(JournalError) -> (any Sendable)? {
      try withJournalErrors {
        try fileSystem.watch(name, in: journal.directory.path) { [weak self, weak journal] in
          guard let self, let journal else { return }
          read(journal)
        }
      }
    }
    var watched = [try watch("HEAD")]
    // There may be none where a journal was never synced, and then some systems cannot watch for it.
    if let syncs = try? watch(Group.syncFileName) { watched.append(syncs) }
    files.withLock { [watched] in $0 = watched }
    // What is appended between the two is read by both or by this one.
    read(journal)
  }

  private func read(_ journal: Journal) {
    do throws(JournalError) {
      try journal.readPeerEvents()
      lastFailure.withLock { $0 = nil }
    } catch {
      lastFailure.withLock { $0 = error }
    }
    journal.changes.send()
  }
}

extension Journal {
  /// The watch that all share; begins where there is none.
  func sharedWatch() throws(JournalError) -> JournalWatch {
    try watch.withLock { shared throws(JournalError) in
      if let watch = shared.watch { return watch }
      let watch = try JournalWatch(self)
      shared.watch = watch
      return watch
    }
  }

  /// A watch that goes with the last that holds it.
  struct SharedWatch: Sendable {
    weak var watch: JournalWatch?
  }

  /// Returns `true` if the peer logs have events that haven't been read yet.
  private func hasNewPeerEvents() throws(JournalError) -> Bool {
    let (isActive, journalID) = state.withLock { ($0.merged.isActive, $0.journalID) }
    guard let journalID else { return false }
    guard let logs = try GroupLogs(directory, journalID: journalID), !logs.peers.isEmpty else { return isActive }
    return state.withLock { $0.hasNewEvents(logs, own: $0.merged.ends[journalID] ?? 0) }
  }

  /// As ``refresh()``, and not in the middle of a commit of this journal: that has written events which it is about to
  /// take in itself.
  fileprivate func readPeerEvents() throws(JournalError) {
    guard state.withLock({ $0.past == nil }) else { return }
    let reading = try withJournalErrors { try directory.look() }
    // HEAD that this journal has written says nothing new.
    let isKnown = state.withLock { state in
      reading.head.map { $0.position == state.position && $0.journalID == state.journalID && state.problem == nil }
        ?? (reading == state.reading)
    }
    if isKnown, try !hasNewPeerEvents() { return }
    guard access == .readWrite else { return try refresh() }
    // The lock may have been to be given back meanwhile.
    defer { if isUnlockWanted.load(ordering: .sequentiallyConsistent) { unlockIfIdle() } }
    try lease.withLock { _ throws(JournalError) in try refresh() }
  }
}
