internal import EventLog
internal import FoundationEssentials
internal import SQLite
internal import Synchronization

/// A photo that could be purged, with everybody who has it or had it.
///
/// ```swift
/// for candidate in try journal.purgeCandidates(of: [17]) { print(candidate.shownBy) }
/// ```
public struct PurgeCandidate: Hashable, Sendable {
  /// The photo that nothing shows any more.
  public var photo: Photo
  /// As it was found on the disk.
  public var condition: PhotoCondition
  /// The numbers of the check-ins that have it or had it, ascending.
  public var checkIns: [Int]
  /// Those that have it now.
  public var shownBy: [Int]
  /// The qualified IDs of the check-ins that other devices created, by local number.
  package var names: [Int: String] = [:]
  /// The reason why uses of the photo on other devices are unknown; `nil` if they are known.
  var gap: JournalError?

  /// A photo with its uses, for tests: a journal finds its own.
  public init(photo: Photo, condition: PhotoCondition, checkIns: [Int], shownBy: [Int]) {
    self.photo = photo
    self.condition = condition
    self.checkIns = checkIns
    self.shownBy = shownBy
  }

  /// Returns the IDs of check-ins as the command shows them: `17, phone/3`.
  package func qualifiedIDs(_ numbers: [Int]) -> String {
    numbers.map { names[$0] ?? String($0) }.joined(separator: ", ")
  }
}

/// The result of a purge.
///
/// ```swift
/// let purge = try journal.purge(try journal.purgeCandidates(of: [17]), of: [17])
/// print(purge.purged.count)
/// ```
public struct PhotoPurge: Hashable, Sendable {
  /// The photos whose bytes are gone.
  public var purged: [PurgeCandidate] = []
  /// The check-ins that showed one of them and were cleared first.
  public var cleared: [Int] = []
}

extension Journal {
  /// The photos that the check-ins have or had, in the order in which they were first attached; of a group, those that
  /// other devices alone attached come last. Takes a pass over the log; of a group, over all logs.
  ///
  /// - Throws: `damaged` where a log cannot be read; `inputOutput`.
  public func purgeCandidates(of numbers: [Int]) throws(JournalError) -> [PurgeCandidate] {
    let uses = try photoUses()
    let records = try PurgedPhotos(directory).records()
    var candidates: [PurgeCandidate] = []
    for digest in uses.digests {
      guard let use = uses.uses[digest], !Set(use.checkIns).isDisjoint(with: numbers) else { continue }
      let shownBy = try checkInsThatShow([digest], among: use.checkIns)
      let condition: PhotoCondition =
        switch try photos.condition(of: digest) {
        case .present: .present
        case .damaged: .damaged
        case .missing: use.isCovered(by: records) ? .purged : .missing
        }
      var candidate = PurgeCandidate(
        photo: use.photo, condition: condition, checkIns: use.checkIns, shownBy: shownBy)
      for number in use.checkIns { candidate.names[number] = shown(number).numberInGroup }
      candidate.gap = uses.gap
      candidates.append(candidate)
    }
    return candidates
  }

  /// Erases the bytes of photos for ever.
  ///
  /// First every check-in that shows one of them is cleared, as one command, discarded ones included; in a group these
  /// go on naming it. Then the purge is recorded, durably; then the files and their small pictures are erased. A purge
  /// that is cut off can be repeated. The log goes on naming the photos; copies elsewhere, such as backups, keep
  /// theirs.
  ///
  /// - Parameters:
  ///   - candidates: what was looked at.
  ///   - numbers: the check-ins that may lose them.
  ///   - isShared: whether others may lose them as well.
  /// - Throws: `invalidValue` where a photo is or was also another check-in's; `damaged` where another device's log
  ///   cannot be read, so that this is not known; `conflict` where the journal has changed since it was looked at; what
  ///   committing throws.
  public func purge(
    _ candidates: [PurgeCandidate], of numbers: [Int], includingShared isShared: Bool = false
  ) throws(JournalError) -> PhotoPurge {
    for candidate in candidates where !isShared {
      if let gap = candidate.gap { throw gap }
      let others = Set(candidate.checkIns).subtracting(numbers).sorted()
      guard others.isEmpty else {
        throw JournalError(
          .invalidValue,
          "Photo \(candidate.photo.digest.hexadecimal) is or was also that of check-in "
            + "\(candidate.qualifiedIDs(others)). Name these check-ins too, or say --shared.")
      }
    }
    let digests = Set(candidates.map(\.photo.digest))
    let users = Set(candidates.flatMap(\.checkIns)).sorted()
    // Judged before the first event, so that a refused purge leaves nothing behind; and again before bytes go.
    try refresh()
    guard try candidatesNow(for: digests, usedBy: users).map(\.checkIns) == candidates.map(\.checkIns) else {
      throw .purgeOvertaken
    }
    let cleared = try commit { timeline throws(JournalError) in
      var plan = Plan(keys: [.everything])
      for number in users {
        if try timeline.shows(anyOf: digests, inCheckIn: number) {
          plan.events.append((.checkIn(number), .photoCleared))
        }
      }
      return plan
    }.checkIns
    return try withWriteLock { _ throws(JournalError) in
      // Somebody may have attached one of them again before the lock was taken.
      let now = try candidatesNow(for: digests, usedBy: users)
      guard now.allSatisfy({ $0.shownBy.isEmpty }), now.map(\.checkIns) == candidates.map(\.checkIns) else {
        throw JournalError.purgeOvertaken
      }
      try erase(now.filter { $0.condition != .purged })
      return PhotoPurge(purged: candidates.filter { $0.condition != .purged }, cleared: cleared)
    }
  }

