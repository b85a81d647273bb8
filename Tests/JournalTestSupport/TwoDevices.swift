import CheckInJournal
import FoundationEssentials

/// Two journals of one group, a laptop's and a phone's, which write by themselves and get each other's logs when a test
/// says so.
package struct TwoDevices: Sendable {
  /// Its journal's directory.
  package let laptop: String
  /// Its journal's directory.
  package let phone: String

  /// Joins two journals that are there.
  package init(laptop: String, phone: String, names: (String, String) = ("laptop", "phone")) throws {
    (self.laptop, self.phone) = (laptop, phone)
    let here = Group.Replica(journal: try Self.identity(of: laptop), name: names.0)
    let there = Group.Replica(journal: try Self.identity(of: phone), name: names.1)
    try Group(me: here, replicas: [there], place: "/nowhere").write(inJournalAt: laptop)
    try Group(me: there, replicas: [here], place: "/nowhere").write(inJournalAt: phone)
  }

  private static func identity(of path: String) throws -> UUID {
    guard let identity = try ReplicaLog(ofJournalAt: path).replica() else {
      throw JournalError(.notFound, "There is no journal at \(path).")
    }
    return identity
  }

  /// Brings each what the other has written.
  package func sync() throws {
    for (source, target) in [(laptop, phone), (phone, laptop)] {
      let log = ReplicaLog(ofJournalAt: source)
      let copy = PeerLog(of: try Self.identity(of: source), inJournalAt: target)
      var chunks = try log.chunks(after: try copy.log.lastSequence() ?? 0)
      while let chunk = try chunks.next() {
        guard try copy.append(chunk) == .appended else { throw JournalError(.conflict, "A chunk was not taken.") }
      }
    }
  }
}
