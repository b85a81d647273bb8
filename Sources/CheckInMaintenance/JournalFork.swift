internal import EventLog
public import FoundationEssentials
internal import Platform
internal import Synchronization

/// Assigns a new identity to a copied journal.
///
/// Use it for a cloned directory, or for a restored backup that has new events. Otherwise two journals write as one,
/// and no device accepts the events of the second one.
///
/// The new log has the events of the old one under the same numbers; only the identity in the headers of its segments
/// differs. A ``Seen`` record after them refers to the old log, so they count once if both logs are present. The new
/// journal is created in a directory next to the old one, checked, and then takes its name in one step; the old one is
/// preserved. If the file system can't exchange two directories, two renames replace that step, and opening the journal
/// after a crash between them puts the old one back.
///
/// A fork that fails or is interrupted has either taken place or not. Repeat it with the same name to complete it, and
/// to remove what is left of it.
///
/// ```swift
/// let fork = try JournalFork(ofJournalAt: path, as: "laptop-2")
/// print(fork.journal, fork.keptAt)
/// ```
public struct JournalFork: Sendable {
  /// The new identity of the journal.
  public let journal: UUID
  /// The path of the original's directory.
  public let keptAt: String

  /// - Parameter name: The new name of the device.
  /// - Throws: `notFound` if there is no journal or no group; `invalidValue` if another device has the name; `damaged`;
  ///   `busy`; `inputOutput`.
  public init(ofJournalAt path: String, as name: String) throws(JournalError) {
    try self.init(ofJournalAt: path, as: name, UUID(), Journal.Configuration())
  }

  /// - Parameters:
  ///   - journal: The new identity, unless an earlier fork with the name has to be completed.
  ///   - configuration: The configuration that journals are opened with, and their file system.
  package init(
    ofJournalAt path: String, as name: String, _ journal: UUID, _ configuration: Journal.Configuration
  ) throws(JournalError) {
    let fileSystem = configuration.fileSystem
    _ = try InterruptedFork.putBack(journalAt: path, fileSystem)
    _ = try Self.group(path, fileSystem)
    // No peer log may change while it is copied.
    self = try GroupLock.whileHeld(path, in: fileSystem) { () throws(JournalError) in
      if let completed = try Self(completingAt: path, as: name, fileSystem) { return completed }
      return try Self(creatingAt: path, as: name, journal, configuration)
    }
  }

  private init(_ journal: UUID, keptAt: String) { (self.journal, self.keptAt) = (journal, keptAt) }

  private static func group(_ path: String, _ fileSystem: any FileSystem) throws(JournalError) -> Group {
    guard let group = try Group(inJournalAt: path, fileSystem) else {
      throw JournalError(.notFound, "The journal belongs to no group, so it needs no other identity.")
    }
    return group
  }

  // MARK: After an interruption

  /// Completes a fork that has taken place.
  ///
  /// - Returns: `nil` if there is none, or if it was made under another name: then the journal is forked again.
  private init?(completingAt path: String, as name: String, _ fileSystem: any FileSystem) throws(JournalError) {
    guard let head = try ReplicaLog(path, in: fileSystem).head() else { return nil }
    for (paths, directories) in try ForkPaths.existing(besideJournalAt: path, fileSystem) {
      for directory in directories {
        guard let record = try ForkRecord(in: directory, fileSystem), record.journal == head.journalID else { continue }
        let isComplete = record.end != nil && directory == paths.kept
        let fork =
          isComplete ? Self(record.journal, keptAt: directory) : try Self(completing: record, paths, fileSystem)
        // As long as nothing was written, the user may not know that the fork was completed.
        guard record.name == name, !isComplete || record.end == head.position.sequence else { return nil }
        self = fork
        return
      }
    }
    return nil
  }

  /// Preserves the original of a fork that has taken place, and makes the names of both directories durable.
  private init(
    completing record: ForkRecord, _ paths: ForkPaths, _ fileSystem: any FileSystem
  ) throws(JournalError) {
    do {
      let parent = parent(of: paths.journal)
      // Otherwise a power cut could undo the exchange alone, and swap the two.
      try fileSystem.synchronizeDirectory(parent)
      if try ForkRecord(in: paths.copy, fileSystem)?.journal == record.journal {
        try fileSystem.rename(paths.copy, to: paths.kept)
        try fileSystem.synchronizeDirectory(parent)
      }
    } catch {
      let cause = JournalError(error)
      throw JournalError(
        cause.code,
        """
        This device is \(record.name) now, with all its events, but the fork is not complete: \(cause.advice) Repeat \
        it with the same name to complete it.
        """)
    }
    var record = record
    // If that fails, repeating the fork only completes it once more.
    record.end = (try? ReplicaLog(paths.journal, in: fileSystem).head())?.position.sequence
    try? record.write(in: paths.kept, fileSystem)
    self.init(record.journal, keptAt: paths.kept)
  }

