internal import CheckInJournal

extension RemoteState.Replica {
  /// Returns the replica's manifest; `nil` if it has none of its own that can be decrypted and read.
  func manifest(decryptedBy encryption: RemoteEncryption) -> ReplicaManifest? {
    let bytes = manifest.flatMap { encryption.decrypt(manifest: $0, of: id) }
    return bytes.flatMap { ReplicaManifest($0) }.flatMap { $0.belongs(to: id, in: encryption.group) ? $0 : nil }
  }
}
