internal import CheckInJournal
internal import Foundation

/// The tables' schema: numbered scripts, each of which runs once, in order.
enum Migrations {
  /// By number, from 1 on.
  private static let scripts = [
    PackageResources.migration_0001_groups_and_logs_sql,
    PackageResources.migration_0002_heads_of_logs_sql,
    PackageResources.migration_0003_photos_of_each_replica_sql,
    PackageResources.migration_0004_pieces_by_push_alone_sql,
    PackageResources.migration_0005_pieces_by_a_rule_sql,
    PackageResources.migration_0006_photos_of_members_sql,
    PackageResources.migration_0007_purged_photos_sql,
  ]

  /// Checks that the tables are those that this version knows.
  static func require(_ version: UInt64?, at name: String) throws(JournalError) {
    guard let version, version >= UInt64(scripts.count) else {
      throw JournalError(
        .notFound,
        "\(name) has no tables of checkin, or older ones. The account that owns the database must run 'checkin-sync "
          + "migrate'.")
    }
    guard version == UInt64(scripts.count) else {
      throw JournalError(
        .newerVersion, "\(name) uses a newer version of checkin's tables: install that version here, too.")
    }
  }

  /// Brings the tables up to date. Does nothing where they are.
  ///
  /// - Parameter name: The name of the database for errors.
  /// - Throws: `notFound` if the tables are missing or older, and the account may not change that.
  static func run(on connection: PostgresConnection, at name: String) throws(JournalError) {
    var done: UInt64 = 0
    if try isTrue("SELECT to_regclass('checkin.migrations') IS NOT NULL", on: connection) {
      let rows = try connection.run("SELECT coalesce(max(version), 0)::bigint FROM checkin.migrations")
      done = PostgresRows.number(rows.values.first?.first ?? nil) ?? 0
    }
    if done >= UInt64(scripts.count) { return try require(done, at: name) }
    let right =
      done == 0
      ? "has_database_privilege(current_database(), 'CREATE')" : "has_table_privilege('checkin.migrations', 'INSERT')"
    guard try isTrue("SELECT \(right)", on: connection) else { return try require(done, at: name) }
    for number in Int(done) + 1...scripts.count {
      // Of two that do this at once, the second waits, and then fails because the version is there already.
      try connection.run(
        script: """
          SELECT pg_advisory_xact_lock(7241003);
          CREATE SCHEMA IF NOT EXISTS checkin;
          CREATE TABLE IF NOT EXISTS checkin.migrations (
            version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
          INSERT INTO checkin.migrations (version) VALUES (\(number));
          \(String(decoding: scripts[number - 1], as: UTF8.self))
          """)
    }
  }

  private static func isTrue(_ question: String, on connection: PostgresConnection) throws(JournalError) -> Bool {
    (try connection.run(question).values.first?.first ?? nil) == [1]
  }
}
