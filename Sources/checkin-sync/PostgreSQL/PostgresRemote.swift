internal import CheckInJournal
internal import CheckInSync
internal import EventLog
internal import FoundationEssentials

/// A PostgreSQL database as a place, for one group of any number that it holds.
///
/// An event is acknowledged by nothing but a commit that has waited for the synchronous standbys: not by a warning that
/// the wait was cut off, and not by reading that it is there.
final class PostgresRemote: Remote {
  let name: String
  private let address: PostgresAddress
  private var connection: PostgresConnection?
  private var group: UUID?
  /// The replicas besides the one that the state was last requested for: the same answer brings them.
  private var others = RemoteReplicas()

  init(_ address: PostgresAddress) {
    self.address = address
    name = address.name
    group = address.group
  }

  // MARK: - Statements

  private func run(_ statement: String, with parameters: [PostgresValue] = []) throws(JournalError) -> PostgresRows {
    let connection: PostgresConnection
    if let open = self.connection {
      connection = open
    } else {
      connection = try PostgresConnection(address.server, timeLimitSeconds: address.timeLimit)
      self.connection = connection
    }
    do throws(JournalError) {
      return try connection.run(statement, with: parameters)
    } catch {
      // After an error of the connection, the next request takes another one.
      self.connection = nil
      throw error
    }
  }

  /// Runs a statement that writes. It has returned only if its commit has waited for the standbys.
  private func write(_ statement: String, with parameters: [PostgresValue]) throws(JournalError) -> PostgresRows {
    let rows = try run(statement, with: parameters)
    if let warning = connection?.warnings.first {
      throw JournalError(
        .inputOutput,
        "The database did not wait for its standbys, so nothing was acknowledged: \(warning). Sync again.")
    }
    return rows
  }

  private func knownGroup() throws(JournalError) -> UUID {
    guard let group else {
      throw JournalError(.invalidValue, "\(name) does not say which group: its address ends with # and the identity.")
    }
    return group
  }

  // MARK: - The group

  func create(_ descriptor: [UInt8], of group: UUID) throws(JournalError) {
    let connection = try PostgresConnection(address.server, timeLimitSeconds: address.timeLimit)
    try Migrations.run(on: connection, at: name)
    self.connection = connection
    _ = try write("SELECT checkin.create_group($1, $2)", with: [.identity(group), .bytes(descriptor)])
    self.group = group
  }

  func state(of me: UUID?) throws(JournalError) -> RemoteState? {
    let group = try knownGroup()
    // Of more replicas than are used, those come first that have a log and a card.
    let rows = try run(
      """
      SELECT m.version, g.descriptor, k.replica, h.last_sequence, h.digest, c.card
      FROM (SELECT max(version)::bigint AS version FROM checkin.migrations) m
      LEFT JOIN checkin.groups g ON g.group_id = $1
      LEFT JOIN (
        SELECT replica FROM checkin.heads WHERE group_id = $1
        UNION SELECT replica FROM checkin.cards WHERE group_id = $1
      ) k ON true
      LEFT JOIN checkin.heads h ON h.group_id = $1 AND h.replica = k.replica
      LEFT JOIN checkin.cards c ON c.group_id = $1 AND c.replica = k.replica
      ORDER BY k.replica = $2 DESC NULLS LAST, h.replica IS NULL, c.replica IS NULL, k.replica LIMIT $3
      """,
      with: [.identity(group), .identity(me), .number(UInt64(RemoteLimits.replicaCount) + 2)]
    ).values
    guard let first = rows.first else { return nil }
    try Migrations.require(PostgresRows.number(first[0]), at: name)
    guard let descriptor = first[1] else { return nil }
    var state = RemoteState(descriptor: descriptor)
    others = RemoteReplicas()
    for row in rows {
      guard let id = row[2].flatMap({ UUID(bytes: $0) }) else { continue }
      var replica = RemoteState.Replica(id: id, manifest: row[5])
      if let sequence = PostgresRows.number(row[3]), let token = row[4].flatMap({ Digest($0) }) {
        replica.head = RemoteHead(sequence: sequence, token: token)
      }
      if id == me { state.me = replica } else { others.all.append(replica) }
    }
    return state
  }

  func replicas(besides me: UUID?, first known: Set<UUID>) throws(JournalError) -> RemoteReplicas { others }

