package import EventLog
package import FoundationEssentials

/// What a replica tells the others of itself: its name, and how far it has the others' logs.
package struct ReplicaCard: Hashable, Sendable {
  /// `phone`
  package var name: String
  /// The last event that it has of each replica, its own included.
  package var sequences: [UUID: UInt64]
  /// Photos that its events name and that it has found nowhere: whoever has one sends it again. Of many, some.
  package private(set) var missingPhotos: [Digest] = []

  private static let missingPhotoLimit = 200

  /// - Parameter damaged: those of the missing photos that somebody has certainly had, which come first.
  package init(
    name: String, sequences: [UUID: UInt64], missingPhotos: Set<Digest> = [], firstOfAll damaged: Set<Digest> = []
  ) {
    self.name = name
    self.sequences = sequences
    let ordered = [damaged, missingPhotos.subtracting(damaged)].flatMap { photos in
      photos.sorted { $0.hexadecimal < $1.hexadecimal }
    }
    self.missingPhotos = Array(ordered.prefix(Self.missingPhotoLimit))
  }

  private struct Form: Decodable {
    var name: String
    var has: [String: UInt64]
    var missingPhotos: [String]?
  }

  /// `nil` for what no replica has written.
  package init?(_ bytes: [UInt8]) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)), Group.isValidName(form.name) else {
      return nil
    }
    name = form.name
    sequences = Dictionary(byReplica: form.has)
    missingPhotos = (form.missingPhotos ?? []).prefix(Self.missingPhotoLimit).compactMap { Digest(hexadecimal: $0) }
  }

  package var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("name")
      json.string(name)
      json.key("has")
      json.object(byReplica: sequences) { $0.integer($1) }
      if !missingPhotos.isEmpty {
        json.key("missingPhotos")
        json.array { json in
          for digest in missingPhotos { json.string(digest.hexadecimal) }
        }
      }
    }
    return Array(json.text.utf8)
  }
}
