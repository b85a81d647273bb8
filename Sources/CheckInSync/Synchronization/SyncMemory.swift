internal import CheckInJournal
package import FoundationEssentials

/// What a device remembers of its last sync, so that one with nothing new takes one round trip, and so that a place
/// that has lost something is found out. It can be lost: then the place is asked again.
package struct SyncMemory: Hashable, Sendable {
  /// The last event of this device that the place has acknowledged.
  package var acknowledged: UInt64 = 0
  /// The last event of this device when all of its photos were at the place.
  package var photosSent: UInt64 = 0
  /// By replica, the last of its events when all photos that its log names were here.
  package var photosSeen: [UUID: UInt64] = [:]
  /// What the replicas said of themselves.
  package var cards: [UUID: ReplicaCard] = [:]

  package init() {}

  private struct Form: Decodable {
    var acknowledged: UInt64
    var photosSent: UInt64
    var photosSeen: [String: UInt64]
    var cards: [String: String]
  }

  /// `nil` for what was not written here.
  package init?(_ bytes: [UInt8]) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)) else { return nil }
    acknowledged = form.acknowledged
    photosSent = form.photosSent
    for (id, sequence) in form.photosSeen {
      if let id = UUID(text: id) { photosSeen[id] = sequence }
    }
    for (id, card) in form.cards {
      if let id = UUID(text: id), let card = ReplicaCard(Array(card.utf8)) { cards[id] = card }
    }
  }

  package var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("acknowledged")
      json.integer(acknowledged)
      json.key("photosSent")
      json.integer(photosSent)
      json.key("photosSeen")
      json.object { json in
        for (id, sequence) in photosSeen.sorted(by: { $0.key.text < $1.key.text }) {
          json.key(id.text)
          json.integer(sequence)
        }
      }
      json.key("cards")
      json.object { json in
        for (id, card) in cards.sorted(by: { $0.key.text < $1.key.text }) {
          json.key(id.text)
          json.string(String(decoding: card.bytes, as: UTF8.self))
        }
      }
    }
    return Array((json.text + "\n").utf8)
  }
}
