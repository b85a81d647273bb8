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
    /// The last of its events that this device can read.
    package var events: UInt64 = 0
    /// The last of its events that is known to be elsewhere as well.
    package var elsewhere: UInt64 = 0
    /// The last event that it has of each device, keyed by the device's name, as of its latest sync.
    package var has: [String: UInt64] = [:]
    /// The reason why its log can't be read on this device, or not completely.
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

  /// - Returns: `nil` where the journal belongs to no group.
  /// - Throws: `damaged` for the group's file; `inputOutput`.
  package init?(_ journal: Journal) throws(JournalError) {
    guard let group = try journal.group() else { return nil }
    self.group = group
    let path = journal.directory.path
    place = RemoteAddress(group.place, in: path).name
    let syncState = SyncState(ofJournalAt: path, journal.directory.fileSystem)
    let problems = journal.peerProblems
    syncedAt = syncState.syncedAt
    var devices: [Device] = []
    for replica in [group.me] + group.replicas {
      let isMe = replica.journal == group.me.journal
      var device = Device(id: replica.journal, name: replica.name, isMe: isMe)
      let problem = isMe ? journal.readOnlyReason : problems.first { $0.replica == replica.journal }?.error
      device.events = journal.lastEvent(of: replica.journal)
      device.problem = problem?.advice
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
