internal import CheckInJournal
internal import FoundationEssentials

extension RemoteState {
  /// Returns the manifests of the replicas with a card that can be decrypted and read.
  func manifests(decryptedBy encryption: RemoteEncryption) -> [UUID: ReplicaManifest] {
    var manifests: [UUID: ReplicaManifest] = [:]
    for replica in replicas {
      let bytes = replica.manifest.flatMap { encryption.decrypt(manifest: $0, of: replica.id) }
      manifests[replica.id] = bytes.flatMap { ReplicaManifest($0) }
    }
    return manifests
  }
}
