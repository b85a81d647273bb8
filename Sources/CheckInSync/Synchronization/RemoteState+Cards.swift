internal import CheckInJournal
internal import FoundationEssentials

extension RemoteState {
  /// Returns the manifests of the replicas with a card that can be decrypted and read.
  func cards(decryptedBy encryption: RemoteEncryption) -> [UUID: ReplicaCard] {
    var cards: [UUID: ReplicaCard] = [:]
    for replica in replicas {
      cards[replica.id] = replica.card.flatMap { encryption.decrypt(card: $0, of: replica.id) }.flatMap { ReplicaCard($0) }
    }
    return cards
  }
}
