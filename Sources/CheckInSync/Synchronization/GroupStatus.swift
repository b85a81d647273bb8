package import CheckInJournal
internal import EventLog
package import FoundationEssentials

/// The status of a journal's group as known on this device.
///
/// Reading it contacts neither the remote nor another device.
package struct GroupStatus: Hashable, Sendable {
  /// A device of the group.
  package struct Device: Hashable, Sendable {
    package var id: UUID
    package var name: String
    package var isMe: Bool
    /// The last of its events that is on this device.
    package var events: UInt64 = 0
    /// The last of its events that is known to be elsewhere as well.
    package var elsewhere: UInt64 = 0
    /// The last event that it has of each device, keyed by the device's name, as of its latest sync.
    package var has: [String: UInt64] = [:]
    /// The reason why the copy of its log on this device can't be used.
    package var problem: Message?
    /// The number of its events that aren't known to be elsewhere.
    package var waiting: UInt64 { events - elsewhere }
  }

  package let group: Group
  /// The remote's name in messages.
  package let place: String
  /// This device first.
  package let devices: [Device]
  /// The time of the last complete sync; `nil` if unknown.
  ///
  /// In milliseconds since 1970 by the system's clock.
  package let syncedAt: Int64?

  /// - Parameter path: the journal's directory.
  /// - Returns: `nil` where the journal belongs to no group.
  /// - Throws: `damaged` for the group's file, or the journal's HEAD; `inputOutput`.
  package init?(ofJournalAt path: String) throws(JournalError) {
    guard let group = try Group(inJournalAt: path) else { return nil }
    self.group = group
    place = RemoteAddress(group.place, in: path).name
    let syncState = SyncState(ofJournalAt: path, DiskFileSystem())
    syncedAt = syncState.syncedAt
    var devices: [Device] = []
    for replica in [group.me] + group.replicas {
      let isMe = replica.journal == group.me.journal
      var device = Device(id: replica.journal, name: replica.name, isMe: isMe)
      let copy = PeerLog(of: replica.journal, inJournalAt: path)
      let log = isMe ? ReplicaLog(ofJournalAt: path) : copy.log
      do throws(JournalError) {
        device.events = try log.lastSequence() ?? 0
        if !isMe, device.events == 0, try copy.hasSegments(), try copy.log.lastSequence() == nil,
          try !copy.isBeingWritten()
        {
          device.problem = "The copy of its log is not whole, so nothing of it is shown. Sync: then it is copied anew."
        }
      } catch {
        guard !isMe, error.code == .damaged else { throw error }
        device.problem = error.describingPeerLog(of: replica.journal, device: replica.name).advice
      }
      // What came from elsewhere is there.
      device.elsewhere = isMe ? min(syncState.acknowledged, device.events) : device.events
      devices.append(device)
    }
    let events = Dictionary(devices.map { ($0.id, $0.events) }, uniquingKeysWith: { first, _ in first })
    for index in devices.indices {
      for other in devices where other.id != devices[index].id {
        devices[index].has[other.name] =
          devices[index].isMe ? events[other.id] : syncState.manifests[devices[index].id]?.sequences[other.id]
      }
    }
    self.devices = devices
  }

  /// Writes the group as the object that the interface describes.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["group"] = group.group
      json["place"] = place
      json["sealed"] = group.key != nil
      json["devices"] = devices
    }
  }
}

extension GroupStatus.Device: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["journal"] = id
      json["name"] = name
      json["thisDevice"] = isMe
      json["events"] = events
      json["elsewhere"] = elsewhere
      json.object("has") { json in
        for (name, sequence) in has.sorted(by: { $0.key < $1.key }) { json[name] = sequence }
      }
      json["problem"] = problem?.text
    }
  }
}