  /// Removes the unfinished copy of an earlier fork, if all of it is in the journal.
  private static func removeRemains(
    ofJournalAt path: String, _ journalID: UUID, _ fileSystem: any FileSystem
  ) throws(JournalError) {
    for remains in try ForkRemains.all(besideJournalAt: path, journalID, fileSystem) {
      guard case .copy(let record) = remains.kind else { continue }
      _ = try UnfinishedFork(remains.path, of: path, record, fileSystem).removeIfContained()
    }
  }

  // MARK: Creating

  private init(
    creatingAt path: String, as name: String, _ journal: UUID, _ configuration: Journal.Configuration
  ) throws(JournalError) {
    let fileSystem = configuration.fileSystem
    var group = try Self.group(path, fileSystem)
    let log = ReplicaLog(path, in: fileSystem)
    if try log.head() != nil { try Journal.finishRecovery(at: path, configuration: configuration) }
    let directory = LogDirectory(fileSystem: fileSystem, path: path, for: .readingAndWriting)
    let lock = try withJournalErrors { try LogLock.take(directory, timeoutSeconds: 5) }
    defer { try? lock.release() }
    guard let head = try log.head() else {
      throw JournalError(.notFound, "There is no journal at \(path).")
    }
    guard try Journal(at: path, for: .readOnly, configuration: configuration).sequence == head.position.sequence else {
      throw JournalError(.busy, "The journal was written in the meantime. Nothing was changed; try again.")
    }
    // The original's identity is another device's from now on.
    group.replicas.append(Group.Replica(journal: group.me.journal, name: group.me.name))
    group.me = Group.Replica(journal: journal, name: name)
    if let fault = group.fault { throw JournalError(.invalidValue, fault) }
    try Self.removeRemains(ofJournalAt: path, head.journalID, fileSystem)
    let paths = try ForkPaths(besideJournalAt: path, fileSystem)
    let record = ForkRecord(
      original: head.journalID, journal: journal, name: name, number: paths.number, last: head.position.sequence)
    do throws(JournalError) {
      try record.write(in: path, fileSystem)
      try Self.createCopy(of: directory, upTo: head, group, at: paths, configuration)
      try Self.replace(paths, fileSystem)
    } catch {
      // The record is in the original's directory, whatever its name is.
      if (try? ForkRecord(in: path, fileSystem))?.journal == journal {
        let copy = UnfinishedFork(paths.copy, of: path, record, fileSystem)
        if (try? copy.removeIfContained()) == true { try? ForkRecord.remove(from: path, fileSystem) }
      }
      throw error
    }
    try self.init(completing: record, paths, fileSystem)
  }

  /// Creates the new journal in a directory next to the old one, and checks it.
  private static func createCopy(
    of directory: LogDirectory, upTo head: Head, _ group: Group, at paths: ForkPaths,
    _ configuration: Journal.Configuration
  ) throws(JournalError) {
    let (fileSystem, path) = (configuration.fileSystem, directory.path)
    let copy = LogDirectory(fileSystem: fileSystem, path: paths.copy, for: .readingAndWriting)
    var copying = LogCopy(from: directory, upTo: head, to: copy, as: group.me.journal)
    do throws(JournalError) {
      guard try copying.compare() == .behind else {
        throw JournalError(.internalFault, "\(paths.copy) has a log already. Nothing was changed.")
      }
    } catch  where error.code == .damaged && error.remedies.isEmpty {
      throw JournalError(
        .damaged,
        "\(error) \(run: .repair, or: "Repair the journal") first. Nothing was changed.")
    }
    try withJournalErrors { try fileSystem.createDirectories(copy.logPath) }
    try group.write(inJournalAt: paths.copy, fileSystem)
    try JournalCreation.writeSchema(in: copy)
    try copying.writeHead(copying.write())
    try withJournalErrors {
      for name in [PeerLog.directoryName, "photos", "group.key"] {
        try Self.copy("\(path)/\(name)", to: "\(paths.copy)/\(name)", fileSystem)
      }
      try fileSystem.synchronizeDirectory(paths.copy)
    }
    try check(paths.copy, endsAt: head.position.sequence, configuration: configuration)
    let log = ReplicaLog(path, in: fileSystem)
    if let digest = try log.digest(at: head.position.sequence), head.position.sequence > 0 {
      let end = ReplicaPosition(sequence: head.position.sequence, digest: digest)
      try note(head.journalID, upTo: end, inJournalAt: paths.copy, configuration: configuration)
    }
  }

