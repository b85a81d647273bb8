import Foundation
import SQLite
import Testing

struct SQLiteTests {
  private let path = FileManager.default.temporaryDirectory.path + "/sqlite-test-\(UUID().uuidString)"

  private func withDatabase(_ body: (Database) throws -> Void) throws {
    defer { for suffix in ["", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
    try body(Database(path: path, for: .writing))
  }

  @Test func everyValueComesBackAsItWasStored() throws {
    try withDatabase { database in
      try database.write { connection in
        try connection.execute("CREATE TABLE row (value)")
        for value: SQLiteValue in [
          .null, .integer(.min), .integer(.max), .real(0.5), .text(""), .text("Ä\u{0}b"), .blob([]), .blob([0, 255]),
        ] {
          try connection.execute("INSERT INTO row VALUES (?)", value)
        }
      }
      let values = try database.read { try $0.all("SELECT value FROM row ORDER BY rowid") { "\($0.value(0))" } }
      #expect(
        values == [
          "null", "integer(\(Int64.min))", "integer(\(Int64.max))", "real(0.5)", "text(\"\")", "text(\"Ä\\0b\")",
          "blob([])", "blob([0, 255])",
        ])
      // A value of another kind is none.
      func first<Value: Sendable>(_ sql: String, _ read: (Row) -> Value?) throws -> Value? {
        try database.read { try $0.first(sql, read: read) }
      }
      #expect(try first("SELECT 'one'") { $0.integer(0) } == nil)
      #expect(try first("SELECT 1") { $0.text(0) } == nil)
      #expect(try first("SELECT 2.0") { $0.integer(0) } == 2)
      #expect(try first("SELECT 1 WHERE 0") { $0.integer(0) } == nil)
    }
  }

  /// A number with a fraction loses it; text is read in every encoding that a database can have.
  @Test func otherEncodingsAndFractions() throws {
    try withDatabase { database in
      try database.withConnection { try $0.execute("PRAGMA encoding = 'UTF-16le'") }
      try database.write { try $0.execute("CREATE TABLE row (value); INSERT INTO row VALUES ('Läufe'), (1500.5)") }
      let values = try database.read { connection in
        try connection.all("SELECT value FROM row ORDER BY rowid") { ($0.text(0), $0.integer(0)) }
      }
      #expect(values.map(\.0) == ["Läufe", nil] && values.map(\.1) == [nil, 1500])
      #expect(try database.read { try $0.first("PRAGMA quick_check(1)") { $0.text(0) } } == "ok")
    }
  }

  private static let endlessRows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
  private static let schema = "CREATE TABLE row (id INTEGER PRIMARY KEY, value BLOB)"

  private func withGuard(_ statements: String, _ body: (Database) throws -> Void) throws {
    try withDatabase { database in
      try database.withConnection { try $0.execute(statements) }
      try database.close()
      let rules = try DatabaseGuard(schema: Self.schema, maximumValueByteCount: 1 << 20)
      try body(Database(path: path, for: .writing, guardedBy: rules))
    }
  }

  @Test func aGuardedDatabaseIsUsedLikeAnyOther() throws {
    try withGuard(Self.schema) { database in
      try database.write { try $0.execute("INSERT INTO row VALUES (?, zeroblob(1048576))", .integer(7)) }
      #expect(try database.read { try $0.first("SELECT value FROM row") { $0.blob(0)?.count } } == 1 << 20)
    }
  }

  /// An endless view, a trigger, another table and another column, a table of the wrong kind, no table.
  @Test(arguments: [
    "CREATE VIEW row AS \(endlessRows) SELECT i AS id, i AS value FROM n",
    schema + "; CREATE TRIGGER t AFTER INSERT ON row BEGIN DELETE FROM row; END", schema + "; CREATE TABLE other (id)",
    "CREATE TABLE row (id INTEGER PRIMARY KEY, value BLOB, other)", "CREATE VIRTUAL TABLE row USING fts5(id, value)",
    "PRAGMA user_version = 1",
  ])
  func aGuardedDatabaseHasTheExpectedSchemaAlone(_ statements: String) throws {
    try withGuard(statements) { database in
      #expect(throws: SQLiteError.self) { try database.read { try $0.first("SELECT value FROM row") { $0.blob(0) } } }
      #expect(throws: SQLiteError.self) { try database.write { try $0.execute("INSERT INTO row (id) VALUES (1)") } }
    }
  }

  @Test func aGuardedDatabaseStopsReadingALongSchema() throws {
    let tables = (0..<20_000).map { "CREATE TABLE t\($0) (a);" }.joined()
    try withGuard("BEGIN; \(Self.schema); \(tables) COMMIT") { database in
      let error = #expect(throws: SQLiteError.self) {
        try database.read { try $0.first("SELECT value FROM row") { $0.blob(0) } }
      }
      #expect(error?.isOtherSchema == false, "it was not read to its end")
    }
  }

