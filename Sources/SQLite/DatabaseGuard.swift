internal import CSQLite

/// The conditions for using a database whose file anyone may have changed.
///
/// SQLite alone is not safe with such a file: a view in place of a table can run endlessly, and a single value can have
/// a gigabyte. A guarded database checks its schema at the start of each transaction, runs no triggers and no views,
/// limits the length of each value before it is read, and limits the number of steps of a transaction.
package struct DatabaseGuard: Sendable {
  /// The SQL of each object of the schema, ascending; `nil` for a database of another program.
  let schema: [String]?
  let maximumValueByteCount: Int

  /// Creates a guard for databases of another program, whose schema the caller checks.
  package init(maximumValueByteCount: Int) {
    schema = nil
    self.maximumValueByteCount = maximumValueByteCount
  }

  /// Creates a guard for databases that contain these tables and nothing else.
  ///
  /// - Parameter tables: The tables' statements, `CREATE TABLE name (…)`, which SQLite stores as they are written.
  package init(tables: [String], maximumValueByteCount: Int) {
    schema = tables.sorted()
    self.maximumValueByteCount = maximumValueByteCount
  }

  /// Creates a guard for databases that were created with these statements and contain nothing else.
  ///
  /// - Throws: An error if SQLite cannot execute the statements.
  package init(schema statements: String, maximumValueByteCount: Int) throws {
    let model = try Database(path: ":memory:", for: .writing)
    schema = try model.withConnection { connection in
      try connection.execute(statements)
      return try connection.schema(limit: .max)
    }
    self.maximumValueByteCount = maximumValueByteCount
  }
}

/// The number of steps that SQLite may still take for a connection.
final class StepBudget {
  /// The number of steps between two looks at the budget.
  static let interval: Int32 = 1000
  /// Enough for the schemas of this project many times over. A schema with thousands of objects takes more.
  private static let stepsForSchema = 20 * interval
  /// About a second. Saving a snapshot of ten million events takes a tenth of this.
  private static let stepsForTransaction = 100_000 * interval

  private var remaining = stepsForSchema

  /// Allows the steps that reading and checking a schema takes.
  func beginSchema() { remaining = Self.stepsForSchema }

  /// Allows the steps of a transaction's own statements.
  func beginStatements() { remaining = Self.stepsForTransaction }

  /// Takes one interval, and returns `true` if the budget allows it.
  func spend() -> Bool {
    remaining -= Self.interval
    return remaining >= 0
  }
}

extension Connection {
  /// The offsets of the two bytes of a database's header that are 1 in rollback-journal mode, and 2 in WAL mode.
  private static let modeOffset = 18

  /// Restricts what the database's file can make SQLite do.
  func restrict(by rules: DatabaseGuard, _ budget: StepBudget?) throws(SQLiteError) {
    for (option, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
      (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
    ] as [(Int32, Int32)] {
      try require(checkin_sqlite_configure(handle, option, value))
    }
    // A row has other values besides, and their types.
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: rules.maximumValueByteCount + 1024))
    guard let budget else { return }
    sqlite3_progress_handler(
      handle, StepBudget.interval,
      { context in
        guard let context else { return 1 }
        return Unmanaged<StepBudget>.fromOpaque(context).takeUnretainedValue().spend() ? 0 : 1
      }, Unmanaged.passUnretained(budget).toOpaque())
    try requireRollbackJournal()
  }

  /// Rejects a database in WAL mode, since reading it writes files next to it.
  private func requireRollbackJournal() throws(SQLiteError) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    try require(sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file))
    var header = [UInt8](repeating: 0, count: 20)
    guard let file, let read = file.pointee.pMethods?.pointee.xRead,
      read(file, &header, Int32(header.count), 0) == SQLITE_OK,
      header[Self.modeOffset] == 1, header[Self.modeOffset + 1] == 1
    else { throw SQLiteError(code: SQLITE_NOTADB, message: "the file is not a database of this program") }
  }

  /// The SQL of each object of the schema, ascending.
  func schema(limit: Int) throws -> [String] {
    try all("SELECT coalesce(sql, name) FROM sqlite_master ORDER BY 1 LIMIT ?", .integer(Int64(limit))) {
      $0.text(0) ?? ""
    }
  }

  /// Checks that the schema is the expected one, and allows the steps of the statements that follow.
  func requireSchema(_ expected: [String], within budget: StepBudget) throws {
    budget.beginSchema()
    guard try schema(limit: expected.count + 1) == expected else {
      throw SQLiteError(code: SQLITE_SCHEMA, message: "the database has another schema")
    }
    budget.beginStatements()
  }
}
