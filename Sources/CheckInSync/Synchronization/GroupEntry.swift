package import CheckInJournal
internal import EventLog
internal import FoundationEssentials

/// A group that a journal can enter, as far as that can be told beforehand: the device's name is free, the place was
/// asked, and the key fits that of a group that is there.
///
/// So what is refused is refused before anything is made, a new journal included.
package struct GroupEntry {
  private enum Kind {
    case creation
    case joining(RemoteEncryption, Key)
  }

  /// The group's key, if it has one, and the path under which `group.json` is to name it.
  private typealias Key = (key: GroupKey?, path: String?)

  private let membership: GroupMembership
  private let address: RemoteAddress
  private let remote: any Remote
  private let name: String
  private let source: GroupMembership.KeySource
  private var kind = Kind.creation

  init(
    creatingAt address: RemoteAddress, _ remote: any Remote, as name: String, _ source: GroupMembership.KeySource,
    _ membership: GroupMembership
  ) throws(JournalError) {
    try self.init(address: address, remote: remote, name: name, source: source, membership: membership)
    switch source {
    case .none: break
    case .passphrase(let passphrase): guard !passphrase.isEmpty else { throw Self.emptyPassphrase }
    case .file(let path): try requireKey(at: path)
    }
    try remote.requireVacancy()
  }

  init(
    joining address: RemoteAddress, _ remote: any Remote, as name: String, _ source: GroupMembership.KeySource,
    _ membership: GroupMembership
  ) throws(JournalError) {
    try self.init(address: address, remote: remote, name: name, source: source, membership: membership)
    let me = try Self.identity(of: membership)
    guard let state = try remote.state(of: me) else {
      throw JournalError(
        .notFound,
        """
        \(remote.name) holds no group. \
        \(.createGroup(at: remote.name), as: "{1} makes one there", or: "create one there").
        """)
    }
    let descriptor = try RemoteDescriptor(state.descriptor, at: remote.name)
    let key = try key(salt: descriptor.encryption?.salt)
    let encryption = RemoteEncryption(group: descriptor.group, key: key.key)
    try encryption.require(descriptor, at: remote.name)
    let others = try remote.replicas(besides: me, first: []).all.filter { $0.id != me }
    let taken = Set(
      others.prefix(RemoteLimits.replicaCount).compactMap { $0.manifest(decryptedBy: encryption)?.name })
    guard !taken.contains(self.name) else { throw Group.nameInUse(self.name) }
    // Who left and comes back: the others keep the name, and a newcomer that took it would be called otherwise there.
    if let known = state.me?.manifest(decryptedBy: encryption)?.name, known != self.name, !taken.contains(known) {
      let isBack = try leftGroup()?.group == encryption.group
      throw isBack
        ? JournalError(
          .invalidValue,
          "The group knows this journal, and its check-ins, by the name \(known): join as \(known) again.")
        : JournalError(
          .invalidValue,
          """
          The group has a device \(known) that writes as this journal. If this is \(known), join as \(known). If \
          \(known) has a journal elsewhere, a directory was copied, and one of the two needs a new identity, \
          whichever is the copy: join as \(known) here as well, and then \
          \(run: .forkJournal, or: "fork this journal") with the name \(self.name).
          """)
    }
    kind = .joining(encryption, key)
  }

  private init(
    address: RemoteAddress, remote: any Remote, name: String, source: GroupMembership.KeySource,
    membership: GroupMembership
  ) throws(JournalError) {
    self.address = address
    self.remote = remote
    self.name = name
    self.source = source
    self.membership = membership
    _ = try leftGroup()
  }

  /// Returns the identity of the journal; `nil` if it doesn't exist yet.
  private static func identity(of membership: GroupMembership) throws(JournalError) -> UUID? {
    do throws(JournalError) {
      return try JournalLoader.identityOfSoundLog(inJournalAt: membership.path, membership.fileSystem)
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// Enters the group with the journal, which is there by now.
  ///
  /// - Throws: `notFound` where there is no journal; what became of the place and of the journal meanwhile; `busy`.
  package func enter() throws(JournalError) -> Group {
    // Before the lock, which makes a directory where there is none.
    _ = try JournalReplicas(ofJournalAt: membership.path, membership.fileSystem)
    return try GroupLock.whileHeld(membership.path, in: membership.fileSystem) { () throws(JournalError) in
      let left = try leftGroup()
      let logs = try JournalReplicas(ofJournalAt: membership.path, membership.fileSystem)
      return switch kind {
      case .creation: try create(logs)
      case .joining(let encryption, let key): try join(logs, encryption: encryption, key: key, left: left)
      }
    }
  }

  private func create(_ logs: JournalReplicas) throws(JournalError) -> Group {
    let (group, salt) = (UUID(), Digest(of: UUID().bytes + UUID().bytes))
    if case .file(let path) = source, try !hasFile(path) {
      try withJournalErrors {
        try membership.fileSystem.writeAtomically(GroupKey().fileContent.span.bytes, to: path)
      }
    }
    let key = try key(salt: salt)
    let encryption = RemoteEncryption(group: group, key: key.key)
    try remote.create(encryption.descriptor(salt: salt).bytes, of: group)
    var text = address.text
    if case .postgreSQL = address { text += "#" + group.text }
    let made = Group(group: group, me: Group.Replica(journal: logs.me, name: name), place: text, key: key.path)
    try keep(made, with: key)
    if var synchronization = try? Synchronization(
      of: logs, with: remote, encryption: encryption, name: name, syncState: SyncState())
    {
      synchronization.introduceItself()
    }
    return made
  }

  private func join(
    _ logs: JournalReplicas, encryption: RemoteEncryption, key: Key, left: Group?
  ) throws(JournalError) -> Group {
    var synchronization = try Synchronization(
      of: logs, with: remote, encryption: encryption, name: name, syncState: SyncState())
    let devices = try synchronization.findDevices()
    guard !devices.contains(where: { $0.name == name }) else { throw Group.nameInUse(name) }
    var group = Group(
      group: encryption.group, me: Group.Replica(journal: logs.me, name: name),
      replicas: left?.group == encryption.group ? left?.replicas ?? [] : [], place: address.text, key: key.path)
    membership.introduce(devices, to: &group)
    try keep(group, with: key)
    synchronization.introduceItself()
    return group
  }

  /// Writes what makes the journal one of the group. A key that a passphrase gave is there before the file that names
  /// it.
  private func keep(_ group: Group, with key: Key) throws(JournalError) {
    let (path, fileSystem) = (membership.path, membership.fileSystem)
    if case .passphrase = source, let key = key.key {
      try withJournalErrors {
        try fileSystem.writeAtomically(
          key.fileContent.span.bytes, to: "\(path)/\(GroupMembership.derivedKeyName)")
      }
    }
    try SyncState.remove(inJournalAt: path, fileSystem)
    try group.write(inJournalAt: path, fileSystem)
  }

  /// Checks that the journal is in no group, and that the name can be taken.
  ///
  /// - Returns: the group that was left, if any: what is here of its devices is still known by their names.
  private func leftGroup() throws(JournalError) -> Group? {
    let (path, fileSystem) = (membership.path, membership.fileSystem)
    if case .file = try withJournalErrors({ try fileSystem.kind(of: path) }) {
      throw JournalError(.inputOutput, "Cannot open the journal \(path): Not a directory.")
    }
    if let group = try Group(inJournalAt: path, fileSystem) {
      throw JournalError(
        .invalidValue,
        """
        The journal belongs to a group already, as \(group.me.name), at \(RemoteAddress(group.place, in: path).name). \
        \(.leaveGroup, as: "{1} leaves it", or: "leave it first").
        """)
    }
    guard Group.isValidName(name) else {
      throw JournalError(
        .invalidValue,
        "\"\(name)\" is no name for a device: take small letters, digits and hyphens, at most 32, a letter first.")
    }
    let left = try Group(leftByJournalAt: path, fileSystem)
    guard left?.replicas.contains(where: { $0.name == name }) != true else {
      throw JournalError(
        .invalidValue,
        "\(name) is a device of the group that was left, whose check-ins are still here: choose another name.")
    }
    return left
  }

  // MARK: - Keys

  /// - Parameter salt: The salt of the group; `nil` if it is not sealed.
  private func key(salt: Digest?) throws(JournalError) -> Key {
    switch source {
    case .none: return (nil, nil)
    case .passphrase(let passphrase):
      guard let salt else {
        throw JournalError(.refusedInput, "What is at \(remote.name) is not sealed, but a passphrase was given.")
      }
      let key: GroupKey?
      do { key = try GroupKey(passphrase: passphrase, salt: salt) } catch { throw JournalError(error) }
      guard let key else { throw Self.emptyPassphrase }
      return (key, GroupMembership.derivedKeyName)
    case .file(let path): return (try membership.storedKey(path), path)
    }
  }

  /// Checks a key file that is there, and that one can be made where none is.
  private func requireKey(at path: String) throws(JournalError) {
    if try hasFile(path) {
      _ = try membership.storedKey(path)
    } else if try withJournalErrors({ try membership.fileSystem.kind(of: parent(of: path)) }) != .directory {
      throw JournalError(.notFound, "There is no directory \(parent(of: path)) for the group's key.")
    }
  }

  private func hasFile(_ path: String) throws(JournalError) -> Bool {
    try withJournalErrors { try membership.keyFiles.kind(of: path) } != nil
  }

  private static var emptyPassphrase: JournalError { JournalError(.invalidValue, "A passphrase cannot be empty.") }
}
