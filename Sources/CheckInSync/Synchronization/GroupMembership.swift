package import CheckInJournal
package import EventLog
internal import FoundationEssentials

/// A journal's part in a group: making one, joining one, syncing, leaving. The door for the command and the page.
///
/// ```swift
/// let membership = GroupMembership(ofJournalAt: path) { (address) throws(JournalError) in
///   FolderRemote(path: address.text)
/// }
/// let report = try membership.sync()
/// ```
///
/// How it enters a group is in ``GroupEntry``.
package struct GroupMembership {
  /// The source of a group's key.
  package enum KeySource {
    /// Nothing is sealed.
    case none
    /// The path of a key file.
    case file(String)
    case passphrase(String)
  }

  /// The file of the key that a passphrase gave, in the journal's directory: so that the passphrase is asked for once.
  static let derivedKeyName = "group.key"

  let path: String
  let fileSystem: any FileSystem
  private let open: (RemoteAddress) throws(JournalError) -> any Remote

  /// - Parameters:
  ///   - path: the journal's directory.
  ///   - fileSystem: the one that it is in.
  ///   - open: the place at an address.
  package init(
    ofJournalAt path: String, _ fileSystem: any FileSystem = DiskFileSystem(),
    _ open: @escaping (RemoteAddress) throws(JournalError) -> any Remote
  ) {
    self.path = path
    self.fileSystem = fileSystem
    self.open = open
  }

  /// The journal's group.
  ///
  /// - Throws: `notFound` where it belongs to none.
  package func group() throws(JournalError) -> Group {
    guard let group = try Group(inJournalAt: path, fileSystem) else {
      if try InterruptedFork.putBack(journalAt: path, fileSystem) { return try group() }
      throw JournalError(
        .notFound,
        """
        The journal belongs to no group: \(.createGroup(at: nil), as: "{1} makes one", or: "create one"), \
        \(.joinGroup, as: "and {1} enters one", or: "or join one").
        """)
    }
    return group
  }

  // MARK: - Entering and leaving

  /// Returns the entry that creates a group of this journal alone, at a remote without a group.
  ///
  /// Changes nothing. The journal may not exist yet.
  ///
  /// - Throws: `invalidValue` if the name is invalid, the passphrase is empty or the journal is in a group;
  ///   `refusedInput` if the key file contains no key.
  package func creation(
    at address: RemoteAddress, as name: String, key source: KeySource
  ) throws(JournalError) -> GroupEntry {
    try GroupEntry(creatingAt: address, try open(address), as: name, source, self)
  }

  /// Returns the entry that joins the group at a remote.
  ///
  /// Reads the state of the remote and changes nothing. The journal may not exist yet.
  ///
  /// - Throws: The errors of ``creation(at:as:key:)``; `notFound` if the remote has no group; `refusedInput` if the key
  ///   is not the group's; the remote's errors.
  package func joining(
    _ address: RemoteAddress, as name: String, key source: KeySource
  ) throws(JournalError) -> GroupEntry {
    try GroupEntry(joining: address, try open(address), as: name, source, self)
  }

  /// Leaves the group. What came of the others stays under the names that they have, and so does what was sent.
  package func leave() throws(JournalError) -> Group {
    _ = try group()
    return try GroupLock.whileHeld(path, in: fileSystem) { () throws(JournalError) in
      let group = try group()
      try group.keepNames(inJournalAt: path, fileSystem)
      try SyncState.remove(inJournalAt: path, fileSystem)
      try withJournalErrors {
        for name in [Self.derivedKeyName, Group.fileName]
        where try fileSystem.kind(of: "\(path)/\(name)") != nil {
          try fileSystem.remove("\(path)/\(name)")
        }
        try fileSystem.synchronizeDirectory(path)
      }
      return group
    }
  }

  /// The file system that follows links: the user may keep the key elsewhere, and link to it.
  var keyFiles: any FileSystem { fileSystem is DiskFileSystem ? DiskFileSystem(followsLinks: true) : fileSystem }

  func storedKey(_ keyPath: String) throws(JournalError) -> GroupKey {
    let keyPath = keyPath.hasPrefix("/") ? keyPath : "\(path)/\(keyPath)"
    let content = try withJournalErrors { try keyFiles.content(of: keyPath, limit: 4096) }
    guard let content else {
      throw JournalError(.notFound, "The group's key is not at \(keyPath): copy it there from another device.")
    }
    guard let key = GroupKey(fileContent: content) else {
      throw JournalError(.refusedInput, "\(keyPath) holds no key of a group: 64 hexadecimal digits.")
    }
    return key
  }

  // MARK: - Syncing

  /// Syncs once. What stopped a part of it is in the report.
  ///
  /// - Throws: what stands against syncing at all: the place cannot be reached, is of another group or of a newer
  ///   version, or the key is another; `busy` where another process syncs this journal.
  package func sync() throws(JournalError) -> SyncReport {
    _ = try group()
    var report = try GroupLock.whileHeld(path, in: fileSystem) { () throws(JournalError) in try syncLocked() }
    if !report.received.isEmpty { keepView(naming: &report) }
    return report
  }

  /// Saves the group's snapshot, so that the next start need not apply the received events, and gives the changed items
  /// in the report the IDs that they have here.
  ///
  /// The snapshot is a cache: if it can't be saved, the next start applies the events.
  private func keepView(naming report: inout SyncReport) {
    let configuration = Journal.Configuration(in: fileSystem, lockTimeoutSeconds: 0.1)
    let journal = try? Journal(at: path, configuration: configuration)
    try? journal?.keepViewOfGroup(always: true)
    for index in report.received.indices {
      let replica = report.received[index].replica
      report.received[index].summary.name { journal?.shown($0, inLogOf: replica) }
    }
    try? journal?.close()
  }

  private func syncLocked() throws(JournalError) -> SyncReport {
    var group = try group()
    let logs = try JournalReplicas(ofJournalAt: path, fileSystem)
    guard logs.me == group.me.journal else {
      throw JournalError(
        .refusedInput,
        "\(path)/\(Group.fileName) is of another journal. Take it away, and join the group\(by: .joinGroup).")
    }
    let key = try group.key.map { (keyPath) throws(JournalError) in try storedKey(keyPath) }
    var synchronization = try Synchronization(
      of: logs, with: try open(RemoteAddress(group.place, in: path)),
      encryption: RemoteEncryption(group: group.group, key: key),
      name: group.me.name, syncState: SyncState(ofJournalAt: path, fileSystem))
    let names = Dictionary(group.replicas.map { ($0.journal, $0.name) }) { first, _ in first }
    let report = synchronization.run(names: names) { (devices) throws(JournalError) in
      let known = group
      introduce(devices, to: &group)
      if group != known { try group.write(inJournalAt: path, fileSystem) }
      return Dictionary(group.replicas.map { ($0.journal, $0.name) }) { first, _ in first }
    }
    var syncState = synchronization.syncState
    if report.problems.isEmpty { syncState.syncedAt = Journal.systemMilliseconds() }
    try syncState.write(inJournalAt: path, fileSystem)
    return report
  }

  /// Adds the replicas that the group's file does not have yet. Names are taken from nowhere but here afterwards, since
  /// people know check-ins by them.
  func introduce(_ others: [Synchronization.Device], to group: inout Group) {
    // What came of a group that was left is still here, under the names that its devices have.
    // It is looked up where a device has no name here yet, and not at every sync.
    lazy var left = (try? Group(leftByJournalAt: path, fileSystem))?.replicas ?? []
    for (id, name) in others {
      let provisional = "device-" + id.text.prefix(8).lowercased()
      if group.replicas.contains(where: { $0.journal == id && $0.name != provisional }) { continue }
      let taken = Set(([group.me] + group.replicas + left).filter { $0.journal != id }.map(\.name))
      let wanted = name.flatMap { Group.isValidName($0) && !taken.contains($0) ? $0 : nil } ?? provisional
      if let index = group.replicas.firstIndex(where: { $0.journal == id }) {
        if group.replicas[index].name == provisional { group.replicas[index].name = wanted }
      } else if group.replicas.count < Group.maximumReplicaCount {
        group.replicas.append(Group.Replica(journal: id, name: wanted))
      }
    }
  }
}
