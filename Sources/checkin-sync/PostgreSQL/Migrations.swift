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
  ]

  private static let newer = "uses a newer version of checkin's tables: install that version here, too."

  /// Checks that the tables are those that this version knows.
  static func require(_ version: UInt64?, at name: String) throws(JournalError) {
    guard let version, version >= UInt64(scripts.count) else {
      throw JournalError(
        .notFound, "\(name) has older tables of checkin. Whoever owns them runs 'checkin-sync migrate'.")
    }
    guard version == UInt64(scripts.count) else { throw JournalError(.newerVersion, "\(name) \(newer)") }
  }

  /// Brings the tables up to date. Does nothing where they are.
  static func run(on connection: PostgresConnection) throws(JournalError) {
    let answer = try connection.run("SELECT to_regclass('checkin.migrations') IS NOT NULL").values.first?.first ?? nil
    var done = 0
    if answer == [1] {
      let rows = try connection.run("SELECT coalesce(max(version), 0)::bigint FROM checkin.migrations")
      done = Int(clamping: PostgresRows.number(rows.values.first?.first ?? nil) ?? 0)
      guard done <= scripts.count else { throw JournalError(.newerVersion, "The database \(newer)") }
      if done == scripts.count { return }
    }
    for number in (done + 1)...scripts.count {
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
}
