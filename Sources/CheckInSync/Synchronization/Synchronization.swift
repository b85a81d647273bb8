package import CheckInJournal
internal import EventLog
package import FoundationEssentials

/// One sync of a device with a place: pushes what the place lacks of this device's log, pulls what this device lacks of
/// the others', then the photos.
///
/// A replica whose log at the place contradicts the one here is told about and left alone: nothing is overwritten on
/// either side, and the others are synced.
package struct Synchronization {
  private let logs: any ReplicaLogs
  private let remote: any Remote
  private let encryption: RemoteEncryption
  private let name: String
  private var state: RemoteState
  /// The ends of the logs on this device, as far as they have been requested.
  private var ends: [UUID: ReplicaPosition] = [:]
  /// The names that this device uses for the group's devices.
  private var names: [UUID: String] = [:]
  /// The replicas whose copies here cannot be read. Each is reported once, and the others are synced.
  private var unreadable: Set<UUID> = []
  /// Photos that are neither here nor at the place, or only damaged there.
  private var absent: Set<Digest> = []
  /// Those of them that the place has a copy of.
  private var damaged: Set<Digest> = []
  /// The digests of those copies, as they are there.
  private var damagedCopies: Set<Digest> = []
  private var report = SyncReport()
  package private(set) var syncState: SyncState

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
    state = try Self.state(of: remote, encryption)
    report.noteAdvice = state.notes
    readManifests()
  }

  private static func state(of remote: any Remote, _ encryption: RemoteEncryption) throws(JournalError) -> RemoteState {
    guard let state = try remote.state() else {
      throw JournalError(.refusedInput, "\(remote.name) holds no group any more. Nothing was sent.")
    }
    try state.requireLimits(at: remote.name)
    try encryption.require(try RemoteDescriptor(state.descriptor, at: remote.name), at: remote.name)
    return state
  }

  /// Carries everything. What stops a part of it is in the report.
  ///
  /// - Parameter names: what devices are called here; others are called what they call themselves.
  package mutating func run(names: [UUID: String] = [:]) -> SyncReport {
    self.names = names
    attempt { (sync) throws(JournalError) in try sync.pushOwnLog() }
    // Of a journal that is refused, nothing goes; and a place that could not be written need not be tried again.
    let mayWrite = report.problems.isEmpty
    var events: [SyncReport.Received] = []
    for replica in state.replicas where replica.id != logs.me {
      attempt { (sync) throws(JournalError) in
        let count = try sync.pull(replica)
        if count > 0 {
          events.append(SyncReport.Received(replica: replica.id, name: sync.name(of: replica.id), events: count))
        }
      }
    }
    report.received = events.sorted { ($0.name, $0.replica.text) < ($1.name, $1.replica.text) }
    attempt { (sync) throws(JournalError) in try sync.pullPhotos() }
    if mayWrite {
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

  private func name(of replica: UUID) -> String {
    names[replica] ?? syncState.manifests[replica]?.name ?? replica.text
  }

  private mutating func readManifests() {
    for (replica, manifest) in state.manifests(decryptedBy: encryption) where replica != logs.me {
      syncState.manifests[replica] = manifest
    }
  }

  /// The other replicas that the place knows, and what they call themselves; `nil` where that has not arrived yet.
  package var others: [(id: UUID, name: String?)] {
    state.replicas.filter { $0.id != logs.me }.map { ($0.id, syncState.manifests[$0.id]?.name) }
  }

  /// Returns the end of a log on this device.
  ///
  /// Finding it reads the log's last segment, so the result is cached.
  private mutating func end(of replica: UUID) throws(JournalError) -> ReplicaPosition? {
    if let known = ends[replica] { return known }
    let end = try read(replica) { (logs) throws(JournalError) in try logs.end(of: replica) }
    ends[replica] = end
    return end
  }

  /// Reads a log that is here. Of a copy that is damaged, the error says whose it is and what helps.
  private mutating func read<Answer>(
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
        state = try Self.state(of: remote, encryption)
        report.noteAdvice += state.notes.filter { !report.noteAdvice.contains($0) }
      }
    }
    try pushMissingEvents()
  }

  private mutating func pushMissingEvents() throws(JournalError) {
    let me = logs.me
    var mine = try end(of: me) ?? .start
    var head = state.replicas.first { $0.id == me }?.head
    let strays = state.replicas.first { $0.id == me }?.strays ?? []
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
    } else if let head, syncState.acknowledged < head.sequence {
      // They were sent by a run that did not hear the answer. That they are seen there does not say that they are safe.
      try remote.confirm(head, after: syncState.acknowledged, of: me)
      syncState.acknowledged = head.sequence
    }
    try logs.forEachChunk(of: me, after: head?.sequence ?? 0) { (chunk) throws(JournalError) in
      let encrypted = try encryption.encrypt(chunk)
      try remote.push(encrypted, after: head)
      report.sentEvents += chunk.lastSequence - (head?.sequence ?? 0)
      head = encrypted.head
      syncState.acknowledged = encrypted.head.sequence
      // More than at the beginning, where something was written here in the meantime.
      ends[me] = ReplicaPosition(sequence: chunk.lastSequence, digest: chunk.digest)
    }
  }

  private func behind(_ sequence: UInt64, mine: ReplicaPosition) -> JournalError {
    JournalError(
      .refusedInput,
      """
      \(remote.name) has events \(mine.sequence + 1) to \(sequence) that were written as this device, but not here: \
      this journal is a copy of another one, or a backup that was restored. Both are kept, and nothing of this \
      journal was sent. \(.forkJournal, or: "a fork") gives it an identity of its own with all its events.
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
        the same one, a copied directory or a backup that was restored. Both are kept, and nothing of this \
        journal was sent. \(.forkJournal, or: "a fork") gives an identity of its own, with all its events, to \
        whichever of the two is not to go on as this device; where the copy was sent first, here.
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
      What is here of it is kept, and nothing more was taken. On the one that is a copy, \
      \(run: .forkJournal, or: "fork the journal").
      """)
  }

  /// - Returns: how many events came.
  private mutating func pull(_ replica: RemoteState.Replica) throws(JournalError) -> UInt64 {
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
      do throws(JournalError) {
        try take(next)
      } catch {
        // What was written after a fork does not fit the log that is here either.
        if error.code == .refusedInput, let sequence = try divergence(of: replica.id, upTo: end) {
          throw fork(replica.id, at: sequence)
        }
        throw error
      }
      end = ReplicaPosition(sequence: next.lastSequence, digest: next.digest)
      ends[replica.id] = end
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
  private mutating func joined(
    _ chunks: [RemoteChunk], of replica: UUID, after end: ReplicaPosition
  ) throws(JournalError) -> ReplicaChunk? {
    var whole: ReplicaChunk?
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
        whole?.lastSequence = next.lastSequence
        whole?.digest = next.digest
        whole?.body += next.body
      } else {
        let previous =
          chunk.firstSequence == end.sequence + 1
          ? end.digest : try digest(of: replica, at: chunk.firstSequence - 1)
        guard let previous else { throw fork(replica, at: chunk.firstSequence) }
        whole = try encryption.decrypt(chunk, previousDigest: previous, at: remote.name)
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

  // MARK: - Photos and the card

  /// Brings the photos that events name and that are not here.
  private mutating func pullPhotos() throws(JournalError) {
    let (here, received) = (SyncState.marks(try logs.presentPhotos()), report.receivedPhotos)
    // One that was here has gone; or it is not known what was.
    if syncState.photosHere?.isSubset(of: here) != true { syncState.photosSeen = [:] }
    // All names at once: a place may have none of thousands that are missing.
    var there: Set<Digest>?
    for replica in try logs.replicas() where !unreadable.contains(replica) {
      do throws(JournalError) {
        try pullPhotos(of: replica, &there)
      } catch  where unreadable.contains(replica) {
        report.problems.append(error)
      }
    }
    report.missingPhotos = absent.count
    if !damaged.isEmpty {
      report.noteAdvice.append(
        "Photos at \(remote.name) are damaged. Each device that has them sends them again when it syncs.")
    }
    syncState.photosHere = report.receivedPhotos > received ? SyncState.marks(try logs.presentPhotos()) : here
  }

  /// Looks a log through from where all of its photos were here last.
  ///
  /// - Parameter there: the names at the place, once they were asked for.
  private mutating func pullPhotos(
    of replica: UUID, _ there: inout Set<Digest>?
  ) throws(JournalError) {
    let seen = syncState.photosSeen[replica] ?? 0
    guard let end = try end(of: replica)?.sequence, seen < end else { return }
    var isComplete = true
    let missing = try read(replica) { (logs) throws(JournalError) in try logs.missingPhotos(of: replica, after: seen) }
    for digest in missing {
      let name = encryption.name(ofPhoto: digest)
      if there == nil { there = try remote.photoNames() }
      let isThere = there?.contains(name) == true
      if isThere, !absent.contains(digest), let photo = try photo(digest, named: name, &damagedCopies) {
        try logs.store(photo: photo)
        report.receivedPhotos += 1
      } else {
        absent.insert(digest)
        if isThere { damaged.insert(digest) }
        isComplete = false
      }
    }
    if isComplete { syncState.photosSeen[replica] = end }
  }

  /// A photo as the place has it; `nil` where it has none that is whole. Adds the digests of copies that are not.
  private func photo(
    _ digest: Digest, named name: Digest, _ damagedCopies: inout Set<Digest>
  ) throws(JournalError) -> [UInt8]? {
    var photo: [UInt8]?
    _ = try remote.photo(named: name) { encrypted in
      if encrypted.count <= RemoteLimits.photoByteCount { photo = encryption.decrypt(photo: encrypted, digest) }
      if photo == nil { damagedCopies.insert(Digest(of: encrypted)) }
      return photo != nil
    }
    return photo
  }

  /// So many photos that were sent for another device are looked at once more at each sync, until it has them.
  private static let rereadPhotoLimit = 8

  /// Sends the photos again that another device misses and this one has: at the place they are damaged, or gone.
  private mutating func pushMissedPhotos() throws(JournalError) {
    let asking = syncState.manifests.filter { $0.key != logs.me && !$0.value.missingPhotos.isEmpty }
    syncState.answered = syncState.answered.filter { asking[$0.key] != nil }
    guard !asking.isEmpty else { return }
    let here = try logs.presentPhotos()
    var named: Set<Digest>?
    // What an answer brought may be gone from there again, or damaged.
    var there: Set<Digest>?
    for (replica, manifest) in asking.sorted(by: { $0.key.text < $1.key.text }) {
      let asked = manifest.missingPhotos.filter(here.contains)
      guard !asked.isEmpty else {
        syncState.answered[replica] = nil
        continue
      }
      // A photo that was sent and has been damaged again has to be sent again.
      let question = Digest(of: asked.flatMap(\.bytes) + (manifest.damagedCopies?.bytes ?? []))
      var wanted = asked
      if syncState.answered[replica] == question {
        if there == nil { there = try remote.photoNames() }
        let gone = asked.filter { there?.contains(encryption.name(ofPhoto: $0)) != true }
        // Whoever asked may just not have synced since: many are not read again and again.
        wanted = asked.count <= Self.rereadPhotoLimit ? asked : gone
      }
      if wanted.isEmpty { continue }
      if named == nil { named = try photosOfGroup() }
      for digest in wanted where named?.contains(digest) == true {
        let name = encryption.name(ofPhoto: digest)
        var damagedCopies: Set<Digest> = []
        guard try photo(digest, named: name, &damagedCopies) == nil, let mine = try logs.photo(digest) else { continue }
        try remote.push(photo: try encryption.encrypt(photo: mine, digest), named: name, from: logs.me)
        report.sentPhotos += 1
      }
      syncState.answered[replica] = question
    }
  }

  /// Returns the photos that the group's logs reference and that weren't purged on this device.
  ///
  /// Only these are sent if another device asks for photos.
  private mutating func photosOfGroup() throws(JournalError) -> Set<Digest> {
    var named: Set<Digest> = []
    for replica in try logs.replicas()
    where !unreadable.contains(replica) && (replica == logs.me || state.replicas.contains { $0.id == replica }) {
      named.formUnion(try read(replica) { (logs) throws(JournalError) in try logs.photos(of: replica, after: 0) })
    }
    return named
  }

  /// Photos go after the events that name them: whoever has an event then knows what it lacks. Each device sends those
  /// that its own events name.
  private mutating func pushPhotos() throws(JournalError) {
    guard let mine = try end(of: logs.me), syncState.photosSent < mine.sequence else { return }
    let named = try logs.photos(of: logs.me, after: syncState.photosSent)
    var isComplete = true
    if !named.isEmpty {
      let there = try remote.photoNames()
      var areAllNew = true
      for digest in named {
        let name = encryption.name(ofPhoto: digest)
        if there.contains(name) {
          areAllNew = false
          continue
        }
        guard let photo = try logs.photo(digest) else {
          isComplete = false
          continue
        }
        try remote.push(photo: try encryption.encrypt(photo: photo, digest), named: name, from: logs.me)
        report.sentPhotos += 1
      }
      // That a photo is seen there does not say that it is safe.
      if !areAllNew { try remote.confirm(encryption.head(mine), after: mine.sequence, of: logs.me) }
    }
    if isComplete { syncState.photosSent = mine.sequence }
  }

  /// Tells the others what this device is called, before anything else is carried, so that none takes the same name. A
  /// place that cannot be written gets the card with the first sync that can.
  package mutating func introduceItself() {
    let known = syncState.manifests[logs.me]
    // What it says was sent, where it was in the group before.
    let manifest = ReplicaManifest(name: name, sequences: known?.sequences ?? [:])
    if manifest != known { try? write(manifest) }
  }

  /// Writes this device's card, where it would say something new.
  private mutating func pushManifest() throws(JournalError) {
    var manifest = ReplicaManifest(name: name, sequences: [:])
    manifest.ask(
      for: absent, firstOfAll: damaged, damagedCopies, after: syncState.manifests[logs.me]?.missingPhotos ?? [])
    for replica in try logs.replicas() where !unreadable.contains(replica) {
      if let end = try end(of: replica) { manifest.sequences[replica] = end.sequence }
    }
    let encrypted = state.replicas.first { $0.id == logs.me }?.manifest
    let there = encrypted.flatMap { encryption.decrypt(manifest: $0, of: logs.me) }
    guard there != manifest.bytes else { return }
    try write(manifest)
  }

  private mutating func write(_ manifest: ReplicaManifest) throws(JournalError) {
    try remote.write(manifest: try encryption.encrypt(manifest: manifest.bytes, of: logs.me), of: logs.me)
    syncState.manifests[logs.me] = manifest
  }
}
