internal import CheckInJournal
internal import Foundation

/// The tables' schema and the rights to it.
enum Migrations {
  /// The version of the tables that `tables.sql` creates. Lower versions belong to builds before the first release.
  private static let version: UInt64 = 7

  /// Checks that the tables have the version that this program knows.
  static func require(_ version: UInt64?, at name: String) throws(JournalError) {
    guard let version, version >= Self.version else {
      throw JournalError(
        .notFound,
        "\(name) has no tables of checkin, or older ones. The account that owns the database must run 'checkin-sync "
          + "migrate'.")
    }
    guard version == Self.version else {
      throw JournalError(
        .newerVersion, "\(name) uses a newer version of checkin's tables: install that version here, too.")
    }
  }

  /// Creates the tables, or moves the groups of older tables to new ones, in one transaction.
  ///
  /// If the account owns current tables, the method only grants the rights of `checkin_member` again.
  ///
  /// - Parameter name: The name of the database for errors.
  /// - Returns: The server's warnings.
  /// - Throws: `notFound` if the tables are missing or older, and the account may not change that.
  @discardableResult
  static func run(on connection: PostgresConnection, at name: String) throws(JournalError) -> [String] {
    var done: UInt64 = 0
    if try isTrue("SELECT to_regclass('checkin.migrations') IS NOT NULL", on: connection) {
      let rows = try connection.run("SELECT coalesce(max(version), 0)::bigint FROM checkin.migrations")
      done = PostgresRows.number(rows.values.first?.first ?? nil) ?? 0
    }
    let right =
      done == 0
      ? "has_database_privilege(current_database(), 'CREATE')" : "has_table_privilege('checkin.migrations', 'INSERT')"
    guard done <= version, try isTrue("SELECT \(right)", on: connection) else {
      try require(done, at: name)
      return []
    }
    let creation = """
      \(done == 0 ? "" : "ALTER SCHEMA checkin RENAME TO checkin_unreleased;")
      \(String(decoding: PackageResources.tables_sql, as: UTF8.self))
      INSERT INTO checkin.migrations (version) VALUES (\(version));
      \(done == 0 ? "" : String(decoding: PackageResources.unreleased_tables_sql, as: UTF8.self))
      """
    do throws(JournalError) {
      try connection.run(
        script: """
          SELECT pg_advisory_xact_lock(7241003);
          \(done == version ? "" : creation)
          \(String(decoding: PackageResources.member_role_sql, as: UTF8.self))
          """)
    } catch {
      guard done > 0, done < version else { throw error }
      throw JournalError(
        error.code,
        "The older tables in \(name) were not changed, because their rows cannot be moved to the current tables. "
          + "Correct the row or create a new database. \(error.message)")
    }
    return connection.warnings
  }

  private static func isTrue(_ question: String, on connection: PostgresConnection) throws(JournalError) -> Bool {
    (try connection.run(question).values.first?.first ?? nil) == [1]
  }
}
