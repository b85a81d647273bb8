internal import EventLog
public import FoundationEssentials
internal import Platform
internal import Synchronization

/// Gives a copied journal an identity of its own: a cloned directory, or a backup that was restored and then wrote.
/// Otherwise two journals write as one, and no device takes what the second of them has written.
///
/// The new log says what the old one does, event for event and under the same numbers; only the identity in the headers
/// of its segments is another one. A ``Seen`` record after them says whose they are, so that they count once wherever
/// both logs are. It is made in a directory beside the journal, checked, and then takes the journal's place in one
/// step; the old one is kept. Until then nothing has changed. Where the file system cannot exchange two directories,
/// it takes two renames, and opening the journal after a crash between them says what to do.
///
/// ```swift
/// let fork = try JournalFork(ofJournalAt: path, as: "laptop-2")
/// print(fork.journal, fork.keptAt)
/// ```
public struct JournalFork: Sendable {
  /// The identity that the journal has now.
  public let journal: UUID
  /// The path of the directory as it was.
  public let keptAt: String

  /// - Parameter name: what the device is called from now on.
  /// - Throws: `notFound` where there is no journal or no group; `invalidValue` for a name that is taken; `damaged`;
  ///   `busy`; `inputOutput`.
  public init(ofJournalAt path: String, as name: String) throws(JournalError) {
    guard try Group(inJournalAt: path) != nil else {
      throw JournalError(.notFound, "The journal belongs to no group, so it needs no other identity.")
    }
    // Nothing of the others' may come while it is copied.
    self = try GroupLock.whileHeld(path) { () throws(JournalError) in
      try JournalFork(ofJournalAt: path, as: name, UUID(), Journal.Configuration())
    }
  }

  /// - Parameters:
  ///   - journal: the identity that the journal gets.
  ///   - configuration: how journals are opened, and the file system that they are in.
  package init(
    ofJournalAt path: String, as name: String, _ journal: UUID, _ configuration: Journal.Configuration
  ) throws(JournalError) {
    let fileSystem = configuration.fileSystem
    guard var group = try Group(inJournalAt: path, fileSystem) else {
      throw JournalError(.notFound, "The journal belongs to no group, so it needs no other identity.")
    }
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
    // The one whose identity this was is another device from now on.
    group.replicas.append(Group.Replica(journal: group.me.journal, name: group.me.name))
    group.me = Group.Replica(journal: journal, name: name)
    if let fault = group.fault { throw JournalError(.invalidValue, fault) }
    let paths = try ForkPaths(besideJournalAt: path, fileSystem)
    let copyPath = paths.copy
    var keptAt = paths.kept
    let copy = LogDirectory(fileSystem: fileSystem, path: copyPath, for: .readingAndWriting)
    var copying = LogCopy(from: directory, upTo: head, to: copy, as: journal)
    do throws(JournalError) {
      guard try copying.compare() == .behind else {
        throw JournalError(.internalFault, "\(copyPath) has a log already. Nothing was changed.")
      }
    } catch  where error.code == .damaged && error.remedies.isEmpty {
      throw JournalError(
        .damaged,
        "\(error) \(run: .repair, or: "Repair the journal") first. Nothing was changed.")
    }
    try withJournalErrors { try fileSystem.createDirectories(copy.logPath) }
    try group.write(inJournalAt: copyPath, fileSystem)
    try JournalCreation.writeSchema(in: copy)
    try copying.writeHead(copying.write())
    try withJournalErrors {
      for name in [PeerLog.directoryName, "photos", "group.key"] {
        try Self.copy("\(path)/\(name)", to: "\(copyPath)/\(name)", fileSystem)
      }
      try fileSystem.synchronizeDirectory(copyPath)
    }
    try Self.check(copyPath, endsAt: head.position.sequence, configuration: configuration)
    if let digest = try log.digest(at: head.position.sequence), head.position.sequence > 0 {
      let end = ReplicaPosition(sequence: head.position.sequence, digest: digest)
      try Self.note(head.journalID, upTo: end, inJournalAt: copyPath, configuration: configuration)
    }
    try withJournalErrors {
      if try fileSystem.exchange(paths.journal, with: copyPath) {
        // It is forked by now, whatever the other is called.
        do { try fileSystem.rename(copyPath, to: keptAt) } catch { keptAt = copyPath }
      } else {
        try fileSystem.rename(paths.journal, to: keptAt)
        do {
          try fileSystem.rename(copyPath, to: paths.journal)
        } catch {
          try fileSystem.rename(keptAt, to: paths.journal)
          throw error
        }
      }
      try fileSystem.synchronizeDirectory(parent(of: paths.journal))
    }
    (self.journal, self.keptAt) = (journal, keptAt)
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
