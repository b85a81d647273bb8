package import EventLog
package import FoundationEssentials

/// The state that a device stores after each sync.
///
/// With it, a sync without changes takes one round trip, and data that the remote has lost is detected. The state can
/// be lost: then the next sync asks the remote again.
package struct SyncState: Hashable, Sendable {
  /// The last event of this device that the place has acknowledged.
  package var acknowledged: UInt64 = 0
  /// The last event of this device when all of its photos were at the place.
  package var photosSent: UInt64 = 0
  /// By replica, the last of its events when all photos that its log names were here.
  package var photosSeen: [UUID: UInt64] = [:]
  /// The ``marks(_:)`` of the local photos at that time; `nil` if they are unknown.
  package var photosHere: Set<UInt64>?
  /// The latest manifest received from each replica.
  package var manifests: [UUID: ReplicaManifest] = [:]
  /// By replica, a digest of the photos that it missed when they were last sent from here.
  package var answered: [UUID: Digest] = [:]
  /// The time of the last complete sync by the system's clock; `nil` if it is unknown.
  ///
  /// In milliseconds since 1970.
  package var syncedAt: Int64?

  /// `true` if all of the file's content about other devices was understood.
  private var isWhole = true

  private static let byteLimit = 16 << 20

  package init() {}

  /// The first eight bytes of each digest: enough to see that one is missing.
  package static func marks(_ photos: Set<Digest>) -> Set<UInt64> {
    Set(photos.map { $0.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } })
  }

  /// Creates the state from a journal's file.
  ///
  /// The state is empty if the file doesn't exist or wasn't written by this program.
  package init(ofJournalAt path: String, _ fileSystem: any FileSystem) {
    let content = try? fileSystem.content(of: "\(path)/\(Group.syncFileName)", limit: Self.byteLimit)
    self = (content ?? nil).flatMap { SyncState($0) } ?? SyncState()
  }

  package func write(inJournalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) {
    try withJournalErrors {
      try fileSystem.writeAtomically(bytes.span.bytes, to: "\(path)/\(Group.syncFileName)")
    }
  }

  /// Removes the file, if there is one.
  package static func remove(inJournalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) {
    let path = "\(path)/\(Group.syncFileName)"
    try withJournalErrors { if try fileSystem.kind(of: path) != nil { try fileSystem.remove(path) } }
  }

  private struct Form: Decodable {
    var acknowledged: UInt64
    var photosSent: UInt64
    var photosSeen: [String: UInt64]
    var photosHere: String?
    var cards: [String: String]
    var answered: [String: String]?
    var syncedAt: Int64?
  }

  /// The devices whose logs, and so whose photos, can have been here: those that have sent something.
  ///
  /// - Returns: `nil` where the file is not there, or says something that cannot be read.
  /// - Throws: `inputOutput`.
  static func senders(inJournalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) -> Set<UUID>? {
    let bytes = try withJournalErrors {
      try fileSystem.content(of: "\(path)/\(Group.syncFileName)", limit: byteLimit)
    }
    guard let syncState = bytes.flatMap({ SyncState($0) }), syncState.isWhole else { return nil }
    let seen = syncState.photosSeen.filter { $0.value > 0 }.keys
    return syncState.manifests.values.reduce(into: Set(seen)) { senders, manifest in
      senders.formUnion(manifest.sequences.filter { $0.value > 0 }.keys)
    }
  }

  /// Returns the last event of a replica that was on a device at its last sync; 0 if none was, or if it is unknown.
  func lastEvent(of replica: UUID, on device: UUID) -> UInt64 {
    max(photosSeen[replica] ?? 0, manifests[device]?.sequences[replica] ?? 0)
  }

  /// `nil` for what was not written here.
  package init?(_ bytes: [UInt8]) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)) else { return nil }
    acknowledged = form.acknowledged
    photosSent = form.photosSent
    photosHere = form.photosHere.flatMap { Data(base64Encoded: $0) }.map { bytes in
      Set(
        stride(from: 0, to: bytes.count - 7, by: 8).map { start in
          bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        })
    }
    syncedAt = form.syncedAt
    photosSeen = Dictionary(byReplica: form.photosSeen)
    answered = Dictionary(byReplica: form.answered ?? [:]) { Digest(hexadecimal: $0) }
    manifests = Dictionary(byReplica: form.cards) { ReplicaManifest(Array($0.utf8)) }
    isWhole = photosSeen.count == form.photosSeen.count && manifests.count == form.cards.count
  }

  package var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json["acknowledged"] = acknowledged
      json["photosSent"] = photosSent
      json["photosSeen"] = photosSeen
      if let photosHere {
        let bytes = photosHere.sorted().flatMap { mark in
          (0..<8).map { UInt8(truncatingIfNeeded: mark >> (56 - 8 * $0)) }
        }
        json["photosHere"] = Data(bytes).base64EncodedString()
      }
      json["cards"] = manifests.mapValues { String(decoding: $0.bytes, as: UTF8.self) }
      if !answered.isEmpty { json["answered"] = answered }
      if let syncedAt { json["syncedAt"] = Int(syncedAt) }
    }
    return Array((json.text + "\n").utf8)
  }
}