  /// Gives the copy the journal's name: in one step, or else in two, of which the second one is taken back if it fails.
  private static func replace(_ paths: ForkPaths, _ fileSystem: any FileSystem) throws(JournalError) {
    try withJournalErrors {
      if try fileSystem.exchange(paths.journal, with: paths.copy) { return }
      try fileSystem.rename(paths.journal, to: paths.kept)
      do {
        try fileSystem.synchronizeDirectory(parent(of: paths.journal))
        try fileSystem.rename(paths.copy, to: paths.journal)
      } catch {
        try fileSystem.rename(paths.kept, to: paths.journal)
        throw error
      }
    }
  }

  /// Copies a file or a directory. Photos never change, so they are hard links if the file system has them.
  ///
  /// - Throws: An error for anything else, so that nothing is left out.
  private static func copy(_ source: String, to target: String, _ fileSystem: any FileSystem) throws {
    switch try fileSystem.kind(of: source) {
    case .directory:
      try fileSystem.createDirectories(target)
      for name in try fileSystem.list(source) { try copy("\(source)/\(name)", to: "\(target)/\(name)", fileSystem) }
      try fileSystem.synchronizeDirectory(target)
    case .file:
      if source.hasSuffix(".jpg"), fileSystem is DiskFileSystem, link(source, target) == 0 { return }
      let file = try fileSystem.open(source, for: .reading)
      let bytes = try file.readBytes(at: 0, count: try file.size())
      try fileSystem.writeAtomically(bytes.span.bytes, to: target)
    case .other where source.hasSuffix("/group.key") && fileSystem is DiskFileSystem:
      // The user may keep the key elsewhere, and link to it.
      if let key = try DiskFileSystem(followsLinks: true).content(of: source, limit: 4096) {
        try fileSystem.writeAtomically(key.span.bytes, to: target)
      }
    case .other: _ = try fileSystem.open(source, for: .reading)
    case nil: break
    }
  }

  /// Writes in the new log whose events it begins with.
  private static func note(
    _ original: UUID, upTo end: ReplicaPosition, inJournalAt path: String, configuration: Journal.Configuration
  ) throws(JournalError) {
    let journal = try Journal(at: path, configuration: configuration)
    let (position, journalID, writers) = journal.state.withLock { ($0.position, $0.journalID, $0.merged.writers) }
    var ordinals = Set(writers.indices.map { $0 - 1 })
    let events = try MergeSource(journal.directory, journalID: journalID, upTo: position, writer: 0)
    try events.advance()
    while !events.isAtEnd {
      let content = events.batch.content
      if events.event.kind == .seen, let seen = try? Seen(events.event.message, in: content.span.bytes) {
        ordinals.insert(seen.ordinal)
      }
      try events.advance()
    }
    guard let ordinal = (0..<ReplicaNumber.ordinalCount).first(where: { !ordinals.contains($0) }) else {
      throw JournalError(
        .conflict, "The group has no room for another device: there are \(ReplicaNumber.ordinalCount) others already.")
    }
    let seen = Seen(replica: original, position: end, clock: events.end.clock, ordinal: ordinal, continues: true)
    _ = try journal.commit { _ in Plan(events: [(.noCheckIn, .seen(seen))], keys: [.everything]) }
    try journal.close()
  }

  /// Checks that the new journal can be read and ends where the old one does.
  private static func check(
    _ path: String, endsAt sequence: UInt64, configuration: Journal.Configuration
  ) throws(JournalError) {
    let journal = try Journal(at: path, for: .readOnly, configuration: configuration)
    if let reason = journal.readOnlyReason { throw reason }
    guard try journal.ownLog.lastSequence() == sequence else {
      throw JournalError(.internalFault, "The new log ends elsewhere than the old one. Nothing was changed.")
    }
  }
}
