internal import EventLog
internal import FoundationEssentials

/// Writes HEAD anew from a log that can be read to its end.
struct HeadRepair {
  let directory: LogDirectory

  /// - Returns: what was done, in sentences.
  /// - Throws: `damaged` where the log cannot be read to its end; `busy`; `inputOutput`.
  func rewrite() throws(JournalError) -> [Message] {
    let lock = try withJournalErrors { try LogLock.take(directory, timeoutSeconds: 5) }
    let state = try JournalLoader(directory: directory).load(ignoringSnapshot: true)
    let named = try withJournalErrors { try directory.journalID() }
    guard state.problem == nil || state.problem?.kind == .headDoubtful, let journalID = named else {
      throw state.problem?.error ?? JournalError(.damaged, "The log does not name its journal.")
    }
    if state.problem == nil, case .head(_, isWhole: true) = state.reading {
      return ["HEAD has been repaired meanwhile."]
    }
    if let loss = try SnapshotCheck(directory).loss(in: state) { throw JournalError(.damaged, loss) }
    var actions: [Message] = []
    try withJournalErrors {
      if let kept = try keepOldHead() { actions.append("The old HEAD was kept as \(kept).") }
      let generation = state.reading.head.map { $0.generation + 1 } ?? 0
      let content = HeadFormat.content(
        Head(journalID: journalID, generation: generation, position: state.position))
      // What HEAD is going to promise is made durable first.
      try LogRecovery(directory).rewrite(
        from: LogPosition(sequence: 0, segment: state.position.segment, fileOffset: 0, contentOffset: 0),
        to: state.position)
      try directory.writeHead(content)
      actions.append("HEAD says that the log ends with event \(state.position.sequence).")
      if let torn = state.torn {
        let path = try LogRecovery(directory).quarantine(torn)
        actions.append("\(pluralized(torn.byteCount, "unreadable byte")) at the log's end set aside in \(path).")
      }
      try lock.release()
    }
    return actions
  }

  private func keepOldHead() throws -> String? {
    guard let old = try directory.open("HEAD") else { return nil }
    let bytes = try old.readBytes(at: 0, count: try old.size())
    let path = try directory.fileSystem.freePath(directory.path + "/HEAD.old")
    try directory.fileSystem.writeAtomically(bytes.span.bytes, to: path)
    return path
  }
}
