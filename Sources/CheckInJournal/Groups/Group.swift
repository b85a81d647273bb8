package import EventLog
public import Foundation

/// The devices that one person's journal is spread over, as `group.json` in a journal's directory names them.
///
/// Each device writes a log of its own and keeps copies of the others', see ``PeerLog``. A journal without the file
/// belongs to no group.
///
/// ```swift
/// let group = Group(me: Group.Replica(journal: journalID, name: "laptop"), place: "/media/stick/checkin")
/// try group.write(inJournalAt: path)
/// print(try Group(inJournalAt: path)?.me.name ?? "no group")
/// ```
public struct Group: Hashable, Sendable, Codable {
  /// A device's journal.
  public struct Replica: Hashable, Sendable, Codable {
    /// The identity of its log.
    public var journal: UUID
    /// The name by which the user refers to the device: `phone`. See ``Group/isValidName(_:)``.
    public var name: String

    /// A device's journal, and what people call the device.
    public init(journal: UUID, name: String) {
      self.journal = journal
      self.name = name
    }
  }

  /// The name of the file.
  public static let fileName = "group.json"
  /// The file in which a device remembers its syncs. Each ends with writing it, so whoever follows the journal looks
  /// then what has come.
  package static let syncFileName = "sync.json"
  /// The file that preserves the last content of ``fileName`` after a journal has left its group.
  ///
  /// It contains the devices' names, which the user needs to identify the check-ins that are still present.
  package static let leftFileName = "\(PeerLog.directoryName)/group.json"
  /// The most replicas that a group has besides this one: their numbers have so much room, see ``ReplicaNumber``.
  public static let maximumReplicaCount = ReplicaNumber.ordinalCount

  /// The group's identity, which all its replicas share.
  public var group: UUID
  /// This journal.
  public var me: Replica
  /// The others, in the order in which they became known here. One that has left stays, and its events with it.
  public var replicas: [Replica]
  /// The remote to sync with: a folder's path, or `postgresql://…`.
  public var place: String
  /// The path of a file with the key that what leaves the machine is sealed with; `nil` where it is not sealed.
  public var key: String?

  /// A group of this journal and others, by default a new one.
  public init(group: UUID = UUID(), me: Replica, replicas: [Replica] = [], place: String, key: String? = nil) {
    self.group = group
    self.me = me
    self.replicas = replicas
    self.place = place
    self.key = key
  }

  /// Returns `true` if the name is valid for a device.
  ///
  /// A valid name has 1 to 32 characters: small ASCII letters, digits and hyphens, with a letter first. So `phone/17`
  /// is always a qualified ID, and `17` is never a device.
  public static func isValidName(_ name: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return (1...32).contains(name.utf8.count) && name.utf8.first.map(letters.contains) == true
      && name.utf8.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") }
  }

  /// The group of the journal in the directory at `path`; `nil` where it belongs to none.
  ///
  /// - Throws: `damaged` where the file is not what it should be; `inputOutput`.
  public init?(inJournalAt path: String) throws(JournalError) {
    try self.init(inJournalAt: path, DiskFileSystem())
  }

  /// Writes the file: whole or not at all, and durable. Replaces the one that is there.
  ///
  /// - Throws: `invalidValue` for names that are not valid or not distinct, or too many replicas; `inputOutput`.
  public func write(inJournalAt path: String) throws(JournalError) {
    try write(inJournalAt: path, DiskFileSystem())
  }
}

extension Group {
  private static let maximumByteCount = 1 << 20

  package init?(inJournalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) {
    try self.init(readingFrom: path + "/" + Self.fileName, fileSystem)
  }

  /// The group that the journal has left; `nil` where it has left none.
  ///
  /// - Throws: as ``init(inJournalAt:)``.
  package init?(leftByJournalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) {
    try self.init(readingFrom: path + "/" + Self.leftFileName, fileSystem)
  }

  /// Returns `true` if a journal has the file of a group.
  static func hasFile(inJournalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) -> Bool {
    try withJournalErrors { try fileSystem.kind(of: path + "/" + fileName) != nil }
  }

  private init?(readingFrom path: String, _ fileSystem: any FileSystem) throws(JournalError) {
    let content = try withJournalErrors { try fileSystem.content(of: path, limit: Self.maximumByteCount + 1) }
    guard let bytes = content else { return nil }
    guard bytes.count <= Self.maximumByteCount, let read = try? JSONDecoder().decode(Group.self, from: Data(bytes)),
      read.fault == nil
    else {
      throw JournalError(
        .damaged,
        "\(path) does not say which group the journal belongs to. Restore the file from a backup, or move it away to "
          + "go on without the group.")
    }
    self = read
  }

  package func write(inJournalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) {
    try write(to: path + "/" + Self.fileName, fileSystem)
  }

  /// Keeps the names of a group that the journal at `path` leaves, and nothing of how to get there.
  ///
  /// - Throws: `inputOutput`.
  package func keepNames(inJournalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) {
    var left = self
    (left.place, left.key) = ("", nil)
    left.replicas = Array(devices(and: try? Group(leftByJournalAt: path, fileSystem)).prefix(Self.maximumReplicaCount))
    try withJournalErrors { try fileSystem.createDirectories(path + "/" + PeerLog.directoryName) }
    try left.write(to: path + "/" + Self.leftFileName, fileSystem)
  }

  /// The other devices, and those of a group that was left before, unless their names are taken.
  func devices(and left: Group?) -> [Replica] {
    let taken = [me] + replicas
    return replicas
      + (left?.replicas ?? []).filter { one in
        !taken.contains { $0.journal == one.journal || $0.name == one.name }
      }
  }

  private func write(to path: String, _ fileSystem: any FileSystem) throws(JournalError) {
    if let fault { throw JournalError(.invalidValue, fault) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try withJournalErrors {
      let bytes = Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
      try fileSystem.writeAtomically(bytes.span.bytes, to: path)
    }
  }

  /// The error for a name that another device has.
  package static func nameInUse(_ name: String) -> JournalError {
    JournalError(.invalidValue, "Another device of the group is called \(name) already: choose another name.")
  }

  /// A description of the first invalid value as readable text; `nil` if the group is valid.
  package var fault: Message? {
    let all = [me] + replicas
    if let name = all.map(\.name).first(where: { !Self.isValidName($0) }) {
      return
        "\"\(Escaping.escaped(name))\" is no name for a device: take small letters, digits and hyphens, at most 32."
    }
    for (index, one) in all.enumerated() where all[..<index].contains(where: { $0.name == one.name }) {
      return Self.nameInUse(one.name).advice
    }
    if Set(all.map(\.journal)).count < all.count { return "A journal is in the group twice." }
    guard replicas.count <= Self.maximumReplicaCount else {
      return "A group has at most \(Self.maximumReplicaCount + 1) devices."
    }
    return nil
  }
}
