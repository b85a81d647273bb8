internal import CheckInJournal
internal import EventLog
internal import FoundationEssentials

// The photos that events reference. They are carried after the events.
extension Synchronization {
  /// Brings the photos that events name and that are not here.
  mutating func pullPhotos() throws(JournalError) {
    try logs.adopt(purges)
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
    let missing = try read(replica) { [purges] (logs) throws(JournalError) in
      try logs.missingPhotos(of: replica, after: seen, purges: purges)
    }
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
  mutating func pushMissedPhotos() throws(JournalError) {
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

  /// Returns the photos that the group's logs reference and that no device has purged.
  ///
  /// Only these are sent if another device asks for photos.
  private mutating func photosOfGroup() throws(JournalError) -> Set<Digest> {
    var named: Set<Digest> = []
    for replica in try logs.replicas()
    where !unreadable.contains(replica) && (replica == logs.me || peers.contains { $0.id == replica }) {
      named.formUnion(
        try read(replica) { [purges] (logs) throws(JournalError) in
          try logs.photos(of: replica, after: 0, purges: purges)
        })
    }
    return named
  }

  /// Removes what this device has sent of photos that were purged since, here or by another device.
  ///
  /// Each device removes its own copies, as every file at a remote has one writer.
  mutating func removePurgedPhotos() throws(JournalError) {
    let mark = purges.mark
    guard mark != syncState.purges else { return }
    // Those that were attached again stay.
    for digest in purges.photos.subtracting(try photosOfGroup()) {
      if try remote.remove(photo: encryption.name(ofPhoto: digest), from: logs.me) { report.removedPhotos += 1 }
    }
    syncState.purges = mark
  }

  /// Sends the photos that this device's own events reference. They follow the events, so a device that has received an
  /// event knows which photo it lacks.
  mutating func pushPhotos() throws(JournalError) {
    guard let mine = try end(of: logs.me), syncState.photosSent < mine.sequence else { return }
    let named = try logs.photos(of: logs.me, after: syncState.photosSent, purges: purges)
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
}