  @Test func aGuardedDatabaseLoadsNoLongValueAndTakesNoEndlessSteps() throws {
    try withGuard(Self.schema + "; INSERT INTO row VALUES (1, zeroblob(1100000)), (2, x'00')") { database in
      func value(_ id: Int64) throws -> [UInt8]? {
        try database.read { try $0.first("SELECT value FROM row WHERE id = ?", .integer(id)) { $0.blob(0) } }
      }
      #expect(throws: SQLiteError.self) { try value(1) }
      let endless = Self.endlessRows + " SELECT max(i) FROM n"
      #expect(throws: SQLiteError.self) { try database.read { try $0.first(endless) { $0.integer(0) } } }
      let short = try value(2)
      #expect(short == [0], "the next transaction has its own steps")
    }
  }

  @Test func aGuardedDatabaseIsNotInWALMode() throws {
    try withDatabase { database in
      try database.withConnection { try $0.execute("PRAGMA journal_mode = WAL; " + Self.schema) }
      try database.close()
      let rules = try DatabaseGuard(schema: Self.schema, maximumValueByteCount: 1 << 20)
      #expect(throws: SQLiteError.self) { try Database(path: path, for: .reading, guardedBy: rules) }
      #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    }
  }

  @Test func aFailedTransactionChangesNothing() throws {
    struct Stop: Error {}
    try withDatabase { database in
      try database.write { try $0.execute("CREATE TABLE row (value UNIQUE)") }
      #expect(throws: Stop.self) {
        try database.write { connection in
          try connection.execute("INSERT INTO row VALUES (?)", .integer(1))
          throw Stop()
        }
      }
      let error = #expect(throws: SQLiteError.self) {
        try database.write { connection in
          for _ in 0..<2 { try connection.execute("INSERT INTO row VALUES (?)", .integer(7)) }
        }
      }
      #expect(error?.message == "UNIQUE constraint failed: row.value")
      #expect(try database.read { try $0.all("SELECT value FROM row") { $0.integer(0) } }.isEmpty)
      // The connection can be used after both.
      try database.write { try $0.execute("INSERT INTO row VALUES (?)", .integer(7)) }
      #expect(try database.read { try $0.all("SELECT value FROM row") { $0.integer(0) } } == [7])
    }
  }

  @Test func rowsAreInsertedWithoutCopies() throws {
    try withDatabase { database in
      try database.write { connection in
        try connection.execute("CREATE TABLE row (number, text, other)")
        let statement = try connection.statement("INSERT INTO row VALUES (?, ?, ?)")
        for (number, text) in [(1, "one"), (2, "")] {
          var text = text
          try text.withUTF8 { bytes in
            statement.bind(Int64(number), at: 1)
            statement.bindText(UnsafeRawBufferPointer(bytes), at: 2)
            statement.bindNull(at: 3)
            try statement.insertRow()
          }
        }
      }
      let rows = try database.read { connection in
        try connection.all("SELECT number, text, other FROM row") { row in (0..<3).map { "\(row.value(Int32($0)))" } }
      }
      #expect(rows == [["integer(1)", "text(\"one\")", "null"], ["integer(2)", "text(\"\")", "null"]])
    }
  }

  @Test func readingCreatesAndWritesNothing() throws {
    #expect(throws: SQLiteError.self) { try Database(path: path, for: .reading) }
    #expect(!FileManager.default.fileExists(atPath: path))
    try withDatabase { database in
      try database.write { try $0.execute("CREATE TABLE row (value)") }
      let reader = try Database(path: path, for: .reading)
      #expect(throws: SQLiteError.self) { try reader.withConnection { try $0.execute("INSERT INTO row VALUES (1)") } }
    }
  }

  @Test func otherFilesAreErrors() throws {
    try Data("no database at all, but long enough for SQLite to look at its header\n".utf8).write(
      to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let database = try Database(path: path, for: .reading)
    #expect(throws: SQLiteError.self) { try database.read { try $0.first("SELECT 1 FROM row") { $0.integer(0) } } }
  }

  @Test func aClosedDatabaseFails() throws {
    try withDatabase { database in
      try database.close()
      #expect(throws: SQLiteError.self) { try database.read { _ in } }
      try database.close()
    }
  }

  /// Threads that use one database wait for each other, so each sees whole transactions.
  @Test func threadsTakeTurns() async throws {
    let database = try Database(path: path, for: .writing)
    defer { for suffix in ["", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
    try database.withConnection { try $0.execute("PRAGMA synchronous = OFF") }
    try database.write { try $0.execute("CREATE TABLE row (value); INSERT INTO row VALUES (0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            try database.write { connection in
              let value = try connection.first("SELECT value FROM row") { $0.integer(0) } ?? 0
              try connection.execute("UPDATE row SET value = ?", .integer(value + 1))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try database.read { try $0.first("SELECT value FROM row") { $0.integer(0) } } == 400)
  }
}
