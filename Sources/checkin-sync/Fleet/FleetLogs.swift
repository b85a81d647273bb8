internal import CheckInJournal
internal import CheckInSync
internal import EventLog
internal import FoundationEssentials

/// The logs of some groups as the database has answered, in rows of three kinds:
///
/// | row | replica | first sequence | last sequence | digest | bytes |
/// |---|---|---|---|---|---|
/// | a group | | | | | what it says of itself |
/// | a card | replica | | | | what it says of itself |
/// | a piece of a log | replica | its first event | its last event | there | its frames |
///
/// Rows come in any order. Nothing is copied here but figures, so that it can be handed to another thread, which takes
/// the logs apart.
struct FleetLogs: Sendable {
  /// A group with its logs.
  struct Group: Sendable {
    var id: UUID
    /// `nil` where the descriptor cannot be read.
    var isEncrypted: Bool?
    var replicas: [Replica] = []
  }

  struct Replica: Sendable {
    var id: UUID
    /// The number of events that the replica's card reports as sent; 0 if it doesn't, or can't be read.
    var sentEvents: UInt64 = 0
    /// Ascending by their first events.
    var chunks: [Chunk] = []
  }

  struct Chunk: Sendable {
    var firstSequence: UInt64
    var head: RemoteHead
    fileprivate var row: Int
  }

  /// The group with the highest identity.
  let last: UUID
  private let answer: PostgresAnswer
  private let name: String
  /// The rows that are groups, by their identities.
  private let groupRows: [(id: UUID, row: Int)]

  /// - Parameter name: of the database.
  /// - Returns: `nil` where there is no group.
  init?(_ answer: PostgresAnswer, at name: String) {
    (self.answer, self.name) = (answer, name)
    groupRows = (0..<answer.rowCount)
      .compactMap { row in
        answer.isNull(row: row, column: 1) ? answer.identity(row: row, column: 0).map { ($0, row) } : nil
      }
      .sorted { $0.id < $1.id }
    guard let last = groupRows.last?.id else { return nil }
    self.last = last
  }

  /// The groups, ascending by their identities.
  func groups() -> [Group] {
    var groups = groupRows.map { id, row in
      let descriptor = answer.bytes(row: row, column: 5).flatMap { try? RemoteDescriptor($0, at: name) }
      return Group(id: id, isEncrypted: descriptor.map { $0.encryption != nil })
    }
    let indices = Dictionary(groupRows.enumerated().map { ($1.id, $0) }) { first, _ in first }
    // Rows of one log mostly follow each other.
    var (group, replica) = (0, 0)
    for row in 0..<answer.rowCount {
      guard let log = answer.identity(row: row, column: 1), let id = answer.identity(row: row, column: 0) else {
        continue
      }
      if groups[group].id != id {
        guard let index = indices[id] else { continue }
        (group, replica) = (index, 0)
      }
      if !groups[group].replicas.indices.contains(replica) || groups[group].replicas[replica].id != log {
        replica = groups[group].replicas.firstIndex { $0.id == log } ?? groups[group].replicas.endIndex
        if replica == groups[group].replicas.endIndex { groups[group].replicas.append(Replica(id: log)) }
      }
      if let first = answer.number(row: row, column: 2), let sequence = answer.number(row: row, column: 3),
        let token = answer.digest(row: row, column: 4)
      {
        let head = RemoteHead(sequence: sequence, token: token)
        groups[group].replicas[replica].chunks.append(Chunk(firstSequence: first, head: head, row: row))
      } else if groups[group].isEncrypted == false, let bytes = answer.bytes(row: row, column: 5),
        let decrypted = RemoteEncryption(group: id, key: nil).decrypt(manifest: bytes, of: log),
        let manifest = ReplicaManifest(decrypted)
      {
        groups[group].replicas[replica].sentEvents = manifest.sequences[log] ?? 0
      }
    }
    for group in groups.indices {
      for replica in groups[group].replicas.indices {
        groups[group].replicas[replica].chunks.sort { $0.firstSequence < $1.firstSequence }
      }
    }
    return groups
  }

  /// The bodies of chunks, one after the other.
  func body(of chunks: [Chunk]) -> [UInt8] {
    let byteCount = chunks.reduce(0) { $0 + answer.byteCount(row: $1.row, column: 5) }
    return Array(unsafeUninitializedCapacity: byteCount) { buffer, count in
      for chunk in chunks {
        _ = answer.with(row: chunk.row, column: 5) { bytes in
          UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
            .copyMemory(from: bytes)
          count += bytes.count
        }
      }
    }
  }
}