  // MARK: - Logs

  func push(_ chunk: RemoteChunk, after head: RemoteHead?) throws(JournalError) {
    let answer = try write(
      "SELECT checkin.push($1, $2, $3, $4, $5, $6, $7)",
      with: [
        .identity(try knownGroup()), .identity(chunk.replica), .number(chunk.firstSequence),
        .number(chunk.head.sequence), .bytes(head?.token.bytes), .bytes(chunk.head.token.bytes), .bytes(chunk.body),
      ])
    let outcome = PostgresRows.text(answer.values.first?.first ?? nil)
    guard outcome == "appended" || outcome == "duplicate" else {
      throw JournalError(.busy, "\(name) was written in the meantime. Sync again.")
    }
  }

  func confirm(_ head: RemoteHead, after acknowledged: UInt64, of replica: UUID) throws(JournalError) {
    let answer = try write(
      "SELECT checkin.confirm($1, $2, $3, $4)",
      with: [.identity(try knownGroup()), .identity(replica), .number(head.sequence), .bytes(head.token.bytes)])
    guard (answer.values.first?.first ?? nil) == [1] else {
      throw JournalError(.inputOutput, "\(name) has changed in the meantime. Sync again.")
    }
  }

  func chunks(of replica: UUID, after sequence: UInt64, byteCount: Int) throws(JournalError) -> [RemoteChunk] {
    // By replica and sequence, so that a hole shows itself; never by a number that is given out before the commit.
    let rows = try run(
      """
      SELECT first_sequence, last_sequence, digest, body FROM (
        SELECT *, sum(octet_length(body)) OVER (ORDER BY first_sequence) - octet_length(body) AS before FROM (
          SELECT first_sequence, last_sequence, digest, body FROM checkin.chunks
          WHERE group_id = $1 AND replica = $2 AND last_sequence > $3 AND first_sequence >= coalesce(
            (SELECT max(first_sequence) FROM checkin.chunks
             WHERE group_id = $1 AND replica = $2 AND first_sequence <= $3 + 1), 1)
          ORDER BY first_sequence LIMIT 1000
        ) few
      ) counted
      WHERE before < $4 ORDER BY first_sequence
      """,
      with: [.identity(try knownGroup()), .identity(replica), .number(sequence), .number(UInt64(clamping: byteCount))])
    return rows.values.compactMap { row in
      guard let first = PostgresRows.number(row[0]), let last = PostgresRows.number(row[1]),
        let token = row[2].flatMap({ Digest($0) }), let body = row[3]
      else { return nil }
      return RemoteChunk(
        replica: replica, firstSequence: first, head: RemoteHead(sequence: last, token: token), body: body)
    }
  }

  // MARK: - Cards and photos

  func write(manifest: [UInt8], of replica: UUID) throws(JournalError) {
    _ = try write(
      "SELECT checkin.write_card($1, $2, $3)",
      with: [.identity(try knownGroup()), .identity(replica), .bytes(manifest)])
  }

  func photoNames() throws(JournalError) -> Set<Digest> {
    let rows = try run(
      "SELECT DISTINCT name FROM checkin.photos WHERE group_id = $1", with: [.identity(try knownGroup())])
    return Set(rows.values.compactMap { $0[0].flatMap { Digest($0) } })
  }

  func push(photo: [UInt8], named name: Digest, from replica: UUID) throws(JournalError) {
    _ = try write(
      "SELECT checkin.push_photo($1, $2, $3, $4)",
      with: [.identity(try knownGroup()), .bytes(name.bytes), .identity(replica), .bytes(photo)])
  }

  func remove(photo name: Digest, from replica: UUID) throws(JournalError) -> Bool {
    let answer = try write(
      "SELECT checkin.remove_photo($1, $2, $3)",
      with: [.identity(try knownGroup()), .bytes(name.bytes), .identity(replica)])
    return (answer.values.first?.first ?? nil) == [1]
  }

  func photo(named name: Digest, where isWhole: ([UInt8]) -> Bool) throws(JournalError) -> [UInt8]? {
    let rows = try run(
      "SELECT body FROM checkin.photos WHERE group_id = $1 AND name = $2 ORDER BY replica",
      with: [.identity(try knownGroup()), .bytes(name.bytes)])
    return rows.values.lazy.compactMap { $0[0] }.first(where: isWhole)
  }
}
