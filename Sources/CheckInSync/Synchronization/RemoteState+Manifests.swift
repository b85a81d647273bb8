internal import CheckInJournal
internal import FoundationEssentials

extension RemoteState {
  /// Returns the manifests of the replicas with a card that can be decrypted and read.
  func manifests(decryptedBy encryption: RemoteEncryption) -> [UUID: ReplicaManifest] {
    var manifests: [UUID: ReplicaManifest] = [:]
    for replica in replicas {
      manifests[replica.id] = replica.manifest.flatMap { encryption.decrypt(manifest: $0, of: replica.id) }.flatMap { ReplicaManifest($0) }
    }
    return manifests
  }
}
