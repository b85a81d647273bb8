package import EventLog
package import FoundationEssentials

/// The manifest that a replica publishes: its name, its position in each log, and its missing photos.
package struct ReplicaManifest: Hashable, Sendable {
  /// `phone`
  package var name: String
  /// The last event that it has of each replica, its own included.
  package var sequences: [UUID: UInt64]
  /// Photos that its events name and that it has found nowhere: whoever has one sends it again. Of many, some.
  package private(set) var missingPhotos: [Digest] = []
  /// A digest of the damaged copies that it has found of them. Where it changes, they were sent again and have been
  /// damaged again. `nil` where it has found none.
  package private(set) var damagedCopies: Digest?

  private static let missingPhotoLimit = 200

  package init(name: String, sequences: [UUID: UInt64]) {
    self.name = name
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

  private struct Form: Decodable {
    var name: String
    var has: [String: UInt64]
    var missingPhotos: [String]?
    var damagedCopies: String?
  }

  /// `nil` for what no replica has written.
  package init?(_ bytes: [UInt8]) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)), Group.isValidName(form.name) else {
      return nil
    }
    name = form.name
    sequences = Dictionary(byReplica: form.has)
    missingPhotos = (form.missingPhotos ?? []).prefix(Self.missingPhotoLimit).compactMap { Digest(hexadecimal: $0) }
    damagedCopies = form.damagedCopies.flatMap { Digest(hexadecimal: $0) }
  }

  package var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json["name"] = name
      json["has"] = sequences
      if !missingPhotos.isEmpty { json["missingPhotos"] = missingPhotos }
      if let damagedCopies { json["damagedCopies"] = damagedCopies }
    }
    return Array(json.text.utf8)
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