  private func candidatesNow(for digests: Set<Digest>, usedBy users: [Int]) throws(JournalError) -> [PurgeCandidate] {
    try purgeCandidates(of: users).filter { digests.contains($0.photo.digest) }
  }

  /// Records first, erases then. The lock is held.
  private func erase(_ candidates: [PurgeCandidate]) throws(JournalError) {
    let time = CheckInTime(instantMilliseconds: Self.systemMilliseconds(), offsetMinutes: 0).description
    let sequence = sequence
    let (known, journalID) = state.withLock { ($0.merged.ends, $0.journalID) }
    let others = Dictionary(
      uniqueKeysWithValues: known.filter { $0.key != journalID }.map { ($0.key.uuidString, $0.value) })
    try PurgedPhotos(directory).append(
      candidates.map { candidate in
        PurgedPhotos.Record(
          sha256: candidate.photo.digest.hexadecimal, purgedAt: time, bytes: candidate.photo.byteCount,
          sequence: sequence, others: others.isEmpty ? nil : others)
      })
    for candidate in candidates { try photos.remove(candidate.photo.digest) }
    let digests = candidates.map(\.photo.digest)
    newThumbnails.withLock { pictures in
      for digest in digests { pictures[digest] = nil }
    }
    do {
      // A snapshot that was being made when its process was cut off has them, too.
      for leftover in SnapshotStore.temporaryPaths(for: directory.snapshotPath)
      where try directory.fileSystem.kind(of: leftover) == .file {
        try directory.fileSystem.remove(leftover)
      }
      guard try directory.fileSystem.kind(of: directory.snapshotPath) != nil else { return }
      do {
        try SnapshotItems(path: directory.snapshotDatabasePath).erase(.thumbnail, named: digests.map(\.hexadecimal))
      } catch let error as SQLiteError where error.isOtherSchema {
        // Another version wrote it, so only that version can name its pictures. The next start builds a new one.
        try SnapshotStore.remove(at: directory.snapshotPath, in: directory.fileSystem)
      }
    } catch {
      throw JournalError(
        .inputOutput,
        "The photos are purged, but their small pictures could not be erased from \(directory.snapshotPath). It is a "
          + "cache: remove that file.")
    }
  }

  private func checkInsThatShow(
    _ digests: Set<Digest>, among numbers: [Int]
  ) throws(JournalError) -> [Int] {
    try read { timeline in
      var found: [Int] = []
      for number in numbers where try timeline.shows(anyOf: digests, inCheckIn: number) { found.append(number) }
      return found
    }
  }
}

extension Timeline {
  /// Returns `true` if a check-in has one of the photos.
  ///
  /// In a group, a discarded check-in counts as not having one, because clearing the photo would restore the check-in.
  /// When the check-in is restored, it shows a purged photo.
  fileprivate mutating func shows(anyOf digests: Set<Digest>, inCheckIn number: Int) throws(JournalError) -> Bool {
    guard let checkIn = try checkIn(number), let photo = checkIn.photo else { return false }
    return digests.contains(photo.digest) && !(checkIn.isDiscarded && directory.isOfGroup)
  }
}

extension JournalError {
  fileprivate static let purgeOvertaken = JournalError(
    .conflict, "Somebody has attached a photo that was to be purged; its bytes are kept. Look again.")
}
