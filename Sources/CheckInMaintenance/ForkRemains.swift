internal import EventLog
internal import FoundationEssentials

/// A directory that an interrupted fork left next to a journal.
struct ForkRemains {
  enum Kind {
    /// The unfinished copy of a fork that hasn't taken place.
    case copy(ForkRecord)
    /// The original of a fork that has taken place, and that wasn't completed.
    case original(ForkRecord)
    /// A copy with another identity, without a record of its fork.
    case unknown
  }

  let path: String
  let paths: ForkPaths
  let kind: Kind

  /// The directories next to a journal, by ascending numbers.
  ///
  /// - Parameter journalID: The identity of the journal.
  /// - Throws: `inputOutput`; `invalidValue` if the path doesn't end with the journal's name.
  static func all(
    besideJournalAt path: String, _ journalID: UUID, _ fileSystem: any FileSystem
  ) throws(JournalError) -> [ForkRemains] {
    let own = try ForkRecord(in: path, fileSystem).flatMap { $0.original == journalID && $0.end == nil ? $0 : nil }
    var remains: [ForkRemains] = []
    for (paths, directories) in try ForkPaths.existing(besideJournalAt: path, fileSystem) {
      for directory in directories {
        let record = try ForkRecord(in: directory, fileSystem)
        let kind: Kind
        if let record, record.journal == journalID {
          guard directory == paths.copy || record.end == nil else { continue }
          kind = .original(record)
        } else if let own, directory == paths.copy, own.number == paths.number {
          kind = .copy(own)
        } else if directory == paths.copy, isCopy(directory, of: journalID, fileSystem) {
          kind = .unknown
        } else {
          continue
        }
        remains.append(ForkRemains(path: directory, paths: paths, kind: kind))
      }
    }
    return remains
  }

  /// Returns `true` if a directory is a fork of a journal that never synced.
  private static func isCopy(_ directory: String, of journalID: UUID, _ fileSystem: any FileSystem) -> Bool {
    guard let group = try? Group(inJournalAt: directory, fileSystem),
      (try? fileSystem.kind(of: "\(directory)/\(Group.syncFileName)")) == .some(nil)
    else { return false }
    return group.me.journal != journalID && group.replicas.contains { $0.journal == journalID }
  }

  /// The sentence about it in a verification, with a recovery suggestion.
  ///
  /// - Throws: `inputOutput`.
  func message(_ fileSystem: any FileSystem) throws(JournalError) -> Message {
    switch kind {
    case .copy(let record):
      if let obstacle = try UnfinishedFork(path, of: paths.journal, record, fileSystem).obstacle() {
        return """
          \(path) is the unfinished copy of \(mentioning: .forkJournal, or: "a fork") that was interrupted. The next \
          one doesn't remove it, because \(clause: obstacle). Check it, and move it away.
          """
      }
      return """
        \(path) is the unfinished copy of \(mentioning: .forkJournal, or: "a fork") that was interrupted. It contains \
        nothing that the journal lacks, and the next one removes it.
        """
    case .original(let record):
      return """
        \(path) is the journal as it was before \(mentioning: .forkJournal, or: "a fork"), which was interrupted after \
        this device became \(record.name). Repeat it with the same name to complete it.
        """
    case .unknown:
      return """
        \(path) is a copy of this journal with another identity. If it is left over from \
        \(mentioning: .forkJournal, or: "a fork") that was interrupted, and you don't use it, remove it.
        """
    }
  }
}

/// The unfinished copy of a fork, which is removed only if all of it is in the journal.
struct UnfinishedFork {
  private let path: String
  private let original: String
  private let record: ForkRecord
  private let fileSystem: any FileSystem

  /// The names in a copy, apart from databases and temporary files.
  private static let names: Set<String> = [
    Group.fileName, "group.key", "log", "HEAD", "lock", PeerLog.directoryName, "photos", EventLogSchema.fileName,
  ]

  init(_ path: String, of original: String, _ record: ForkRecord, _ fileSystem: any FileSystem) {
    (self.path, self.original, self.record, self.fileSystem) = (path, original, record, fileSystem)
  }

  /// Removes the copy if all of it is in the journal.
  ///
  /// HEAD is removed first, so what a crash leaves of the copy isn't a journal that can be written.
  ///
  /// - Returns: `true` if there is no copy afterwards.
  /// - Throws: `inputOutput`.
  func removeIfContained() throws(JournalError) -> Bool {
    guard try withJournalErrors({ try fileSystem.kind(of: path) }) != nil else { return true }
    guard try obstacle() == nil else { return false }
    return try withJournalErrors {
      let head = LogDirectory(fileSystem: fileSystem, path: path).headPath
      if try fileSystem.kind(of: head) != nil {
        try fileSystem.remove(head)
        try fileSystem.synchronizeDirectory(path)
      }
      try fileSystem.removeTree(path)
      try fileSystem.synchronizeDirectory(parent(of: path))
      return true
    }
  }

