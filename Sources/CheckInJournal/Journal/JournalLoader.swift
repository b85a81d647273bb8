package import EventLog
internal import FoundationEssentials

/// Reads a journal from its directory: the snapshot if it is valid, and the log after it.
///
/// Never writes, but gives the directory its name back if a fork was interrupted after it took the name away.
package struct JournalLoader {
  /// The maximum number of times to read a journal that keeps changing.
  private static let maximumPassCount = 10

  package let directory: LogDirectory
  package var progress: Journal.Progress?
  /// Sees the whole log, unless a snapshot spares the reading of it.
  package var observer: (any FoldObserver)?

  package init(directory: LogDirectory, progress: Journal.Progress? = nil, observer: (any FoldObserver)? = nil) {
    self.directory = directory
    self.progress = progress
    self.observer = observer
  }

  /// Reads the journal in the directory. The state's `problem` reports damage.
  ///
  /// No lock is taken, so other processes may be writing. If the log looks torn or damaged and HEAD has moved, it is
  /// read again. A segment can be rewritten while HEAD stays, so damage counts only if it is found twice.
  ///
  /// - Throws: `inputOutput` if the system can't read a file. A read error doesn't count as damage.
  package func load(ignoringSnapshot: Bool = false) throws(JournalError) -> JournalState {
    var state = try loadOnce(ignoringSnapshot: ignoringSnapshot)
    for _ in 1..<Self.maximumPassCount where state.problem != nil || state.torn != nil {
      let (problem, reading) = (state.problem, state.reading)
      if problem?.kind != .logDamaged, try headReading() == reading { break }
      directory.closeFiles()
      state = try loadOnce(ignoringSnapshot: ignoringSnapshot)
      if problem?.kind == .logDamaged, state.problem == problem, state.reading == reading { break }
    }
    try merge(&state, ignoringSnapshot: ignoringSnapshot)
    return state
  }

  private func loadOnce(ignoringSnapshot: Bool) throws(JournalError) -> JournalState {
    var state = JournalState()
    let reading = try headReading()
    observer?.begin(reading)
    let segments = try withJournalErrors { try directory.segments() }
    if segments.isEmpty {
      if try InterruptedFork.putBack(journalAt: directory.path, directory.fileSystem) {
        return try loadOnce(ignoringSnapshot: ignoringSnapshot)
      }
      return try lostLog(reading)
    }
    state.reading = reading
    state.journalID = reading.head?.journalID
    state.exists = true
    if !ignoringSnapshot { try loadSnapshot(into: &state, head: reading, segments: segments) }
    do throws(JournalError) {
      try advance(&state, to: reading)
    } catch {
      guard case .partUnreadable(let reason) = error.fault else { throw error }
      var replayed = try loadOnce(ignoringSnapshot: true)
      replayed.snapshot = .invalid(reason: reason)
      replayed.messages.insert(Self.message(for: reason, replayed), at: 0)
      return replayed
    }
    // A creation that was cut off before its HEAD: nothing was ever promised.
    if reading == .missing, state.position.sequence == 0, state.problem == nil {
      return try lostLog(reading)
    }
    switch state.snapshot {
    case .absent where !ignoringSnapshot && state.position.sequence > 0:
      state.messages.append(Self.message(for: "there is none", state))
    case .invalid(let reason): state.messages.append(Self.message(for: reason, state))
    default: break
    }
    return state
  }

  /// Returns the contents of HEAD, or `foreign` if HEAD belongs to another journal than the log.
  private func headReading() throws(JournalError) -> HeadState {
    let reading = try withJournalErrors { try directory.look() }
    // Most often the first segment says the same, and no other has to be looked at.
    guard let named = reading.head?.journalID else { return reading }
    let isForeign = try withJournalErrors {
      guard try directory.journalID() != named else { return false }
      let journals = try directory.journalIDs()
      return journals.count == 1 && !journals.contains(named)
    }
    return isForeign ? .foreign : reading
  }

  /// Returns the remaining state of a journal whose log is missing.
  ///
  /// The check-ins can be shown as of the snapshot, however old it is. If no other file shows that there was a journal,
  /// the state's `exists` is `false`.
  private func lostLog(_ reading: HeadState) throws(JournalError) -> JournalState {
    var state = JournalState()
    state.reading = reading
    state.journalID = reading.head?.journalID
    let remains = try SnapshotCheck(directory).remains(of: reading.head?.journalID)?.timeline
    let hasPhotos = try withJournalErrors { try PhotoStore(directory: directory).hasPhotos() }
    let hasSnapshot = try withJournalErrors { try directory.fileSystem.kind(of: directory.snapshotPath) != nil }
    guard reading != .missing || hasSnapshot || hasPhotos else { return state }
    state.exists = true
    var message: Message = "The log of \(directory.path) is missing: \(directory.logPath) holds no event."
    if let remains {
      state.timeline = remains
      message =
        "\(message) The snapshot still shows its \(pluralized(remains.directory.total, "check-in")) as of event "
        + "\(remains.directory.sequence)."
    }
    state.note(
      .logMissing, message: "\(message) Restore the log from a backup.")
    return state
  }

  private static func message(for reason: Message, _ state: JournalState) -> Message {
    "Replayed \(pluralized(Int(state.position.sequence), "event")), because the snapshot cannot be used: \(reason)."
  }

  private func loadSnapshot(
    into state: inout JournalState, head reading: HeadState, segments: [UInt64]
  ) throws(JournalError) {
    switch try SnapshotCheck(directory).check(head: reading.head, segments: segments) {
    case .absent: break
    case .invalid(let reason): state.snapshot = .invalid(reason: reason)
    case .ahead(let error):
      state.snapshot = .ahead
      state.note(.logDamaged, error: error)
    case .valid(let store, let place, let timeline):
      state.snapshot = .loaded(store)
      state.timeline = timeline
      state.position = place.resume
      state.lastFrame = place.lastFrame
      state.scrub = store.scrub
      // The snapshot remembers where damage was found, so that it is not forgotten; the log alone decides.
      if let suspect = store.scrub.suspect, let head = reading.head {
        if let damage = try damage(inSegment: suspect, upTo: head) {
          state.note(.logDamaged, error: damage)
        } else {
          state.scrub.suspect = nil
        }
      }
    }
  }

  private func damage(inSegment segment: UInt64, upTo head: Head) throws(JournalError) -> JournalError? {
    try withJournalErrors {
      try LogScrub(directory, head: head, check: EventView.check).damage(inSegment: segment).map { JournalError($0) }
    }
  }

  /// Brings a state that was loaded before up to what others have appended. Where it throws, the state stays behind,
  /// and the next call tries again.
  func catchUp(_ state: inout JournalState, to reading: HeadState) throws(JournalError) {
    let earlier = state.reading
    do throws(JournalError) {
      guard try !tryCatchUp(&state, to: reading) else { return try merge(&state) }
      state = try reload()
    } catch {
      state.reading = earlier
      throw error
    }
  }

  /// Folds the logs of the journal's group, if there are others than its own, and news in any of them: of what was
  /// folded before, only the check-ins that the news concerns, where that is all that it can change.
  func merge(_ state: inout JournalState, ignoringSnapshot: Bool = false) throws(JournalError) {
    let found = state.exists ? try GroupLogs(directory, journalID: state.journalID) : nil
    guard var logs = found, !logs.peers.isEmpty else {
      if state.merged.isActive { state.merged = MergedJournal() }
      state.mergeFailure = nil
      return setPeerMessages(try messagesWithoutCopies(of: found, in: &state), in: &state)
    }
    guard state.mergeFailure != nil || state.hasNewEvents(logs, own: state.position.sequence) else { return }
    logs.useOrdinals(of: state.merged)
    // Moved out, so that the pages are changed in place.
    var merged = state.merged
    state.merged = MergedJournal()
    do throws(JournalError) {
      if try !logs.update(&merged, upTo: state.position) {
        let isNew = merged.writers.isEmpty
        if !ignoringSnapshot, let stored = try storedView(&logs, upTo: state.position, isNew: isNew) {
          merged = stored
        } else {
          merged = try logs.merged(upTo: state.position)
        }
      }
    } catch {
      state.mergeFailure = error.advice
      throw error
    }
    state.mergeFailure = nil
    state.merged = merged
    state.missing = merged.missing
    setPeerMessages(logs.messages, in: &state)
  }

  /// Returns the messages for a journal without usable peer logs.
  ///
  /// They include one for each peer log that was read earlier and is missing now.
  private func messagesWithoutCopies(
    of logs: GroupLogs?, in state: inout JournalState
  ) throws(JournalError) -> [Message] {
    var messages = logs?.messages ?? []
    state.missing = nil
    guard state.timeline.directory.isOfGroup, state.problem == nil else { return messages }
    let devices = GroupDevices(inJournalIn: directory)
    if let failure = devices.failure, !messages.contains(failure.advice) { messages.append(failure.advice) }
    if devices.isEmpty { return messages }
    try state.read.advance(to: state.position, in: directory, state.journalID)
    for (replica, last) in state.read.sequences.sorted(by: { $0.key.uuidString < $1.key.uuidString }) {
      let known = logs?.message(of: replica)
      let missing = VersionVector.missing(replica, of: devices, last: last, here: 0, isCopyHere: known != nil)
      guard let missing else { continue }
      let message = known ?? missing
      state.missing = state.missing ?? JournalError(.damaged, message)
      if known == nil { messages.append(message) }
    }
    return messages
  }

  private func setPeerMessages(_ messages: [Message], in state: inout JournalState) {
    state.peerMessages = messages
    for message in messages where !state.messages.contains(message) { state.messages.append(message) }
  }

  /// The view that is stored, with the news since; `nil` if all is to be folded.
  ///
  /// - Parameters:
  ///   - isNew: whether there was no view before this one.
  ///   - needsHistory: whether the view is to have its history in any case.
  func storedView(
    _ logs: inout GroupLogs, upTo end: LogPosition, isNew: Bool = false, needsHistory: Bool = false
  ) throws(JournalError) -> MergedJournal? {
    guard let stored = try GroupSnapshot(directory: directory).view(of: logs) else { return nil }
    var reading = logs
    if isNew { reading.useOrdinals(of: stored, isOfSnapshot: true) }
    if !needsHistory {
      var (view, attempt) = (stored, reading)
      if try attempt.update(&view, upTo: end) {
        logs = attempt
        return view
      }
    }
    var view = stored
    guard (try? view.loadHistory()) != nil, try reading.update(&view, upTo: end) else { return nil }
    logs = reading
    return view
  }

  /// A journal that was here, read anew. One that has gone is not an empty one.
  package func reload() throws(JournalError) -> JournalState {
    let found = try load()
    guard found.exists else {
      throw JournalError(
        .inputOutput, "The journal in \(directory.path) is no longer there. Put it back, and try again.")
    }
    return found
  }

  /// - Returns: whether the state can be believed. Else all is to be read again: its writer may have taken back what it
  ///   could not finish, or a segment may have been framed anew, before anything is called damaged.
  private func tryCatchUp(_ state: inout JournalState, to reading: HeadState) throws(JournalError) -> Bool {
    if let framesBeyondHead = state.framesBeyondHead,
      try !framesBeyondHead.isUnchanged(in: directory, upTo: state.position)
    {
      return false
    }
    do throws(JournalError) {
      try advance(&state, to: reading)
    } catch {
      return false
    }
    return state.problem == nil
  }

  /// Reads from the state's position to the end of the log, and checks the log's end.
  ///
  /// The state records torn bytes, damage, a log that ends before HEAD, and any doubt about HEAD.
  func advance(_ state: inout JournalState, to reading: HeadState) throws(JournalError) {
    state.reading = reading
    state.torn = nil
    state.tornDoubt = nil
    if let head = reading.head, !state.position.isAfter(head.position) { state.framesBeyondHead = nil }
    if let head = reading.head, state.position != head.position,
      !state.position.isAfter(head.position)
    {
      var hasher: SHA256Hasher?
      let reader = try fold(&state, limit: head.position, &hasher)
      if let problem = try verdict(on: reader, upTo: head.position) {
        state.note(problem)
        guard problem.kind == .headDoubtful else { return }
      }
    }
    var framesBeyondHead = state.framesBeyondHead ?? FramesBeyondHead(start: state.position)
    let reader = try fold(&state, limit: nil, &framesBeyondHead.hasher)
    state.framesBeyondHead = state.position == framesBeyondHead.start ? nil : framesBeyondHead
    switch reader.scan.ending {
    case .clean: break
    case .damaged(let error): state.note(.logDamaged, error: JournalError(error))
    case .unreadable(let segment, let offset, let byteCount, _, _):
      state.torn = TornTail(segment: segment, offset: offset, byteCount: byteCount)
      // The half that can't be read was written after the frame that it refers to had been synced. If no whole frame
      // follows the one that the other half refers to, these bytes may be the remains of it. The header of a new
      // segment isn't such a frame: it is written without waiting for HEAD.
      if case .head(let head, isWhole: false) = reading,
        state.position.sequence == head.position.sequence
      {
        state.note(
          .headDoubtful,
          message:
            "One half of HEAD is damaged, and the log ends with \(pluralized(byteCount, "unreadable byte")) in segment "
            + "\(LogDirectory.segmentName(segment)) at byte \(offset): whether they were acknowledged cannot be told.")
      } else if let doubt = reading.head.flatMap(reader.scan.doubt(after:)) {
        let problem = JournalProblem(kind: .headDoubtful, error: JournalError(doubt.error))
        if doubt.stopsWriting { state.note(problem) } else { state.tornDoubt = problem }
      }
    }
    if reading.head == nil, reading != .missing || state.position.sequence > 0 || state.torn != nil {
      state.note(
        .headDoubtful,
        message:
          "\(Self.words(for: reading)) \(directory.path): whether the log is complete cannot be told, so nothing is "
          + "appended.")
    }
  }

  private static func words(for reading: HeadState) -> String {
    switch reading {
    case .missing: "HEAD is missing from"
    case .foreign: "HEAD is that of another journal in"
    default: "HEAD is damaged in"
    }
  }

  /// Returns the problem of the log up to HEAD's durable position; `nil` if there is no problem.
  private func verdict(on reader: EventReader, upTo end: LogPosition) throws(JournalError) -> JournalProblem? {
    let first = reader.scan.position.sequence + 1
    let lost =
      first < end.sequence
      ? "Events \(first) to \(end.sequence), which were acknowledged," : "Event \(first), which was acknowledged,"
    let isLost = first <= end.sequence
    if let error = reader.failure {
      let place = first == end.sequence ? "lies there or behind" : "lie there or behind"
      return JournalProblem(
        kind: .logDamaged,
        error: JournalError(error.code, "\(error.advice)\(isLost ? " \(lost) \(place)." : "")"))
    }
    if reader.scan.position == end { return nil }
    if isLost {
      let place = first == end.sequence ? "is missing" : "are missing"
      return JournalProblem(
        kind: .logDamaged,
        error: JournalError(
          .damaged,
          "The log is shorter than HEAD says. \(lost) \(place): segments that are older than HEAD were put here, or "
            + "the newest went. Restore the newest log that you have."))
    }
    // Where the content says at HEAD's place what HEAD says, only the frames are others: HEAD is from before a
    // compaction.
    let lastSequence = try withJournalErrors {
      try SegmentContent.lastSequence(in: end.segment, before: end.contentOffset, directory)
    }
    if lastSequence == end.sequence {
      return JournalProblem(
        kind: .headDoubtful,
        error: JournalError(
          .damaged,
          "HEAD is older than the log: it names the end of event \(end.sequence) in a segment that was compacted "
            + "since, and the log goes on after it. Nothing is missing up to there."))
    }
    return JournalProblem(
      kind: .headDoubtful,
      error: JournalError(
        .damaged,
        "HEAD says that event \(end.sequence) ends at byte \(end.fileOffset) of segment "
          + "\(LogDirectory.segmentName(end.segment)), where it does not: one of the two was put here from elsewhere. "
          + "No event is missing up to that one."))
  }

  /// Applies the events from the state's position on, up to `limit`, and hashes the frames where that is wanted.
  private func fold(
    _ state: inout JournalState, limit: LogPosition?, _ hasher: inout SHA256Hasher?
  ) throws(JournalError) -> EventReader {
    // Moved out, so that the pages are changed in place.
    var fold = TimelineFold(timeline: state.timeline, progress: progress)
    fold.expectedSequence = max(limit?.sequence ?? 0, state.reading.head?.position.sequence ?? 0)
    fold.hasher = hasher
    fold.observer = observer
    state.timeline = Timeline()
    defer {
      state.timeline = fold.timeline
      hasher = fold.hasher
    }
    var reader = try EventReader(directory, journalID: state.journalID, from: state.position, limit: limit)
    try fold.fold(&reader)
    let scan = reader.scan
    state.position = scan.position
    if let lastFrame = scan.lastFrame {
      state.lastFrame = lastFrame
      state.lastRecordDigest = nil
    }
    if reader.notUnderstoodCount > 0 {
      state.note(
        .notUnderstood,
        error: JournalError(
          .newerVersion,
          "A newer version of checkin wrote \(pluralized(reader.notUnderstoodCount, "event")) here (format "
            + "\(scan.formatVersion)) that this one does not understand. They are kept; to write, use the newer "
            + "version."
        ))
    } else if scan.formatVersion > LogFormat.version {
      state.note(
        .notUnderstood,
        error: JournalError(
          .newerVersion,
          "A newer version of checkin writes here (format \(scan.formatVersion); this one knows "
            + "\(LogFormat.version)). To write, use the newer version."))
    }
    return reader
  }
}
