package import CheckInJournal
internal import FoundationEssentials

// The other devices of the group at the remote.
extension Synchronization {
  /// The replicas without a manifest whose logs are read to find out whether they are of this group.
  private static let strangerLimit = 8

  /// Returns the other devices at the remote.
  ///
  /// A replica is a device if it is known here, if it has a manifest of this group, or else if its log starts with
  /// events of this group. Everything else at the remote is no device, whatever it is called.
  package mutating func findDevices() throws(JournalError) -> [Device] {
    let known = Set(names.keys).union(syncState.manifests.keys).union(try logs.replicas())
    var found = try remote.replicas(besides: logs.me, first: known)
    if found.all.count > RemoteLimits.replicaCount {
      found.notes.append(
        "\(remote.name) names more than \(RemoteLimits.replicaCount) devices, and the others are not looked at.")
    }
    report.noteAdvice += found.notes
    var (ids, strangers, logsRead): (Set<UUID>, [RemoteState.Replica], Int) = ([logs.me], [], 0)
    for var replica in found.all.prefix(RemoteLimits.replicaCount) where ids.insert(replica.id).inserted {
      do throws(JournalError) { try replica.requireLimits(at: remote.name) } catch {
        replica.head = nil
        replica.faults.append(error)
      }
      let manifest = replica.manifest(decryptedBy: encryption)
      var isDevice = manifest != nil || known.contains(replica.id)
      if let manifest {
        newManifests[replica.id] = manifest
      } else if isDevice, replica.manifest != nil {
        report.noteAdvice.append(
          """
          What \(name(of: replica.id)) says of itself at \(remote.name) cannot be read. Its next sync writes it again.
          """)
      } else if !isDevice, replica.head != nil, logsRead < Self.strangerLimit {
        logsRead += 1
        isDevice = startsLog(replica)
      }
      if isDevice { peers.append(replica) } else { strangers.append(replica) }
    }
    if let first = strangers.first {
      if strangers.count == 1 {
        report.noteAdvice.append(
          """
          \(first.id.text) at \(remote.name) is not a device of this group, or has not arrived yet. It was left alone.
          """)
      } else {
        report.noteAdvice.append(
          """
          \(first.id.text) and \(strangers.count - 1) more at \(remote.name) are not devices of this group, or have \
          not arrived yet. They were left alone.
          """)
      }
    }
    return peers.map { ($0.id, newManifests[$0.id]?.name ?? syncState.manifests[$0.id]?.name) }
  }

  /// Returns `true` if the first events of a replica are those of a log of this group.
  private mutating func startsLog(_ replica: RemoteState.Replica) -> Bool {
    do throws(JournalError) {
      let chunks = try remote.chunks(of: replica.id, after: 0, byteCount: 1)
      guard let first = try joined(chunks, of: replica.id, after: .start),
        first.contentByteCount <= ReplicaChunk.maximumContentByteCount
      else { return false }
      try logs.check(first)
      return true
    } catch {
      return false
    }
  }

  /// Finds the other devices, and takes over what they say of themselves.
  mutating func findPeers(
    _ introduce: ([Device]) throws(JournalError) -> [UUID: String]
  ) throws(JournalError) {
    let devices = try findDevices()
    // Nothing is taken before the devices have names: an event of one without could not be shown.
    let all = peers
    peers = []
    names = try introduce(devices)
    peers = all.filter { names[$0.id] != nil }
    if peers.count < all.count {
      let others = all.filter { names[$0.id] == nil }.map { name(of: $0.id) }.sorted()
      let which = others.prefix(3).joined(separator: ", ") + (others.count > 3 ? ", …" : "")
      report.noteAdvice.append(
        "A group has at most \(Group.maximumReplicaCount + 1) devices, so nothing was taken of \(which).")
    }
    for replica in peers {
      if let manifest = newManifests[replica.id] { syncState.manifests[replica.id] = manifest }
    }
    purges.add(try logs.purgedPhotos(), of: logs.me)
    for (replica, manifest) in syncState.manifests where replica != logs.me {
      purges.add(manifest.purges.flatMap(\.records), of: replica)
    }
  }
}
