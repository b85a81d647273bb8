internal import CheckInJournal
internal import CheckInSync
internal import EventLog
internal import FoundationEssentials

/// All groups of a database that an account sees. Only reads.
final class FleetDatabase {
  /// A group's rows in figures.
  struct Group: Sendable {
    var id: UUID
    var isSealed: Bool
    var devices: UInt64
    /// Of all devices.
    var events: UInt64
    /// Of the chunks' bodies.
    var bytes: UInt64
  }

  /// A group with its logs, as they are there.
  struct Logs: Sendable {
    var group: UUID
    /// `nil` where the descriptor cannot be read.
    var isSealed: Bool?
    var heads: [UUID: PlaceHead] = [:]
    /// Of each replica, by their first events.
    var chunks: [UUID: [PlaceChunk]] = [:]
  }

  let name: String
  private let connection: PostgresConnection

  /// - Throws: `inputOutput`; `notFound` where there are no tables; `newerVersion`.
  init(_ address: String) throws(JournalError) {
    let address = try PostgresAddress(address)
    name = address.name
    connection = try PostgresConnection(address.server, timeLimitSeconds: max(address.timeLimit, 600))
    let rows = try connection.run("SELECT max(version)::bigint FROM checkin.migrations")
    try Migrations.require(PostgresRows.number(rows.values.first?.first ?? nil), at: name)
  }

  /// The groups after one, ascending by their identities, at most `limit`.
  func groups(after group: UUID?, limit: UInt64) throws(JournalError) -> [Group] {
    let rows = try connection.run(
      """
      SELECT g.group_id, g.descriptor, h.devices, h.events, c.bytes
      FROM (
        SELECT group_id, descriptor FROM checkin.groups WHERE $1::uuid IS NULL OR group_id > $1
        ORDER BY group_id LIMIT $2
      ) g
      CROSS JOIN LATERAL (
        SELECT count(*) AS devices, coalesce(sum(last_sequence), 0)::bigint AS events
        FROM checkin.heads h WHERE h.group_id = g.group_id
      ) h
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(octet_length(body)), 0)::bigint AS bytes
        FROM checkin.chunks c WHERE c.group_id = g.group_id
      ) c
      ORDER BY 1
      """, [.identity(group), .number(limit)])
    return try rows.values.map { (row) throws(JournalError) in
      guard let id = row[0].flatMap({ UUID(bytes: $0) }), let devices = PostgresRows.number(row[2]),
        let events = PostgresRows.number(row[3]), let bytes = PostgresRows.number(row[4])
      else { throw JournalError(.internalFault, "\(name) answered in another form than it was asked for.") }
      return Group(id: id, isSealed: isSealed(row[1]) ?? true, devices: devices, events: events, bytes: bytes)
    }
  }

  /// The logs of the groups after one, ascending by their identities, at most `limit` groups.
  func logs(after group: UUID?, limit: UInt64) throws(JournalError) -> [Logs] {
    try logs(
      where: "group_id IN (SELECT group_id FROM checkin.groups WHERE $1::uuid IS NULL OR group_id > $1 "
        + "ORDER BY group_id LIMIT $2)", [.identity(group), .number(limit)])
  }

  /// The logs of one group; `nil` where the account sees none of that identity.
  func logs(of group: UUID) throws(JournalError) -> Logs? {
    try logs(where: "group_id = $1", [.identity(group)]).first
  }

  private func logs(where condition: String, _ values: [PostgresValue]) throws(JournalError) -> [Logs] {
    var logs: [Logs] = []
    for row in try connection.run(
      "SELECT group_id, descriptor FROM checkin.groups WHERE \(condition) ORDER BY group_id", values
    ).values {
      if let id = row[0].flatMap({ UUID(bytes: $0) }) { logs.append(Logs(group: id, isSealed: isSealed(row[1]))) }
    }
    guard let first = logs.first, let last = logs.last else { return [] }
    let range: [PostgresValue] = [.identity(first.group), .identity(last.group)]
    var index = 0
    for row in try connection.run(
      """
      SELECT group_id, replica, last_sequence, digest FROM checkin.heads
      WHERE group_id BETWEEN $1 AND $2 ORDER BY group_id
      """, range
    ).values {
      guard let id = row[0].flatMap({ UUID(bytes: $0) }), let replica = row[1].flatMap({ UUID(bytes: $0) }),
        let sequence = PostgresRows.number(row[2]), let token = row[3].flatMap({ Digest($0) })
      else { continue }
      while index < logs.count, logs[index].group != id { index += 1 }
      // A group that was made since.
      guard index < logs.count else { break }
      logs[index].heads[replica] = PlaceHead(sequence: sequence, token: token)
    }
    index = 0
    for row in try connection.run(
      """
      SELECT group_id, replica, first_sequence, last_sequence, digest, body FROM checkin.chunks
      WHERE group_id BETWEEN $1 AND $2 ORDER BY group_id, replica, first_sequence
      """, range
    ).values {
      guard let id = row[0].flatMap({ UUID(bytes: $0) }), let replica = row[1].flatMap({ UUID(bytes: $0) }),
        let first = PostgresRows.number(row[2]), let last = PostgresRows.number(row[3]),
        let token = row[4].flatMap({ Digest($0) }), let body = row[5]
      else { continue }
      while index < logs.count, logs[index].group != id { index += 1 }
      guard index < logs.count else { break }
      logs[index].chunks[replica, default: []].append(
        PlaceChunk(
          replica: replica, firstSequence: first, head: PlaceHead(sequence: last, token: token), body: body))
    }
    return logs
  }

  private func isSealed(_ descriptor: [UInt8]?) -> Bool? {
    descriptor.flatMap { try? PlaceDescriptor($0, at: name) }.map { $0.sealing != nil }
  }
}
