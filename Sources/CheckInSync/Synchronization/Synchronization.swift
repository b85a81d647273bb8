package import CheckInJournal
internal import EventLog
package import FoundationEssentials

/// One sync of a device with a place: pushes what the place lacks of this device's log, before anything of the others
/// is used; then pulls what this device lacks of the others', then the photos.
///
/// A replica whose data at the place is faulty, or contradicts the log here, is reported and left alone: nothing is
/// overwritten on either side, and the others are synced.
package struct Synchronization {
  let logs: any ReplicaLogs
  let remote: any Remote
  let encryption: RemoteEncryption
  private let name: String
  private var state: RemoteState
  /// The other devices of the group at the place.
  var peers: [RemoteState.Replica] = []
  /// The photos that devices of the group have purged.
  var purges = GroupPurges()
  /// The ends of the logs on this device, as far as they have been requested.
  private var ends: [UUID: ReplicaPosition] = [:]
  /// The names that this device uses for the group's devices.
  var names: [UUID: String] = [:]
  /// The replicas whose copies here cannot be read. Each is reported once, and the others are synced.
  var unreadable: Set<UUID> = []
  /// The manifests that replicas have at the place, whether they are devices of the group or not.
  var newManifests: [UUID: ReplicaManifest] = [:]
  /// Photos that are neither here nor at the place, or only damaged there.
  var absent: Set<Digest> = []
  /// Those of them that the place has a copy of.
  var damaged: Set<Digest> = []
  /// The digests of those copies, as they are there.
  var damagedCopies: Set<Digest> = []
  var report = SyncReport()
  package internal(set) var syncState: SyncState

  /// Asks the place what it has, and checks that it is the group's and that the key is.
  ///
  /// - Parameter name: what this device is called.
  package init(
    of logs: any ReplicaLogs, with remote: any Remote, encryption: RemoteEncryption, name: String, syncState: SyncState
  ) throws(JournalError) {
    self.logs = logs
    self.remote = remote
    self.encryption = encryption
    self.name = name
    self.syncState = syncState
    state = try Self.state(of: remote, logs.me, encryption)
    report.noteAdvice = state.notes + (state.me?.notes ?? [])
  }

  private static func state(
    of remote: any Remote, _ me: UUID, _ encryption: RemoteEncryption
  ) throws(JournalError) -> RemoteState {
    guard let state = try remote.state(of: me) else {
      throw JournalError(.refusedInput, "\(remote.name) holds no group any more. Nothing was sent.")
    }
    try state.me?.requireLimits(at: remote.name)
    try encryption.require(try RemoteDescriptor(state.descriptor, at: remote.name), at: remote.name)
    return state
  }

  /// A device's identity, and its own name for itself; `nil` if that has not arrived yet.
  package typealias Device = (id: UUID, name: String?)

  /// Carries everything. What stops a part of it is in the report.
  ///
  /// - Parameters:
  ///   - names: what devices are called here.
  ///   - introduce: Adds the devices to the group, and returns the names of those that are in it. Only these are
  ///     synced.
  package mutating func run(
    names: [UUID: String] = [:],
    introducing introduce: ([Device]) throws(JournalError) -> [UUID: String] = { devices in
      Dictionary(devices.map { ($0.id, $0.name ?? $0.id.text) }) { first, _ in first }
    }
  ) -> SyncReport {
    self.names = names
    attempt { (sync) throws(JournalError) in try sync.pushOwnLog() }
    // Of a journal that is refused, nothing goes; and a place that could not be written need not be tried again.
    let mayWrite = report.problems.isEmpty
    attempt { (sync) throws(JournalError) in try sync.findPeers(introduce) }
    var events: [SyncReport.Received] = []
    for replica in peers {
      report.noteAdvice += replica.notes
      for fault in replica.faults {
        report.problems.append(JournalError(fault.code, "\(name(of: replica.id)): \(fault.advice)"))
      }
      var summary = ReplicaSummary()
      attempt { (sync) throws(JournalError) in
        let count = try sync.pull(replica, &summary)
        if count > 0 {
          events.append(
            SyncReport.Received(
              replica: replica.id, name: sync.name(of: replica.id), events: count, summary: summary))
        }
      }
    }
    report.received = events.sorted { ($0.name, $0.replica.text) < ($1.name, $1.replica.text) }
    attempt { (sync) throws(JournalError) in try sync.pullPhotos() }
    if mayWrite {
      attempt { (sync) throws(JournalError) in try sync.removePurgedPhotos() }
      attempt { (sync) throws(JournalError) in try sync.pushPhotos() }
      attempt { (sync) throws(JournalError) in try sync.pushMissedPhotos() }
      attempt { (sync) throws(JournalError) in try sync.pushManifest() }
    }
    return report
  }

  private mutating func attempt(_ step: (inout Self) throws(JournalError) -> Void) {
    do throws(JournalError) {
      try step(&self)
    } catch {
      // Several steps may read the same damaged log.
      if !report.problems.contains(error) { report.problems.append(error) }
    }
  }

  func name(of replica: UUID) -> String {
    names[replica] ?? newManifests[replica]?.name ?? syncState.manifests[replica]?.name ?? replica.text
  }

  // MARK: - Logs here

  /// Returns the end of a log on this device.
  ///
  /// Finding it reads the log's last segment, so the result is cached.
  mutating func end(of replica: UUID) throws(JournalError) -> ReplicaPosition? {
    if let known = ends[replica] { return known }
    let end = try read(replica) { (logs) throws(JournalError) in try logs.end(of: replica) }
    ends[replica] = end
    return end
  }

  /// Reads a log that is here. Of a copy that is damaged, the error says whose it is and what helps.
  mutating func read<Answer>(
    _ replica: UUID, perform body: (any ReplicaLogs) throws(JournalError) -> Answer
  ) throws(JournalError) -> Answer {
    do throws(JournalError) {
      return try body(logs)
    } catch  where error.code == .damaged && replica != logs.me {
      unreadable.insert(replica)
      throw error.describingPeerLog(of: replica, device: name(of: replica))
    }
  }

  private mutating func digest(of replica: UUID, at sequence: UInt64) throws(JournalError) -> Digest? {
    try read(replica) { (logs) throws(JournalError) in try logs.digest(of: replica, at: sequence) }
  }

  // MARK: - Logs

  private mutating func pushOwnLog() throws(JournalError) {
    for _ in 0..<2 {
      do throws(JournalError) {
        return try pushMissingEvents()
      } catch  where error.code == .busy {
        // A push whose answer did not arrive was still under way, or another journal writes as this one: looking again
        // tells which.
        state = try Self.state(of: remote, logs.me, encryption)
        let notes = state.notes + (state.me?.notes ?? [])
        report.noteAdvice += notes.filter { !report.noteAdvice.contains($0) }
      }
    }
    try pushMissingEvents()
  }

  private mutating func pushMissingEvents() throws(JournalError) {
    let me = logs.me
    var mine = try end(of: me) ?? .start
    // What is damaged is written again; what cannot be read, or a newer version wrote, may be there.
    if let fault = state.me?.faults.first(where: { $0.code != .refusedInput }) { throw fault }
    var head = state.me?.head
    let strays = state.me?.strays ?? []
    let known = [head].compactMap({ $0 }) + strays
    if syncState.acknowledged > mine.sequence || known.contains(where: { $0.sequence > mine.sequence }) {
      // Before anybody is accused: the log may go on after HEAD.
      try logs.finishRecovery()
      ends[me] = nil
      mine = try end(of: me) ?? mine
    }
    for there in known {
      guard there.sequence <= mine.sequence else {
        try requireWhole(there, of: me)
        throw behind(there.sequence, mine: mine)
      }
      try requireSame(me, there: there, here: mine)
    }
    // The place may have lost what tells of them.
    guard syncState.acknowledged <= mine.sequence else { throw behind(syncState.acknowledged, mine: mine) }
    if syncState.acknowledged > head?.sequence ?? 0 {
      report.noteAdvice.append(
        "\(remote.name) has lost events \((head?.sequence ?? 0) + 1) to \(syncState.acknowledged) of this device, "
          + "which it had acknowledged. They are sent again, and so are the photos.")
      syncState.acknowledged = head?.sequence ?? 0
      syncState.photosSent = 0
      syncState.answered = [:]
      syncState.purges = nil
    } else if let head, syncState.acknowledged < head.sequence {
      // They were sent by a run that did not hear the answer. That they are seen there does not say that they are safe.
      try remote.confirm(head, after: syncState.acknowledged, of: me)
      syncState.acknowledged = head.sequence
    }
    try logs.forEachChunk(of: me, after: head?.sequence ?? 0) { (chunk) throws(JournalError) in
      let last = head?.sequence ?? 0
      let sent = try size(of: me, upTo: last)
      try requireRoom(for: chunk, after: sent)
      let encrypted = try encryption.encrypt(chunk)
      try remote.push(encrypted, after: head)
      report.sentEvents += chunk.lastSequence - last
      head = encrypted.head
      syncState.acknowledged = encrypted.head.sequence
      syncState.sizes[me] = SyncState.LogSize(sequence: chunk.lastSequence, byteCount: sent + chunk.contentByteCount)
      // More than at the beginning, where something was written here in the meantime.
      ends[me] = ReplicaPosition(sequence: chunk.lastSequence, digest: chunk.digest)
    }
    // What was wrong with files of this device has been written again, or is not needed.
    report.noteAdvice += (state.me?.faults ?? []).map(\.advice)
  }

  // MARK: - Sizes

  /// Returns the size of the content of a log on this device, up to an event.
  ///
  /// Reads the log if the size isn't known from the last sync.
  private mutating func size(of replica: UUID, upTo sequence: UInt64) throws(JournalError) -> Int {
    guard sequence > 0 else { return 0 }
    if let known = syncState.sizes[replica], known.sequence == sequence { return known.byteCount }
    var byteCount = 0
    try read(replica) { (logs) throws(JournalError) in
      try logs.forEachChunk(of: replica, after: 0) { (chunk) throws(JournalError) in
        if chunk.firstSequence <= sequence { byteCount += chunk.contentByteCount }
      }
    }
    syncState.sizes[replica] = SyncState.LogSize(sequence: sequence, byteCount: byteCount)
    return byteCount
  }

  /// Checks the limits of the content that a device may send, before it is decompressed.
  ///
  /// - Parameter size: The size of the log's content before the chunk.
  /// - Throws: `refusedInput` if the chunk, its log or the group would be too large.
  private mutating func requireRoom(for chunk: ReplicaChunk, after size: Int) throws(JournalError) {
    let (added, isMine) = (chunk.contentByteCount, chunk.replica == logs.me)
    guard added <= ReplicaChunk.maximumContentByteCount else {
      throw JournalError(
        .refusedInput,
        """
        Events \(chunk.firstSequence) to \(chunk.lastSequence) of \(name(of: chunk.replica)) at \(remote.name) would \
        take \(added >> 20) MiB once unpacked, and no device sends more than \
        \(ReplicaChunk.maximumContentByteCount >> 20) MiB at a time. Nothing of them was taken. Find out who has \
        written them there.
        """)
    }
    let limit = RemoteLimits.logContentByteCount
    guard size + added <= limit else {
      throw isMine
        ? JournalError(
          .refusedInput,
          """
          This journal's log has more than \(limit >> 20) MiB of events, which is the most that a device can share. \
          Events from \(chunk.firstSequence) on were not sent; they are safe here.
          """)
        : JournalError(
          .refusedInput,
          """
          The log of \(name(of: chunk.replica)) at \(remote.name) has more than \(limit >> 20) MiB of events, which is \
          the most that a device can share. Nothing after event \(chunk.firstSequence - 1) was taken.
          """)
    }
    guard !isMine else { return }
    var total = size + added
    for replica in try logs.replicas() where replica != chunk.replica && !unreadable.contains(replica) {
      total += syncState.sizes[replica]?.byteCount ?? 0
    }
    guard total <= RemoteLimits.groupContentByteCount else {
      throw JournalError(
        .refusedInput,
        """
        The logs of this group have more than \(RemoteLimits.groupContentByteCount >> 20) MiB of events, which is the \
        most that a device keeps. Nothing of \(name(of: chunk.replica)) after event \(chunk.firstSequence - 1) was \
        taken.
        """)
    }
  }

  private func behind(_ sequence: UInt64, mine: ReplicaPosition) -> JournalError {
    JournalError(
      .refusedInput,
      """
      \(remote.name) has events \(mine.sequence + 1) to \(sequence) that were written as this device, but not here: \
      two journals write as the same one, since a directory was copied or a backup was restored. The other one has \
      synced first, so this one needs an identity of its own, whichever of them is the copy: \
      \(run: .forkJournal, or: "fork it"). It keeps all its events. Nothing of this journal was sent.
      """)
  }

  /// Checks that what the place has of a replica is the beginning of what is here.
  private mutating func requireSame(_ replica: UUID, there: RemoteHead, here: ReplicaPosition) throws(JournalError) {
    let known = there.sequence == here.sequence ? here.digest : try digest(of: replica, at: there.sequence)
    if let known, encryption.token(known) == there.token { return }
    try requireWhole(there, of: replica)
    throw replica == logs.me
      ? JournalError(
        .refusedInput,
        """
        \(remote.name) has another event \(there.sequence) of this device than this journal: two journals write as \
        the same one, since a directory was copied or a backup was restored. The other one has synced first, so this \
        one needs an identity of its own, whichever of them is the copy: \(run: .forkJournal, or: "fork it"). It keeps \
        all its events. Nothing of this journal was sent.
        """)
      : fork(replica, at: there.sequence)
  }

  /// Checks what a replica would be accused by.
  ///
  /// - Throws: what is damaged there. It is not written over, since it may have been another journal's that writes as
  ///   this one.
  private func requireWhole(_ there: RemoteHead, of replica: UUID) throws(JournalError) {
    if let damage = try remote.damage(behind: there, of: replica) { throw damage }
  }

  private func fork(_ replica: UUID, at sequence: UInt64) -> JournalError {
    JournalError(
      .refusedInput,
      """
      \(name(of: replica)) has written event \(sequence) twice, and differently: two journals write as the same one. \
      What is here of it is kept, and nothing more was taken. On the one whose sync is refused, \
      \(run: .forkJournal, or: "fork the journal").
      """)
  }

  /// - Returns: how many events came.
  private mutating func pull(
    _ replica: RemoteState.Replica, _ summary: inout ReplicaSummary
  ) throws(JournalError) -> UInt64 {
    guard let there = replica.head else { return 0 }
    let before = try end(of: replica.id)
    if let before, there.sequence <= before.sequence {
      try requireSame(replica.id, there: there, here: before)
      return 0
    }
    var end = before ?? .start
    while end.sequence < there.sequence {
      let chunks = try remote.chunks(of: replica.id, after: end.sequence, byteCount: RemoteLimits.stepByteCount)
      guard let next = try joined(chunks, of: replica.id, after: end) else {
        report.noteAdvice.append(
          "Events after \(end.sequence) of \(name(of: replica.id)) have not arrived at \(remote.name) yet.")
        break
      }
      let size = try size(of: replica.id, upTo: end.sequence)
      try requireRoom(for: next, after: size)
      do throws(JournalError) {
        try take(next)
      } catch {
        // What was written after a fork does not fit the log that is here either.
        if error.code == .refusedInput, let sequence = try divergence(of: replica.id, upTo: end) {
          throw fork(replica.id, at: sequence)
        }
        throw error
      }
      summary.add(next, after: end.sequence)
      end = ReplicaPosition(sequence: next.lastSequence, digest: next.digest)
      ends[replica.id] = end
      syncState.sizes[replica.id] = SyncState.LogSize(
        sequence: end.sequence, byteCount: size + next.contentByteCount)
    }
    return end.sequence - (before?.sequence ?? 0)
  }

  /// The end of the last piece at the place that is within what is here of a replica, where the log here says something
  /// else up to there; `nil` where it does not.
  private mutating func divergence(of replica: UUID, upTo end: ReplicaPosition) throws(JournalError) -> UInt64? {
    var sequence = end.sequence
    while sequence > 0 {
      guard let chunk = try remote.chunks(of: replica, after: sequence - 1, byteCount: 1).first,
        chunk.replica == replica, chunk.head.sequence >= sequence, (1...sequence).contains(chunk.firstSequence)
      else { return nil }
      if chunk.head.sequence <= end.sequence {
        let known = try digest(of: replica, at: chunk.head.sequence)
        return known.map(encryption.token) == chunk.head.token ? nil : chunk.head.sequence
      }
      sequence = chunk.firstSequence - 1
    }
    return nil
  }

  /// Decrypts and checks the chunks from a remote, and joins them to one chunk.
  ///
  /// Appending many small chunks would read the copy's segment once per chunk.
  ///
  /// - Returns: `nil` if `chunks` don't contain the events after `end`.
  mutating func joined(
    _ chunks: [RemoteChunk], of replica: UUID, after end: ReplicaPosition
  ) throws(JournalError) -> ReplicaChunk? {
    var whole: ReplicaChunk?
    var contentByteCount = 0
    for chunk in chunks {
      let last = whole?.lastSequence ?? end.sequence
      guard chunk.replica == replica, chunk.firstSequence > 0, chunk.head.sequence > last,
        chunk.body.count <= RemoteLimits.chunkByteCount
      else {
        throw JournalError(
          .refusedInput, "\(remote.name) gave other events of \(name(of: replica)) than it was asked for.")
      }
      if chunk.firstSequence > last + 1 { break }
      if let known = whole {
        // Where the pieces were sent twice in different sizes, they overlap: then one is appended at a time.
        guard chunk.firstSequence == last + 1 else { break }
        let next = try encryption.decrypt(chunk, previousDigest: known.digest, at: remote.name)
        contentByteCount += next.contentByteCount
        // The next round begins with it.
        guard contentByteCount <= ReplicaChunk.maximumContentByteCount else { break }
        whole?.lastSequence = next.lastSequence
        whole?.digest = next.digest
        whole?.body += next.body
      } else {
        let previous =
          chunk.firstSequence == end.sequence + 1
          ? end.digest : try digest(of: replica, at: chunk.firstSequence - 1)
        guard let previous else { throw fork(replica, at: chunk.firstSequence) }
        let first = try encryption.decrypt(chunk, previousDigest: previous, at: remote.name)
        contentByteCount = first.contentByteCount
        whole = first
      }
    }
    return whole
  }

  private func take(_ chunk: ReplicaChunk) throws(JournalError) {
    let outcome: PeerLog.Outcome
    do throws(JournalError) {
      outcome = try logs.append(chunk)
    } catch  where error.code == .damaged {
      throw JournalError(
        .refusedInput, "What \(remote.name) has of \(name(of: chunk.replica)) was not taken: \(error.advice)")
    }
    switch outcome {
    case .appended: break
    case .fork(let sequence): throw fork(chunk.replica, at: sequence)
    case .known, .gap:
      // It would be asked for again without end.
      throw JournalError(
        .busy, "The copy of \(name(of: chunk.replica)) was changed by another process. Sync again.")
    }
  }

  // MARK: - The manifest

  /// Tells the others what this device is called, before anything else is carried, so that none takes the same name. A
  /// place that cannot be written gets the card with the first sync that can.
  package mutating func introduceItself() {
    let known = syncState.manifests[logs.me]
    // What it says was sent, where it was in the group before.
    let manifest = ReplicaManifest(
      name: name, of: logs.me, in: encryption.group, sequences: known?.sequences ?? [:])
    if manifest != known { try? write(manifest) }
  }

  /// Writes this device's card, where it would say something new.
  private mutating func pushManifest() throws(JournalError) {
    var manifest = ReplicaManifest(name: name, of: logs.me, in: encryption.group, sequences: [:])
    manifest.ask(
      for: absent, firstOfAll: damaged, damagedCopies, after: syncState.manifests[logs.me]?.missingPhotos ?? [])
    for replica in try logs.replicas() where !unreadable.contains(replica) {
      if let end = try end(of: replica) { manifest.sequences[replica] = end.sequence }
    }
    manifest.publish(try logs.purgedPhotos())
    let there = state.me?.manifest.flatMap { encryption.decrypt(manifest: $0, of: logs.me) }
    guard there != manifest.bytes else { return }
    try write(manifest)
  }

  private mutating func write(_ manifest: ReplicaManifest) throws(JournalError) {
    try remote.write(manifest: try encryption.encrypt(manifest: manifest.bytes, of: logs.me), of: logs.me)
    syncState.manifests[logs.me] = manifest
  }
}