  /// The reason for which the copy must not be removed, as a clause; `nil` if all of it is in the journal.
  ///
  /// - Throws: `inputOutput`; `damaged` if the journal can't be read.
  func obstacle() throws(JournalError) -> Message? {
    let names = try withJournalErrors { try fileSystem.list(path) }
    if let other = names.first(where: { !Self.names.contains($0) && !Self.isCacheOrTemporary($0) }) {
      return "it contains \(other), which isn't of a fork"
    }
    if try hasOwnEvents() { return "it contains events that the journal lacks" }
    for name in [PeerLog.directoryName, "photos", "group.key"] {
      if let lacking = try firstLacking(name) { return "the journal lacks \(lacking)" }
    }
    return nil
  }

  private static func isCacheOrTemporary(_ name: String) -> Bool {
    name.hasPrefix("snapshot.sqlite") || name.hasSuffix(".new")
  }

  /// Returns `true` unless all events are the journal's, followed by nothing but causality records.
  private func hasOwnEvents() throws(JournalError) -> Bool {
    let log = ReplicaLog(path, in: fileSystem)
    do throws(JournalError) {
      // A copy has no HEAD while it is created or removed, and nothing is written to a log without one.
      guard let head = try log.head() else {
        let named = try withJournalErrors { try log.directory.journalID() }
        return named.map { $0 != record.journal } ?? false
      }
      let directory = LogDirectory(fileSystem: fileSystem, path: original)
      guard head.journalID == record.journal, let end = try ReplicaLog(original, in: fileSystem).head() else {
        return true
      }
      let copied = try MergeSource(log.directory, journalID: head.journalID, upTo: head.position, writer: 0)
      let present = try MergeSource(directory, journalID: end.journalID, upTo: end.position, writer: 0)
      let common = try copied.countSameEvents(as: present, upTo: head.position.sequence)
      if common == head.position.sequence { return false }
      guard common >= record.last else { return true }
      var last = common
      while !copied.isAtEnd {
        guard copied.event.kind == .seen else { return true }
        last = copied.event.sequence
        try copied.advance()
      }
      return last < head.position.sequence
    } catch {
      guard error.code == .damaged else { throw error }
      return true
    }
  }

  /// Returns the first file that the journal lacks, of those below a name; `nil` if it has all of them.
  ///
  /// - Parameter name: The path in both directories.
  private func firstLacking(_ name: String) throws(JournalError) -> String? {
    let (here, there) = ("\(path)/\(name)", "\(original)/\(name)")
    switch try withJournalErrors({ try fileSystem.kind(of: here) }) {
    case nil: return nil
    case .directory:
      for entry in try withJournalErrors({ try fileSystem.list(here) }) {
        if try isInPeerLog("\(name)/\(entry)") { continue }
        if let lacking = try firstLacking("\(name)/\(entry)") { return lacking }
      }
      return nil
    case .file, .other: break
    }
    let last = name.split(separator: "/").last.map(String.init) ?? name
    if Self.isCacheOrTemporary(last) || ["HEAD", "lock"].contains(last) { return nil }
    return try withJournalErrors {
      if let digest = Digest(hexadecimal: String(last.prefix { $0 != "." })), last.hasSuffix(".jpg") {
        if try fileSystem.openIfPresent(there)?.size() == fileSystem.open(here, for: .reading).size() { return nil }
        let purged = try PurgedPhotos(LogDirectory(fileSystem: fileSystem, path: original)).records()
        return purged[digest] == nil ? name : nil
      }
      // The key may be a link to another place.
      if try fileSystem.kind(of: there) == .other { return nil }
      let bytes = try fileSystem.content(of: here) ?? []
      return try fileSystem.content(of: there)?.starts(with: bytes) ?? false ? nil : name
    }
  }

  /// Returns `true` if a path is the log of a peer, and the journal has the same log, at least as far.
  private func isInPeerLog(_ name: String) throws(JournalError) -> Bool {
    let parts = name.split(separator: "/")
    guard parts.count == 3, parts[0] == PeerLog.directoryName, parts[2] == "log",
      let replica = UUID(uuidString: String(parts[1]))
    else { return false }
    do throws(JournalError) {
      let copied = PeerLog(of: replica, inJournalAt: path, fileSystem).log
      guard let last = try copied.lastSequence() else { return false }
      let present = PeerLog(of: replica, inJournalAt: original, fileSystem).log
      return try copied.digest(at: last) == present.digest(at: last)
    } catch {
      guard error.code == .damaged else { throw error }
      return false
    }
  }
}
