internal import CSQLite
internal import Synchronization

/// An open SQLite database, which threads use one after the other.
package final class Database: @unchecked Sendable {
  /// The purpose that a database is opened for.
  package enum Access: Sendable {
    /// Reading. The file must exist, and nothing is written, not even next to it.
    case reading
    /// Reading and writing. The file is created if it doesn't exist.
    case writing
  }

  // `lock` guards `connection`, which is `nil` once the database is closed.
  private let lock = Mutex(())
  private var connection: Connection?

  /// Opens the database at a path.
  ///
  /// SQLite reads the file when it is first used, so a file with other content is reported by the first query.
  ///
  /// - Parameters:
  ///   - busyMilliseconds: How long a query waits for other processes' locks before it fails.
  ///   - rules: The conditions for using the file, if anyone may have changed it.
  package init(
    path: String, for access: Access, busyMilliseconds: Int32 = 0, guardedBy rules: DatabaseGuard? = nil
  ) throws(SQLiteError) {
    connection = try Connection(path: path, for: access, busyMilliseconds: busyMilliseconds, guardedBy: rules)
  }

  deinit { try? connection?.close() }

  /// Calls `body` in a transaction that sees one state of the database.
  package func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try withConnection { connection in try connection.transaction("BEGIN DEFERRED") { try body(connection) } }
  }

  /// Calls `body` in a transaction that is committed unless `body` throws.
  package func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try withConnection { connection in try connection.transaction("BEGIN IMMEDIATE") { try body(connection) } }
  }

  /// Calls `body` without a transaction.
  package func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try lock.withLock { _ in
      guard let connection else { throw SQLiteError(code: SQLITE_MISUSE, message: "the database is closed") }
      return try body(connection)
    }
  }

  /// Closes the database. Every later use fails.
  ///
  /// - Throws: An error if the file cannot be closed; the database counts as closed all the same.
  package func close() throws(SQLiteError) {
    let open = lock.withLock { _ in
      defer { connection = nil }
      return connection
    }
    try open?.close()
  }
}

/// A connection to a database, valid during the call that it is passed to.
package final class Connection {
  let handle: OpaquePointer
  /// The schema that the database must have, and the steps that it may take; `nil` without a guard.
  private let expected: (schema: [String], budget: StepBudget)?
  private var statements: [String: Statement] = [:]
  private var isClosed = false

  fileprivate init(
    path: String, for access: Database.Access, busyMilliseconds: Int32, guardedBy rules: DatabaseGuard?
  ) throws(SQLiteError) {
    let flags: Int32 =
      switch access {
      case .reading: SQLITE_OPEN_READONLY
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    var opened: OpaquePointer?
    // `Database` lets one thread in at a time, so SQLite need not.
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle = opened else {
      defer { sqlite3_close_v2(opened) }
      throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)))
    }
    self.handle = handle
    expected = rules?.schema.map { ($0, StepBudget()) }
    sqlite3_busy_timeout(handle, busyMilliseconds)
    if let rules { try restrict(by: rules, expected?.budget) }
  }

  deinit { try? close() }

  fileprivate func close() throws(SQLiteError) {
    guard !isClosed else { return }
    isClosed = true
    // A statement is finalized when its last owner lets it go; closing waits for it.
    statements = [:]
    let code = sqlite3_close_v2(handle)
    guard code == SQLITE_OK else { throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code))) }
  }

  /// Executes one or more statements, whose rows are ignored.
  package func execute(_ sql: String) throws(SQLiteError) {
    try require(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Executes one statement with values for its parameters.
  package func execute(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) {
    try statement(sql).run(values)
  }

  /// Returns a statement, which is compiled when it is first asked for.
  package func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = statements[sql] { return known }
    var compiled: OpaquePointer?
    try require(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil))
    guard let compiled else { throw SQLiteError(code: SQLITE_MISUSE, message: "the statement is empty") }
    let statement = Statement(compiled)
    statements[sql] = statement
    return statement
  }

  /// Returns what `read` makes of the first row of a query, or `nil` if there is no row.
  package func first<Result>(
    _ sql: String, _ values: SQLiteValue..., read: (Row) throws -> Result?
  ) throws -> Result? {
    try statement(sql).first(values, read: read)
  }

  /// Returns what `read` makes of each row of a query.
  package func all<Result>(_ sql: String, _ values: SQLiteValue..., read: (Row) throws -> Result) throws -> [Result] {
    var results: [Result] = []
    try statement(sql).forEachRow(values) { results.append(try read($0)) }
    return results
  }

  fileprivate func transaction<Result>(_ begin: String, perform body: () throws -> Result) throws -> Result {
    try statement(begin).run([])
    do {
      if let expected { try requireSchema(expected.schema, within: expected.budget) }
      let result = try body()
      try statement("COMMIT").run([])
      return result
    } catch {
      // After some errors SQLite has rolled back by itself.
      if sqlite3_get_autocommit(handle) == 0 { try? statement("ROLLBACK").run([]) }
      throw error
    }
  }

  func require(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle))) }
  }
}

/// An error that SQLite reported.
package struct SQLiteError: Error {
  /// SQLite's result code.
  package let code: Int32
  /// SQLite's description, which contains neither the statement nor its values.
  package let message: String

  /// `true` if a guarded database has another schema than its guard expects.
  package var isOtherSchema: Bool { code == SQLITE_SCHEMA }

  package init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }
}

/// The version of the SQLite library in use.
package var libraryVersion: String { String(cString: sqlite3_libversion()) }
