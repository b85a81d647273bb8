package import EventLog
package import FoundationEssentials

/// The photos that devices of a group have purged, and that no device may send again.
///
/// A device publishes its purges in its ``ReplicaManifest``. The others keep the files that they have, and neither send
/// the photos nor ask for them; and each device removes from the remote what it sent there itself. A photo that was
/// attached again afterwards, by a device that the purge didn't know so far, is sent as usual.
package struct GroupPurges: Sendable {
  private var records: [UUID: [Digest: PurgedPhotos.Record]] = [:]

  package init() {}

  package var isEmpty: Bool { records.isEmpty }

  /// The purged photos.
  package var photos: Set<Digest> { records.values.reduce(into: []) { $0.formUnion($1.keys) } }

  /// A digest of all purges, by which new ones are noticed; `nil` for none.
  package var mark: Digest? {
    guard !isEmpty else { return nil }
    let lines = records.flatMap { replica, records in
      records.values.map { "\(replica.text) \($0.sha256) \($0.sequence)\n" }
    }
    return Digest(of: Array(lines.sorted().joined().utf8))
  }

  /// Adds a device's purges.
  package mutating func add(_ purges: some Sequence<PurgedPhotos.Record>, of replica: UUID) {
    for record in purges {
      guard let digest = record.digest, record.sequence >= records[replica]?[digest]?.sequence ?? 0 else { continue }
      records[replica, default: [:]][digest] = record
    }
  }

  /// Returns `true` if a device purged the photo after it had observed the event that attached it.
  func cover(_ attachment: PhotoUses.Attachment, of replica: UUID) -> Bool {
    records.contains { purger, records in
      purger == replica
        ? records.covers(attachment.photo.digest, attachedBy: attachment.sequence)
        : records.covers(attachment, of: replica)
    }
  }

  /// The purges of other devices, as records of a journal.
  ///
  /// - Parameter me: The identity of the journal's own log.
  func records(for me: UUID) -> [PurgedPhotos.Record] {
    records.filter { $0.key != me }.sorted { $0.key.text < $1.key.text }.flatMap { purger, records in
      records.values.sorted { $0.sha256 < $1.sha256 }.map { record in
        var record = record
        let sequence = record.others?.removeValue(forKey: me.text) ?? 0
        record.others?[purger.text] = record.sequence
        record.sequence = sequence
        return record
      }
    }
  }
}
