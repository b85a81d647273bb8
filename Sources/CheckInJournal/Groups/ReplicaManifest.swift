package import EventLog
package import FoundationEssentials

/// The manifest that a replica publishes: its name, its position in each log, and its missing photos.
package struct ReplicaManifest: Hashable, Sendable {
  /// The identities of the group and of the replica's journal, so that a copy of the file is not taken for another
  /// device's. `nil` where they were not written.
  private var group: UUID?
  private var journal: UUID?
  /// `phone`
  package var name: String
  /// The last event that it has of each replica, its own included.
  package var sequences: [UUID: UInt64]
  /// Photos that its events name and that it has found nowhere: whoever has one sends it again. Of many, some.
  package private(set) var missingPhotos: [Digest] = []
  /// A digest of the damaged copies that it has found of them. Where it changes, they were sent again and have been
  /// damaged again. `nil` where it has found none.
  package private(set) var damagedCopies: Digest?

  /// The photos that it has purged. Of many, the latest.
  package private(set) var purges: [Purge] = []

  /// Photos that a device purged at one time.
  package struct Purge: Hashable, Sendable, Decodable {
    /// SHA-256 of each photo, in hexadecimal digits.
    fileprivate(set) var photos: [String]
    fileprivate var purgedAt: String
    fileprivate var sequence: UInt64
    fileprivate var others: [String: UInt64]?

    fileprivate static let photoLimit = 1000

    fileprivate func isOfOneTime(as record: PurgedPhotos.Record) -> Bool {
      purgedAt == record.purgedAt && sequence == record.sequence && others == record.others
    }

    /// The records of the photos, as the device has them. The sizes of the photos are not published.
    package var records: [PurgedPhotos.Record] {
      let others = others?.filter { UUID(text: $0.key) != nil }
      return photos.prefix(Self.photoLimit).map { photo in
        PurgedPhotos.Record(sha256: photo, purgedAt: purgedAt, bytes: 0, sequence: sequence, others: others)
      }
    }
  }

  private static let missingPhotoLimit = 200
  /// About the maximum size of the purges in a manifest: half of what a manifest may have.
  private static let purgeByteLimit = 32 << 10

  package init(name: String, of journal: UUID? = nil, in group: UUID? = nil, sequences: [UUID: UInt64]) {
    self.name = name
    (self.journal, self.group) = (journal, group)
    self.sequences = sequences
  }

  /// Asks for photos.
  ///
  /// - Parameters:
  ///   - damaged: those of them that somebody has certainly had, which come first.
  ///   - copies: the digests of the damaged files.
  ///   - asked: what was asked for last. Of more than can be asked for, others come next where none of these came: it
  ///     may be that nobody has them.
  package mutating func ask(
    for photos: Set<Digest>, firstOfAll damaged: Set<Digest>, _ copies: Set<Digest>, after asked: [Digest]
  ) {
    func ordered(_ digests: Set<Digest>) -> [Digest] { digests.sorted { $0.hexadecimal < $1.hexadecimal } }
    var others = ordered(photos.subtracting(damaged))
    if photos.count > Self.missingPhotoLimit, let last = asked.last, photos.isSuperset(of: asked) {
      let next = others.firstIndex { $0.hexadecimal > last.hexadecimal } ?? 0
      others = Array(others[next...] + others[..<next])
    }
    missingPhotos = Array((ordered(damaged) + others).prefix(Self.missingPhotoLimit))
    damagedCopies = copies.isEmpty ? nil : Digest(of: ordered(copies).flatMap(\.bytes))
  }

  /// Publishes purged photos, the latest first, as far as there is room.
  package mutating func publish(_ records: some Sequence<PurgedPhotos.Record>) {
    purges = []
    var room = Self.purgeByteLimit
    let latestFirst = records.sorted { ($1.purgedAt, $1.sequence, $1.sha256) < ($0.purgedAt, $0.sequence, $0.sha256) }
    for record in latestFirst {
      let isNext = purges.last?.isOfOneTime(as: record) == true
      room -= 70 + (isNext ? 0 : 100 + 60 * (record.others?.count ?? 0))
      guard room >= 0 else { break }
      if isNext {
        purges[purges.count - 1].photos.append(record.sha256)
      } else {
        purges.append(
          Purge(
            photos: [record.sha256], purgedAt: record.purgedAt, sequence: record.sequence, others: record.others))
      }
    }
  }

  /// Returns `true` if the manifest is this replica's, unless it doesn't say whose it is.
  package func belongs(to replica: UUID, in group: UUID) -> Bool {
    (journal ?? replica) == replica && (self.group ?? group) == group
  }

  private struct Form: Decodable {
    var group: String?
    var journal: String?
    var name: String
    var has: [String: UInt64]
    var missingPhotos: [String]?
    var damagedCopies: String?
    var purges: [Purge]?
  }

  /// `nil` for what no replica has written.
  package init?(_ bytes: [UInt8]) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)), Group.isValidName(form.name) else {
      return nil
    }
    (group, journal) = (form.group.flatMap { UUID(text: $0) }, form.journal.flatMap { UUID(text: $0) })
    name = form.name
    sequences = Dictionary(byReplica: form.has)
    missingPhotos = (form.missingPhotos ?? []).prefix(Self.missingPhotoLimit).compactMap { Digest(hexadecimal: $0) }
    damagedCopies = form.damagedCopies.flatMap { Digest(hexadecimal: $0) }
    purges = form.purges ?? []
  }

  package var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      if let group { json["group"] = group }
      if let journal { json["journal"] = journal }
      json["name"] = name
      json["has"] = sequences
      if !missingPhotos.isEmpty { json["missingPhotos"] = missingPhotos }
      if let damagedCopies { json["damagedCopies"] = damagedCopies }
      if !purges.isEmpty { json["purges"] = purges }
    }
    return Array(json.text.utf8)
  }
}

extension ReplicaManifest.Purge: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["photos"] = photos
      json["purgedAt"] = purgedAt
      json["sequence"] = sequence
      guard let others else { return }
      json.object("others") { json in
        for (replica, sequence) in others.sorted(by: { $0.key < $1.key }) { json[replica] = sequence }
      }
    }
  }
}

extension [UUID: UInt64] {
  /// Creates the dictionary from the JSON object's members, and drops those whose names are not IDs.
  init(byReplica members: [String: UInt64]) { self.init(byReplica: members) { $0 } }
}

extension Dictionary where Key == UUID {
  /// Creates the dictionary from the JSON object's members, and drops those whose names or values can't be read.
  init<Written>(byReplica members: [String: Written], _ read: (Written) -> Value?) {
    self.init()
    for (id, written) in members {
      if let id = UUID(text: id), let value = read(written) { self[id] = value }
    }
  }
}
