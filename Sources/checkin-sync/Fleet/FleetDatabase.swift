internal import CheckInJournal
internal import CheckInSync
internal import EventLog
internal import FoundationEssentials

/// All groups of a database that an account sees. Only reads.
final class FleetDatabase {
  /// A group's rows in figures.
  struct Group: Sendable {
    var id: UUID
    var isEncrypted: Bool
    var devices: UInt64
    /// Of all devices.
    var events: UInt64
    /// Of the chunks' bodies.
    var bytes: UInt64
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
      """, with: [.identity(group), .number(limit)])
    return try rows.values.map { (row) throws(JournalError) in
      guard let id = row[0].flatMap({ UUID(bytes: $0) }), let devices = PostgresRows.number(row[2]),
        let events = PostgresRows.number(row[3]), let bytes = PostgresRows.number(row[4])
      else { throw JournalError(.internalFault, "\(name) answered in another form than it was asked for.") }
      return Group(id: id, isEncrypted: isEncrypted(row[1]) ?? true, devices: devices, events: events, bytes: bytes)
    }
  }

  /// The logs of the groups after one, by their identities, at most `limit` groups; `nil` after the last.
  func logs(after group: UUID?, limit: UInt64) throws(JournalError) -> FleetLogs? {
    try logs(
      where: "$1::uuid IS NULL OR group_id > $1 ORDER BY group_id LIMIT $2", [.identity(group), .number(limit)])
  }

  /// The logs of one group; `nil` where the account sees none of that identity.
  func logs(of group: UUID) throws(JournalError) -> FleetLogs? {
    try logs(where: "group_id = $1", [.identity(group)])
  }

  /// One statement, so that cards and pieces are of one moment however much is pushed meanwhile.
  private func logs(where condition: String, _ values: [PostgresValue]) throws(JournalError) -> FleetLogs? {
    let answer = try connection.answer(
      to: """
        WITH few AS MATERIALIZED (SELECT group_id, descriptor FROM checkin.groups WHERE \(condition))
        SELECT group_id, NULL::uuid, NULL::bigint, NULL::bigint, NULL::bytea, descriptor FROM few
        UNION ALL
        SELECT group_id, replica, NULL, NULL, NULL, card FROM few JOIN checkin.cards USING (group_id)
        UNION ALL
        SELECT group_id, replica, first_sequence, last_sequence, digest, body
        FROM few JOIN checkin.chunks USING (group_id)
        """, values)
    return answer.flatMap { FleetLogs($0, at: name) }
  }

  private func isEncrypted(_ descriptor: [UInt8]?) -> Bool? {
    descriptor.flatMap { try? RemoteDescriptor($0, at: name) }.map { $0.encryption != nil }
  }
}
